"""What the server and the process beside it say to each other: pickles, each after its length in four bytes."""

from __future__ import annotations

import pickle
import struct
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from ...records import TengenError

_LENGTH: Final = struct.Struct(">I")
LENGTH_BYTES: Final = _LENGTH.size


class TooCostly(TengenError):
    """Something took longer than the server can spare."""


@dataclass(frozen=True)
class SideJob:
    """Something to be done: a function of a module, what it is given, and the reader's language.

    It is given up after ``limit`` seconds of the processor.
    """

    work: Callable[..., object]
    given: tuple[object, ...]
    language: str
    limit: float


@dataclass(frozen=True)
class SideAnswer:
    """What came of it: a result, or an error taken apart, as not every error can be pickled; ``failed``: neither.

    ``seconds`` of the processor were used.
    """

    result: object = None
    error: tuple[type[Exception], tuple[object, ...], dict[str, object]] | None = None
    failed: bool = False
    seconds: float = 0.0

    def get(self) -> object:
        """Return the result, or raise the error."""
        if self.error is None:
            return self.result
        kind, arguments, fields = self.error
        error = kind.__new__(kind)
        error.args = arguments
        vars(error).update(fields)
        raise error


def packed(message: SideJob | SideAnswer) -> bytes:
    """Return a message as it is sent."""
    body = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    return _LENGTH.pack(len(body)) + body


def length_of(head: bytes) -> int:
    """Return how many bytes follow."""
    length: int = _LENGTH.unpack(head)[0]
    return length
