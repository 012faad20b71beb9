"""The queue of everything that waits: start-time fair queueing (Goyal, Vin and Cheng, 1996).

Every account has a virtual time, which advances by the seconds that its work has taken; the account that is furthest
behind is served next. The expected cost of the work is added, up to a few seconds, so short work goes before long work.
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
"""Seconds: the most that work stands back for being long."""
_WEIGHT: Final = 4.0
"""How much more work that is not urgent costs its account."""
_DEBT: Final = 10.0
"""Seconds: the most that an account falls behind for what it used while nobody else wanted it."""
_LEAST: Final = 0.01
"""Seconds that the shortest work takes."""
_FORGETTING: Final = 0.9
_ACCOUNTS: Final = 5_000
UNBOUNDED: Final = 1 << 30
_numbers: Final = itertools.count(1)

Account = tuple[str, bool]
"""Who pays, and whether for urgent work: a payer has one account for that, and another one for the rest."""


class QueueFull(Exception):
    """Too much waits already, of this account or in all."""


@dataclass(eq=False, kw_only=True)
class Work:
    """Something to do for a ``payer``: its ``expected`` cost and what was ``spent`` on it, in seconds.

    Somebody waits for ``urgent`` work to go on playing. A bonus gives way to everything and costs nobody anything.
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
        """The account that is charged."""
        return self.payer, self.urgent


W = TypeVar("W", bound=Work)


class CostModel:
    """What work probably takes, in seconds: its size, times what one unit of its kind took lately.

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
        """Return the seconds that work of a kind and size probably takes."""
        seconds, sizes = self._taken[kind]
        return min(self._longest, _LEAST + size * seconds / sizes)

    def learn(self, kind: str, size: float, spent: float) -> None:
        """Take in what finished work has taken."""
        seconds, sizes = self._taken[kind]
        self._taken[kind] = (seconds * _FORGETTING + spent, sizes * _FORGETTING + size)


class FairQueue(Generic[W]):
    """Work that waits, and the virtual times of all accounts that have work or had some lately.

    ``room`` bounds what waits in all, of which half may be not urgent, and ``each`` what waits for one payer.
    """

    def __init__(self, room: int = UNBOUNDED, each: int = UNBOUNDED) -> None:
        self._room, self._each = room, each
        self._lines: dict[Account, list[W]] = {}  # shortest first, then oldest
        self._times: dict[Account, float] = {}
        self._active: Counter[Account] = Counter()
        self._held: dict[Account, float] = {}  # expected seconds of what has begun and is charged when it ends
        self._most = _ACCOUNTS  # accounts beyond which those that owe nothing are forgotten
        self._now = 0.0

    def __len__(self) -> int:
        return sum(map(len, self._lines.values()))

    def __iter__(self) -> Iterator[W]:
        return itertools.chain.from_iterable(self._lines.values())

    def waits(self, account: Account) -> bool:
        """Say whether something of an account waits."""
        return account in self._lines

    # -- what waits ----------------------------------------------------------------------------------------------------

    def put(self, work: W, bounded: bool = True) -> W | None:
        """Let work wait; return what had to make room: the last of the payer who has most waiting.

        Raises:
            QueueFull: there is no room left, and no other payer has more waiting.
        """
        out = self._room_for(work) if bounded else None
        if out is not None:
            self.remove(out)
        self.enter(work)
        self.put_back(work)
        return out

    def _room_for(self, work: W) -> W | None:
        """Return what has to go for new work, None if there is room."""
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
        """Let work that has entered wait, again if it was begun, room or not."""
        line = self._lines.setdefault(work.account, [])
        insort(line, work, key=lambda each: (min(_HORIZON, each.expected), each.number))

    def remove(self, work: W) -> bool:
        """Take work out; say whether it waited."""
        line = self._lines.get(work.account, [])
        if work not in line:
            return False
        line.remove(work)
        if not line:
            del self._lines[work.account]
        return True

    def first(self, may: Callable[[W], bool] | None = None) -> W | None:
        """Return what is next among the work that ``may`` begin; it goes on waiting until it is removed."""
        heads = (line[0] for line in self._lines.values() if may is None or may(line[0]))
        return min(heads, key=lambda work: (self.rank(work), work.number), default=None)

    # -- what it costs -------------------------------------------------------------------------------------------------

    def enter(self, work: W) -> None:
        """Note that work is wanted: an account that had none begins at the present virtual time."""
        if not self._active[work.account]:
            self._times[work.account] = max(self._now, self._times.get(work.account, 0.0))
        self._active[work.account] += 1

    def hold(self, work: W) -> None:
        """Count what work will probably take until it ends: until then its account waits behind others."""
        self._held[work.account] = self._held.get(work.account, 0.0) + work.expected

    def release(self, work: W) -> None:
        """Note that held work is done: it is charged for what it has taken, and not wanted any more."""
        self._held[work.account] -= work.expected
        self.charge(work, work.spent)
        self.leave(work)

    def leave(self, work: W) -> None:
        """Note that work is done, or not wanted any more."""
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
        """Charge an account for what its work took."""
        if work.is_bonus:
            return
        self._now += seconds / max(1, len(self._active))
        time = self._times.get(work.account, self._now) + seconds * (1 if work.urgent else _WEIGHT)
        self._times[work.account] = min(time, self._now + _DEBT)

    def rank(self, work: W) -> float:
        """Return the virtual time at which work would have had its share: the least is next, a bonus last."""
        if work.is_bonus:
            return inf
        left = max(work.expected - work.spent, work.spent / 4)
        time = self._times.get(work.account, self._now) + self._held.get(work.account, 0.0)
        return time + min(_HORIZON, left) + (0 if work.urgent else _HORIZON)
