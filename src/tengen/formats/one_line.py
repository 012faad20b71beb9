"""A position in one line, ``game=tile board=5x5 black=C3``: the text of `tengen.Position`."""

from __future__ import annotations

import re
from typing import Final

from ..boards import Board
from ..records import FormatError, Position, Record
from ..rules.axis import read_game
from ..rules.variant_data import CUSTOMS
from .board_texts import parsed

BEGINS: Final = re.compile(
    r"\s*+(game|board|black|white|tiles|prisoners|coupons|created_by|last_incursion|(tao|to|order)(_\w+)?)="
)
"""The beginning of such a text."""


def read(text: str, board: Board | None = None) -> Record:
    """Return the record of a position's text; ``board`` is for a text that names none."""
    return record_of(Position.parse(text), board)


def record_of(position: Position, board: Board | None = None) -> Record:
    """Return the record of a game that begins with a position, under Chinese rules if it names no game."""
    if not position.board and board is None:
        raise FormatError("the position names no board; add one, such as board=9x9")
    if position.board:
        parsed(position.board)  # refuses files, which are the user's own
    name, axes = read_game(position.game or "chinese")
    about = {key: str(axes.pop(key)) for key in CUSTOMS if key in axes}
    place = position.board or (board.text if board else "")
    return Record(board=place, variant=name, axes=axes, about=about, start=position)
