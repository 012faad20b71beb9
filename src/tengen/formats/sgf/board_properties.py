"""The board of a raw SGF game, and its names for points: SZ, q5Go's TO and MASK, and Tengen's own form."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from ...boards import Board
from ...records import FormatError, Text
from ..board_texts import parsed
from ..json.plain_values import place
from ..source import shorten
from .conventions import BOARD, PRIVATE_GAME, Q5GO_GAMES
from .coordinates import LARGEST, Step, area, board_text, bounds, expanded, labels, steps
from .grammar import GameSource, RawNode, Value, unescape

_SIZE: Final = re.compile(r"(\d{1,9})(?:\s*:\s*(\d{1,9}))?")
_POINT: Final = re.compile(r"\s*[A-Za-z]{2}(:[A-Za-z]{2})?\s*")
_NO_STEPS: Final[Mapping[str, Step]] = MappingProxyType({})
_DOWN: Final = 2
"""q5Go's TO for a board joined at top and bottom only."""


class Points:
    """A game's names for the points of its board.

    ``labels`` maps SGF's coordinates to labels. The values of a private game are labels of its ``board``. ``moves``
    maps the values of usual moves, including passes, to their texts, and ``steps`` whole nodes such as ``;B[dd]`` to a
    move's text and colour; boards for which that does not pay have no steps.
    """

    def __init__(
        self,
        size: tuple[int, int],
        labels: dict[str, str],
        steps: Mapping[str, Step] = _NO_STEPS,
        board: Board | None = None,
    ) -> None:
        self.size = size
        self.private = board
        self.labels = labels
        self.moves: Final = dict(self.labels) if board is None else {label: label for label in board.labels}
        self.steps = steps
        if board is None:
            self.moves[""] = "pass"
            if max(size) <= 19:
                self.moves["tt"] = "pass"
        else:
            self.moves["pass"] = "pass"

    def one(self, raw: str) -> str | None:
        text = unescape(raw)
        if self.private is not None:
            return text if self.private.find(text) is not None else None
        return self.labels.get(text) or self.labels.get(text.strip())

    def many(self, raw: str) -> list[str] | None:
        """Return the labels of a raw element of a point list, row by row, or None if it names none."""
        text = unescape(raw)
        if self.private is not None:
            return [text] if self.private.find(text) is not None else None
        found = expanded(text)
        if found is None or not all(point in self.labels for point in found):
            return None
        return [self.labels[point] for point in found]

    def check_count(self, source: GameSource, name: str, values: Sequence[Value]) -> None:
        """Raise if a property lists more points than plausible, before its rectangles are expanded."""
        listed = max(len(values), sum(area(raw) for _, raw in values))
        if self.private is None and listed > max(64, 2 * len(self.labels)):
            what = Text("`{name}` lists more points than the {board} has", name=name, board=bounds(*self.size))
            raise source.error(values[0][0], what)

    def error(self, source: GameSource, name: str, value: Value) -> FormatError:
        """Return the error for a value that should name points and does not."""
        at, raw = value
        said = {"name": name, "value": shorten(raw)}
        if "[" in raw or ";" in raw:
            return source.error(at, Text("`{name}[{value}` is not a point; a `]` is missing", **said))
        if self.private is not None:
            return source.error(at, Text("`{name}[{value}]`: {what}", **said, what=self.private.missing(unescape(raw))))
        where = bounds(*self.size)
        if not _POINT.fullmatch(raw):
            what = Text("`{name}[{value}]` is not a point; it must be two letters of the {board}")
            return source.error(at, what.with_values(**said, board=where))
        if labels(*self.size).keys() >= set(expanded(raw) or ()):
            return source.error(at, Text("`{name}[{value}]` is cut out of the board", **said))
        return source.error(at, Text("`{name}[{value}]` is outside the {board}", **said, board=where))


