"""A player's games against itself, for `balance`; reproducible by seed."""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar, Final, NamedTuple, TypeAlias

from ..boards import Board
from ..engines.dead import estimate_dead
from ..files.ledger import Ledger
from ..game import Game
from ..game.game_records import described
from ..game.scoring import komi_sign
from ..players import LEVELS, MCTS, Budget, Player
from ..records import COLOURS, Move, Place, Reason, Return, Tao, TengenError
from ..rules import Variant
from ..workers import HERE, Workers
from .fairness import ROUND, Balance, SelfGame
from .openings import seed_of, seeded

Maker: TypeAlias = Callable[[int], Player]
"""Makes the player of a game, from a seed."""

Judge: TypeAlias = Callable[[Game], float]
"""Returns the probability that Black wins, from 0 to 1."""

_JUDGED: Final = 4
"""The factor on a move's playouts for judging a first move."""
_OPENINGS: Final = 64
"""The maximum number of first moves that are judged, one per class of symmetric points."""
_COUNTING: Final = 400
"""Playouts, with either side to move, for finding dead stones if territory counts."""
_AS_RULED: Final = 3
"""The games per round at the rules' own komi, if komi decides."""
_SET: Final = 4
"""The games per round that start with the fairest first move, if there is no komi."""
_REPEATED: Final = frozenset({Reason.KO, Reason.REPETITION})


@dataclass(frozen=True)
class Lab:
    """The conditions of self-play: everything that decides its games.

    ``level`` is that of `MCTS`, ``simulations`` are per move, by default the level's. Games are cut after ``longest``
    moves. One player has both colours, so sides are never swapped.

    Raises:
        TengenError: an impossible value, a handicap, which makes the start unfair, or bids for komi.
    """

    variant: Variant
    board: Board
    level: int = 3
    simulations: int | None = None
    longest: int | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        if not 1 <= self.level <= len(LEVELS):
            raise TengenError(f"unknown level {self.level}; levels are 1 to {len(LEVELS)}")
        if self.simulations is not None and self.simulations < 1:
            raise TengenError(f"simulations must be at least 1, not {self.simulations}")
        if self.longest is not None and self.longest < 1:
            raise TengenError(f"longest must be at least 1, not {self.longest}")
        if self.variant.rules.handicap:
            raise TengenError("balance needs games without a handicap; set handicap=0")
        if self.variant.rules.fairness in ("bid", "auction"):
            raise TengenError("balance needs a fixed komi, without bids; set fairness=none")

    @property
    def moves(self) -> int:
        """The number of moves after which a game is cut."""
        return self.longest or 4 * len(self.board) + 100

    def start(self, komi: float | None = None, number: int = 0) -> Game:
        """Return a game before its first move, at a komi or the rules' own; its number seeds random stones."""
        rules = self.variant.rules
        chosen = replace(self.variant, rules=rules if komi is None else rules.replace(komi=komi))
        return seeded(chosen, self.board, self.seed, number)

    @property
    def budget(self) -> int:
        """Playouts per move."""
        return self.simulations or LEVELS[self.level - 1]

    def player(self, seed: int) -> Player:
        """Make the player of a game, for both sides; it never resigns, so that games are played out."""
        return MCTS(self.level, budget=Budget(self.budget), seed=seed, resigns=False, megabytes=16)

    def judge(self, game: Game) -> float:
        """Return Black's win rate by a longer search."""
        budget = Budget(_JUDGED * self.budget)
        *_, found = MCTS(self.level, budget=budget, seed=self.seed, megabytes=16).analyse(game)
        return found.win_rate if game.to_play == "black" else 1 - found.win_rate

    def balance(self, games: Iterable[SelfGame], swap: str = "") -> Balance:
        """Return the figures of games."""
        return Balance(self.variant.rules, len(self.board), tuple(games), swap)


class PlannedGame(NamedTuple):
    """A game to play: what distinguishes it from the other games of its lab."""

    number: int
    komi: float
    opening: str = ""

    def __str__(self) -> str:
        return f"game {self.number}"


