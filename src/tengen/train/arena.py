"""Many games at once between two sides of which each chooses for all of its games together."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, Protocol

from ..boards import Board
from ..game import Game
from ..match.openings import opening, seed_of
from ..match.rating import wilson
from ..network.evaluator import Evaluator, Group, Opinion
from ..network.graph import graph_of
from ..players import MCTS, Budget
from ..players.actions import move_of
from ..players.game_keys import keys_of
from ..records import Move, TengenError
from ..rules import Rules
from ..search.guided import Forest, ForestOptions, Leaves
from .examples import legal_actions, observer_of
from .sheet import Origin, Sheet, random_move


class Network(Protocol):
    """What answers for positions of several boards and rules at once; see `network.evaluator.Evaluator`."""

    def evaluate(self, groups: Sequence[Group]) -> list[Opinion]:
        """Return the opinion on each group."""


class Side(Protocol):
    """Chooses moves for many games of one kind."""

    @property
    def name(self) -> str:
        """What it is called."""

    def choose(self, games: Sequence[Game]) -> list[Move]:
        """Return a legal move for each game; none of them is over."""


@dataclass(frozen=True)
class Playouts:
    """The engine of playouts, by simulations a move; each choice is a search of its own."""

    simulations: int
    seed: int = 0

    @property
    def name(self) -> str:
        """What it is called."""
        return f"mcts:{self.simulations}"

    def choose(self, games: Sequence[Game]) -> list[Move]:
        """Return a legal move for each game."""
        budget = Budget(simulations=self.simulations)
        return [self._player(game, budget).choose(game) for game in games]

    def _player(self, game: Game, budget: Budget) -> MCTS:
        seed = seed_of(self.seed, f"{len(game.moves)} {game.moves}")
        return MCTS(budget=budget, seed=seed, resigns=False, megabytes=8)


@dataclass(frozen=True)
class Guided:
    """A search with a network, by simulations a move; all games share the network's batches."""

    network: Network
    simulations: int
    called: str = "net"
    seed: int = 0
    options: ForestOptions = field(default_factory=lambda: ForestOptions(limit=0))

    @property
    def name(self) -> str:
        """What it is called."""
        return f"{self.called}:{self.simulations}"

    def choose(self, games: Sequence[Game]) -> list[Move]:
        """Return a legal move for each game."""
        board, rules = games[0].board, games[0].rules
        room = (self.simulations + 2) * len(games)
        forest = Forest(
            board, rules, roots=len(games), nodes=room, batch=4 * len(games), seed=self.seed, options=self.options
        )
        for root, game in enumerate(games):
            forest.begin(root, game.state(), keys_of(game), simulations=self.simulations, turns=len(game.moves))
        grow([forest], self.network)
        return [move_of(forest.best(root), len(board)) for root in range(len(games))]


@dataclass(frozen=True)
class RandomSide:
    """Random legal moves."""

    seed: int = 0
    name: str = "random"

    def choose(self, games: Sequence[Game]) -> list[Move]:
        """Return a legal move for each game."""
        return [random_move(game, random.Random(seed_of(self.seed, str(game.moves)))) for game in games]


def side(text: str, simulations: int, seed: int = 0) -> Side:
    """Return whom a text names: random, ``mcts:120`` by simulations a move, or a file of weights.

    Raises:
        TengenError: none of them; WeightsError: no such file, or a wrong one.
    """
    if text == "random":
        return RandomSide(seed)
    if text.startswith("mcts:"):
        count = text.removeprefix("mcts:")
        if not count.isdecimal() or not int(count):
            raise TengenError(f"{text}: write, for example, mcts:120, for 120 simulations a move")
        return Playouts(int(count), seed)
    return Guided(Evaluator.load(Path(text)), simulations, Path(text).name, seed)


def grow(forests: Sequence[Forest], network: Network, each: int = 4) -> None:
    """Run all searches that are planned in some forests; leaves of all of them are evaluated together."""
    while busy := [forest for forest in forests if forest.is_busy]:
        asked = [(forest, leaves) for forest in busy if (leaves := forest.select(each=each))]
        groups = [seen_group(forest.board, forest.rules, leaves) for forest, leaves in asked]
        for (forest, _), opinion in zip(asked, network.evaluate(groups)):
            forest.absorb(opinion)


def seen_group(board: Board, rules: Rules, leaves: Leaves) -> Group:
    """Return what a network is asked about leaves."""
    observer = observer_of(board, rules)
    seen = observer.observe(leaves.points, leaves.tables, leaves.legal)
    return graph_of(observer.board), seen, leaves.legal


def lead_seen(game: Game, network: Network) -> float:
    """Return Black's lead as a network sees it, less komi."""
    state, legal = game.state(), legal_actions(game)[None]
    observer = observer_of(game.board, game.rules)
    seen = observer.observe(state.points[None].copy(), state.table[None].copy(), legal)
    [opinion] = network.evaluate([(graph_of(observer.board), seen, legal)])
    return float(opinion.margin[0]) * (1 if game.to_play == "black" else -1)


class Standing(NamedTuple):
    """How many games a side has won, drawn and lost."""

    won: int
    drawn: int
    lost: int

    @property
    def games(self) -> int:
        """How many there were."""
        return sum(self)

    @property
    def rate(self) -> float:
        """The share of points the side made; one half without games."""
        return (self.won + self.drawn / 2) / self.games if self.games else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true rate lies with 95 % confidence."""
        return wilson(self.won + self.drawn / 2, self.games)


def contest(one: Side, two: Side, start: Callable[[], Game], games: int, openings: int = 2, seed: int = 0) -> Standing:
    """Play games between two sides, in pairs with one opening and colours exchanged; return how the first one stands.

    Openings are those of matches: random stones that leave the game open. Games that are cut, and those without
    result, are draws.
    """
    sheets = [Sheet(_opened(start(), openings, seed, number // 2 + 1)) for number in range(games)]
    while playing := [number for number in range(games) if not sheets[number].is_over()]:
        for side, parity in ((one, 0), (two, 1)):
            mine = [n for n in playing if not sheets[n].is_over() and (_colour(sheets[n].game) + n) % 2 == parity]
            moves = side.choose([sheets[n].game for n in mine]) if mine else []
            for number, move in zip(mine, moves):
                sheets[number].push(move, "full")
    winners = [sheet.episode(Origin(0, seed, "")).winner or 0 for sheet in sheets]
    scores = [winner if number % 2 == 0 else -winner for number, winner in enumerate(winners)]
    return Standing(scores.count(1), scores.count(0), scores.count(-1))


def _colour(game: Game) -> int:
    """Return 0 where Black moves, 1 where White does."""
    return int(game.to_play == "white")


def _opened(game: Game, moves: int, seed: int, number: int) -> Game:
    for move in opening(game, moves, seed, number):
        game.play(move)
    return game
