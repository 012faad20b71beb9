"""A review in use, and what is to be done to its record."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .review_work import RecordSummary


@dataclass(frozen=True)
class OpenReview:
    """A review in use: its record as it is kept, what is known of that, whose it is, and its version."""

    text: str
    record: RecordSummary
    owner: str | None
    version: int


@dataclass(frozen=True)
class RecordChange:
    """What is to be done to a record: a function of its text and more, which returns the new text and an address."""

    made: Callable[..., tuple[str, str]]
    given: tuple[object, ...]
