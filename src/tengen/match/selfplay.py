"""A player's games against itself, from which `balance` takes its figures: the same for the same seed."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict, dataclass, replace
from typing import Any, ClassVar, Final, TypeAlias

from ..boards import Board, symmetry
from ..game import Game
from ..game.recording import described
from ..players import LEVELS, MCTS, Budget, Player
from ..records import COLOURS, Place, Reason, Return, Tao, TengenError
from ..rules import Variant
from .balance import ROUND, Balance, KomiCurve, SelfGame
from .dead import estimate_dead
from .ledger import Ledger
from .openings import seed_of

Maker: TypeAlias = Callable[[int], Player]
"""Makes the player of one game, from a seed."""

Judge: TypeAlias = Callable[[Game], float]
"""Says how probable it is that Black wins, 0 to 1."""

_JUDGED: Final = 4
"""A first move is judged with so many times the simulations of a move in play."""
_OPENINGS: Final = 64
"""So many first moves are judged at most, one of each kind that the board's symmetries make."""
_COUNTING: Final = 400
"""Simulations, with either side to move, by which dead stones are found where territory counts."""
_AS_RULED: Final = 3
"""Where komi decides, so many games of each round are played at the rules' own."""
_SET: Final = 4
"""Where there is none, so many games of each round begin with the fairest first move."""
_REPEATED: Final = frozenset({Reason.KO, Reason.REPETITION})


@dataclass(frozen=True)
class Lab:
    """Under what a player plays itself: all that decides its games.

    ``level`` is that of `MCTS`, ``simulations`` a move if not the level's; games are cut after ``longest`` moves.

    Raises:
        TengenError: a value that cannot be, or a handicap, which is no fair start.
    """

    variant: Variant
    board: Board
    level: int = 3
    simulations: int | None = None
    longest: int | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        if not 1 <= self.level <= len(LEVELS):
            raise TengenError(f"there is no level {self.level}; levels are from 1 to {len(LEVELS)}")
        for name in ("simulations", "longest"):
            value = getattr(self, name)
            if value is not None and value < 1:
                raise TengenError(f"{name} must be at least 1, not {value}")
        if self.variant.rules.handicap:
            raise TengenError("balance is that of games without a handicap; set handicap=0")

    @property
    def budget(self) -> int:
        """Simulations a move."""
        return self.simulations or LEVELS[self.level - 1]

    @property
    def moves(self) -> int:
        """After how many moves a game is cut."""
        return self.longest or 4 * len(self.board) + 100

    def start(self, komi: float | None = None) -> Game:
        """Return a game before its first move, at a komi or the rules' own."""
        rules = self.variant.rules
        return Game(replace(self.variant, rules=rules if komi is None else rules.replace(komi=komi)), board=self.board)

    def player(self, seed: int) -> Player:
        """Make the player of one game: it plays for both sides, and never resigns, so that games have their length."""
        budget = Budget(simulations=self.budget)
        return MCTS(self.level, budget=budget, seed=seed, resigns=False, megabytes=16)

    def judge(self, game: Game) -> float:
        """Return Black's chances by a longer search."""
        budget = Budget(simulations=_JUDGED * self.budget)
        *_, found = MCTS(self.level, budget=budget, seed=self.seed, megabytes=16).analyse(game)
        return found.win_rate if game.to_play == "black" else 1 - found.win_rate

    def balance(self, games: Iterable[SelfGame], swap: str = "") -> Balance:
        """Return the figures of games."""
        return Balance(self.variant.rules, len(self.board), tuple(games), swap)


def play_itself(
    lab: Lab,
    wanted: int,
    done: Iterable[SelfGame] = (),
    *,
    threads: int = 1,
    make: Maker | None = None,
    swap: str = "",
) -> Generator[SelfGame]:
    """Play the games up to this number that are not done, and yield each as it ends; so many at once as threads.

    A game's komi depends on the games of earlier rounds, never on those of its own, and its moves on its number: so the
    games are the same whatever the threads, and wherever they were interrupted. Closing the iterator ends them.

    Raises:
        TengenError: fewer than one game or thread; a player that fails.
    """
    if wanted < 1 or threads < 1:
        raise TengenError(f"there must be at least one game and one thread, not {wanted} and {threads}")
    found = {game.number: game for game in done}
    stop = threading.Event()
    with ThreadPoolExecutor(threads) as pool:
        try:
            for begin in range(1, wanted + 1, ROUND):
                plans = _plans(lab, begin, [found[number] for number in range(1, begin)], swap)
                left = [plan for plan in plans if plan[0] not in found and plan[0] <= wanted]
                running = [pool.submit(play_one, lab, *plan, make or lab.player, stop) for plan in left]
                for each in as_completed(running):
                    game = each.result()
                    found[game.number] = game
                    yield game
        finally:
            stop.set()
            pool.shutdown(cancel_futures=True)


