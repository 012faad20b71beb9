"""Rows of surveys as plain data, and as CSV with a column for each field."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, astuple, dataclass, fields
from typing import Any, ClassVar, Final, Literal, Protocol, TypeVar, get_args, get_type_hints

from ..records import FormatError


class Row(Protocol):
    """A dataclass of texts and numbers; ``SURVEY`` names the kind of survey, and ``key`` identifies a row."""

    SURVEY: ClassVar[str]
    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def key(self) -> str: ...


R = TypeVar("R", bound=Row)

_READERS: Final[Mapping[Any, Callable[[str], Any]]] = {
    str: str,
    int: int,
    float: float,
    int | None: lambda text: int(text) if text else None,
    float | None: lambda text: float(text) if text else None,
}


def write(kind: type[R], rows: Iterable[R]) -> str:
    """Return rows as CSV."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(field.name for field in fields(kind))
    writer.writerows(astuple(row) for row in rows)
    return text.getvalue()


def read(kind: type[R], text: str) -> dict[str, R]:
    """Return the rows written by `write`, by key, or FormatError; final columns with defaults may be missing."""
    names = [field.name for field in fields(kind)]
    hints = get_type_hints(kind)
    readers = [_READERS[hints[name]] for name in names]
    try:
        lines = list(csv.reader(io.StringIO(text)))
    except csv.Error as error:
        raise FormatError(f"not a survey of {kind.SURVEY}: {error}") from None
    needed = [field.name for field in fields(kind) if field.default is MISSING]
    if not lines or lines[0] != names[: len(lines[0])] or len(lines[0]) < len(needed):
        raise FormatError(f"not a survey of {kind.SURVEY}: its first line should read {','.join(names)}")
    readers = readers[: len(lines[0])]
    found = {}
    for number, line in enumerate(lines[1:], 2):
        try:
            row = kind(*(reader(entry) for reader, entry in zip(readers, line, strict=True)))
        except ValueError as error:
            raise FormatError(f"line {number} of the survey is not a valid row: {error}") from None
        found[row.key] = row
    return found


Winner = Literal["black", "white", "nobody", "infinite", "open"]
WINNERS: Final[tuple[Winner, ...]] = get_args(Winner)
"""The winner; or that it depends on infinite play, or is open."""
OPEN: Final = "open"
"""The beginning of an open result."""


def key_of(variant: str, board: str, settings: str) -> str:
    """Return the key of a row."""
    return " ".join((variant, board, settings)).rstrip()


@dataclass(frozen=True)
class GameRow:
    """A game on the empty board, Black to move; for ``low`` and ``high`` see `Value`.

    ``settings`` are the axes that differ from the variant's, ``result`` the winner and margin, or that it depends on
    infinite play or is open. In games without a score, ``turns`` is the number the winner needs. ``moves`` keep the
    result: the quickest first, or if Black loses, those that last longest. ``states`` were searched in ``seconds``,
    with limits of ``memory`` MiB and ``limit`` seconds.
    """

    SURVEY: ClassVar = "games"

    board: str
    points: int
    variant: str
    settings: str
    result: str
    low: float
    high: float
    turns: int | None
    moves: str
    states: int
    seconds: float
    memory: int
    limit: float | None
    method: str

    @property
    def key(self) -> str:
        return key_of(self.variant, self.board, self.settings)

    @property
    def is_open(self) -> bool:
        return self.result.startswith(OPEN)

    @property
    def winner(self) -> Winner:
        if self.low == self.high:
            return "black" if self.low > 0 else "white" if self.low < 0 else "nobody"
        return "open" if self.is_open else "infinite"

    @property
    def best_moves(self) -> tuple[str, ...]:
        """The first moves to mark; none if Black loses without a score, since all moves are equal."""
        return () if self.winner == "white" and self.turns is not None else tuple(self.moves.split())

    @property
    def is_graph(self) -> bool:
        return self.board.startswith("graph6:")

    @property
    def margin(self) -> float | None:
        return abs(self.low) if " by " in self.result else None

    @property
    def between(self) -> tuple[float, float] | None:
        """The bounds of an open result, unless they are trivial."""
        return (self.low, self.high) if ": " in self.result else None
