"""What Gomill asks for, to write it into records."""

from __future__ import annotations

from ... import __version__
from ..command_table import command, enter
from ..engine import Engine
from ..parameters import Arguments


@command("gomill-describe_engine")
def gomill_describe_engine(engine: Engine, arguments: Arguments) -> str:
    """Tell name and version, and all that a move depends on."""
    game = f"{engine.course.variant.title} on {engine.board.text[:60]}"
    return f"Tengen {__version__}\n{engine.thinking.about}\n{game}"


enter(
    "gomill-explain_last_move",
    "Tell what is thought of the last move that was generated.",
    lambda engine, _: engine.explain(),
)


@command("cputime", "Tell the seconds of processor time, as gomill-cpu_time does.")
@command("gomill-cpu_time")
def gomill_cpu_time(engine: Engine, arguments: Arguments) -> str:
    """Tell the seconds of processor time that all searches took, of all threads together."""
    return f"{engine.cpu_time:.3f}"
