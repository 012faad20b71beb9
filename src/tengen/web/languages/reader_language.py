"""The reader's language: that of the current request, and of the tasks that it began."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, update_wrapper
from threading import RLock
from typing import Any, Final, Generic, ParamSpec, TypeVar

from .catalogue import ENGLISH, LANGUAGES

_P = ParamSpec("_P")
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


class OnceALanguage(Generic[_P, _T]):
    """A cache of a function's results, as `functools.cache`, but for each language.

    Threads that need the same result at once wait for the first of them; with `functools.cache` each would compute it.
    """

    def __init__(self, make: Callable[_P, _T]) -> None:
        self._made: defaultdict[str, Callable[..., _T]] = defaultdict(lambda: cache(make))
        self._turns: defaultdict[str, Any] = defaultdict(RLock)
        update_wrapper(self, make)

    def __call__(self, *args: _P.args, **values: _P.kwargs) -> _T:
        chosen = language()
        with self._turns[chosen]:
            return self._made[chosen](*args, **values)

    def cache_clear(self) -> None:
        """Forget every answer."""
        self._made.clear()


once_a_language = OnceALanguage
