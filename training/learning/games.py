"""Games of the search against itself to learn from: random openings at a fair komi, with the search's evaluations."""

from __future__ import annotations

import math
import random
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tengen import boards
from tengen.engines.dead import estimate_dead
from tengen.game import Game
from tengen.game.game_records import described
from tengen.kernel.layout import PASS, PLACE, RETURN
from tengen.match.openings import seed_of
from tengen.players import MCTS, Budget
from tengen.players.scope import action_of, move_of
from tengen.records import Move, Pass
from tengen.rules import variant
from tengen.search import Search

from .episodes import Episode, Pace, Thought

LEVELS: Final = (80, 800)
"""The fewest and the most simulations of a full search; drawn log-uniformly, once for both sides."""
_FULL: Final = 0.5
"""The share of moves that a full search finds; the others are quick, as in KataGo's playout cap randomization."""
_QUICK: Final = 5
"""The factor by which a quick search has fewer simulations, at least `_FEWEST`."""
_FEWEST: Final = 30
_BLUNDERED: Final = 0.25
"""The share of games in which one move or two are drawn at random, after which play is good again."""
_DECIDED: Final = 0.03
"""A side with smaller chances has lost: full searches become rare."""
_SURE: Final = 0.9
"""How sure the owner of every point must be, whichever side moves, before a side passes."""
_EVENED: Final = 0.7
"""The share of games whose komi is the search's lead after the opening plus a little noise."""
_COUNTING: Final = 200
"""Simulations, with either side to move, that find dead stones under territory scoring."""
_SIDES: Final = {"black": 1, "white": -1, None: 0}


class Plan(NamedTuple):
    """An episode to play; the same plan always gives the same episode.

    ``game`` is a variant, by its name or its TOML file. One of the ``boards`` is drawn; one that is listed twice is
    drawn twice as often.
    """

    number: int
    game: str
    boards: tuple[str, ...]
    seed: int

    def __str__(self) -> str:
        return f"game {self.number}"


def play_episode(plan: Plan) -> Episode:
    """Play one game."""
    chance = random.Random(seed_of(plan.seed, f"episode {plan.number}"))
    board = chance.choices(plan.boards)[0]
    level = round(math.exp(chance.uniform(*map(math.log, LEVELS))))
    player = MCTS(budget=Budget(simulations=level), seed=chance.getrandbits(32), resigns=False, megabytes=8)
    playing = _SelfGame(_opened(plan.game, board, player, chance), player, chance, level)
    playing.play()
    return playing.episode(plan)


def start(game: str, board: str = "", komi: float | None = None) -> Game:
    """Return a game before its first move, at a komi or the rules' own.

    Raises:
        UnknownVariant, BoardError, FormatError: unknown variant or board.
    """
    played = variant(game) if komi is None else variant(game, komi=komi)
    return Game(played, board=boards.parse(board or played.board, footprint=played.footprint))


# -- openings ----------------------------------------------------------------------------------------------------------


def _opened(name: str, board: str, player: MCTS, chance: random.Random) -> Game:
    """Return a game after its random opening, at a komi that may be fair."""
    komi = 0.0 if variant(name).rules.ends_by_passes else None
    game = start(name, board, komi)
    while not draw_opening(game, chance):
        game = start(name, board, komi)
    if komi is None:
        return game
    lead, _ = player.search(game, Budget(simulations=LEVELS[0])).totals()
    found = start(name, board, draw_komi(len(game.board), lead, chance))
    for move in game.moves:
        found.push(move)
    return found


def draw_komi(points: int, fair: float, chance: random.Random) -> float:
    """Return a whole or half komi, usually near ``fair`` and sometimes far from it.

    On most boards the fair komi is unknown: ``fair`` is the lead that a search finds after the opening.
    """
    komi = chance.gauss(fair, 1.0 if chance.random() < _EVENED else points / 4)
    return max(-float(points), min(float(points), round(2 * komi) / 2))


