"""How often one address may do something, and how much at once."""

from __future__ import annotations

import math
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from typing import Final

from .settings import Settings

_MOST_KEYS: Final = 20_000
_HOUR: Final = 3600
_MESSAGES: Final = 5
"""Messages over WebSockets for each request that an address may make."""


class ConcurrencyLimit:
    """Places that are held for a while: ``each`` for every key at most, ``all`` in all.

    >>> places = ConcurrencyLimit(each=1, all=2)
    >>> [places.take(key) for key in ("a", "a", "b", "c")]
    [True, False, True, False]
    >>> places.leave("a")
    >>> places.take("c")
    True
    """

    def __init__(self, each: float, all: float = math.inf) -> None:
        self.each = each
        self.all = all
        self._held: Counter[str] = Counter()
        self._taken = 0

    def take(self, key: str) -> bool:
        """Take a place; say whether there was one."""
        if self._held.get(key, 0) >= self.each or self._taken >= self.all:
            return False
        self._held[key] += 1
        self._taken += 1
        return True

    def leave(self, key: str) -> None:
        """Leave a place that was taken."""
        self._held[key] -= 1
        self._taken -= 1
        if not self._held[key]:
            del self._held[key]


class TokenBuckets:
    """One bucket for every key: ``size`` tokens at most, ``rate`` new ones a second; the oldest keys are forgotten.

    >>> buckets = TokenBuckets(size=2, rate=1.0, clock=lambda: 0.0)
    >>> [buckets.take("somebody") for _ in range(3)]
    [True, True, False]
    """

    def __init__(self, size: float, rate: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.size = size
        self.rate = rate
        self.clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str, count: float = 1.0) -> bool:
        """Take tokens from a bucket; say whether there were enough."""
        left = self.left(key)
        enough = left >= count
        self._note(key, left - count if enough else left)
        return enough

    def charge(self, key: str, count: float) -> None:
        """Take what something has cost from a bucket, which may come to owe as much as it holds."""
        left = max(self.left(key) - count, -self.size)
        self._note(key, left)

    def left(self, key: str) -> float:
        """Return how many tokens a bucket has now."""
        now = self.clock()
        left, then = self._left.get(key, (self.size, now))
        return min(self.size, left + (now - then) * self.rate)

    def _note(self, key: str, left: float) -> None:
        self._left[key] = (left, self.clock())
        self._left.move_to_end(key)
        while len(self._left) > _MOST_KEYS:
            self._left.popitem(last=False)

    def wait(self, key: str, count: float = 1.0) -> float:
        """Return in how many seconds there will be enough tokens."""
        return max(0.0, (count - self.left(key)) / self.rate)


class RateLimits:
    """What one address may do, by the server's settings; ``thinking`` is counted in simulations of the computer."""

    def __init__(self, settings: Settings) -> None:
        self.requests: Final = TokenBuckets(settings.burst, settings.rate)
        self.messages: Final = TokenBuckets(_MESSAGES * settings.burst, _MESSAGES * settings.rate)
        self.new_games: Final = _hourly(settings.new_games)
        self.challenges: Final = _hourly(max(1.0, settings.new_games / 5))
        self.thinking: Final = _hourly(settings.thinking)
        self.new_reviews: Final = _hourly(settings.new_games)
        self.review_bytes: Final = _hourly(settings.review_bytes)
        self.sign_ins: Final = _hourly(settings.sign_ins)
        self.mails: Final = _hourly(settings.mails)
        self.side_seconds: Final = _hourly(settings.side_seconds)
        self.exports: Final = _hourly(settings.exports)
        self.reports: Final = _hourly(settings.reports)
        self.new_visitors: Final = _hourly(settings.new_visitors)
        self.sockets: ConcurrencyLimit = ConcurrencyLimit(settings.sockets, settings.most_sockets)


def _hourly(count: float) -> TokenBuckets:
    return TokenBuckets(count, count / _HOUR)
