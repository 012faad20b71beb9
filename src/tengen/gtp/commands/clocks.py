"""How much time there is."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from ...records.time_control import Control
from ..command_table import command, enter
from ..engine import Engine
from ..parameters import SYNTAX, Arguments, Refusal

_SYSTEMS: Final = {"none": 0, "absolute": 1, "byoyomi": 3, "canadian": 3, "fischer": 2, "fischer-capped": 4}
"""The time systems by name, with how many numbers follow."""
_KGS: Final = ("none", "absolute", "byoyomi", "canadian")


@command("time_settings MAIN PERIOD STONES")
def time_settings(engine: Engine, arguments: Arguments) -> None:
    """Set main time and Canadian overtime in seconds; no time at all, or a period without stones, is no limit."""
    main, period, stones = arguments.seconds(0), arguments.seconds(1), arguments.integer(2)
    if not (main or period) or (period and not stones):
        _set(engine, Control())
    else:
        _set(engine, Control("canadian" if period else "absolute", main, period, stones))


enter(
    "kgs-time_settings none/absolute/byoyomi/canadian [SECONDS...]",
    "Set the time system as KGS has it: main time, seconds of a period, periods or stones.",
    lambda engine, arguments: _set(engine, _control(arguments, _KGS)),
)
enter(
    "kata-time_settings SYSTEM [SECONDS...]",
    "Set the time system as KataGo has it: as KGS, or fischer with main time and increment.",
    lambda engine, arguments: _set(engine, _control(arguments, _SYSTEMS)),
)
enter("kata-list_time_settings", "List the time systems.", lambda *_: " ".join(_SYSTEMS))
enter(
    "time_left COLOUR SECONDS STONES",
    "Set a clock: main time where stones is 0, else time for that many stones, or of that many periods.",
    lambda engine, said: engine.clocks[said.colour(0)].tell(said.seconds(1), said.integer(2)),
)


def _control(arguments: Arguments, known: Collection[str]) -> Control:
    system = arguments.word().lower()
    if system not in known or len(arguments) != _SYSTEMS[system] + 1:
        raise Refusal(SYNTAX)
    if system in ("none", "absolute"):
        return Control("none") if system == "none" else Control("absolute", arguments.seconds(1))
    main, period = arguments.seconds(1), arguments.seconds(2)
    if system == "byoyomi":
        return Control("byoyomi", main, period, arguments.integer(3))
    if system == "canadian":
        return Control("canadian", main, period, arguments.integer(3))
    if system == "fischer":
        return Control("fischer", main, period)
    limit, longest = arguments.number(3), arguments.number(4)
    return Control(
        "fischer", main, period, limit=limit if limit >= 0 else None, longest=longest if longest >= 0 else None
    )


def _set(engine: Engine, control: Control) -> None:
    """Set both clocks; what a move needs is compiled now, not while a clock runs."""
    engine.set_clocks(control)
    if control.kind != "none":
        engine.get_ready()
