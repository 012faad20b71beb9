"""What boards are called on the pages, in the reader's language."""

from __future__ import annotations

from dataclasses import dataclass

from ...boards import Board
from ...boards.titles import title
from ..texts import tell


@dataclass(frozen=True)
class BoardName:
    """What a board's name is made of, without the board."""

    text: str
    points: int

    def __len__(self) -> int:
        return self.points


def titled(board: Board | BoardName, stones: str | None = None) -> str:
    """Return what a page calls a board, in the reader's language; ``stones`` is the footprint that needs no mention."""
    return tell(title(board.text, len(board), stones))
