"""What a game takes: boards in every form, dead stones, the text of records."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TypeAlias

from .. import boards
from ..boards import Board
from ..records import FormatError, TengenError
from ..rules import Variant

if TYPE_CHECKING:
    import networkx

BoardLike: TypeAlias = "Board | str | int | networkx.Graph[Any]"
"""A board, its text form, the side of a square one, or a graph."""


def labels_of(given: object, what: str = "dead") -> tuple[str, ...]:
    """Return the labels of stones that are dead, or something else, or raise."""
    if isinstance(given, str) or not isinstance(given, Iterable):
        if what == "dead":
            raise TengenError(
                "dead is {given!r}; it must be labels such as ['D4'], or a function that estimates them", given=given
            )
        raise TengenError("{what} is {given!r}; it must be labels such as ['D4']", what=what, given=given)
    return tuple(given)


def text_or_bytes(given: object) -> str | bytes:
    """Return a record's text, or raise."""
    if not isinstance(given, (str, bytes)):
        raise FormatError("a record is text or bytes, not {kind}", kind=type(given).__name__)
    return given


def board_of(chosen: Variant, board: BoardLike | None) -> Board:
    """Return the board of a game: a plain size keeps the variant's footprint."""
    wanted = chosen.board if board is None else board
    return boards.parse(wanted, footprint=chosen.footprint)
