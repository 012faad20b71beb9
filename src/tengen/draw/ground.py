"""The ground of a picture: its contents, and the wood, lines and coordinates."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final, TypeVar

from ..boards import Board, Spot
from ..records import COLOURS, MARKS, BoardError, Colour, Content, Mark, Markup, Position, TengenError, Text, listed
from .geometry import BoardGeometry, grid_names, lines_of, places_of
from .shapes import circle, group, number, path, text
from .themes import Theme, theme_of

LARGEST: Final = 20_000
"""The longest side of a picture, in pixels."""

_CONTENTS: Final[tuple[Content, ...]] = ("black", "white", "tao")
_PREFIX: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*")

T = TypeVar("T")


@dataclass(frozen=True)
class Look:
    """The look of a picture; see `svg.svg`."""

    coordinates: bool | None = None
    view: Iterable[str] | None = None
    theme: str = "light"
    size: int | None = None
    title: str = ""
    prefix: str = "tengen"
    paper: bool = False

    def check(self) -> None:
        """Raise for invalid ids or sizes."""
        if not _PREFIX.fullmatch(self.prefix):
            raise TengenError(
                "{prefix!r} is not a prefix for the ids of a picture; it must be "
                "a letter, followed by letters, digits, dots, hyphens and underscores",
                prefix=self.prefix,
            )
        if self.size is not None and not 16 <= self.size <= LARGEST:
            raise TengenError(
                "a picture must be 16 to {largest:,} pixels wide, not {size}", largest=LARGEST, size=self.size
            )


@dataclass(frozen=True)
class Scene:
    """The contents of a picture; see `svg.svg`."""

    board: Board
    position: Position
    markup: Markup = field(default_factory=Markup)
    numbers: Mapping[str, int] = field(default_factory=dict)
    last: str | None = None
    ko: Iterable[str] = ()
    dead: Iterable[str] = ()
    owners: Mapping[str, Colour | None] | None = None
    liberties: Mapping[str, int] | Iterable[str] = ()
    shaded: Iterable[str] = ()
    weights: Mapping[str, int] = field(default_factory=dict)
    walls: bool = False

    def check(self) -> None:
        """Raise for an unknown word."""
        owners = (*self.markup.territory, *(each for each in (self.owners or {}).values() if each is not None))
        words: tuple[tuple[Text, Iterable[object], tuple[str, ...]], ...] = (
            (Text("content of a point"), self.position.stones.values(), _CONTENTS),
            (Text("mark"), self.markup.marks, MARKS),
            (Text("owner of a point"), owners, COLOURS),
        )
        refused = Text("{given!r} is not a possible {what}; expected {known}")
        for what, given, known in words:
            for each in given:
                if each not in known:
                    raise TengenError(refused.with_values(given=each, what=what, known=listed(known, "comma")))

    def at(self, what: Text, label: str) -> int:
        """Return the point of a label; BoardError, with a description, if the board lacks it."""
        point = self.board.find(label)
        if point is None:
            raise BoardError("{what}: {missing}", what=what, missing=self.board.missing(label))
        return point

    def by_point(self, what: Text, values: Mapping[str, T]) -> dict[int, T]:
        """Return values by point instead of by label."""
        known = self.board.by_label
        return {known[label] if label in known else self.at(what, label): value for label, value in values.items()}


_LEGIBLE = 6.5  # least pixels for legible letters


@lru_cache(maxsize=16)
def _drawn(board: Board, theme: str, prefix: str) -> dict[Hashable, Any]:
    """Return the cache of a board's drawings, to which the caller adds."""
    return {}


