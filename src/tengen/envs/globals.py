"""What an observation tells beside its planes: komi, turns, what both sides hold, and the rules themselves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ..boards import Board
from ..rules import AXES, REPETITIONS, Compares, Ko, Rules, Then
from ..rules.axis import show
from .core import arrays

_CHANGING: Final = (
    "komi",
    "Black to move",
    "turns left",
    "own prisoners",
    "opponent's prisoners",
    "own Tao stones in hand",
    "opponent's Tao stones in hand",
    "own price of a Tao stone",
    "opponent's price of a Tao stone",
    "own points paid for Tao stones",
    "opponent's points paid for Tao stones",
    "passes",
    "incursion",
    "handicap turns left",
    "handicap stones left",
)
"""The numbers that the kernel writes every turn, in its order (`core.observation.write_globals`)."""
assert len(_CHANGING) == arrays.MOVING

_CHOICES: Final = (
    "suicide", "pass_lifts_ko", "singleton_of", "tiles", "tao", "tao_payment", "own_overlap", "friendly_fire",
    "passing", "end", "scoring", "tax",
)  # fmt: skip
"""The axes whose values are words: a number for each value, 1 for the one in force, or one number for yes or no."""


def _traits(rules: Rules, board: Board, limit: int) -> Iterator[tuple[str, float]]:
    """Yield what never changes in a game: its name and its number."""
    yield "turn limit", limit / len(board)
    yield "points", len(board)
    for name in _CHOICES:
        value = show(getattr(rules, name))
        for word in AXES[name].values:
            if word != "false":
                yield f"{name} = {word}", value == word
    yield "passes to end", rules.passes
    yield "prisoner_value", rules.prisoner_value
    yield "1 / tile_stack", 0.0 if rules.tile_stack == "unlimited" else 1 / rules.tile_stack
    row = REPETITIONS[rules.repetition]
    for ko in Ko:
        yield f"ko = {ko.value}", row.ko is ko
    for compares in Compares:
        yield f"compares {compares.value}", row.compares is compares
    yield "forbidden the third time", row.forbids and row.times > 2
    for then in (Then.NO_RESULT, Then.DRAW):
        yield f"a cycle ends in {then.value}", row.ends and row.end(rules.cycle) is then


def traits_of(rules: Rules, board: Board, limit: int) -> NDArray[np.float32]:
    """Return the globals that never change in a game: the end of every game's vector."""
    return np.array([number for _, number in _traits(rules, board, limit)], np.float32)


def _names() -> tuple[str, ...]:
    nothing: Any = range(1)  # a board of one point: the names do not depend on it
    return (*_CHANGING, *(name for name, _ in _traits(Rules(), nothing, 1)))


GLOBALS: Final[tuple[str, ...]] = _names()
"""The numbers of every game's vector, the same in any game; own and opponent are meant as the side to move sees it.

Komi is what the side to move gets, in points. Turns are turns for every point of the board. Prices are -1 where no Tao
stone can be bought. What the rules are follows: 1 or 0 for each value of an axis; a rule of repetition by its parts.
"""
