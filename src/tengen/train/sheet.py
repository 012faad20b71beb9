"""A game in progress that becomes an episode: its moves, how each was found, and what was thought."""

from __future__ import annotations

import random
from typing import Final, NamedTuple

import numpy as np

from ..engines.dead import estimate_dead
from ..game import Game
from ..game.game_records import described
from ..players.actions import action_of
from ..records import Move, Pass
from .episodes import Episode, Pace, Thought

_COUNTING: Final = 200
"""Simulations, with either side to move, by which dead stones are found where territory counts."""
_SIDES: Final = {"black": 1, "white": -1, None: 0}


class Origin(NamedTuple):
    """Where an episode comes from: its number, its seed, and who played it."""

    number: int
    seed: int
    level: str


class Sheet:
    """The sheet of a game; the moves that it has had so far are an opening drawn at random."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.paces: list[Pace] = ["random"] * len(game.moves)
        self.thoughts: list[Thought | None] = [None] * len(game.moves)

    def is_over(self) -> bool:
        """Say whether the game has ended, or is so long that it is cut."""
        return self.game.outcome is not None or len(self.game.moves) >= 5 * len(self.game.board) + 40

    def push(self, move: Move, pace: Pace, thought: Thought | None = None) -> None:
        """Play a move that is legal."""
        self.game.push(move)
        self.paces.append(pace)
        self.thoughts.append(thought)

    def episode(self, origin: Origin) -> Episode:
        """Return the finished game; where territory counts, without stones that are clearly dead."""
        game, outcome = self.game, self.game.outcome
        dead: tuple[str, ...] = ()
        if outcome is not None and outcome.how == "score" and game.rules.scoring == "territory":
            dead = estimate_dead(game, seed=origin.seed, simulations=_COUNTING)
            outcome = game.settle(dead)
        preset, axes = described(game.variant)
        return Episode(
            number=origin.number,
            game=preset,
            axes=axes,
            board=game.board.text,
            actions=tuple(action_of(move, len(game.board)) for move in game.moves),
            paces=tuple(self.paces),
            thoughts=tuple(self.thoughts),
            ended="cut" if outcome is None else outcome.how,
            winner=None if outcome is None else _SIDES[outcome.winner],
            margin=None if outcome is None else outcome.margin,
            owners=tuple(area_owners(game, dead)),
            seed=origin.seed,
            level=origin.level,
        )


def area_owners(game: Game, dead: tuple[str, ...] = ()) -> list[int]:
    """Return the owner of every point by area as it stands: 1, -1 or 0."""
    return [int(side) for side in np.frombuffer(game.score("area", dead=dead).sides, np.int8)]


# -- openings ----------------------------------------------------------------------------------------------------------


def draw_opening(game: Game, chance: random.Random) -> bool:
    """Play random moves that begin a game; return whether it still goes on."""
    for _ in range(_opening_length(len(game.board), chance)):
        if game.outcome is None:
            game.push(random_move(game, chance))
    return game.outcome is None


def _opening_length(points: int, chance: random.Random) -> int:
    """Return how many moves of an opening are random: none in a quarter of the games, mostly few, sometimes many."""
    if chance.random() < 0.25:
        return 0
    return min(1 + int(chance.expovariate(1 / (0.5 + points / 20))), points // 2)


def random_move(game: Game, chance: random.Random) -> Move:
    """Return a random legal move, a pass only where there is no other; so nothing ends before it has begun."""
    legal = [move for move in game.legal_moves() if move is not Pass]
    return chance.choice(legal) if legal else Pass


def replayed(game: Game, start: Game) -> Game:
    """Return a game that has begun otherwise, at another komi, after the moves of another one."""
    for move in game.moves:
        start.push(move)
    return start
