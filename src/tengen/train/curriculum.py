"""What is trained on: games, boards and komis in three stages; and what is never trained on, to be tested with."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from .. import boards
from ..boards import Board
from ..game import Game
from ..kernel.game_calls import call_compiled
from ..records import TengenError
from ..rules import Variant, variant

GAMES: Final[Mapping[str, tuple[str, Mapping[str, Any]]]] = {
    "chinese": ("chinese", {}),
    "situational": ("chinese", {"repetition": "situational"}),
    "suicide": ("tromp-taylor", {}),
    "japanese": ("japanese", {}),
    "tile": ("tile", {}),
    "cushion": ("cushion", {}),
    "tao": ("tao", {}),
    "tile tao": ("tao", {"tiles": "tile"}),
    "cushion tao": ("tao", {"tiles": "cushion"}),
    "tile area": ("chinese", {"tiles": "tile"}),
    "gengo": ("gengo", {}),
}
"""The games of the curriculum: a preset, and the axes that differ from it."""

_SHARES: Final = {
    "chinese": 5, "situational": 2, "suicide": 1, "japanese": 3, "tile": 5, "cushion": 5, "tao": 5, "tile tao": 1,
    "cushion tao": 2, "tile area": 1, "gengo": 5,
}  # fmt: skip

_PLANES_1: Final = ("3x3", "3x4", "4x4", "3x5", "4x5", "3x6", "5x5", "5x5", "5x5", "5x5", "3x8", "5x5 without C3")
_OTHERS_1: Final = (
    "3x3 torus", "3x4 torus", "4x4 torus", "5x5 torus", "5x5 torus", "4x5 cylinder", "4x4 cylinder", "5x4 cylinder",
    "5x5 mobius", "4x4 klein", "honeycomb 2x2", "honeycomb 2x3", "triangular 4x4", "triangular 3x5", "triangular 5x5",
    "ring 6x3", "ring 5x4", "graph:petersen", "graph:cube", "graph:dodecahedron", "graph:dodecahedron",
    "graph:octahedron", "graph:icosahedron", "graph:heawood", "graph:hypercube-4", "graph:frucht",
)  # fmt: skip
_GENGO_1: Final = ("gengo 5", "gengo 6", "gengo 7", "gengo 7", "gengo 5x6", "gengo 5x8")

STAGES: Final[Mapping[int, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    1: (2 * _PLANES_1 + _OTHERS_1, _GENGO_1),
    2: (
        ("6x6", "6x6", "7x7", "7x7", "7x7", "5x7", "7x7 torus", "6x6 torus", "7x7 cylinder", "6x7 mobius",
         "honeycomb 3x3", "honeycomb 4x4", "triangular 6x6", "hexagon 4", "ring 8x5", "star 2", "graph:tutte",
         "graph:dodecahedron"),
        ("gengo 8", "gengo 9", "gengo 9", "gengo 7x9"),
    ),
    3: (
        ("9x9", "9x9", "9x9", "9x9", "8x8", "9x9 torus", "9x9 torus", "honeycomb 5x5", "honeycomb 5x5", "9x9 cylinder",
         "triangular 8x8", "ring 12x6", "graph:dodecahedron"),
        ("gengo 13", "gengo 13", "gengo 11", "gengo 10x13"),
    ),
}  # fmt: skip
"""The boards of each stage, for all games and for Gengo: up to 25 points, up to 49, and 81 and more.

A board that stands there twice is drawn twice as often.
"""

_STAGE: Final = re.compile(r"(\d{1,3})(?::(\d{1,6}(?:\.\d{1,6})?))?")
"""A stage, and its share."""
_EVENED: Final = 0.7
"""The share of games whose komi is what a search of the opening finds fair, and a little noise."""


@dataclass(frozen=True)
class Kind:
    """A game on a board; ``game`` is one of `GAMES`, or a variant by its name or its TOML file."""

    game: str
    board: str

    @property
    def variant(self) -> Variant:
        """The rules, at the preset's komi."""
        preset, axes = GAMES.get(self.game, (self.game, {}))
        return variant(preset, **axes)

    @property
    def graph(self) -> Board:
        """The board."""
        return boards.parse(self.board, footprint=self.variant.footprint)

    @property
    def has_komi(self) -> bool:
        """Say whether the score decides."""
        return self.variant.rules.ends_by_passes

    def start(self, komi: float | None = None) -> Game:
        """Return a game before its first move, at a komi or the rules' own; it waits for a compiler where it has to.

        Plain Python, which stands in elsewhere, leaves the same position in another order, by which searches differ.
        """
        for wide in (False, True):
            call_compiled(wide)
        return Game(self.variant if komi is None else variant(self.variant, komi=komi), board=self.graph)

    def __str__(self) -> str:
        return f"{self.game} on {self.board}"


