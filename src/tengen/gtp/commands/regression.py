"""Games from and to files, and moves that are chosen but not made."""

from __future__ import annotations

import codecs
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ...boards import parse
from ...files.whole import write_whole
from ...records import Node, Record, Text
from ...records.errors import TengenError
from ...rules import Variant, variant
from ..command_table import command, enter
from ..engine import Engine
from ..parameters import Arguments, Refusal

if TYPE_CHECKING:
    from ...game import Game

_HEAD: Final = 256


@command("loadsgf FILE [NUMBER/POINT]")
def loadsgf(engine: Engine, arguments: Arguments) -> None:
    """Load a game, up to before the move of a number, or the first on a point; make illegal moves, too."""
    path, stop = arguments.rest(), ""
    if path.startswith('"'):
        path, _, stop = path[1:].partition('"')
    elif len(arguments) > 1 and not Path(path).exists():
        stop = arguments.words[-1]
        path = path.removesuffix(stop).rstrip()
    try:
        engine.load(_games(path, stop.strip(), engine.variant))
    except Refusal:
        raise
    except TengenError as error:
        raise Refusal("cannot load file: {why}", why=" ".join(str(error).split())) from None
    except OSError as error:
        raise Refusal("cannot load file: {why}", why=error.strerror or "it cannot be opened") from None


enter(
    "reg_genmove COLOUR",
    "Choose a move for a side without making it or resigning, within the engine's own budget, ignoring the clocks.",
    lambda engine, arguments: engine.suggest(arguments.colour(), resigns=False),
)


@command("printsgf [FILE]")
def printsgf(engine: Engine, arguments: Arguments) -> str | None:
    """Print the game as SGF, or write it to a file: a new one, or in place of another record."""
    from ...formats import sgf

    text = sgf.write(engine.course.record(engine.outcome))
    path = Path(arguments.text.strip('"'))
    if not arguments.words or arguments.text == "-":
        return text
    try:
        if path.is_file():  # replace only records: the sender of commands may not own the machine
            with path.open("rb") as file:
                if file.read(_HEAD).removeprefix(codecs.BOM_UTF8).lstrip()[:2] not in (b"", b"(;"):
                    raise Refusal("cannot write file: it exists and is not a record")
        write_whole(path, text if text.endswith("\n") else f"{text}\n")
    except OSError as error:
        raise Refusal("cannot write file: {why}", why=error.strerror or "it cannot be opened") from None
    return None


def _games(path: str, stop: str, played: Variant) -> list[Game]:
    """Return the game in a file up to the requested move, as several games if it restarts.

    Its rules are those ``played`` if the file names none. A move that cannot be made at all is refused.
    """
    from ...formats import sgf
    from ...game.game_records import assumed_komi, record_variant
    from ...game.record_walk import walk
    from ...game.refusal import refusals

    record = sgf.read_file(path)
    chosen = variant(played, **record.axes) if record.variant is None else record_variant(record)
    for warning in filter(None, (*record.warnings, assumed_komi(chosen))):
        print(f"warning: {warning}", file=sys.stderr, flush=True)
    games: list[Game] = []
    for stage in walk(record, chosen, _nodes_before(record, stop), strict=False):
        if stage.reasons:
            said = " ".join(refusals(stage.game, stage.node.move, stage.reasons, stage.node.colour))
            raise Refusal(
                "cannot load file: move {number}, {move}, cannot be made. {why}",
                number=stage.number,
                move=stage.node.move,
                why=said,
            )
        if stage.anew:
            games = [*games, stage.game] if games and games[-1].moves else [*games[:-1], stage.game]
    return games


def _nodes_before(record: Record, stop: str) -> list[Node]:
    """Return the nodes before the move of a number, from 1, or the first on a point; all for "", or if none matches."""
    nodes, number = list(record.main_line()), 0
    wanted = int(stop) if stop.isascii() and stop.isdigit() else None
    board = parse(record.board, files=False) if stop and wanted is None else None
    point = None if board is None else board.find(stop)
    if board is not None and point is None:
        why = board.missing(stop, otherwise=Text("{stop} is neither a number nor a point of its board", stop=stop))
        raise Refusal("cannot load file: {why}", why=why)
    for place, node in enumerate(nodes):
        number += node.move is not None
        if node.move is None:
            continue
        if number == wanted or (board is not None and board.find(node.move.removeprefix("tao ")) == point):
            return nodes[:place]
    return nodes
