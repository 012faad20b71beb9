"""Rows of a survey as CSV: a column for each field, and back."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, astuple, fields
from typing import Any, ClassVar, Final, Protocol, TypeVar, get_type_hints

from ...records import FormatError


class Row(Protocol):
    """A dataclass of texts and numbers; ``SURVEY`` says of what the survey is, ``key`` tells a row from all others."""

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
    """Return the rows in CSV that `write` wrote, by their keys; last columns that have defaults may be missing.

    Raises:
        FormatError: it is something else.
    """
    names = [field.name for field in fields(kind)]
    hints = get_type_hints(kind)
    readers = [_READERS[hints[name]] for name in names]
    try:
        lines = list(csv.reader(io.StringIO(text)))
    except csv.Error as error:
        raise FormatError(f"this is no survey of {kind.SURVEY}: {error}") from None
    needed = [field.name for field in fields(kind) if field.default is MISSING]
    if not lines or lines[0] != names[: len(lines[0])] or len(lines[0]) < len(needed):
        raise FormatError(f"this is no survey of {kind.SURVEY}: its first line should read {','.join(names)}")
    readers = readers[: len(lines[0])]
    found = {}
    for number, line in enumerate(lines[1:], 2):
        try:
            row = kind(*(reader(entry) for reader, entry in zip(readers, line, strict=True)))
        except ValueError as error:
            raise FormatError(f"line {number} of the survey is no row of it: {error}") from None
        found[row.key] = row
    return found
