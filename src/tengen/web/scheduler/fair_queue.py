"""Start-time fair queueing of work (Goyal, Vin and Cheng, 1996).

Every account has a virtual time, which advances by the seconds that its work takes; the account that is furthest
behind is served next. The expected cost of the work is added, up to a few seconds, so that short work comes first.
"""

from __future__ import annotations

import itertools
from bisect import insort
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import inf
from typing import Final, Generic, TypeVar

_HORIZON: Final = 2.0
"""The largest delay of long work, in seconds."""
_WEIGHT: Final = 4.0
"""The factor by which non-urgent work costs its account more."""
_DEBT: Final = 10.0
"""The largest debt of an account for use without competition, in seconds."""
_LEAST: Final = 0.01
"""The shortest expected time of work, in seconds."""
_FORGETTING: Final = 0.9
_ACCOUNTS: Final = 5_000
UNBOUNDED: Final = 1 << 30
_numbers: Final = itertools.count(1)

Account = tuple[str, bool]
"""A payer and whether the work is urgent: a payer has two accounts."""


class QueueFull(Exception):
    """Too much work is waiting, of this account or in total."""


@dataclass(eq=False, kw_only=True)
class Work:
    """Work for a ``payer``, with its ``expected`` cost and the time ``spent`` on it, in seconds.

    Players wait for ``urgent`` work. A bonus gives way to everything and is free.
    """

    payer: str = ""
    urgent: bool = True
    is_bonus: bool = False
    expected: float = 0.0
    spent: float = 0.0
    begun: float | None = None
    number: int = field(default_factory=_numbers.__next__)

    @property
    def account(self) -> Account:
        return self.payer, self.urgent


W = TypeVar("W", bound=Work)


class CostModel:
    """The expected time of work, in seconds: its size, times the recent time of a unit of its kind.

    A first guess is ``seconds`` for work of a ``size``.

    >>> model = CostModel(longest=25.0, seconds=1.0, size=1e6)
    >>> before = model.expected("move", 1_000_000)
    >>> for _ in range(30):
    ...     model.learn("move", 1_000_000, 3.0)
    >>> before, round(model.expected("move", 1_000_000), 1)
    (1.01, 3.0)
    """

    def __init__(self, longest: float, seconds: float, size: float) -> None:
        self._longest = longest
        self._taken: defaultdict[str, tuple[float, float]] = defaultdict(lambda: (seconds, size))

    def expected(self, kind: str, size: float) -> float:
        seconds, sizes = self._taken[kind]
        return min(self._longest, _LEAST + size * seconds / sizes)

    def learn(self, kind: str, size: float, spent: float) -> None:
        """Learn from the time of finished work."""
        seconds, sizes = self._taken[kind]
        self._taken[kind] = (seconds * _FORGETTING + spent, sizes * _FORGETTING + size)


class FairQueue(Generic[W]):
    """Waiting work, and the virtual times of all accounts with present or recent work.

    ``room`` limits all waiting work, of which half may be non-urgent, and ``each`` that of one payer.
    """

    def __init__(self, room: int = UNBOUNDED, each: int = UNBOUNDED) -> None:
        self._room, self._each = room, each
        self._lines: dict[Account, list[W]] = {}  # shortest first, then oldest
        self._times: dict[Account, float] = {}
        self._active: Counter[Account] = Counter()
        self._held: dict[Account, float] = {}  # expected seconds of running work that is charged when it ends
        self._most = _ACCOUNTS  # beyond this number, accounts without debts are forgotten
        self._now = 0.0

    def __len__(self) -> int:
        return sum(map(len, self._lines.values()))

    def __iter__(self) -> Iterator[W]:
        return itertools.chain.from_iterable(self._lines.values())

    def waits(self, account: Account) -> bool:
        return account in self._lines

    # -- waiting work --------------------------------------------------------------------------------------------------

    def put(self, work: W, bounded: bool = True) -> W | None:
        """Queue work; return the work that had to make room: the last of the payer with the most waiting.

        Raises:
            QueueFull: no room is left, and no other payer has more waiting.
        """
        out = self._room_for(work) if bounded else None
        if out is not None:
            self.remove(out)
        self.enter(work)
        self.put_back(work)
        return out

    def _room_for(self, work: W) -> W | None:
        """Return the work that must make room for new work, or None."""
        if len(self._lines.get(work.account, ())) >= self._each:
            raise QueueFull
        if len(self) < max(1, self._room // 2):
            return None
        rivals = [each for each in self if not each.urgent]
        if work.urgent or len(rivals) < max(1, self._room // 2):
            if len(self) < self._room:
                return None
            rivals = [*self]
        waiting = Counter(each.payer for each in rivals)
        payer, most = waiting.most_common(1)[0]
        if most <= waiting[work.payer] + 1:
            raise QueueFull
        return max((each for each in rivals if each.payer == payer), key=lambda each: each.number)

    def put_back(self, work: W) -> None:
        """Queue work that has entered (again, if it was started), even without room."""
        line = self._lines.setdefault(work.account, [])
        insort(line, work, key=lambda each: (min(_HORIZON, each.expected), each.number))

    def remove(self, work: W) -> bool:
        """Remove work; return whether it was waiting."""
        line = self._lines.get(work.account, [])
        if work not in line:
            return False
        line.remove(work)
        if not line:
            del self._lines[work.account]
        return True

    def first(self, may: Callable[[W], bool] | None = None) -> W | None:
        """Return the next work among those that ``may`` start; it stays in the queue until it is removed."""
        heads = (line[0] for line in self._lines.values() if may is None or may(line[0]))
        return min(heads, key=lambda work: (self.rank(work), work.number), default=None)

    # -- costs ---------------------------------------------------------------------------------------------------------

    def enter(self, work: W) -> None:
        """Register work; an account without other work starts at the current virtual time."""
        if not self._active[work.account]:
            self._times[work.account] = max(self._now, self._times.get(work.account, 0.0))
        self._active[work.account] += 1

    def hold(self, work: W) -> None:
        """Charge the expected time of running work provisionally, so that its account waits behind others."""
        self._held[work.account] = self._held.get(work.account, 0.0) + work.expected

    def release(self, work: W) -> None:
        """End held work: charge the time spent."""
        self._held[work.account] -= work.expected
        self.charge(work, work.spent)
        self.leave(work)

    def leave(self, work: W) -> None:
        """Unregister work that is done or cancelled."""
        if work.is_bonus:
            return
        self._active[work.account] -= 1
        if not self._active[work.account]:
            del self._active[work.account]
            self._held.pop(work.account, None)
        if len(self._times) > self._most:
            self._times = {each: time for each, time in self._times.items() if each in self._active or time > self._now}
            self._most = max(_ACCOUNTS, 2 * len(self._times))

    def charge(self, work: W, seconds: float) -> None:
        if work.is_bonus:
            return
        self._now += seconds / max(1, len(self._active))
        time = self._times.get(work.account, self._now) + seconds * (1 if work.urgent else _WEIGHT)
        self._times[work.account] = min(time, self._now + _DEBT)

    def rank(self, work: W) -> float:
        """Return the virtual finish time of work: the least is next, a bonus last."""
        if work.is_bonus:
            return inf
        left = max(work.expected - work.spent, work.spent / 4)
        time = self._times.get(work.account, self._now) + self._held.get(work.account, 0.0)
        return time + min(_HORIZON, left) + (0 if work.urgent else _HORIZON)
