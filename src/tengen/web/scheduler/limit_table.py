"""The limits of the server, in one table: whom each counts, how much is allowed, and what happens beyond it."""

from __future__ import annotations

import math
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Final, Literal

from ...records import TengenError, Text
from ..errors import ENOUGH, ENOUGH_GAMES, ENOUGH_REVIEWS, TOO_MUCH_SOON, RequestError
from ..settings import Settings
from .fair_queue import UNBOUNDED
from .payers import address_of
from .slots import Slots

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection

HOUR: Final = 3600.0
_MOST_KEYS: Final = 20_000


@dataclass(frozen=True)
class Limit:
    """A row of the table. A name in place of a number is a setting, which operators may change (`Settings`).

    What is spent comes back: ``burst`` at once, and ``rate`` a second, or the whole burst in an hour without a rate.
    ``times`` multiplies both. What is held is given back: ``each`` by one account, ``total`` by all. ``waiting`` of an
    account may wait for it, and ``room`` of all. ``seconds`` of the processor may be used up; after ``deadline``
    seconds without an answer the work has failed. ``refusal`` is the text of an answer 429.
    """

    name: str
    of: Literal["address", "connection", "player", "mailbox", "all"]
    beyond: str
    _: KW_ONLY
    burst: str | float | None = None
    rate: str | float | None = None
    times: float = 1.0
    each: str | int | None = None
    total: str | int | None = None
    waiting: int = UNBOUNDED
    room: str | int = UNBOUNDED
    seconds: float = math.inf
    deadline: float = math.inf
    refusal: Text = ENOUGH

    def buckets(self, settings: Settings | None = None, clock: Callable[[], float] = time.monotonic) -> TokenBuckets:
        """Return what counts what is spent."""
        burst = max(1.0, self.times * _number(self.burst, settings))
        rate = burst / HOUR if self.rate is None else self.times * _number(self.rate, settings)
        return TokenBuckets(burst, rate, clock, self.refusal)

    def places(self, settings: Settings | None = None) -> ConcurrencyLimit:
        """Return what counts what is held, without waiting for it."""
        return ConcurrencyLimit(_number(self.each, settings), _number(self.total, settings))

    def slots(self) -> Slots:
        """Return what lets those wait who want to hold something."""
        total, each = (UNBOUNDED if given is None else int(given) for given in (self.total, self.each))
        return Slots(total, each=each, waiting=self.waiting)


def _number(given: str | float | None, settings: Settings | None) -> float:
    if given is None:
        return math.inf
    return float(getattr(settings, given)) if isinstance(given, str) else given


_COPIES: Final = Text("That is enough copies for now; try again in an hour.")
_REPORTS: Final = Text("That is enough reports for now; try again in an hour.")
_CHALLENGES: Final = Text("That is enough new challenges for now; accept one, or try again later.")
_VARIANTS: Final = Text("That is enough shared games for now; try again in an hour.")
_VISITORS: Final = Text(
    "Too many visitors have come from your address without a cookie; let your browser keep ours, or "
    "try again in a few minutes."
)
_ROWS: Final = (
    # requests and messages
    Limit("requests", "address", "429 too-many with Retry-After", burst="burst", rate="rate", refusal=TOO_MUCH_SOON),
    Limit("messages", "address", "they wait", burst="burst", rate="rate", times=5),
    Limit("page_messages", "connection", "closed with 4429", burst=60, rate=10),
    Limit("frames", "connection", "cut off", burst=300, rate=30),
    Limit("chat", "player", "409 too-much", burst=6, rate=0.5),
    Limit("connections", "address", "503 with Retry-After, and closed", each="connections", total="most_connections"),
    Limit("sockets", "address", "closed with 4429", each="sockets", total="most_sockets"),
    # what is begun or asked for in an hour
    Limit("new_games", "address", "429 too-many", burst="new_games", refusal=ENOUGH_GAMES),
    Limit("challenges", "address", "429 too-many", burst="new_games", times=0.2, refusal=_CHALLENGES),
    Limit("new_reviews", "address", "429 too-many", burst="new_games", refusal=ENOUGH_REVIEWS),
    Limit("variants", "address", "429 too-many", burst="new_games", times=0.2, refusal=_VARIANTS),
    Limit("review_bytes", "address", "429 too-many", burst="review_bytes", refusal=ENOUGH_REVIEWS),
    Limit("new_visitors", "address", "429 too-many", burst="new_visitors", refusal=_VISITORS),
    Limit("sign_ins", "address", "429 too-many", burst="sign_ins"),
    Limit("mails", "address", "429 too-many", burst="mails"),
    Limit("letters", "mailbox", "429 too-many; half of the rest for one address", burst="mails"),
    Limit("exports", "address", "429 too-many", burst="exports", refusal=_COPIES),
    Limit("reports", "address", "429 too-many", burst="reports", refusal=_REPORTS),
    # work
    Limit("thinking", "address", "409 too-much-thinking", burst="thinking"),
    Limit("simulations", "address", "429 quota", burst="simulations"),
    Limit("analyses", "address", "429 quota", each=3),
    Limit("side_seconds", "address", "429 too-many", burst="side_seconds", refusal=TOO_MUCH_SOON),
    Limit("working", "address", "they wait", each=40),  # requests: a whole page with its scripts is fewer
    Limit("pages", "all", "they wait", total=8),  # read from the database, of whose 15 connections
    Limit("threads", "all", "they wait", total=2),
    Limit("helper", "all", "422 too-costly, 429 too-many", total=1, waiting=32, seconds=15.0, deadline=120.0),
    Limit("mailing", "all", "they wait", total=4),  # a mail server that hangs would get hundreds of connections
    Limit("engine", "all", "they wait or are refused as busy", total="workers", room="queue", deadline=60.0),
)
LIMITS: Final = {row.name: row for row in _ROWS}
"""The table. What it leaves to other parts: how much is kept in all (`Settings`), and how slow a connection may be."""


