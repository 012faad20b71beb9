"""Moves as text: ``"D4"``, ``"tao E5"``, ``"return"``, ``"pass"``, ``"resign"``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from operator import index

from ..boards import Board
from ..records import FormatError, Gesture, IllegalMove, Move, Place, Reason, Tao

OFF_BOARD = -1
"""The point of a move whose label is well formed but not on the board."""

_LONGEST = 60
"""The maximum number of characters of the label in such a move."""

_GESTURES = {gesture.value: gesture for gesture in Gesture}


@lru_cache(maxsize=32)
def usual_moves(board: Board) -> Mapping[str, Move]:
    """Return the moves with exactly these texts: every label of a board, and the gestures."""
    return {label: Place(p) for p, label in enumerate(board.labels)} | _GESTURES


def read_move(text: str, board: Board) -> Move:
    """Read a move; a label outside the board becomes the point `OFF_BOARD`. FormatError if it is not a move."""
    word = text.strip()
    if word.lower() in _GESTURES:
        return _GESTURES[word.lower()]
    if word[:4].lower() == "tao ":
        return _placement(Tao, word[4:].strip(), text, board)
    return _placement(Place, word, text, board)


def _placement(kind: type[Place] | type[Tao], label: str, text: str, board: Board) -> Move:
    point = board.find(label)
    if point is not None:
        return kind(point)
    if board.is_label(label):
        return kind(OFF_BOARD, label[:_LONGEST])
    example = board.labels[0]
    raise FormatError(
        "{text!r} is not a move; a move is a point such as {example}, or pass, return, tao {example}, resign",
        text=text,
        example=example,
    )


def meant(move: Move, board: Board) -> str:
    """Return the probable point of a move whose label a board does not have; "" for every other move."""
    return board.missing(move.label) if not isinstance(move, Gesture) and move.label else ""


def illegal(move: Move, reasons: Sequence[Reason], board: Board, number: int | None = None) -> IllegalMove:
    """Return the error for an illegal move; ``number`` is the move's number in a record."""
    why = meant(move, board) if Reason.OFF_BOARD in reasons else ""
    return IllegalMove(write_move(move, board), reasons, number, why)


def plain_move(move: Move) -> Move:
    """Return a move whose point is a plain int, since NumPy's would compile the kernel again."""
    if isinstance(move, (Place, Tao)) and type(move.point) is not int and not isinstance(move.point, (bool, float)):
        try:
            return type(move)(index(move.point))
        except TypeError:
            return move
    return move


def write_move(move: Move, board: Board) -> str:
    """Write a move so that `read_move` reads it back."""
    if isinstance(move, Gesture):
        return move.value
    label = board.labels[move.point] if 0 <= move.point < len(board) else move.label or "a point off the board"
    return f"tao {label}" if isinstance(move, Tao) else label
