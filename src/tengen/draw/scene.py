"""What a picture is to show, and whether it can be shown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from ..boards import Board
from ..records import COLOURS, MARKS, BoardError, Colour, Content, Markup, Position, TengenError, Text, listed

LARGEST: Final = 20_000
"""The longest side of a picture, in pixels."""

CONTENTS: Final[tuple[Content, ...]] = ("black", "white", "tao")
_PREFIX: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*")


@dataclass(frozen=True)
class Scene:
    """Everything a picture is to show; see `svg.svg`."""

    board: Board
    position: Position
    markup: Markup
    numbers: Mapping[str, int]
    last: str | None
    ko: frozenset[str]
    dead: frozenset[str]
    owners: Mapping[str, Colour | None] | None
    liberties: Mapping[str, int | None]
    shaded: frozenset[str]
    coordinates: bool | None
    view: tuple[str, ...] | None
    theme: str
    size: int | None
    title: str
    prefix: str

    def spelled(self) -> Scene:
        """Return the picture with every label as the board spells it: upper and lower case are one on grids."""

        def name(label: str) -> str:
            point = self.board.find(label)
            return label if point is None else self.board.labels[point]

        def keys(values: Mapping[str, Any]) -> dict[str, Any]:
            return {name(label): value for label, value in values.items()}

        markup = self.markup
        return replace(
            self,
            position=replace(self.position, tiles=keys(self.position.tiles)),
            markup=Markup(
                marks={mark: [name(label) for label in labels] for mark, labels in markup.marks.items()},
                labels=keys(markup.labels),
                arrows=markup.arrows,
                lines=markup.lines,
                territory={colour: [name(label) for label in labels] for colour, labels in markup.territory.items()},
                dimmed=markup.dimmed,
                view=markup.view,
            ),
            numbers=keys(self.numbers),
            last=None if self.last is None else name(self.last),
            ko=frozenset(name(label) for label in self.ko),
            dead=frozenset(name(label) for label in self.dead),
            owners=None if self.owners is None else keys(self.owners),
            liberties=keys(self.liberties),
            shaded=frozenset(name(label) for label in self.shaded),
        )

    def check(self) -> None:
        """Raise where something is named that the board does not have, or the size is out of range."""
        named: list[tuple[Text, Iterable[str]]] = [
            (Text("a stone"), self.position.stones),
            (Text("a tile"), self.position.tiles),
            (Text("a number"), self.numbers),
            (Text("the last move"), () if self.last is None else (self.last,)),
            (Text("ko"), self.ko),
            (Text("a dead stone"), self.dead),
            (Text("an owner"), self.owners or ()),
            (Text("a liberty"), self.liberties),
            (Text("shaded"), self.shaded),
            (Text("the markup"), _points_of(self.markup)),
        ]
        for what, labels in named:
            for label in labels:
                if self.board.find(label) is None:
                    raise BoardError("{what}: {missing}", what=what, missing=self.board.missing(label))
        for what, given, known in self._words():
            if given not in known:
                raise TengenError(
                    "{given!r} is no {what}; it is one of {known}", given=given, what=what, known=listed(known, "comma")
                )
        if not _PREFIX.fullmatch(self.prefix):
            raise TengenError(
                "{prefix!r} cannot begin the ids of a picture; "
                "a letter and then letters, digits, dots, hyphens and underscores would be right",
                prefix=self.prefix,
            )
        if self.size is not None and not 16 <= self.size <= LARGEST:
            raise TengenError("a picture is 16 to {largest:,} pixels wide, not {size}", largest=LARGEST, size=self.size)

    def _words(self) -> Iterator[tuple[Text, object, tuple[str, ...]]]:
        """Yield every word given for a content, a sign or an owner, with those that are known."""
        yield from ((Text("content of a point"), each, CONTENTS) for each in self.position.stones.values())
        yield from ((Text("mark"), each, MARKS) for each in self.markup.marks)
        owners = (each for each in (self.owners or {}).values() if each is not None)
        yield from ((Text("owner of a point"), each, COLOURS) for each in (*self.markup.territory, *owners))


def _points_of(markup: Markup) -> Iterator[str]:
    for labels in markup.marks.values():
        yield from labels
    yield from markup.labels
    for pair in (*markup.arrows, *markup.lines):
        yield from pair
    for labels in markup.territory.values():
        yield from labels
    yield from markup.dimmed or ()
