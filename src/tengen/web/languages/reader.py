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


def known(wish: str) -> str | None:
    """Return the language of a tag such as "de-AT" or "zh-Hant-TW"; None if there is no catalogue for it.

    >>> known("de-AT"), known("zh-TW"), known("fr")
    ('de', 'zh', None)
    """
    primary = wish.strip().lower().replace("_", "-").partition("-")[0]
    return primary if primary in LANGUAGES else None


def preferred(accepted: str) -> str | None:
    """Return the language that an Accept-Language header prefers among those with a catalogue; None if there is none.

    >>> preferred("fr-CH, fr;q=0.9, ja;q=0.7, de;q=0.8, *;q=0.5"), preferred("nl"), preferred("de;q=0, ko;q=0.1")
    ('de', None, 'ko')
    """
    found: list[tuple[float, str]] = []
    for part in accepted[:1000].split(","):
        tag, _, weight = part.partition(";")
        chosen = ENGLISH if tag.strip() == "*" else known(tag)
        quality = _quality(weight)
        if chosen is not None and quality > 0:
            found.append((quality, chosen))
    return max(found, key=lambda each: each[0])[1] if found else None  # of equals the first


def _quality(weight: str) -> float:
    name, _, value = weight.strip().partition("=")
    if name.strip() != "q":
        return 1.0
    try:
        return min(1.0, max(0.0, float(value)))
    except ValueError:
        return 0.0
