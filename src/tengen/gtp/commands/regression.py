"""Games from files and to files, and moves that are chosen but not made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...records.errors import TengenError
from ...rules import variant
from ..command_table import command
from ..parameters import Arguments, Refusal

if TYPE_CHECKING:
    from ...game import Game
    from ...records import Node
    from ...rules import Variant
    from ..engine import Engine


@command("loadsgf", "FILE [MOVE]")
def loadsgf(engine: Engine, arguments: Arguments) -> str:
    """Load a game, up to the position before a move where one is given; a move against the rules is made, too."""
    path, last = arguments.rest(), None
    if len(arguments) > 1 and arguments.words[-1].isascii() and arguments.words[-1].isdigit():
        path, last = path.rpartition(arguments.words[-1])[0].rstrip(), arguments.integer(len(arguments) - 1)
    try:
        engine.load(_games(path.strip('"'), last, engine.variant))
    except Refusal:
        raise
    except TengenError as error:
        raise Refusal(f"cannot load file: {' '.join(str(error).split())}") from None
    except OSError as error:
        raise Refusal(f"cannot load file: {error.strerror or 'it cannot be opened'}") from None
    return ""


@command("reg_genmove", "COLOUR")
def reg_genmove(engine: Engine, arguments: Arguments) -> str:
    """Choose a move for a side without making it, by the engine's own budget whatever the clocks say."""
    return engine.suggest(arguments.colour())


@command("printsgf")
def printsgf(engine: Engine, arguments: Arguments) -> str:
    """Tell the game as SGF."""
    from ...formats import sgf

    return sgf.write(engine.course.record())


def _games(path: str, last: int | None, played: Variant) -> list[Game]:
    """Return the game in a file up to before the move ``last``, as one game or several where it begins anew.

    Its rules are those ``played`` where the file does not name any. A move that cannot be made at all is refused.
    """
    from ...formats import sgf
    from ...game.game_records import record_variant
    from ...game.record_walk import walk
    from ...game.refusal import refusals

    record = sgf.read_file(path)
    chosen = variant(played, **record.axes) if record.variant is None else record_variant(record)
    games: list[Game] = []
    for stage in walk(record, chosen, _nodes_before(list(record.main_line()), last), strict=False):
        if stage.reasons:
            said = " ".join(refusals(stage.game, stage.node.move, stage.reasons, stage.node.colour))
            raise Refusal(f"cannot load file: move {stage.number}, {stage.node.move}, cannot be made. {said}")
        if stage.anew:
            games = [*games, stage.game] if games and games[-1].moves else [*games[:-1], stage.game]
    return games


def _nodes_before(nodes: list[Node], last: int | None) -> list[Node]:
    """Return the nodes before the move with a number, counted from 1."""
    number = 0
    for place, node in enumerate(nodes):
        number += node.move is not None
        if number and number == last:
            return nodes[:place]
    return nodes
