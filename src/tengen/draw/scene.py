"""What a picture is to show, and whether it can be shown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, TypeVar

from ..boards import Board
from ..records import COLOURS, MARKS, BoardError, Colour, Content, Markup, Position, TengenError, Text, listed

LARGEST: Final = 20_000
"""The longest side of a picture, in pixels."""

_CONTENTS: Final[tuple[Content, ...]] = ("black", "white", "tao")
_PREFIX: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*")

T = TypeVar("T")


@dataclass(frozen=True)
class Look:
    """How a picture is drawn; see `svg.svg`."""

    coordinates: bool | None
    view: Iterable[str] | None
    theme: str
    size: int | None
    title: str
    prefix: str

    def check(self) -> None:
        """Raise where the ids or the size would be wrong."""
        if not _PREFIX.fullmatch(self.prefix):
            raise TengenError(
                "{prefix!r} cannot begin the ids of a picture; "
                "a letter and then letters, digits, dots, hyphens and underscores would be right",
                prefix=self.prefix,
            )
        if self.size is not None and not 16 <= self.size <= LARGEST:
            raise TengenError("a picture is 16 to {largest:,} pixels wide, not {size}", largest=LARGEST, size=self.size)


@dataclass(frozen=True)
class Scene:
    """What a picture shows; see `svg.svg`."""

    board: Board
    position: Position
    markup: Markup
    numbers: Mapping[str, int]
    last: str | None
    ko: Iterable[str]
    dead: Iterable[str]
    owners: Mapping[str, Colour | None] | None
    liberties: Mapping[str, int | None]
    shaded: Iterable[str]

    def check(self) -> None:
        """Raise where a word is unknown."""
        owners = (*self.markup.territory, *(each for each in (self.owners or {}).values() if each is not None))
        words: tuple[tuple[Text, Iterable[object], tuple[str, ...]], ...] = (
            (Text("content of a point"), self.position.stones.values(), _CONTENTS),
            (Text("mark"), self.markup.marks, MARKS),
            (Text("owner of a point"), owners, COLOURS),
        )
        refused = Text("{given!r} is no {what}; it is one of {known}")
        for what, given, known in words:
            for each in given:
                if each not in known:
                    raise TengenError(refused.with_values(given=each, what=what, known=listed(known, "comma")))

    def at(self, what: Text, label: str) -> int:
        """Return the point of a label; BoardError says for what the board does not have it."""
        point = self.board.find(label)
        if point is None:
            raise BoardError("{what}: {missing}", what=what, missing=self.board.missing(label))
        return point

    def by_point(self, what: Text, values: Mapping[str, T]) -> dict[int, T]:
        """Return values by point instead of by label."""
        return {self.at(what, label): value for label, value in values.items()}
