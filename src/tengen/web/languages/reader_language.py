"""The reader's language: that of the current request, and of the tasks that it began."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, update_wrapper
from threading import RLock
from typing import Final, Generic, TypeVar

from .catalogue import ENGLISH, LANGUAGES

_T = TypeVar("_T")
_READS: Final[ContextVar[str]] = ContextVar("language", default=ENGLISH)


def language() -> str:
    """Return the reader's language; English by default."""
    return _READS.get()


@contextmanager
def speaking(chosen: str) -> Iterator[None]:
    """Set the reader's language within the block, for messages that answer no request."""
    before = _READS.set(chosen if chosen in LANGUAGES else ENGLISH)
    try:
        yield
    finally:
        _READS.reset(before)


class once_a_language(Generic[_T]):
    """A cache of what a function returns, as `functools.cache`, but for each language.

    Threads that need it at once wait for the first of them; with `functools.cache` each would compute it.
    """

    def __init__(self, make: Callable[[], _T]) -> None:
        self._turn, self._made = RLock(), cache(lambda _: make())
        self.cache_clear: Final = self._made.cache_clear
        update_wrapper(self, make)

    def __call__(self) -> _T:
        with self._turn:
            return self._made(language())