class Ground:
    """The board of a picture under construction, and the contents of its points."""

    def __init__(self, scene: Scene, look: Look) -> None:
        scene.check()
        look.check()
        markup, at, by_point, in_markup = scene.markup, scene.at, scene.by_point, Text("the markup")
        self.look: Final = look
        self.board: Final = scene.board
        self.theme: Theme = theme_of(look.theme)
        self.places: BoardGeometry = places_of(scene.board)
        self.stones: Final = by_point(Text("a stone"), scene.position.stones)
        self.tiles: Final = by_point(Text("a tile"), scene.position.tiles)
        self.walls: Final = scene.walls
        self.weights: Final = by_point(Text("a weight"), scene.weights)
        self.numbers: Final = by_point(Text("a number"), scene.numbers)
        self.last: Final = None if scene.last is None else at(Text("the last move"), scene.last)
        self.ko: Final = {at(Text("ko"), label) for label in scene.ko}
        self.dead: Final = {at(Text("a dead stone"), label) for label in scene.dead}
        self.owners: Final = None if scene.owners is None else by_point(Text("an owner"), scene.owners)
        liberties = scene.liberties
        dots: Mapping[str, int | None] = liberties if isinstance(liberties, Mapping) else dict.fromkeys(liberties)
        self.liberties: Final = by_point(Text("a liberty"), dots)
        self.shaded: Final = {at(Text("shaded"), label) for label in scene.shaded}
        self.labels: Final = by_point(in_markup, markup.labels)
        self.dimmed: Final = {at(in_markup, label) for label in markup.dimmed or ()}
        self.territory: Final[dict[int, Colour]] = {}
        for colour, labels in markup.territory.items():
            self.territory.update(by_point(in_markup, dict.fromkeys(labels, colour)))
        self.marks: Final[dict[int, list[Mark]]] = {}
        for mark, labels in markup.marks.items():
            for label in labels:
                self.marks.setdefault(at(in_markup, label), []).append(mark)
        self.segments: list[tuple[Spot, Spot]]
        self.arrows: list[tuple[Spot, Spot]]
        self.segments, self.arrows = (
            [(self.places.spots[at(in_markup, a)], self.places.spots[at(in_markup, b)]) for a, b in pairs]
            for pairs in (markup.lines, markup.arrows)
        )
        view = markup.view if look.view is None else look.view
        self.cut: Final = self._box_of(view or ())
        self.in_rows: Final = bool(self.board.surface) or self._has_rows()
        usual = self.in_rows and self._is_legible()
        self.named: Final = usual if look.coordinates is None else look.coordinates
        self.frame: Final = self._frame()
        self.known: Final = {} if self.cut else _drawn(self.board, self.theme.name, look.prefix)

    def once(self, what: Hashable, draw: Callable[[], T]) -> T:
        """Return the output of ``draw``; pictures of a whole board share their common parts."""
        if what not in self.known:
            self.known[what] = draw()
        found: T = self.known[what]
        return found

    def _box_of(self, view: Iterable[str]) -> tuple[float, float, float, float] | None:
        """Return the box around the points of a view, or None for the whole board."""
        spots = []
        for label in view:
            point = self.board.find(label)
            if point is None:
                raise BoardError("the view: {missing}", missing=self.board.missing(label))
            spots.append(self.places.spots[point])
        if not spots:
            return None
        xs, ys = [x for x, _ in spots], [y for _, y in spots]
        box = (min(xs), min(ys), max(xs), max(ys))
        return None if box == self.places.box else box

    def _frame(self) -> tuple[float, float, float, float]:
        """Return the box of the wood: the visible part, and a margin for whole stones."""
        whole = self.places.box
        box = self.cut or whole
        rim = max(0.72, self.places.radius + (0.4 if self.named and not self.in_rows else 0.2))
        left, top, right, bottom = (rim if seen == end else 0.5 for seen, end in zip(box, whole))
        return box[0] - left, box[1] - top, box[2] + right, box[3] + bottom

    def wood(self) -> Iterator[str]:
        left, top, right, bottom = self.frame
        fill = f'fill="url(#{self.look.prefix}.wood)"'
        if self.theme.name != "print":
            fill += f' stroke="{self.theme.line}" stroke-opacity="0.45" stroke-width="{number(0.02)}"'
        if not self.board.surface or all(point >= 0 for row in self.board.rows for point in row):
            x, y, width, height = (number(value) for value in (left, top, right - left, bottom - top))
            yield f'<rect class="wood" x="{x}" y="{y}" width="{width}" height="{height}" rx="{number(0.12)}" {fill}/>'
        else:
            yield _path_of_cells(self.board, f'class="wood" {fill} fill-rule="evenodd" stroke-linejoin="round"')

    def _is_legible(self) -> bool:
        """Return whether coordinates are legible at the requested size."""
        left, top, right, bottom = self.cut or self.places.box
        longest = max(right - left, bottom - top) + 3
        return self.look.size is None or 0.28 * self.look.size / longest >= _LEGIBLE

    def _has_rows(self) -> bool:
        """Return whether the board has rows, all level, which can be named at their ends."""
        heights = [{self.places.spots[point][1] for point in row if point >= 0} for row in self.board.rows]
        return bool(heights) and all(max(ys) - min(ys) < 0.75 for ys in heights if ys)

    def heads(self, aside: float) -> Iterator[str]:
        """Name rows and columns outside the wood, or the ends of the rows of staggered boards."""
        if not (self.named and self.in_rows):
            return
        left, top, right, bottom = self.frame
        look = f'class="coordinate" fill="{self.theme.ink}"'
        if self.board.surface:
            letters, digits = grid_names(self.board, self.board.rows)
            box = self.cut or (0, 0, len(self.board.rows[0]) - 1, len(self.board.rows) - 1)
            for x, name in enumerate(letters):
                if box[0] <= x <= box[2]:
                    yield text((x, top - aside / 2), name, 0.28, look)
                    yield text((x, bottom + aside / 2), name, 0.28, look)
            for y, name in enumerate(digits):
                if box[1] <= y <= box[3]:
                    yield text((left - aside / 2, y), name, 0.28, look)
                    yield text((right + aside / 2, y), name, 0.28, look)
            return
        for row in self.board.rows:
            points = [point for point in row if point >= 0]
            for point, side in ((points[0], left - aside / 2), (points[-1], right + aside / 2)) if points else ():
                yield text((side, self.places.spots[point][1]), self.board.labels[point], 0.28, look)

    def grid(self) -> Iterator[str]:
        """Draw the lines, the star points, and dots for points outside rows."""
        thin = self.board.surface and not self.board.point_stones
        width = 0.018 if thin else 0.025
        look = f'class="lines" fill="none" stroke="{self.theme.line}" stroke-linecap="square"'
        if thin:
            look += ' stroke-opacity="0.5"'
        lines = list(lines_of(self.board))
        if lines:
            yield path(lines, f'{look} stroke-width="{number(width)}"')
        if not self.board.rows:
            yield group(
                (circle(spot, 0.09, "") for spot in self.places.spots), f'class="dots" fill="{self.theme.line}"'
            )
        hoshi = (circle(self.places.spots[point], 0.1, "") for point in self.board.hoshi)
        yield group(hoshi, f'class="hoshi" fill="{self.theme.line}"')


