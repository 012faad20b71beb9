"""Exact repetition (spec 1a): the position after every turn, and the placements that would repeat it.

Positions are found by their Zobrist keys and then compared in full (spec 1.10).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import chain
from itertools import count as tally
from typing import Final, NamedTuple

from ..kernel import State
from ..records import Colour
from ..rules import AXES, REPETITIONS, Compares, Rules, Then, check_served
from ..rules.serving import ANY, Served, state_parts
from .outcome import How

Content = bytes
"""P of spec 1a: the content of every point."""


class Situation(NamedTuple):
    """The result of a turn: P and its key, the side to move, and the player who created P by a placement.

    ``rest`` is the rest of the whole state (spec 1.6), as `PARTS` write it; None if no rule needs it.
    """

    key: int
    content: Content
    to_play: Colour
    creator: Colour | None
    rest: tuple[int, ...] | None = None


def _by_colour(name: str) -> Callable[[State], tuple[int, ...]]:
    """Return a key for a number of Black's and one of White's."""
    return lambda state: tuple(state.table[name][1:].tolist())


PARTS: Final[Mapping[str, Callable[[State], tuple[int, ...]]]] = {
    "tiles": lambda state: (
        int(state.points["tiles"].sum()),
    ),  # tiles are only added, so their number identifies a past state
    "incursion": lambda state: (int(state.table["incursion"][0]),),
    "prisoners": _by_colour("prisoners"),
    "tao_in_hand": _by_colour("tao_in_hand"),
    "tao_bought": _by_colour("tao_bought"),
    "tao_price": lambda state: (int(state.table["tao_turns"][0]),),
    "order": lambda state: (state.order_turn,),
    "recapture": lambda state: (int(state.table["bar"][0]),),
}
"""The parts of the whole state as numbers, which identify the states of a game.

The price of a Tao stone is represented by the number of turns that determines it, and with it all later prices. A game
compares the price itself (spec 3.9).
"""


def rest_of(rules: Rules) -> Callable[[State], tuple[int, ...]] | None:
    """Return a key for the rest of the whole state (spec 1.6); None if no rule needs it.

    The key has the numbers of `PARTS` that matter under the axes in force, in the order of the table of parts.
    """
    if REPETITIONS[rules.repetition].compares is not Compares.STATE:
        return None
    amounts = rules.tao_prices.amounts
    known = dict(PARTS)
    known["tao_price"] = lambda state: (amounts[int(state.table["tao_turns"][0])],)
    parts = [known[name] for name in state_parts("a game", rules, known)]
    return (lambda state: tuple(chain.from_iterable([part(state) for part in parts]))) if parts else no_rest


def no_rest(state: State) -> tuple[int, ...]:
    """Return the rest of the whole state when only P and the side to move matter."""
    return ()


MARKS: Final[Mapping[Compares, Callable[[Situation], Hashable | None]]] = {
    Compares.POSITION: lambda situation: situation.content,
    Compares.SIDE: lambda situation: (situation.content, situation.to_play),
    Compares.CREATOR: lambda situation: situation.creator and (situation.content, situation.creator),
    Compares.STATE: lambda situation: (situation.content, situation.to_play, situation.rest),
}
"""The part of a situation that is compared; None for nothing, if it has no creator (spec 1.5)."""
_HOWS: Final[Mapping[Then, How]] = {Then.NO_RESULT: "no_result", Then.DRAW: "draw_by_cycle"}


_SERVED: Final[Served] = {
    **dict.fromkeys(AXES, ANY),  # the kernel refuses unsupported values
    # a placement is judged before it has made a whole state
    "repetition": lambda row: not (row.forbids and row.compares is Compares.STATE),
    "cycle": (*(then.value for then in _HOWS), Then.AGREEMENT.value),
}
"""The axes that a game supports: all values that the kernel serves, and those that its history decides."""


class History:
    """A game's situations from its start, and the rule against repeating them.

    ``latest`` maps a key to the index of the last situation with it; a repeated situation has the same key. ``returns``
    are the indices at which a placement repeated the whole state and the rule lets the players end the game
    (``cycle = agreement``).

    Raises:
        UnservedRules: the rule is not supported by games.
    """

    def __init__(self, rules: Rules, start: Situation) -> None:
        check_served("a game", rules, _SERVED)
        row = REPETITIONS[rules.repetition]
        self._how: How | None = _HOWS.get(row.end(rules.cycle)) if row.ends else None
        self._notes = row.ends and self._how is None
        self.returns: list[int] = []
        self._forbids = row.forbids
        self._left = row.times - 1
        self._mark = None if row.compares is None else MARKS[row.compares]
        self.latest: dict[int, int] = {}
        self.situations: list[Situation] = []
        self._earlier: list[int] = []  # the previous index with the same key, or -1
        self.push(start)

    def copy(self) -> History:
        made = History.__new__(History)
        made.__dict__ |= self.__dict__  # `copy.copy` takes ten times as long
        made.latest, made.situations = dict(self.latest), list(self.situations)
        made._earlier, made.returns = list(self._earlier), list(self.returns)
        return made

    def push(self, situation: Situation) -> How | None:
        """Add a situation; return how the rule ends the game if a placement led to it, else None."""
        key, situations = situation.key, self.situations
        before = self.latest.get(key, -1)
        how = None
        if before >= 0 and (self._how or self._notes) and self._comes_back(situation):
            how = self._how
            if self._notes and situation.creator is not None:
                self.returns.append(len(situations))
        self.latest[key] = len(situations)
        situations.append(situation)
        self._earlier.append(before)
        return how

    def extend(self, keys: Sequence[int], situations: Iterable[Situation]) -> None:
        self.latest.update(zip(keys, tally(len(self.situations)), strict=False))
        self.situations += situations
        self._earlier += [-1] * len(keys)

    def _comes_back(self, situation: Situation) -> bool:
        """Return whether the compared part of a situation has already occurred as often as allowed."""
        mark = self._mark(situation) if self._mark else None
        if self._mark is None or mark is None:
            return False
        place, count = self.latest.get(situation.key, -1), 0
        while place >= 0:
            count += self._mark(self.situations[place]) == mark
            place = self._earlier[place]
        return count >= self._left

    def pop(self) -> Situation:
        situation = self.situations.pop()
        if self.returns and self.returns[-1] == len(self.situations):
            self.returns.pop()
        before = self._earlier.pop()
        if before >= 0:
            self.latest[situation.key] = before
        else:
            del self.latest[situation.key]
        return situation

    def forbids(self, key: int, player: Colour, following: Colour, content: Callable[[], Content]) -> bool:
        """Return whether the rule forbids a placement by ``player`` that leads to a position with this key.

        ``following`` would move next; ``content`` computes the position if the key alone does not decide.
        """
        if not self._forbids or key not in self.latest:
            return False
        return self._comes_back(Situation(key, content(), following, player))

    def is_previous(self, content: Content) -> bool:
        """Return whether a position is the one before the last turn (spec 1.2)."""
        return len(self.situations) > 1 and self.situations[-2].content == content
