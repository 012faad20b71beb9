"""What Gomill asks for, to write it into records."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ... import __version__
from ..command_table import command
from ..parameters import Arguments

if TYPE_CHECKING:
    from ..engine import Engine


@command("gomill-describe_engine")
def gomill_describe_engine(engine: Engine, arguments: Arguments) -> str:
    """Tell name and version, and all that a move depends on."""
    chosen = engine.course.variant
    said = [f"Tengen {__version__}", engine.thinking.about, f"{chosen.title} on {engine.board.text[:60]}"]
    return "\n".join(line for line in said if line)


@command("gomill-explain_last_move")
def gomill_explain_last_move(engine: Engine, arguments: Arguments) -> str:
    """Tell what is thought of the last move that was generated."""
    return engine.explain()


@command("cputime", about="Tell the seconds of processor time, as gomill-cpu_time does.")
@command("gomill-cpu_time")
def gomill_cpu_time(engine: Engine, arguments: Arguments) -> str:
    """Tell the seconds of processor time that all searches took, of all threads together."""
    return f"{engine.cpu_time:.3f}"