def draw_opening(game: Game, chance: random.Random) -> bool:
    """Play a random opening; return whether the game still goes on."""
    points = len(game.board)
    # None in a quarter of the games, mostly few, sometimes many.
    length = min(1 + int(chance.expovariate(1 / (0.5 + points / 20))), points // 2) if chance.random() >= 0.25 else 0
    for _ in range(length):
        if game.outcome is None:
            game.push(random_move(game, chance))
    return game.outcome is None


def random_move(game: Game, chance: random.Random) -> Move:
    """Return a random legal move, a pass only without others, so that nothing ends too early."""
    legal = [move for move in game.legal_moves() if move is not Pass]
    return chance.choice(legal) if legal else Pass


# -- the game ----------------------------------------------------------------------------------------------------------


class _View(NamedTuple):
    """A search's findings: the evaluation, and the sure owner of each point (0: none)."""

    thought: Thought
    owners: NDArray[np.int8]


class _SelfGame:
    """A game that the search plays against itself after a random opening."""

    def __init__(self, game: Game, player: MCTS, chance: random.Random, level: int) -> None:
        self.game, self.player, self.chance, self.level = game, player, chance, level
        self.paces: list[Pace] = ["random"] * len(game.moves)
        self.thoughts: list[Thought | None] = [None] * len(game.moves)
        self._n = len(game.board)
        self._before: _View | None = None
        blunders = chance.choice((1, 1, 2)) if chance.random() < _BLUNDERED else 0
        self._blunders = {len(game.moves) + chance.randrange(self._n) for _ in range(blunders)}

    def play(self) -> None:
        """Play until the game ends, or is cut as too long."""
        while self.game.outcome is None and len(self.game.moves) < 5 * self._n + 40:
            if len(self.game.moves) in self._blunders:
                self._push(random_move(self.game, self.chance), "random")
                self._before = None
            else:
                self._think()

    def _think(self) -> None:
        """Search and move."""
        lost = self._before is not None and not _DECIDED < self._before.thought.win_rate < 1 - _DECIDED
        pace: Pace = "full" if self.chance.random() < (_FULL / 4 if lost else _FULL) else "quick"
        simulations = self.level if pace == "full" else max(_FEWEST, self.level // _QUICK)
        search = self.player.search(self.game, Budget(simulations=simulations))
        search.run_afresh(_FEWEST)
        view = _viewed(self.game, search)
        passes = self._is_settled(view)
        self._before = view
        visits = {2 * self._n: sum(view.thought.visits.values())} if passes else view.thought.visits
        move = Pass if passes else self._chosen(visits)
        self._push(move, pace, view.thought._replace(visits=visits))

    def _push(self, move: Move, pace: Pace, thought: Thought | None = None) -> None:
        self.game.push(move)
        self.paces.append(pace)
        self.thoughts.append(thought)

    def _chosen(self, visits: dict[int, int]) -> Move:
        """Return a legal move drawn by visits: freely in the opening, later close to the most visited."""
        heat = 1.0 if len(self.game.moves) < self._n / 4 else 0.25
        most = max(visits.values(), default=1)
        weights = {action: (count / most) ** (1 / heat) for action, count in visits.items()}
        while weights:
            action = self.chance.choices(list(weights), list(weights.values()))[0]
            move = move_of(action, self._n)
            if not self.game.why_not(move):
                return move
            del weights[action]
        return random_move(self.game, self.chance)

    def _is_settled(self, view: _View) -> bool:
        """Return whether neither side can gain anything more: all points are sure, whichever side moves.

        The previous search had the other side to move.
        """
        game, before = self.game, self._before
        if game.rules.scoring == "stones" or not game.rules.ends_by_passes or game.why_not(Pass) or before is None:
            return False
        counted = game.state().points["tao"] == 0
        if not (view.owners != 0)[counted].all() or (view.owners != before.owners)[counted].any():
            return False
        return game.rules.scoring == "territory" or _area_owners(game) == view.owners.tolist()

    def episode(self, plan: Plan) -> Episode:
        """Return the finished game; under territory scoring, without clearly dead stones."""
        game, outcome = self.game, self.game.outcome
        dead: tuple[str, ...] = ()
        if outcome is not None and outcome.how == "score" and game.rules.scoring == "territory":
            dead = estimate_dead(game, seed=plan.seed, simulations=_COUNTING)
            outcome = game.settle(dead)
        preset, axes = described(game.variant)
        return Episode(
            number=plan.number,
            game=preset,
            axes=axes,
            board=game.board.text,
            actions=tuple(action_of(move, self._n) for move in game.moves),
            paces=tuple(self.paces),
            thoughts=tuple(self.thoughts),
            ended="cut" if outcome is None else outcome.how,
            winner=None if outcome is None else _SIDES[outcome.winner],
            margin=None if outcome is None else outcome.margin,
            owners=tuple(_area_owners(game, dead)),
            seed=plan.seed,
            level=f"mcts:{self.level}",
        )


def _area_owners(game: Game, dead: tuple[str, ...] = ()) -> list[int]:
    """Return the owner of every point by area in the current position: 1, -1 or 0."""
    return [int(side) for side in np.frombuffer(game.score("area", dead=dead).sides, np.int8)]


def _viewed(game: Game, search: Search) -> _View:
    """Return a search's findings; empty ones for an empty tree."""
    n, children = len(game.board), search.children()
    children = children[children["visits"] > 0]
    visits = {
        {PLACE: int(point), PASS: 2 * n, RETURN: 2 * n + 1}.get(int(kind), n + int(point)): int(count)
        for kind, point, count in zip(children["kind"], children["point"], children["visits"])
    }
    total = max(1, sum(visits.values()))
    win_rate = round(float(children["wins"].sum()) / total, 4) if visits else 0.5
    lead = round(float(children["margins"].sum()) / total, 2)
    owners = search.ownership()
    sure = np.where(np.abs(owners) >= _SURE, np.sign(owners), 0).astype(np.int8)
    return _View(Thought(win_rate, lead, visits), sure)
