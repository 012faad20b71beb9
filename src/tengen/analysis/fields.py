"""The fields of a query, each checked when it is read; those that nobody has read are known at the end."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import Any, overload

from ..formats.foreign.maker import COLOURS
from ..records import Colour, TengenError


class FieldError(TengenError):
    """A query that cannot be served; ``field`` is where that lies."""

    def __init__(self, field: str, what: str) -> None:
        self.field = field
        super().__init__(what)


class Fields:
    """The fields of an object. ``whole`` is the field that it stands in, "" for the query itself.

    >>> fields = Fields({"maxVisits": 5, "maxVisit": 5})
    >>> fields.integer("maxVisits", 1, 10), fields.unused
    (5, ['maxVisit'])
    """

    def __init__(self, said: Mapping[str, Any], whole: str = "") -> None:
        self._said, self._whole = said, whole
        self._read: set[str] = set()

    def __contains__(self, name: str) -> bool:
        return name in self._said

    @property
    def unused(self) -> list[str]:
        """The names that nobody has read."""
        return [name for name in self._said if name not in self._read]

    def get(self, name: str) -> Any:
        """Return a field as it stands, None where it is missing."""
        self._read.add(name)
        return self._said.get(name)

    def wrong(self, name: str, what: str) -> FieldError:
        """Return the error for a field of this object."""
        return FieldError(self._whole or name, f"{name}: {what}" if self._whole else what)

    @overload
    def integer(self, name: str, least: int, most: int) -> int | None: ...

    @overload
    def integer(self, name: str, least: int, most: int, default: int) -> int: ...

    def integer(self, name: str, least: int, most: int, default: int | None = None) -> int | None:
        """Return a whole number between bounds."""
        if name not in self:
            return default
        if type(value := self.get(name)) is not int or not least <= value <= most:
            raise self.wrong(name, f"Must be an integer from {least} to {most}")
        return int(value)

    def number(self, name: str, least: float, most: float) -> float | None:
        """Return a number between bounds, None where it is missing."""
        if name not in self:
            return None
        value = self.get(name)
        if type(value) not in (int, float) or not isfinite(value) or not least <= value <= most:
            raise self.wrong(name, f"Must be a number from {least:g} to {most:g}")
        return float(value)

    def flag(self, name: str) -> bool:
        """Return true or false; false where it is missing."""
        if type(value := self._said.get(name, False)) is not bool:
            raise self.wrong(name, "Must be a boolean")
        self._read.add(name)
        return bool(value)

    def colour(self, name: str) -> Colour | None:
        """Return a colour, None where it is missing."""
        if name not in self:
            return None
        colour = COLOURS.get(str(self.get(name)).lower())
        if colour is None:
            raise self.wrong(name, 'Must be "B" or "W"')
        return colour

    def integers(self, name: str, what: str) -> list[int] | None:
        """Return a list of whole numbers, None where it is missing; ``what`` says in an error what they indicate."""
        if name not in self:
            return None
        values = self.get(name)
        if not isinstance(values, list) or any(type(value) is not int for value in values):
            raise self.wrong(name, f"Must be an array of integers indicating {what}")
        return list(values)

    def objects(self, name: str) -> list[Fields] | None:
        """Return a list of objects, None where it is missing."""
        if name not in self:
            return None
        values = self.get(name)
        if not isinstance(values, list) or any(not isinstance(value, dict) for value in values):
            raise self.wrong(name, "Must be an array of objects")
        return [Fields(value, name) for value in values]
