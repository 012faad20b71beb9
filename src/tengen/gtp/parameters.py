"""What stands after a command's name, and how a command says no."""

from __future__ import annotations

import math
from typing import Final

from ..boards import Board
from ..records import Colour
from ..records.errors import TengenError

_COLOURS: Final[dict[str, Colour]] = {"b": "black", "black": "black", "w": "white", "white": "white"}
_LARGEST: Final = 2**31 - 1

SYNTAX: Final = "syntax error"


class Refusal(TengenError):
    """A command that fails; the message is what is answered, word for word as GTP has it where it says."""


class Arguments:
    """The text after a command's name, as words and whole.

    >>> Arguments("b  (2 3)").rest(1)
    '(2 3)'
    """

    def __init__(self, text: str) -> None:
        self.text: Final = text.strip()
        self.words: Final = self.text.split()

    def __len__(self) -> int:
        return len(self.words)

    def word(self, place: int = 0) -> str:
        """Return a word; Refusal where it is missing."""
        if place >= len(self.words):
            raise Refusal(SYNTAX)
        return self.words[place]

    def rest(self, place: int = 0) -> str:
        """Return the text from a word on, as it was written; Refusal where there is none."""
        self.word(place)
        return self.text.split(maxsplit=place)[place]

    def integer(self, place: int = 0) -> int:
        """Return a word as the whole number, not below zero, that it is."""
        word = self.word(place)
        if not (word.isascii() and word.isdigit()) or len(word) > 10 or int(word) > _LARGEST:
            raise Refusal(SYNTAX)
        return int(word)

    def number(self, place: int = 0) -> float:
        """Return a word as the number that it is."""
        try:
            number = float(self.word(place))
        except ValueError:
            raise Refusal(SYNTAX) from None
        if not math.isfinite(number):
            raise Refusal(SYNTAX)
        return number

    def seconds(self, place: int = 0) -> float:
        """Return a word as a time, which is a number not below zero."""
        if (number := self.number(place)) < 0:
            raise Refusal(SYNTAX)
        return number

    def colour(self, place: int = 0) -> Colour:
        """Return a word as the colour that it is: b, black, w or white in any case."""
        if (colour := colour_of(self.word(place))) is None:
            raise Refusal(SYNTAX)
        return colour


def colour_of(word: str) -> Colour | None:
    """Return the colour that a word names, or None."""
    return _COLOURS.get(word.lower())


def labels_of(board: Board, words: list[str]) -> list[str] | None:
    """Return the labels that words name, where labels may hold blanks; None where some are not on the board.

    >>> from tengen import boards
    >>> labels_of(boards.parse('{"points": ["a", "a b", "c"], "edges": []}'), ["a", "b", "c"])
    ['a b', 'c']
    """
    found, place, longest = [], 0, words_of_labels(board)
    while place < len(words):
        for end in range(min(len(words), place + longest), place, -1):
            point = board.find(" ".join(words[place:end]))
            if point is not None:
                found.append(board.labels[point])
                place = end
                break
        else:
            return None
    return found


def point_of(board: Board, arguments: Arguments) -> str:
    """Return the label of the point that the words name; Refusal where there is none."""
    if (point := board.find(arguments.rest())) is None:
        raise Refusal(SYNTAX)
    return board.labels[point]


def words_of_labels(board: Board) -> int:
    """Return of how many words the longest label is made: of two where pairs such as ``(2 3)`` name points."""
    return 2 if board.rows else max((len(label.split()) for label in board.labels), default=1)
