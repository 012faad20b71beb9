"""A text being read: the lines and columns of its places, and the warnings about repairs."""

from __future__ import annotations

from typing import Final

from ..records import FormatError, Text

MAX_WARNINGS: Final = 100
"""The maximum number of warnings that are listed."""

_STEP: Final = 1 << 16
"""The distance in characters between places whose lines are stored."""


class Source:
    """A text with its places and the warnings about it; it may be part of a larger one.

    ``line`` and ``column`` are the start of the text.
    """

    def __init__(self, text: str, warnings: list[str], line: int = 1, column: int = 1) -> None:
        self.text = text
        self.warnings = warnings
        self._seen, self._line, self._start = 0, line, 1 - column
        self._steps = [(self._seen, self._line, self._start)]
        for at in range(_STEP, len(text) + 1, _STEP):
            self.place(at)
            self._steps.append((self._seen, self._line, self._start))

    def place(self, at: int) -> tuple[int, int]:
        """Return line and column of an offset, both counted from 1.

        It counts on from the last request, or from the step before: a list of all lines would take more memory than the
        text.
        """
        if not 0 <= at - self._seen <= _STEP:
            self._seen, self._line, self._start = self._steps[at // _STEP]
        lines = self.text.count("\n", self._seen, at)
        if lines:
            self._line += lines
            self._start = self.text.rfind("\n", self._seen, at) + 1
        self._seen = at
        return self._line, at - self._start + 1

    def warn(self, at: int, message: str) -> None:
        """Add a warning about a repair, with its place."""
        add_warning(self.warnings, message, *self.place(at))

    def error(self, at: int, message: Text) -> FormatError:
        return FormatError(message, *self.place(at))


def add_warning(warnings: list[str], message: str, line: int, column: int = 0) -> None:
    """Add a warning about a repair or choice, with its place, up to a limit."""
    if len(warnings) < MAX_WARNINGS:
        warnings.append(f"line {line}" + (f", column {column}" if column else "") + f": {message}")
    else:
        warnings[MAX_WARNINGS:] = ["further repairs are not listed"]


def shorten(text: str) -> str:
    """Return text for quotation in a message: one line, at most 24 characters."""
    flat = " ".join(text[:60].split())
    return flat if len(flat) <= 24 and len(text) <= 60 else flat[:24] + "..."
