"""Repetition, exactly (spec 1a): what was on the board after every turn, and which placement would bring it back.

Positions are found by their Zobrist keys and then compared in full (spec 1.10).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ..kernel import State
from ..records import Colour
from ..rules import Rules

Content = bytes
"""P of spec 1a: for every point what stands on it."""


class Situation(NamedTuple):
    """What a turn left: P and its key, who moves next, who created P by a placement, the whole state (spec 1.6)."""

    key: int
    content: Content
    to_play: Colour
    creator: Colour | None
    whole: bytes | None = None


def whole_state(content: Content, state: State, rules: Rules, to_play: Colour) -> bytes:
    """Return the whole state of spec 1.6: P, the side to move, and what the axes in force make matter."""
    table = state.table
    parts = [content, to_play.encode()]
    if rules.tiles != "none":
        parts += [state.points["tiles"].tobytes(), table["incursion"][:1].tobytes()]
    if rules.passing in ("return", "both") or (rules.tao == "on" and rules.tao_payment == "prisoner"):
        parts.append(table["prisoners"].tobytes())
    if rules.tao == "on":
        parts += [table["tao_in_hand"].tobytes(), table["tao_bought"].tobytes()]
    return b"".join(parts)


class History:
    """The situations of a game from its start on, and the rule that says which may not come back."""

    def __init__(self, rules: Rules, start: Situation) -> None:
        self._forbids = _RULES.get(rules.repetition)
        self._by_key: dict[int, list[int]] = {}
        self._wholes: dict[bytes, int] = {}
        self.situations: list[Situation] = []
        self.push(start)

    def copy(self) -> History:
        """Return an independent copy."""
        made = History.__new__(History)
        made._forbids = self._forbids
        made._by_key = {key: list(places) for key, places in self._by_key.items()}
        made._wholes = dict(self._wholes)
        made.situations = list(self.situations)
        return made

    def __contains__(self, key: int) -> bool:
        return key in self._by_key

    def push(self, situation: Situation) -> bool:
        """Add a situation; say whether its whole state has been there before."""
        self._by_key.setdefault(situation.key, []).append(len(self.situations))
        self.situations.append(situation)
        if situation.whole is None:
            return False
        count = self._wholes.get(situation.whole, 0)
        self._wholes[situation.whole] = count + 1
        return count > 0

    def pop(self) -> Situation:
        """Take back the last situation."""
        situation = self.situations.pop()
        places = self._by_key[situation.key]
        places.pop()
        if not places:
            del self._by_key[situation.key]
        if situation.whole is not None:
            self._wholes[situation.whole] -= 1
        return situation

    def forbids(self, key: int, player: Colour, following: Colour, content: Callable[[], Content]) -> bool:
        """Say whether the rule forbids a placement by ``player`` that leads to a position with this key.

        ``following`` is who would move next; ``content`` works out the position where the key alone does not settle it.
        """
        if self._forbids is None or key not in self._by_key:
            return False
        exact = content()
        same = [s for s in map(self.situations.__getitem__, self._by_key[key]) if s.content == exact]
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