def play_itself(
    lab: Lab,
    wanted: int,
    done: Iterable[SelfGame] = (),
    *,
    workers: Workers = HERE,
    make: Maker | None = None,
    swap: str = "",
) -> Generator[SelfGame]:
    """Play the missing games up to this number, and yield each as it ends.

    A game's komi depends only on earlier rounds, and its moves on its number, so the games are the same on every
    machine and after any interruption. A round starts when the one before it has ended; rules without komi have a
    single round. Closing the iterator ends the games in progress.

    Raises:
        TengenError: fewer than one game; a player that fails.
    """
    if wanted < 1:
        raise TengenError(f"there must be at least one game, not {wanted}")
    found = {game.number: game for game in done}
    work = partial(play_one, lab, make or lab.player)
    at_once = ROUND if lab.variant.rules.ends_by_passes else -(-wanted // ROUND) * ROUND
    for first in range(1, wanted + 1, at_once):
        plans = [plan for begin in range(first, first + at_once, ROUND) for plan in _plans(lab, begin, found, swap)]
        left = [plan for plan in plans if plan.number not in found and plan.number <= wanted]
        with closing(workers.run(work, left)) as games:
            for _, game in games:
                found[game.number] = game
                yield game


def _plans(lab: Lab, begin: int, found: Mapping[int, SelfGame], swap: str) -> Iterator[PlannedGame]:
    """Yield the games of a round; with komi, those of earlier rounds must be finished."""
    rules, others = lab.variant.rules, []
    if rules.ends_by_passes:
        earlier = [found[number] for number in range(1, begin)]
        curve = lab.balance(earlier).curve
        others = curve.next_komis(ROUND - _AS_RULED)
    for place in range(ROUND):
        if not rules.ends_by_passes:
            yield PlannedGame(begin + place, rules.komi, swap if place % (ROUND // _SET) == 2 else "")
        elif place % (ROUND // _AS_RULED) == 0:
            yield PlannedGame(begin + place, rules.komi)
        else:
            yield PlannedGame(begin + place, others.pop())


def play_one(lab: Lab, make: Maker, plan: PlannedGame) -> SelfGame:
    game = lab.start(plan.komi, plan.number)
    player = make(seed_of(lab.seed, f"balance {plan.number}"))
    tally = _Tally(game)
    if plan.opening and game.outcome is None:
        tally.move(game.read_move(plan.opening))
    while game.outcome is None and len(game.moves) < lab.moves:
        tally.move(player.choose(game))
    return tally.result(plan, lab.seed)


class _Tally:
    """A game in progress, and its counts."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.choices: list[int] = []
        self.kos = self.captures = self.incursions = 0

    def move(self, move: Move) -> None:
        """Count the legal moves, and play."""
        legal = list(self.game.legal_moves())
        self.choices.append(len(legal))
        if self.captures:  # before the first capture no position can come back
            board = self.game.board
            placed = {*(each.point for each in legal if isinstance(each, Place)), *map(board.find, self.game.stones)}
            forbidden = (set(self.game.why_not(Place(point))) for point in {*range(len(board))} - placed)
            self.kos += any(reasons and reasons <= _REPEATED for reasons in forbidden)
        turn = self.game.play(move)
        self.captures += len(turn.captured) + len(turn.lost)
        self.incursions += turn.incursion is not None

    def result(self, plan: PlannedGame, seed: int) -> SelfGame:
        """Return the finished game; count a game that was cut as it stands, unless only the last move decides."""
        game, outcome = self.game, self.game.outcome
        margin, how, winner = None, "cut", None
        if outcome is not None:
            if outcome.how == "score" and game.rules.scoring == "territory":
                outcome = game.settle(estimate_dead(game, seed=seed, simulations=_COUNTING))
            margin, how, winner = outcome.margin, outcome.how, outcome.winner
        elif game.rules.ends_by_passes:
            score = game.score()
            margin, winner = score.margin, score.winner
        return SelfGame(
            number=plan.number,
            komi=plan.komi,
            winner=winner,
            margin=None if margin is None else margin + komi_sign(game.rules) * plan.komi,
            how=how,
            opening=plan.opening,
            moves=tuple(map(game.write_move, game.moves)),
            choices=tuple(self.choices),
            kos=self.kos,
            captures=self.captures,
            incursions=self.incursions,
            tiles=sum(game.tiles.values()),
            taos=sum(isinstance(move, Tao) for move in game.moves),
            returns=sum(move is Return for move in game.moves),
        )


# -- the fairest first move --------------------------------------------------------------------------------------------


def fairest_opening(
    lab: Lab, judge: Judge | None = None, step: Callable[[float], object] = lambda share: None, workers: Workers = HERE
) -> str:
    """Return the first move judged most even, to be played when the opponent may swap sides.

    One move per class of symmetric points is judged; "" without a legal move. ``step`` gets the share judged so far.
    """
    texts = first_moves(lab)
    found = dict.fromkeys(texts, math.inf)
    with closing(workers.run(partial(_unevenness, lab, judge or lab.judge), texts)) as judged:
        for done, (text, uneven) in enumerate(judged, 1):
            found[text] = uneven
            step(done / len(texts))
    best = min(found, key=lambda text: found[text], default="")
    return best if best and found[best] < math.inf else ""


def _unevenness(lab: Lab, judge: Judge, text: str) -> float:
    """Return the imbalance after a first move; infinite if that ends the game."""
    game = lab.start()
    game.play(text)
    return math.inf if game.outcome is not None else abs(judge(game) - 0.5)


def first_moves(lab: Lab) -> list[str]:
    """Return one first stone per class of symmetric points; an even sample if there are too many."""
    game = lab.start()
    least = _kinds(lab.board) if not game.stones else list(range(len(lab.board)))
    points = sorted({least[move.point] for move in game.legal_moves() if isinstance(move, Place)})
    stride = -(-len(points) // _OPENINGS) or 1
    legal = [Place(point) for point in points[::stride] if not game.why_not(Place(point))]
    return [game.write_move(move) for move in legal]


def _kinds(board: Board) -> list[int]:
    """Return for every point the lowest point symmetric to it."""
    least = list(range(len(board)))
    moved = board.symmetries()
    while True:
        before = list(least)
        for permutation in moved:
            for point, image in enumerate(permutation):
                least[point] = least[image] = min(least[point], least[image])
        if least == before:
            return least


# -- results in a file -------------------------------------------------------------------------------------------------


def head_of(lab: Lab) -> dict[str, Any]:
    """Return what must match to resume a lab."""
    variant, axes = described(lab.variant)
    return {
        "tengen": 1, "kind": Notebook.kind, "variant": variant, "axes": axes, "board": lab.board.text,
        "level": lab.level, "simulations": lab.budget, "longest": lab.moves, "seed": lab.seed,
    }  # fmt: skip


class Notebook(Ledger[SelfGame]):
    """A file of the games of a balance."""

    kind: ClassVar[str] = "balance"
    noun: ClassVar[str] = "balance"

    def read(self, given: Mapping[str, Any]) -> SelfGame | None:
        made = SelfGame(**given)
        return made if made.winner in (*COLOURS, None) and isinstance(made.moves, tuple) else None