class ConcurrencyLimit:
    """Places that are held for a while: ``each`` for every key at most, ``all`` in all."""

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

    def __init__(
        self, size: float, rate: float, clock: Callable[[], float] = time.monotonic, refusal: Text = ENOUGH
    ) -> None:
        self.size = size
        self.rate = rate
        self.clock = clock
        self._refusal = refusal
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str, count: float = 1.0) -> bool:
        """Take tokens from a bucket; say whether there were enough."""
        left = self.left(key)
        enough = left >= count
        self._note(key, left - count if enough else left)
        return enough

    def spend(self, connection: HTTPConnection, count: float = 1.0) -> str:
        """Take tokens from the bucket of a connection's address, and return that; refuse it if there are too few."""
        address = address_of(connection)
        if not self.take(address, count):
            self.refuse()
        return address

    def check(self, key: str) -> None:
        """Raise RequestError where a bucket owes what it was charged for."""
        if self.left(key) <= 0:
            self.refuse()

    def refuse(self) -> None:
        """Raise RequestError with what is said where there are not enough tokens."""
        raise RequestError(429, "too-many", self._refusal)

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


class QuotaSpent(TengenError):
    """An address has asked for too much; ``wait`` says in how many seconds the same is granted (0: after a job)."""

    def __init__(self, text: Text, wait: int) -> None:
        self.wait = wait
        super().__init__(text)


class RateLimits:
    """What is counted by address while a server runs: a bucket, or places, for each row of the table of that name."""

    requests: TokenBuckets
    messages: TokenBuckets
    new_games: TokenBuckets
    challenges: TokenBuckets
    new_reviews: TokenBuckets
    variants: TokenBuckets
    review_bytes: TokenBuckets
    new_visitors: TokenBuckets
    sign_ins: TokenBuckets
    mails: TokenBuckets
    exports: TokenBuckets
    reports: TokenBuckets
    thinking: TokenBuckets
    simulations: TokenBuckets
    side_seconds: TokenBuckets
    sockets: ConcurrencyLimit
    analyses: ConcurrencyLimit

    def __init__(self, settings: Settings | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        settings = settings or Settings()
        for name, kind in RateLimits.__annotations__.items():
            row = LIMITS[name]
            setattr(self, name, row.places(settings) if kind == "ConcurrencyLimit" else row.buckets(settings, clock))

    @contextmanager
    def analysis(self, address: str, simulations: int) -> Iterator[None]:
        """Grant an analysis for as long as the block lasts; its simulations are spent whether or not it succeeds.

        Raises:
            QuotaSpent: there are no simulations left for it, or too many jobs already; nothing was spent.
        """
        if not self.analyses.take(address):
            said = Text.counted(
                "one position is already being analysed for you; wait until it is done",
                "{count} positions are already being analysed for you; wait until they are done",
                self.analyses.each,
            )
            raise QuotaSpent(said, 0)
        try:
            if not self.simulations.take(address, simulations):
                wait = math.ceil(self.simulations.wait(address, min(simulations, self.simulations.size)))
                said = Text.counted(
                    "You have used up your engine time; try again in a minute",
                    "You have used up your engine time; try again in {count} minutes",
                    math.ceil(wait / 60),
                )
                raise QuotaSpent(said, wait)
            yield
        finally:
            self.analyses.leave(address)
