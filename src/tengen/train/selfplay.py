"""Self-play of a network over the curriculum: many games at once, whose searches share the network's batches."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Final, NamedTuple

import numpy as np

from ..game import Game
from ..match.openings import seed_of
from ..network.evaluator import Evaluator
from ..network.weights import Weights
from ..players.actions import move_of
from ..players.game_keys import keys_of
from ..records import TengenError
from ..search.guided import Forest, ForestOptions
from .arena import Network, grow, lead_seen
from .curriculum import Kind, Kinds, draw_kind, draw_komi
from .episodes import Episode, Pace, Thought
from .sheet import Origin, Sheet, draw_opening, random_move, replayed

_TABLES: Final = 4
"""Tables of a shift: their searches share batches."""
_SHARES: Final = 1000
"""The number of simulations as whose visits a policy is kept."""


@dataclass(frozen=True)
class SelfPlayOptions:
    """How games are played.

    A ``share`` of the moves is found with ``full`` simulations, the others with ``quick`` ones, as in KataGo's playout
    cap randomization. A table has ``games`` of a kind at a komi, played side by side. A move is a random one with the
    probability ``blunders``.
    """

    full: int = 64
    quick: int = 12
    share: float = 0.3
    games: int = 8
    blunders: float = 0.01

    def __post_init__(self) -> None:
        for field in ("full", "quick", "games"):
            if getattr(self, field) < 1:
                raise TengenError(f"{field} must be at least 1, not {getattr(self, field)}")


class Shift(NamedTuple):
    """Tables that are played side by side, so that their searches share batches: all that makes their games."""

    numbers: tuple[int, ...]
    weights: Weights | None
    name: str
    kinds: Kinds
    seed: int
    options: SelfPlayOptions

    def __str__(self) -> str:
        return f"tables {self.numbers[0]} to {self.numbers[-1]}"


def table_numbers(last: int, games: int) -> Iterator[tuple[int, ...]]:
    """Yield the numbers of each shift's tables, for ever, after the one with game ``last`` of ``games`` a table.

    A table that was broken off is not played again.
    """
    for first in count(-(-last // games) + 1, _TABLES):
        yield tuple(range(first, first + _TABLES))


def play_shift(shift: Shift, network: Network | None = None) -> list[Episode]:
    """Play all games of a shift, the same for the same shift; their numbers are by table and place.

    ``network`` is asked in place of one of the shift's weights; a shift without weights needs it.
    """
    if network is None:
        assert shift.weights is not None
        network = Evaluator(shift.weights)
    tables = [_Table(shift, number, network) for number in shift.numbers]
    found: list[Episode] = []
    while tables:
        grow([table.forest for table in tables], network)
        for table in tables:
            found += table.move()
        tables = [table for table in tables if not table.is_over()]
    return sorted(found, key=lambda episode: episode.number)


class _Table:
    """Games of one kind at one komi, with one forest: they move together, by full searches or by quick ones."""

    def __init__(self, shift: Shift, number: int, network: Network) -> None:
        self.shift, self.options, self.number = shift, shift.options, number
        options = shift.options
        self.chance = random.Random(seed_of(shift.seed, f"table {number}"))
        kind = draw_kind(shift.kinds, self.chance)
        self.sheets = [Sheet(game) for game in _opened(kind, options.games, network, self.chance)]
        first = self.sheets[0].game
        self.n = len(first.board)
        self.forest = Forest(
            first.board, first.rules, roots=options.games, nodes=4 * options.games * options.full,
            batch=4 * options.games, seed=self.chance.getrandbits(32), options=ForestOptions(method="gumbel", limit=0),
        )  # fmt: skip
        self.pace: Pace = "full"
        self._begin()

    def _begin(self) -> None:
        """Plan the next search of every game."""
        self.pace = "full" if self.chance.random() < self.options.share else "quick"
        simulations = self.options.full if self.pace == "full" else self.options.quick
        for root, sheet in enumerate(self.sheets):
            game = sheet.game
            if not sheet.is_over():
                turns = len(game.moves)
                self.forest.begin(root, game.state(), keys_of(game), simulations=simulations, turns=turns)

    def move(self) -> Iterator[Episode]:
        """Make the moves that were found, begin the next searches, and yield the games that have ended."""
        for root, sheet in enumerate(self.sheets):
            if sheet.is_over():
                continue
            if self.chance.random() < self.options.blunders:
                sheet.push(random_move(sheet.game, self.chance), "random")
            else:
                self._push(root, sheet)
            if sheet.is_over():
                self.forest.end(root)
                number = (self.number - 1) * self.options.games + root + 1
                yield sheet.episode(Origin(number, self.shift.seed, f"{self.shift.name}:{self.options.full}"))
        if not self.is_over():
            self._begin()

    def _push(self, root: int, sheet: Sheet) -> None:
        """Play what the search found best."""
        forest, side = self.forest, 1 if sheet.game.to_play == "black" else -1
        visits = np.rint(_SHARES * forest.policy(root)).astype(int) if self.pace == "full" else np.zeros(0, int)
        thought = Thought(
            round((forest.value(root) + 1) / 2, 4),
            round(side * forest.margin(root), 2),
            {int(action): int(visits[action]) for action in visits.nonzero()[0]},
        )
        move = move_of(forest.best(root), self.n)
        sheet.push(random_move(sheet.game, self.chance) if sheet.game.why_not(move) else move, self.pace, thought)

    def is_over(self) -> bool:
        """Say whether all of its games are."""
        return all(sheet.is_over() for sheet in self.sheets)


def _opened(kind: Kind, count: int, network: Network, chance: random.Random) -> list[Game]:
    """Return games after their random openings, at one komi that may be fair for the first of them."""
    found: list[Game] = []
    while len(found) < count:
        game = kind.start(0.0 if kind.has_komi else None)
        if draw_opening(game, chance):
            found.append(game)
    if not kind.has_komi:
        return found
    komi = draw_komi(kind, lead_seen(found[0], network), chance)
    return [replayed(game, kind.start(komi)) for game in found]
