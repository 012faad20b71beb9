"""What the server and the process beside it say to each other: pickles, each after its length in four bytes."""

from __future__ import annotations

import pickle
import struct
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

_LENGTH: Final = struct.Struct(">I")
LENGTH_BYTES: Final = _LENGTH.size


@dataclass(frozen=True)
class SideJob:
    """Something to be done: a function of a module, what it is given, and the reader's language."""

    work: Callable[..., object]
    given: tuple[object, ...]
    language: str


@dataclass(frozen=True)
class SideAnswer:
    """What came of it: a result, or an error taken apart, as not every error can be pickled; ``failed``: neither."""

    result: object = None
    error: tuple[type[Exception], tuple[object, ...], dict[str, object]] | None = None
    failed: bool = False

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