def _path_of_cells(board: Board, attributes: str) -> str:
    """Draw the outline of boxes of wood around all points, without the edges that two boxes share."""
    edges: dict[tuple[Spot, Spot], None] = {}
    wide, high = len(board.rows[0]) - 1, len(board.rows) - 1
    for x, y in ((x, y) for y, row in enumerate(board.rows) for x, point in enumerate(row) if point >= 0):
        left, right = x - (0.72 if x == 0 else 0.5), x + (0.72 if x == wide else 0.5)
        top, bottom = y - (0.72 if y == 0 else 0.5), y + (0.72 if y == high else 0.5)
        corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
        for start, end in zip(corners, [*corners[1:], corners[0]]):
            if (end, start) in edges:
                del edges[end, start]
            else:
                edges[start, end] = None
    following: dict[Spot, list[Spot]] = {}
    for start, end in edges:
        following.setdefault(start, []).append(end)
    said = []
    while following:
        start = next(iter(following))
        spots, here = [start], start
        while following.get(here):
            end = following[here].pop()
            if not following[here]:
                del following[here]
            spots.append(end)
            here = end
        said.append("M" + "L".join(f"{number(x)} {number(y)}" for x, y in spots) + "Z")
    return f'<path d="{"".join(said)}" {attributes}/>'
