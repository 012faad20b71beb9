"""The limits of the server, in one table: the account, the amount, and the consequence of each."""

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
    """A row of the table. A name in place of a number is a setting for operators (`Settings`).

    Token buckets hold ``burst`` tokens and refill at ``rate`` a second, by default the burst in an hour; ``times``
    multiplies both. Concurrency is limited to ``each`` for an account and ``total`` in total; the queue holds at most
    ``waiting`` of an account, and ``room`` in total. Work may use ``seconds`` of the processor; after ``deadline``
    seconds without an answer it has failed. ``refusal`` is the text of a 429 answer.
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
        """Return the token buckets of this row."""
        burst = max(1.0, self.times * _number(self.burst, settings))
        rate = burst / HOUR if self.rate is None else self.times * _number(self.rate, settings)
        return TokenBuckets(burst, rate, clock, self.refusal)

    def places(self, settings: Settings | None = None) -> ConcurrencyLimit:
        """Return the concurrency limit of this row, without a queue."""
        return ConcurrencyLimit(_number(self.each, settings), _number(self.total, settings))

    def slots(self) -> Slots:
        """Return the concurrency limit of this row, with a queue."""
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
    # per hour
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
    Limit("working", "address", "they wait", each=40),  # more than a page with its scripts
    Limit("pages", "all", "they wait", total=8),  # of the database's 15 connections
    Limit("threads", "all", "they wait", total=2),
    Limit("helper", "all", "422 too-costly, 429 too-many", total=1, waiting=32, seconds=15.0, deadline=120.0),
    Limit("mailing", "all", "they wait", total=4),  # otherwise a hanging mail server could take hundreds of connections
    Limit("engine", "all", "they wait or are refused as busy", total="workers", room="queue", deadline=60.0),
)
LIMITS: Final = {row.name: row for row in _ROWS}
"""The table, without storage limits (`Settings`) and the limits of connections."""


class ConcurrencyLimit:
    """A concurrency limit: ``each`` per key, ``all`` in total."""

    def __init__(self, each: float, all: float = math.inf) -> None:
        self.each = each
        self.all = all
        self._held: Counter[str] = Counter()
        self._taken = 0

    def take(self, key: str) -> bool:
        """Take a place; return whether one was free."""
        if self._held.get(key, 0) >= self.each or self._taken >= self.all:
            return False
        self._held[key] += 1
        self._taken += 1
        return True

    def leave(self, key: str) -> None:
        self._held[key] -= 1
        self._taken -= 1
        if not self._held[key]:
            del self._held[key]


class TokenBuckets:
    """Token buckets by key: at most ``size`` tokens, ``rate`` new ones a second; the oldest keys are forgotten.

    >>> buckets = TokenBuckets(size=2, rate=1.0, clock=lambda: 0.0)
    >>> [buckets.take("ada") for _ in range(3)]
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
        """Take tokens from a bucket; return whether there were enough."""
        left = self.left(key)
        enough = left >= count
        self._note(key, left - count if enough else left)
        return enough

    def spend(self, connection: HTTPConnection, count: float = 1.0) -> str:
        """Take tokens from the bucket of a connection's address, and return the address; RequestError if too few."""
        address = address_of(connection)
        if not self.take(address, count):
            self.refuse()
        return address

    def check(self, key: str) -> None:
        """Raise RequestError if a bucket is in debt."""
        if self.left(key) <= 0:
            self.refuse()

    def refuse(self) -> None:
        """Raise the RequestError for missing tokens."""
        raise RequestError(429, "too-many", self._refusal)

    def charge(self, key: str, count: float) -> None:
        """Take the cost from a bucket, which may go into debt by up to its size."""
        left = max(self.left(key) - count, -self.size)
        self._note(key, left)

    def left(self, key: str) -> float:
        now = self.clock()
        left, then = self._left.get(key, (self.size, now))
        return min(self.size, left + (now - then) * self.rate)

    def _note(self, key: str, left: float) -> None:
        self._left[key] = (left, self.clock())
        self._left.move_to_end(key)
        while len(self._left) > _MOST_KEYS:
            self._left.popitem(last=False)

    def wait(self, key: str, count: float = 1.0) -> float:
        """Return the seconds until there are enough tokens."""
        return max(0.0, (count - self.left(key)) / self.rate)


class QuotaSpent(TengenError):
    """An address has spent its quota; ``wait`` is the time in seconds until the same is granted (0: after a job)."""

    def __init__(self, text: Text, wait: int) -> None:
        self.wait = wait
        super().__init__(text)


class RateLimits:
    """The limits by address: token buckets or a concurrency limit for the row of that name."""

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
        """Grant an analysis during the block; its simulations are spent even if it fails.

        Raises:
            QuotaSpent: too few simulations left, or too many jobs; nothing was spent.
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
