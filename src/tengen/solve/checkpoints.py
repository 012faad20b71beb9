"""What long counts have in common: they proceed in small pieces, say how far they are, and can be kept and resumed."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, BinaryIO

import numpy as np

from ..files.archives import read_arrays
from ..records import FormatError, TengenError


@dataclass(frozen=True)
class Progress:
    """How far a count is, from 0 to 1, and in words."""

    share: float
    told: str


class Count(ABC):
    """A count that can be stopped between two pieces of work.

    ``head`` says what is counted, ``snapshot`` what has been found so far; ``result`` is there in the end.
    """

    head: dict[str, Any]

    @property
    @abstractmethod
    def result(self) -> int | None:
        """The number, when it is known."""

    @abstractmethod
    def run(self) -> Iterator[Progress]:
        """Go on from where it stands, a second's work or less at a time."""

    @abstractmethod
    def snapshot(self) -> dict[str, Any]:
        """Return arrays to go on from."""

    @abstractmethod
    def resume(self, kept: Mapping[str, Any]) -> None:
        """Go on from there."""

    def details(self) -> dict[str, Any]:
        """Return what else is worth knowing of how it was counted."""
        return {}


def archive(file: BinaryIO, head: Mapping[str, Any], arrays: Mapping[str, Any]) -> None:
    """Write arrays, and a head that says what they are, as an archive of NumPy."""
    np.savez(file, head=np.array(json.dumps(head)), **arrays)


def unpacked(file: BinaryIO, complaint: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the head and the arrays that `archive` wrote.

    Raises:
        FormatError: the file is something else, or damaged; the complaint is its text.
    """
    try:
        arrays = read_arrays(file)
        return dict(json.loads(str(arrays.pop("head")))), arrays
    except (FormatError, KeyError, TypeError, ValueError, RecursionError) as error:
        raise FormatError(complaint) from error


def save(count: Count, file: BinaryIO) -> None:
    """Write where a count stands."""
    archive(file, count.head, count.snapshot())


def load(count: Count, file: BinaryIO, name: str) -> None:
    """Let a count go on from what is in a file.

    Raises:
        FormatError: the file is no checkpoint.
        TengenError: it is the checkpoint of another count.
    """
    complaint = f"{name} is no checkpoint of a count"
    head, kept = unpacked(file, complaint)
    if not {"what", "board", "method"} <= set(head):
        raise FormatError(complaint)
    if head != json.loads(json.dumps(count.head)):
        told = "{what} on {board} by {method}"
        raise TengenError(
            f"{name} is the checkpoint of another count, {told.format_map(head)} under its own rules; "
            f"this one is {told.format_map(count.head)}"
        )
    try:
        count.resume(kept)
    except (KeyError, ValueError, IndexError, TypeError) as error:
        raise FormatError(f"{name} is a damaged checkpoint") from error