@dataclass(frozen=True)
class HeldOut:
    """A game, a board and a komi that training never sees; None where the score does not decide."""

    kind: Kind
    komi: float | None

    def start(self) -> Game:
        """Return it before the first move."""
        return self.kind.start(self.komi)

    def __str__(self) -> str:
        return str(self.kind) + ("" if self.komi is None else f", komi {self.komi:g}")


def _held_out(game: str, board: str, komi: float | None = None) -> HeldOut:
    return HeldOut(Kind(game, board), komi)


HELD_OUT: Final = (
    _held_out("chinese", "4x6", 8.5),
    _held_out("chinese", "5x5 cylinder", 7),
    _held_out("situational", "graph:desargues", 2.5),
    _held_out("japanese", "4x6", 6.5),
    _held_out("japanese", "hexagon 3", 7.5),
    _held_out("tile", "4x6"),
    _held_out("tile", "5x5 cylinder"),
    _held_out("cushion", "graph:desargues"),
    _held_out("cushion", "4x6"),
    _held_out("tao", "4x6", 6.5),
    _held_out("tao", "graph:pappus", 1.5),
    _held_out("cushion tao", "5x5 cylinder", 5.5),
    _held_out("tile tao", "ring 6x4", 2.5),
    _held_out("gengo", "gengo 6x8", 2.5),
    _held_out("gengo", "gengo 6x7", 3.5),
)
"""What weights are tested with: no board here is in any stage, under any game, and no komi here is drawn for its game.

The komis are the leads of Black that 8,000 simulations of `mcts` find on the empty board, or half a point beside them.
"""


Kinds = tuple[tuple[Kind, float], ...]
"""Kinds with their weights: how often each is drawn, compared with the others."""


@cache
def kinds(stage: int) -> Kinds:
    """Return the kinds of a stage.

    Raises:
        TengenError: there is no such stage.
    """
    if stage not in STAGES:
        raise TengenError(f"there is no stage {stage}; stages are {', '.join(map(str, STAGES))}")
    plain, fine = STAGES[stage]
    found: dict[Kind, float] = {}
    for game, share in _SHARES.items():
        places = fine if GAMES[game][0] == "gengo" else plain
        for board in places:
            kind = Kind(game, board)
            found[kind] = found.get(kind, 0.0) + share / len(places)
    return tuple(found.items())


def staged_kinds(stages: Sequence[str]) -> Kinds:
    """Return the kinds of several stages together, each with its share: "1", or "3:2" for twice the share.

    Raises:
        TengenError: a text names no stage or no share above 0, or a stage is named twice.

    >>> len(staged_kinds(["1"])), len(staged_kinds(["1", "3:2"]))
    (335, 408)
    """
    shares: dict[int, float] = {}
    for text in stages:
        found = _STAGE.fullmatch(text)
        if found is None or not float(found[2] or 1) > 0:
            raise TengenError(f"--stage {text}: write a stage, such as 3, or with a share above 0, such as 3:2")
        if int(found[1]) in shares:
            raise TengenError(f"--stage {text}: stage {found[1]} is named twice")
        shares[int(found[1])] = float(found[2] or 1)
    mixed: dict[Kind, float] = {}
    for stage, share in shares.items():
        for kind, weight in kinds(stage):
            mixed[kind] = mixed.get(kind, 0.0) + weight * share
    return tuple(mixed.items())


def own_kinds(game: str, boards: Sequence[str]) -> Kinds:
    """Return one game on some boards, the default one where none is named.

    Raises:
        UnknownVariant, BoardError, FormatError: what is wrong with them.
    """
    found = [Kind(game, board) for board in boards or (variant(game).board,)]
    for kind in found:
        kind.start()
    return tuple((kind, 1.0) for kind in found)


def draw_kind(kinds: Kinds, chance: random.Random) -> Kind:
    """Return a kind, by its weight."""
    found, weights = zip(*kinds)
    drawn: Kind = chance.choices(found, weights)[0]
    return drawn


def draw_komi(kind: Kind, fair: float, chance: random.Random) -> float:
    """Return a komi, half or whole, mostly near ``fair`` and sometimes far from it; none that is held out.

    On most boards nobody knows which komi is fair: ``fair`` is what a search thinks of the position after the opening.
    """
    n = len(kind.graph)
    komi = chance.gauss(fair, 1.0 if chance.random() < _EVENED else n / 4)
    komi = max(-float(n), min(float(n), round(2 * komi) / 2))
    unseen = {each.komi for each in HELD_OUT if each.kind.game == kind.game}
    while komi in unseen:
        komi += 0.5
    return komi
