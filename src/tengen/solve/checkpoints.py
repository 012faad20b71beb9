"""What long counts have in common: they go on by small pieces, say how far they are, and can be kept and taken up."""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from tokenize import TokenError
from typing import Any, BinaryIO, Final, Protocol
from zipfile import BadZipFile

import numpy as np

from ..records import FormatError, TengenError

DAMAGE: Final = (
    ValueError, KeyError, TypeError, EOFError, OSError, MemoryError, RuntimeError, SyntaxError, BadZipFile, TokenError,
    struct.error, zlib.error,
)  # fmt: skip
"""What reading an archive of NumPy arrays raises where bytes of it are missing or changed."""


@dataclass(frozen=True)
class Progress:
    """How far a count is, from 0 to 1, and in words."""

    share: float
    told: str


class Count(Protocol):
    """A count that can be stopped between two pieces of work.

    ``head`` says what is counted, ``kept`` holds what has been found so far, and ``result`` is there in the end.
    """

    head: dict[str, Any]

    @property
    def result(self) -> int | None:
        """The number, when it is known."""

    def run(self) -> Iterator[Progress]:
        """Go on from where it stands, a second's work or less at a time."""

    def kept(self) -> dict[str, Any]:
        """Return arrays to go on from."""

    def take_up(self, kept: Mapping[str, Any]) -> None:
        """Go on from there."""

    def details(self) -> dict[str, Any]:
        """Return what else is worth knowing of how it was counted."""


def save(count: Count, file: BinaryIO) -> None:
    """Write where a count stands, as an archive of NumPy arrays."""
    np.savez(file, head=np.array(json.dumps(count.head)), **count.kept())


def load(count: Count, file: BinaryIO, name: str) -> None:
    """Let a count go on from what is in a file.

    Raises:
        FormatError: the file is no checkpoint.
        TengenError: it is the checkpoint of another count.
    """
    try:
        with np.load(file, allow_pickle=False) as archive:
            head = json.loads(str(archive["head"]))
            kept = {key: archive[key] for key in archive.files if key != "head"}
            there = {key: head[key] for key in ("what", "board", "method")}
    except DAMAGE as error:
        raise FormatError(f"{name} is no checkpoint of a count") from error
    if head != json.loads(json.dumps(count.head)):
        told = "{what} on {board} by {method}"
        raise TengenError(
            f"{name} is the checkpoint of another count, {told.format_map(there)} under its own rules; "
            f"this one is {told.format_map(count.head)}"
        )
    try:
        count.take_up(kept)
    except (KeyError, ValueError, IndexError, TypeError) as error:
        raise FormatError(f"{name} is a damaged checkpoint") from error
