"""A record as programs take it that know neither variations nor stones set up in mid-game: stones, then moves."""

from __future__ import annotations

from typing import NamedTuple

from ...records import Colour, FormatError, Record
from ..sgf.coordinates import rectangle


class StraightLine(NamedTuple):
    """The main line: the stones set up before it, by label, its moves with their colours, and who moves first."""

    stones: dict[str, Colour]
    moves: list[tuple[Colour, str]]
    to_play: Colour | None
    resigns: Colour | None


def one_line(record: Record, name: str) -> StraightLine:
    """Return a record's main line for a notation of a ``name``.

    Raises:
        FormatError: the board is no rectangle, or a node holds what no such program knows.
    """
    if rectangle(record.board) is None:
        raise FormatError(
            "{name} is for rectangular boards, and this one is {board}", name=name, board=record.board[:40]
        )
    if record.start is not None:
        raise FormatError("{name} cannot hold a start position with prisoners, tiles or Tao stones", name=name)
    stones: dict[str, Colour] = {}
    moves: list[tuple[Colour, str]] = []
    to_play: Colour | None = None
    resigns: Colour | None = None
    for node in record.main_line():
        if moves and node.changes:
            raise FormatError(
                "{name} cannot hold stones set up after the first move; take the moves before with --to", name=name
            )
        for label, content in node.changes.items():
            stones.pop(label, None)
            if content != "vacant":
                stones[label] = content
        to_play = node.to_play or to_play
        if node.move == "resign":
            resigns = node.colour
        elif node.move is not None:
            if node.move == "return" or node.move.startswith("tao "):
                raise FormatError(
                    "{name} cannot hold the move {move}; only ordinary Go fits in", name=name, move=node.move
                )
            moves.append((node.colour or ("white" if len(moves) % 2 else "black"), node.move))
    return StraightLine(stones, moves, to_play, resigns)
