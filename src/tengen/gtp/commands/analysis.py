"""What the engine thinks, line by line, in the forms that Leela Zero, KataGo and Sabaki agreed on."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING

from ..analysis_lines import Form, line, read_wishes
from ..command_table import command
from ..parameters import Arguments

if TYPE_CHECKING:
    from ...players import Analysis
    from ..engine import Engine

_USAGE = "[COLOUR] [CENTISECONDS] [KEY VALUE]..."


@command("lz-analyze", _USAGE, endless=True)
def lz_analyze(engine: Engine, arguments: Arguments) -> Generator[str, None, None]:
    """Analyse the position until another line comes in, in Leela Zero's form."""
    return _analyse(engine, arguments, "lz")


@command("kata-analyze", _USAGE, endless=True)
def kata_analyze(engine: Engine, arguments: Arguments) -> Generator[str, None, None]:
    """Analyse the position until another line comes in, in KataGo's form."""
    return _analyse(engine, arguments, "kata")


@command("analyze", _USAGE, endless=True)
def analyze(engine: Engine, arguments: Arguments) -> Generator[str, None, None]:
    """Analyse the position until another line comes in, in Sabaki's form."""
    return _analyse(engine, arguments, "kata")


@command("lz-genmove_analyze", _USAGE)
def lz_genmove_analyze(engine: Engine, arguments: Arguments) -> Generator[str, None, None]:
    """Choose a move and make it, telling meanwhile what is thought, in Leela Zero's form."""
    return _think_aloud(engine, arguments, "lz")


@command("kata-genmove_analyze", _USAGE)
def kata_genmove_analyze(engine: Engine, arguments: Arguments) -> Generator[str, None, None]:
    """Choose a move and make it, telling meanwhile what is thought, in KataGo's form."""
    return _think_aloud(engine, arguments, "kata")


@command("genmove_analyze", _USAGE)
def genmove_analyze(engine: Engine, arguments: Arguments) -> Generator[str, None, None]:
    """Choose a move and make it, telling meanwhile what is thought, in Sabaki's form."""
    return _think_aloud(engine, arguments, "kata")


def _analyse(engine: Engine, arguments: Arguments, form: Form) -> Generator[str, None, None]:
    colour = engine.game.to_play
    wishes = read_wishes(form, arguments, colour)
    colour = wishes.colour or colour

    def told(found: Analysis) -> str:
        return line(found, wishes, colour, engine.board)

    return engine.analyse(colour, told, wishes.interval)


def _think_aloud(engine: Engine, arguments: Arguments, form: Form) -> Generator[str, None, None]:
    colour = engine.game.to_play
    wishes = read_wishes(form, arguments, colour)
    colour = wishes.colour or colour

    def told(found: Analysis) -> str:
        return line(found, wishes, colour, engine.board)

    return engine.think_aloud(colour, told, wishes.interval)