class RawBoard:
    """The board of a raw game: its text, its names for points, and q5Go's properties for them."""

    def __init__(self, source: GameSource, root: RawNode) -> None:
        self.source = source
        self.root = root
        self.size: Final = self._size()
        at, said = self.first("GM") or (0, "1")
        game = said.strip() or "1"
        if game not in ("1", str(PRIVATE_GAME), *Q5GO_GAMES):
            raise source.error(at, Text("`GM[{game}]` is another game; Go is GM[1]", game=shorten(game)))
        self.reserved: tuple[str, ...] = ("TO", "MASK") if game in Q5GO_GAMES else ()
        self.private: Final = game == str(PRIVATE_GAME)
        self.points: Points = Points(self.size, labels(*self.size), steps(*self.size))
        self.board: Final = self._wrapped() if self.reserved else self._text()
        if self.private:
            self.points = Points(self.size, {}, board=parsed(self.board))
        elif self.first(BOARD):
            board = parsed(self.board)
            found = {point: label for point, label in self.points.labels.items() if board.find(label) is not None}
            self.points = self.points if len(found) == len(self.points.labels) else Points(self.size, found)

    def first(self, name: str) -> Value | None:
        values = self.root.properties.get(name)
        return (values[0][0], unescape(values[0][1])) if values else None

    def _size(self) -> tuple[int, int]:
        at, text = self.first("SZ") or (0, "19")
        found = _SIZE.fullmatch(text.strip())
        width = int(found[1]) if found else 0
        height = int(found[2] or found[1]) if found else 0
        if not (1 <= width <= LARGEST and 1 <= height <= LARGEST):
            what = Text("`SZ[{value}]` is not a size; it must be 1 to {largest}, or width:height as in SZ[9:13]")
            raise self.source.error(at, what.with_values(value=shorten(text), largest=LARGEST))
        return width, height

    def _text(self) -> str:
        given = self.first(BOARD)
        if given:
            try:
                place(given[1], BOARD)
            except FormatError as error:
                raise self.source.error(given[0], error.what) from None
            return given[1]
        if self.private:
            what = Text("GM[{private_game}] without {board} is not a Tengen game")
            raise self.source.error(self.root.at, what.with_values(private_game=PRIVATE_GAME, board=BOARD))
        return board_text(*self.size)

    def _wrapped(self) -> str:
        """Return the text of one of q5Go's boards: sides joined, points cut out.

        Our cylinders are joined left and right; q5Go's that are joined top and bottom are turned accordingly.
        """
        at, text = self.first("TO") or (self.root.at, "0")
        if text.strip() not in ("0", "1", "2", "3"):
            what = Text("`TO[{value}]` must be 1 (left and right joined), 2 (top and bottom) or 3 (both)")
            raise self.source.error(at, what.with_values(value=shorten(text)))
        joined, cut = int(text), self._cut_out()
        width, height = self.size
        all_points = labels(width, height)
        if joined == _DOWN:
            self.source.warn(at, "the board is turned, so that its joined sides are left and right")
            width, height = height, width
            upright = labels(width, height)
            all_points = {point: upright[point[::-1]] for point in all_points}
        self.points = Points(self.size, {point: label for point, label in all_points.items() if point not in cut})
        surface = ("", " cylinder", " cylinder", " torus")[joined]
        text = f"{width}x{height}{surface}" if surface or cut else board_text(width, height)
        return f"{text} without {_in_order(all_points[point] for point in cut)}" if cut else text

    def _cut_out(self) -> set[str]:
        """Return the coordinates of the points cut out of the board."""
        values = self.root.properties.get("MASK", [])
        self.points.check_count(self.source, "MASK", values)
        cut: set[str] = set()
        for value in values:
            if value[1].strip() or len(values) > 1:
                if self.points.many(value[1]) is None:
                    raise self.points.error(self.source, "MASK", value)
                cut.update(expanded(unescape(value[1])) or ())
        if len(cut) == len(self.points.labels):
            raise self.source.error(values[0][0], Text("`MASK` cuts out every point; at least one must remain"))
        return cut


def _in_order(cut: Iterable[str]) -> str:
    """Return labels in the order of a board's text: column by column from the left, each from below."""

    def place(label: str) -> tuple[int, str, int]:
        column = label.rstrip("0123456789")
        return len(column), column, int(label[len(column) :])

    return " ".join(sorted(cut, key=place))
