"""Estimates: who is likely to own what at the end of a game, by how much somebody leads, and which stones look dead."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from ..game import Game
from ..players import Budget
from ..records import COLOURS, Colour
from .dead import ExpectedEnd, expected_end
from .engine import Engine

_LIKELY: Final = 0.5
"""How sure an owner has to be for a point to be called theirs."""


@dataclass(frozen=True)
class Estimate:
    """What is expected of a game: ``owners`` says of every point how surely it will be Black's (1) or White's (-1).

    ``margin`` is Black's expected points less White's and komi, None where no points are counted or the game is over;
    ``dead`` are the stones that look dead whoever moves first, chain by chain. ``endangered``, while the game goes on,
    are all others whose points are likely to be the enemy's; stones in a seki that a search does not see are among
    them. ``by`` says whose opinion owners and margin are, ``dead_by`` whose the dead stones are: another's where an
    engine failed in between. Both are "" where the rules decide it.
    """

    owners: Mapping[str, float]
    margin: float | None
    dead: tuple[str, ...]
    endangered: tuple[str, ...]
    by: str
    dead_by: str

    def owner(self, label: str) -> Colour | None:
        """Return who is likely to own a point, None where that is open."""
        return _likely(self.owners[label])

    def points(self, colour: Colour) -> int:
        """Return how many points a colour is likely to own."""
        return sum(self.owner(label) == colour for label in self.owners)


def estimate(game: Game, engine: Engine, budget: Budget | None = None) -> Estimate:
    """Ask an engine how a game is going to end; ``budget`` is for a look at its position with either side to move.

    >>> from tengen.engines import Own
    >>> game = Game.setup("chinese", [".X.O.", "XX.OO", ".X.O.", "XX.OO", ".X.O."], komi=0)
    >>> found = estimate(game, Own(), Budget(simulations=200))
    >>> found.owner("A1"), found.owner("E1"), found.dead
    ('black', 'white', ())
    """
    return estimate_of(expected_end(game, engine=engine, budget=budget))


def estimate_of(ending: ExpectedEnd) -> Estimate:
    """Return the estimate that the looks at a game's position hold."""
    look = ending.to_come
    owners = ending.owners if look is None else look.shares
    margin = look.lead if look is not None and ending.game.rules.ends_by_passes else None
    by = ending.by if look is None else look.by
    return Estimate(owners, margin, ending.dead, _endangered(ending, owners), by, ending.by)


def _endangered(ending: ExpectedEnd, owners: Mapping[str, float]) -> tuple[str, ...]:
    """Return the stones, but the dead ones, whose points are likely to be the enemy's; none where the game is over."""
    if ending.game.outcome is not None:
        return ()
    stones, dead = ending.game.stones, set(ending.dead)
    return tuple(
        label
        for label, content in stones.items()
        if content in COLOURS and label not in dead and _likely(owners[label]) not in (None, content)
    )


def _likely(share: float) -> Colour | None:
    return None if abs(share) < _LIKELY else COLOURS[share < 0]
