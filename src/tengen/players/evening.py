"""Levels: measured handicaps for even games, and a level that follows its player."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any, Final, NamedTuple

from ..boards import Board
from ..game import Game
from ..records import TengenError
from ..records.levels import FIRST_WITH_NETWORK, LEVELS
from ..rules import Variant
from .player import check_whole

KOMI: Final = 1
"""Black's advantage if White only gives up komi, in stones."""


class Gap(NamedTuple):
    """The gap between two levels: pairs with the same gap are measured together.

    With a ``beginner``, level 1, a stone is worth less. For other pairs, ``network``: only the stronger level has it,
    which is worth more than a level.
    """

    apart: int
    beginner: bool
    network: bool

    @classmethod
    def between(cls, stronger: int, weaker: int) -> Gap:
        return cls(stronger - weaker, weaker == 1, 1 < weaker < FIRST_WITH_NETWORK <= stronger)


@dataclass(frozen=True)
class Measured:
    """Match results on a board: the handicap that evens out a `Gap` between levels.

    ``stones`` is the point at which a logistic curve through the results passes one half, with its 95 % interval from
    ``low`` to ``high``: 0 is the usual ``komi``, 1 a komi of 0.5, more are that many stones and 0.5. ``games`` were
    played. With ``most`` stones, the most tried, the weaker level won with probability ``chance``; ``even``: whether
    that was enough.
    """

    game: str
    board: str
    apart: int
    beginner: bool
    network: bool
    stones: float
    low: float
    high: float
    games: int
    most: int
    chance: float
    even: bool = True


@dataclass(frozen=True)
class EvenTerms:
    """The terms of an even game between two levels: the weaker one has Black, and White gives komi or stones.

    ``handicap`` is 0 or at least 2; ``komi`` None is the game's usual one. ``enough`` is false if the handicap is
    the most that was tried, and too small or not tried between levels so far apart. ``measured`` is the result it is
    based on; None between equals.
    """

    stronger: int
    weaker: int
    handicap: int
    komi: float | None
    enough: bool
    measured: Measured | None

    @property
    def axes(self) -> dict[str, Any]:
        """The axes of a game under these terms, for a variant."""
        if self.handicap:
            return {"handicap": self.handicap}
        return {} if self.komi is None else {"komi": self.komi}

    @property
    def played(self) -> bool:
        """Whether levels so far apart were tried."""
        return self.measured is None or self.measured.apart >= self.stronger - self.weaker

    def __str__(self) -> str:
        """Return the terms in words.

        >>> str(EvenTerms(5, 5, 0, None, True, None))
        'Level 5 against level 5: even without a handicap, with random colours.'
        """
        who = f"Level {self.stronger} against level {self.weaker}"
        if self.measured is None:
            return f"{who}: even without a handicap, with random colours."
        if not self.played:
            return f"{who}: levels so far apart were not measured; the most tried is {self.handicap} stones."
        if not self.enough:
            share = f"{100 * self.measured.chance:.0f}%"
            return f"{who}: {self._given()} are not enough: level {self.weaker} wins {share} of the games."
        return f"{who}: even {self._given()}, with Black for level {self.weaker}."

    def _given(self) -> str:
        if self.handicap:
            return f"at {self.handicap} stones" if self.enough else f"{self.handicap} stones"
        return "without a handicap" if self.komi is None else f"at a komi of {self.komi:g}"


def even_terms(one: int, other: int, game: str | Variant = "chinese", board: str | Board = "9x9") -> EvenTerms:
    """Return the terms of an even game between two levels on a board, as far as they were measured.

    Levels further apart than any tried get the most that was tried with such levels, and level 1 the most that was
    tried on the board, so that it never gets less than a stronger one.

    Raises:
        TengenError: there is no such level, or nothing was measured for this game on this board.
    """
    for level in (one, other):
        check_whole("level", level, 1, len(LEVELS))
    weaker, stronger = sorted((one, other))
    here = _measured_on(game, board)
    if stronger == weaker:
        return EvenTerms(stronger, weaker, 0, None, True, None)
    gap = Gap.between(stronger, weaker)
    own = [each for each in here if each.beginner == gap.beginner] or here
    alike = [each for each in own if each.network == gap.network] or own
    known = {each.apart: each for each in alike}
    found = known.get(gap.apart) or known[max(known)]
    if gap.apart > max(known):
        most = max(each.most for each in (here if gap.beginner else known.values()))
        return EvenTerms(stronger, weaker, most, None, False, found)
    stones = _whole(found, game) if found.even else found.most
    komi = 0.5 if stones == KOMI else None
    return EvenTerms(stronger, weaker, stones if stones > KOMI else 0, komi, found.even, found)


def _whole(found: Measured, game: str | Variant) -> int:
    """Return the nearest possible handicap; without scoring there is no komi to give up."""
    if Game(game, board=found.board).rules.ends_by_passes or found.stones > KOMI + 0.5:
        return max(0, round(found.stones))
    return 0 if found.stones < KOMI else KOMI + 1


def _measured_on(game: str | Variant, board: str | Board) -> list[Measured]:
    """Return the measurements for a game on a board; TengenError without any."""
    start = Game(game, board=board)
    name = start.variant.name
    here = [
        each for each in measured() if each.game == name and Game(name, board=each.board).board.text == start.board.text
    ]
    if here and start.variant.changes:
        others = ", ".join(f"{axis} {value}" for axis, value in start.variant.changes.items())
        raise TengenError(f"handicaps of {name} were measured only under its usual rules, without {others}")
    if not here:
        grounds = ", ".join(dict.fromkeys(f"{each.game} on {each.board}" for each in measured()))
        board_here = start.board.name[:40]
        raise TengenError(f"no handicap was measured for {name} on {board_here}; measured: {grounds}")
    return here


@cache
def measured() -> tuple[Measured, ...]:
    """Return the measurements, game by game, board by board."""
    text = files(__package__).joinpath("even_games.toml").read_text(encoding="utf-8")
    return tuple(Measured(**row) for row in tomllib.loads(text)["measured"])


ENOUGH: Final = 2
"""The number of consecutive wins or losses that changes the level."""
FEWEST: Final = 6
"""The minimum number of moves of a game that counts: shorter ones were abandoned."""


@dataclass(frozen=True)
class Following:
    """The computer's ``level``, and its player's wins in a row since it changed, negative for losses.

    Neighbouring levels are about 200 Elo apart (docs/lab/strength.md): a player between two of them wins three games of
    four against the lower and one of four against the upper, so that the level alternates between these.

    Raises:
        TengenError: there is no such level, or a streak of this length would have changed it.

    >>> Following(3).after(1.0), Following(3, 1).after(1.0), Following(3, 1).after(0.0)
    (Following(level=3, run=1), Following(level=4, run=0), Following(level=3, run=-1))
    """

    level: int
    run: int = 0

    def __post_init__(self) -> None:
        check_whole("level", self.level, 1, len(LEVELS))
        check_whole("run", self.run, 1 - ENOUGH, ENOUGH - 1)

    def after(self, score: float) -> Following:
        """Return the state after a game that the player won (1), lost (0) or drew (0.5), which ends a streak."""
        if score == 0.5:
            return replace(self, run=0)
        sign = 1 if score > 0.5 else -1
        run = max(0, sign * self.run) + 1
        if run < ENOUGH:
            return replace(self, run=sign * run)
        return Following(min(max(self.level + sign, 1), len(LEVELS)))
