"""Load or compile the code of proofs before many processes need it at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from ..game import Game
from .budget import Budget
from .counting import legal_positions
from .life.unconditional import life_of
from .states.explorer import Limits, explore
from .states.recurrence import cycles
from .value import value


def _counts() -> None:
    line = Game("tromp-taylor", board="3x1")
    legal_positions(line.board)
    legal_positions(line.board, method="enumeration")


def _proofs() -> None:
    for repetition in ("ko", "positional"):
        value(Game("chinese", board="2x1", repetition=repetition))
    value(Game("chinese", board="5x4", repetition="ko"), budget=Budget(memory=1 << 24, nodes=10))


def _recurrence() -> None:
    for name, board in (("cushion", "3x1"), ("gengo", "gengo 4x1")):
        cycles(explore(Game(name, board=board), Limits(prisoners=1)))


def _states() -> None:
    for name, board in (("tile", "2x1"), ("gengo", "gengo 2x1")):
        value(Game(name, board=board))


def _life() -> None:
    life_of(Game.setup("chinese", [".X.X.", "XXXX."]))


STEPS: Final[Mapping[str, Callable[[], None]]] = {
    "counts": _counts, "proofs": _proofs, "recurrence": _recurrence, "states": _states, "life": _life,
}  # fmt: skip
"""A small task for each kind of solver, by its purpose."""
