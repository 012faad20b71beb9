"""Repetition, exactly (spec 1a): what was on the board after every turn, and which placement would bring it back.

Positions are found by their Zobrist keys and then compared in full (spec 1.10).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from ..kernel import State
from ..records import Colour
from ..rules import Rules

Content = bytes
"""P of spec 1a: for every point what stands on it."""


class Situation(NamedTuple):
    """What a turn left: P and its key, who moves next, and who created P by a placement.

    ``rest`` is what else makes up the whole state (spec 1.6); None where no rule asks for it.
    """

    key: int
    content: Content
    to_play: Colour
    creator: Colour | None
    rest: bytes | None = None


def rest_of(rules: Rules) -> Callable[[State], bytes] | None:
    """Return what tells the rest of the whole state of spec 1.6; None where no rule asks for it.

    That is what the axes in force make matter beside P and the side to move.
    """
    if rules.repetition != "no-result":
        return None
    parts: list[Callable[[State], bytes]] = []
    if rules.tiles != "none":
        parts.append(lambda state: state.points["tiles"].tobytes() + state.table["incursion"][:1].tobytes())
    if rules.passing in ("return", "both") or (rules.tao == "on" and rules.tao_payment == "prisoner"):
        parts.append(lambda state: state.table["prisoners"].tobytes())
    if rules.tao == "on":
        parts.append(lambda state: state.table["tao_in_hand"].tobytes() + state.table["tao_bought"].tobytes())
    return (lambda state: b"".join([part(state) for part in parts])) if parts else (lambda state: b"")


class History:
    """The situations of a game from its start on, and the rule that says which may not come back.

    ``latest`` maps a key to the place of the last situation with it; whatever comes back has the key of what was there
    before.
    """

    def __init__(self, rules: Rules, start: Situation) -> None:
        self._forbids = _RULES.get(rules.repetition)
        self.latest: dict[int, int] = {}
        self.situations: list[Situation] = []
        self._earlier: list[int] = []  # the place before with the same key, for every situation; -1: none
        self.push(start)

    def copy(self) -> History:
        """Return an independent copy."""
        made = History.__new__(History)
        made._forbids = self._forbids
        made.latest = dict(self.latest)
        made.situations = list(self.situations)
        made._earlier = list(self._earlier)
        return made

    def push(self, situation: Situation) -> bool:
        """Add a situation; say whether its whole state has been there before."""
        key = situation.key
        before = self.latest.get(key, -1)
        again = before >= 0 and situation.rest is not None and self._is_whole(situation)
        self.latest[key] = len(self.situations)
        self.situations.append(situation)
        self._earlier.append(before)
        return again

    def _is_whole(self, situation: Situation) -> bool:
        whole = situation.content, situation.to_play, situation.rest
        return any((s.content, s.to_play, s.rest) == whole for s in self._with_key(situation.key))

    def _with_key(self, key: int) -> Iterator[Situation]:
        """Yield the situations with a key, the last one first."""
        place = self.latest.get(key, -1)
        while place >= 0:
            yield self.situations[place]
            place = self._earlier[place]

    def pop(self) -> Situation:
        """Take back the last situation."""
        situation = self.situations.pop()
        before = self._earlier.pop()
        if before >= 0:
            self.latest[situation.key] = before
        else:
            del self.latest[situation.key]
        return situation

    def forbids(self, key: int, player: Colour, following: Colour, content: Callable[[], Content]) -> bool:
        """Say whether the rule forbids a placement by ``player`` that leads to a position with this key.

        ``following`` is who would move next; ``content`` works out the position where the key alone does not settle it.
        """
        if self._forbids is None or key not in self.latest:
            return False
        exact = content()
        same = [s for s in self._with_key(key) if s.content == exact]
        return self._forbids(same, player, following)

    def is_previous(self, content: Content) -> bool:
        """Say whether a position is the one before the last turn (spec 1.2)."""
        return len(self.situations) > 1 and self.situations[-2].content == content


Forbids = Callable[[list[Situation], Colour, Colour], bool]


def _positional(same: list[Situation], player: Colour, following: Colour) -> bool:
    """Spec 1.3, and 1.9, which agrees with it."""
    return bool(same)


def _situational(same: list[Situation], player: Colour, following: Colour) -> bool:
    """Spec 1.4."""
    return any(s.to_play == following for s in same)


def _natural(same: list[Situation], player: Colour, following: Colour) -> bool:
    """Spec 1.5."""
    return any(s.creator == player for s in same)


def _third_time(same: list[Situation], player: Colour, following: Colour) -> bool:
    """Spec 1.7."""
    return sum(s.to_play == following for s in same) >= 2


_RULES: dict[str, Forbids] = {
    "positional": _positional,
    "formal": _positional,
    "situational": _situational,
    "natural": _natural,
    "ing": _third_time,
}
