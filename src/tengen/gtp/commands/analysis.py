"""Analysis line by line, in the forms of Leela Zero, KataGo and Sabaki."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from typing import TYPE_CHECKING, Final

from ...records import Colour
from ..analysis_lines import Form, line, read_options
from ..command_table import command, enter
from ..engine import Engine
from ..parameters import Arguments
from ..thinking import SLICE

if TYPE_CHECKING:
    from ...players import Analysis
    from ...players.scope import Scope

    _Asked = tuple[Colour, Callable[[Analysis], str], float, Scope]

_OPTIONS: Final = "[COLOUR] [CENTISECONDS] [KEY VALUE]..."
_FORMS: Final[Mapping[str, tuple[Form, str]]] = {
    "lz-": ("lz", "Leela Zero's form"),
    "kata-": ("kata", "KataGo's form"),
    "": ("kata", "Sabaki's form"),
}
"""The forms by the prefix of their commands."""


def _enter_analysis(prefix: str, form: Form, named: str) -> None:
    enter(
        f"{prefix}analyze {_OPTIONS}",
        f"Analyse the position until another line arrives, in {named}.",
        lambda engine, arguments: engine.analyse(*_options(engine, arguments, form)),
        endless=True,
    )


def _enter_genmove(prefix: str, form: Form, named: str) -> None:
    enter(
        f"{prefix}genmove_analyze {_OPTIONS}",
        f"Choose a move and make it, printing the analysis in {named}.",
        lambda engine, arguments: engine.think_aloud(*_options(engine, arguments, form)),
    )


for _enter in (_enter_analysis, _enter_genmove):
    for _prefix, (_form, _named) in _FORMS.items():
        _enter(_prefix, _form, _named)

enter(
    "kata-search COLOUR",
    "Choose a move for a side without making it, in the time of genmove.",
    lambda engine, arguments: engine.suggest(arguments.colour(), by_clock=True),
)
enter(
    f"kata-search_analyze {_OPTIONS}",
    "Choose a move without making it, printing the analysis in KataGo's form.",
    lambda engine, arguments: engine.think_aloud(*_options(engine, arguments, "kata"), plays=False),
)


@command("kata-search_cancellable COLOUR")
def kata_search_cancellable(engine: Engine, arguments: Arguments) -> str:
    """Choose a move like kata-search; another line cancels it, with the response cancelled."""
    colour = arguments.colour()
    *_, last = engine.think_aloud(colour, lambda _: "", SLICE, plays=False, cancelled=engine.is_called)
    return last.removeprefix("play ")


@command(f"kata-search_analyze_cancellable {_OPTIONS}")
def kata_search_analyze_cancellable(engine: Engine, arguments: Arguments) -> Generator[str, None, None]:
    """Choose a move like kata-search_analyze; another line cancels it, with the response play cancelled."""
    options = _options(engine, arguments, "kata")
    return engine.think_aloud(*options, plays=False, cancelled=engine.is_called)


def _options(engine: Engine, arguments: Arguments, form: Form) -> _Asked:
    """Return the side to move, the function that prints a line, the interval in seconds, and the scope."""
    from ...players.scope import WHOLE, Scope

    options = read_options(form, arguments, engine.board)
    colour = options.colour or engine.game.to_play
    scope = WHOLE if options.limits is None else Scope(options.limits.barred)
    return colour, lambda found: line(found, options, colour, engine.board), options.interval, scope
