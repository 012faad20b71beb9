"""Matches: many games of two players with colours exchanged, and what they prove."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ..game import Game
from ..game.game import BoardLike
from ..records import TengenError
from ..rules import Rules, Variant
from .entrants import Entrant, entrant
from .rating import Sprt, elo_of, superiority, wilson
from .referee import Conditions, Contestant, GameResult, play_game


@dataclass(frozen=True)
class MatchResult:
    """The games of a match, and their figures from the first player's side.

    Void games, in which neither player could play, count nowhere.

    >>> won = GameResult(1, "first", "first", "B+R", "resignation", (), ("A", "B"))
    >>> lost = GameResult(2, "second", "second", "B+3", "score", (), ("A", "B"))
    >>> result = MatchResult((won, lost))
    >>> result.rate, result.elo, result.superiority, result.pairs
    (0.5, 0.0, 0.5, Counter({0.5: 1}))
    """

    games: tuple[GameResult, ...]

    @cached_property
    def scores(self) -> tuple[float, ...]:
        """The first player's score of every game that counts."""
        return tuple(game.score for game in self.games if game.score is not None)

    @property
    def wins(self) -> int:
        """Games the first player won."""
        return self.scores.count(1.0)

    @property
    def draws(self) -> int:
        """Games nobody won."""
        return self.scores.count(0.5)

    @property
    def losses(self) -> int:
        """Games the first player lost."""
        return self.scores.count(0.0)

    @property
    def rate(self) -> float:
        """The share of points the first player made; one half where nothing counts yet."""
        return sum(self.scores) / len(self.scores) if self.scores else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true rate lies with 95 % confidence."""
        return wilson(sum(self.scores), len(self.scores))

    @property
    def elo(self) -> float:
        """How much stronger the first player is; infinite where somebody won all games."""
        return elo_of(self.rate)

    @property
    def elo_interval(self) -> tuple[float, float]:
        """Where the difference in Elo lies with 95 % confidence."""
        low, high = self.interval
        return elo_of(low), elo_of(high)

    @property
    def superiority(self) -> float:
        """How probable it is that the first player is the stronger one."""
        return superiority(self.wins, self.losses)

    @cached_property
    def pairs(self) -> Counter[float]:
        """How often both games of an opening together made each mean score: what `Sprt` works on."""
        scores = {game.number: game.score for game in self.games}
        found: Counter[float] = Counter()
        for number in range(1, max(scores, default=0) + 1, 2):
            first, second = scores.get(number), scores.get(number + 1)
            if first is not None and second is not None:
                found[(first + second) / 2] += 1
        return found

    def as_dict(self) -> dict[str, Any]:
        """Return the figures as plain data for JSON, None for what is infinite."""
        return {
            "games": len(self.games),
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "rate": round(self.rate, 4),
            "interval": [round(end, 4) for end in self.interval],
            "elo": _finite(self.elo),
            "elo_interval": [_finite(end) for end in self.elo_interval],
            "superiority": round(self.superiority, 4),
            "ends": dict(Counter(game.how for game in self.games)),
        }


def conditions_of(game: str | Variant | Rules = "chinese", board: BoardLike | None = None, **others: Any) -> Conditions:
    """Return the conditions of matches on a board under some rules; ``others`` are fields of `Conditions`.

    >>> conditions_of("tile", "7x7", openings=0).moves
    296
    """
    start = Game(game, board=board)
    return Conditions(start.variant, start.board, **others)


def play_games(
    first: Contestant | str, second: Contestant | str, conditions: Conditions, numbers: Iterable[int], jobs: int = 1
) -> Generator[GameResult]:
    """Play the games of a match with these numbers and yield each as it ends.

    A player given as text or as an `Entrant` is made anew for every game, with a seed of its own, so that a game comes
    out the same whatever was played before; ``jobs`` games then run at once, each in a process of its own. Closing the
    iterator ends the games in progress.

    Raises:
        TengenError: players that cannot be; several jobs with players that are there already.
    """
    one, two = (entrant(each) if isinstance(each, str) else each for each in (first, second))
    for each in (one, two):
        if isinstance(each, Entrant) and each.needs_budget() and not (conditions.seconds or conditions.simulations):
            raise TengenError("mcts needs a budget: mcts:5000 (simulations), mcts:2s, or one for all players")
    if jobs < 1:
        raise TengenError(f"jobs must be at least 1, not {jobs}")
    if jobs > 1 and isinstance(one, Entrant) and isinstance(two, Entrant):
        return _side_by_side(one, two, conditions, numbers, jobs)
    if jobs > 1:
        raise TengenError("several games at once need players that are given as text, to be made in every process")
    return (play_game(one, two, conditions, number) for number in numbers)


def play_match(
    first: Contestant | str,
    second: Contestant | str,
    games: int = 100,
    *,
    variant: str | Variant | Rules = "chinese",
    board: BoardLike | None = None,
    sprt: Sprt | None = None,
    jobs: int = 1,
    told: Callable[[GameResult], object] | None = None,
    **others: Any,
) -> MatchResult:
    """Play a match and return its result; ``told`` hears of every game as it ends.

    ``others`` are fields of `Conditions`: openings, seconds, simulations, threads, limit, longest, dead, seed. With a
    test (``sprt``) the match ends as soon as that has a verdict.

    >>> play_match("mcts:50", "random", 2, board="5x5", seed=1).wins
    2
    """
    done: list[GameResult] = []
    running = play_games(first, second, conditions_of(variant, board, **others), range(1, games + 1), jobs)
    for result in running:
        done.append(result)
        if told is not None:
            told(result)
        if sprt is not None and sprt.verdict(MatchResult(tuple(done)).pairs) is not None:
            break
    return MatchResult(tuple(sorted(done, key=lambda each: each.number)))


# -- several games at once ---------------------------------------------------------------------------------------------


def _side_by_side(
    first: Entrant, second: Entrant, conditions: Conditions, numbers: Iterable[int], jobs: int
) -> Generator[GameResult]:
    """Play games in so many processes; whoever stops listening ends them."""
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_settle_in)
    left, running = iter(numbers), set[Future[GameResult]]()
    try:
        while True:
            while len(running) < jobs and (number := next(left, None)) is not None:
                with _unheard():
                    running.add(pool.submit(play_game, first, second, conditions, number))
            if not running:
                return
            finished, running = wait(running, return_when=FIRST_COMPLETED)
            yield from [each.result() for each in finished]
    except BrokenProcessPool:
        raise TengenError("a process that played games was ended from outside; finished games are kept") from None
    finally:
        _end(pool)


@contextmanager
def _unheard() -> Iterator[None]:
    """Leave Ctrl-C to this process: those started meanwhile inherit that they do not hear of it."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _settle_in() -> None:
    """End with the process that started this one."""
    parent = multiprocessing.parent_process()

    def follow() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=follow, daemon=True).start()


def _end(pool: ProcessPoolExecutor) -> None:
    """End the processes of a pool, also in the middle of a game."""
    processes = list((getattr(pool, "_processes", None) or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.terminate()
    for process in processes:
        process.join()


def _finite(elo: float) -> float | None:
    return None if elo in (float("inf"), -float("inf")) else round(elo, 1)
