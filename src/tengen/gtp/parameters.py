"""The arguments of a command, and its refusal."""

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
    """A command that fails; the message is the response, in GTP's words where the standard has them."""


class Arguments:
    """The text after a command's name, as words and as a whole.

    >>> Arguments("b  (2 3)").rest(1)
    '(2 3)'
    """

    def __init__(self, text: str) -> None:
        self.text: Final = text.strip()
        self.words: Final = self.text.split()

    def __len__(self) -> int:
        return len(self.words)

    def word(self, place: int = 0) -> str:
        """Return a word; Refusal if it is missing."""
        if place >= len(self.words):
            raise Refusal(SYNTAX)
        return self.words[place]

    def rest(self, place: int = 0) -> str:
        """Return the text from this word on, as written; Refusal if it is missing."""
        self.word(place)
        return self.text.split(maxsplit=place)[place]

    def integer(self, place: int = 0) -> int:
        """Return a word as a non-negative integer."""
        word = self.word(place)
        if not (word.isascii() and word.isdigit()) or len(word) > 10 or int(word) > _LARGEST:
            raise Refusal(SYNTAX)
        return int(word)

    def number(self, place: int = 0) -> float:
        """Return a word as a number."""
        try:
            number = float(self.word(place))
        except ValueError:
            raise Refusal(SYNTAX) from None
        if not math.isfinite(number):
            raise Refusal(SYNTAX)
        return number

    def seconds(self, place: int = 0) -> float:
        """Return a word as a time, a non-negative number of seconds."""
        if (number := self.number(place)) < 0:
            raise Refusal(SYNTAX)
        return number

    def colour(self, place: int = 0) -> Colour:
        """Return a word as a colour: b, black, w or white in any case."""
        if (colour := colour_of(self.word(place))) is None:
            raise Refusal(SYNTAX)
        return colour


def colour_of(word: str) -> Colour | None:
    return _COLOURS.get(word.lower())


def labels_of(board: Board, words: list[str]) -> list[str] | None:
    """Return the labels that words name, which may contain blanks, or None if some are not on the board.

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
    """Return the label of the point that the words name; Refusal if there is none."""
    if (point := board.find(arguments.rest())) is None:
        raise Refusal(SYNTAX)
    return board.labels[point]


def words_of_labels(board: Board) -> int:
    """Return the words in the longest label: two if pairs such as ``(2 3)`` name points."""
    return 2 if board.rows else max((len(label.split()) for label in board.labels), default=1)