def _plans(lab: Lab, begin: int, earlier: Sequence[SelfGame], swap: str) -> Iterator[tuple[int, float, str]]:
    """Yield number, komi and first move of the games of a round."""
    rules, others = lab.variant.rules, []
    if rules.end == "passes":
        curve = KomiCurve(len(lab.board), ((game.komi, game.points) for game in earlier))
        others = curve.next_komis(ROUND - _AS_RULED)
    for place in range(ROUND):
        if rules.end != "passes":
            yield begin + place, rules.komi, swap if place % (ROUND // _SET) == 2 else ""
        elif place % (ROUND // _AS_RULED) == 0:
            yield begin + place, rules.komi, ""
        else:
            yield begin + place, others.pop(), ""


class Stopped(TengenError):
    """Nobody waits for the game any more."""


def play_one(lab: Lab, number: int, komi: float, opening: str, make: Maker, stop: threading.Event) -> SelfGame:
    """Play one game.

    Raises:
        Stopped: somebody set ``stop``. TengenError: the player fails, or makes an illegal move.
    """
    game = lab.start(komi)
    player = make(seed_of(lab.seed, f"balance {number}"))
    tally = _Tally(game)
    if opening and game.outcome is None:
        tally.move(game.read_move(opening))
    while game.outcome is None and len(game.moves) < lab.moves:
        if stop.is_set():
            raise Stopped(f"game {number} was stopped")
        tally.move(player.choose(game))
    return tally.result(number, komi, opening, lab.seed)


class _Tally:
    """A game in progress, and what is counted in it."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.choices: list[int] = []
        self.kos = self.incursions = 0
        self._tiled = game.rules.tiles != "none"

    def move(self, move: Any) -> None:
        """Count what could be played, and play."""
        legal = list(self.game.legal_moves())
        self.choices.append(len(legal))
        self.kos += self._is_ko({move.point for move in legal if isinstance(move, Place)})
        self.game.play(move)
        if self._tiled and isinstance(move, Place):
            self.incursions += self.game.position.last_incursion

    def _is_ko(self, legal: set[int]) -> bool:
        """Say whether nothing but repetition forbids a stone somewhere; without captures that cannot be."""
        if self._captures() == 0:
            return False
        forbidden = (set(self.game.why_not(Place(p))) for p in range(len(self.game.board)) if p not in legal)
        return any(reasons and reasons <= _REPEATED for reasons in forbidden)

    def _captures(self) -> int:
        """Return how many stones have been taken off."""
        return sum(isinstance(move, Place) for move in self.game.moves) - self._standing

    @property
    def _standing(self) -> int:
        return int(self.game.state().points["colour"].astype(bool).sum())

    def result(self, number: int, komi: float, opening: str, seed: int) -> SelfGame:
        """Return the finished game; one that was cut is counted as it stands, unless only the last move decides."""
        game, outcome, captures = self.game, self.game.outcome, self._captures()
        margin, how, winner = None, "cut", None
        if outcome is not None:
            if outcome.how == "score" and game.rules.scoring == "territory":
                outcome = game.settle(estimate_dead(game, seed=seed, simulations=_COUNTING))
            margin, how, winner = outcome.margin, outcome.how, outcome.winner
        elif game.rules.end == "passes":
            margin = game.score().margin
            winner = COLOURS[margin < 0] if margin else None
        return SelfGame(
            number=number,
            komi=komi,
            winner=winner,
            margin=None if margin is None else margin + komi,
            how=how,
            opening=opening,
            moves=tuple(map(game.write_move, game.moves)),
            choices=tuple(self.choices),
            kos=self.kos,
            captures=captures,
            incursions=self.incursions,
            tiles=sum(game.tiles.values()),
            taos=sum(isinstance(move, Tao) for move in game.moves),
            returns=sum(move is Return for move in game.moves),
        )


# -- the fairest first move --------------------------------------------------------------------------------------------


def fairest_opening(lab: Lab, judge: Judge | None = None, step: Callable[[], object] = lambda: None) -> str:
    """Return the first move after which the game is judged most even: what one would play where the other may swap.

    One move of each kind under the board's symmetries is judged; "" where nothing can be played.
    """
    judge, found = judge or lab.judge, []
    for text in first_moves(lab):
        game = lab.start()
        game.play(text)
        step()
        if game.outcome is None:
            found.append((abs(judge(game) - 0.5), text))
    return min(found, key=lambda each: each[0])[1] if found else ""


def first_moves(lab: Lab) -> list[str]:
    """Return one first stone of each kind that the board's symmetries make; an even choice where there are too many."""
    game = lab.start()
    least = _kinds(lab.board) if not game.stones else list(range(len(lab.board)))
    points = sorted({least[move.point] for move in game.legal_moves() if isinstance(move, Place)})
    stride = -(-len(points) // _OPENINGS) or 1
    legal = [Place(point) for point in points[::stride] if not game.why_not(Place(point))]
    return [game.write_move(move) for move in legal]


def _kinds(board: Board) -> list[int]:
    """Return for every point the least one that a symmetry of the board takes it to."""
    least = list(range(len(board)))
    moved = symmetry.generators(board)
    while True:
        before = list(least)
        for permutation in moved:
            for point, image in enumerate(permutation):
                least[point] = least[image] = min(least[point], least[image])
        if least == before:
            return least


# -- results in a file -------------------------------------------------------------------------------------------------


def head_of(lab: Lab) -> dict[str, Any]:
    """Return what has to be the same when a lab goes on."""
    variant, axes = described(lab.variant)
    return {
        "tengen": 1, "kind": Notebook.kind, "variant": variant, "axes": axes, "board": lab.board.text,
        "level": lab.level, "simulations": lab.budget, "longest": lab.moves, "seed": lab.seed,
    }  # fmt: skip


class Notebook(Ledger[SelfGame]):
    """A file of the games that a balance is made of."""

    kind: ClassVar[str] = "balance"
    noun: ClassVar[str] = "balance"

    def read(self, given: Mapping[str, Any]) -> SelfGame | None:
        """Return the game of a line's fields."""
        made = SelfGame(**given)
        return made if made.winner in (*COLOURS, None) and isinstance(made.moves, tuple) else None

    def line(self, game: SelfGame) -> str:
        """Return a game as a line of JSON."""
        said = {key: value for key, value in asdict(game).items() if key != "number"}
        return json.dumps({"game": game.number, **said}, ensure_ascii=False) + "\n"
