"""Matches: games between two players with colours exchanged, their statistics, and the file of results."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import closing
from dataclasses import asdict, dataclass, fields
from functools import cached_property, partial
from typing import Any, ClassVar

from ..files.ledger import Ledger
from ..game import Game
from ..game.game import BoardLike
from ..game.game_records import described
from ..records import TengenError
from ..records.display import mime_bundle
from ..rules import Rules, Variant
from ..workers import HERE, Here, Workers
from .entrants import WITHOUT_BUDGET, Entrant, entrant
from .rating import Sprt, elo_of, superiority, wilson
from .referee import SIDES, Conditions, Contestant, GameResult, play_game


@dataclass(frozen=True)
class MatchResult:
    """The games of a match, and their figures from the first player's side.

    Void games, in which neither player could play, are not counted.

    >>> won = GameResult(1, "first", "first", "B+R", "resignation", (), ("A", "B"))
    >>> lost = GameResult(2, "second", "second", "B+3", "score", (), ("A", "B"))
    >>> result = MatchResult((won, lost))
    >>> result.rate, result.elo, result.superiority, result.pairs
    (0.5, 0.0, 0.5, Counter({0.5: 1}))
    """

    games: tuple[GameResult, ...]
    _repr_mimebundle_ = mime_bundle

    @cached_property
    def scores(self) -> tuple[float, ...]:
        """The first player's score in every counted game."""
        return tuple(game.score for game in self.games if game.score is not None)

    @property
    def wins(self) -> int:
        return self.scores.count(1.0)

    @property
    def draws(self) -> int:
        """Games without a winner."""
        return self.scores.count(0.5)

    @property
    def losses(self) -> int:
        return self.scores.count(0.0)

    @property
    def rate(self) -> float:
        """The first player's share of points; one half without games."""
        return sum(self.scores) / len(self.scores) if self.scores else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the rate."""
        return wilson(sum(self.scores), len(self.scores))

    @property
    def elo(self) -> float:
        """The first player's advantage in Elo; infinite if one player won all games."""
        return elo_of(self.rate)

    @property
    def elo_interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the difference in Elo."""
        low, high = self.interval
        return elo_of(low), elo_of(high)

    @property
    def superiority(self) -> float:
        """The probability that the first player is stronger."""
        return superiority(self.wins, self.losses)

    @cached_property
    def pairs(self) -> Counter[float]:
        """The number of pairs of games by their mean score, which `Sprt` uses."""
        scores = {game.number: game.score for game in self.games}
        found: Counter[float] = Counter()
        for number in range(1, max(scores, default=0) + 1, 2):
            first, second = scores.get(number), scores.get(number + 1)
            if first is not None and second is not None:
                found[(first + second) / 2] += 1
        return found

    @property
    def untold(self) -> tuple[str, str]:
        """The rules that each player did not support in some game, or ""."""
        known = [game.untold for game in self.games if game.untold]
        first, second = (next((each[side] for each in known if each[side]), "") for side in range(2))
        return first, second

    def as_dict(self) -> dict[str, Any]:
        """Return the figures as plain data for JSON, with None for infinity."""
        untold = dict(zip(SIDES, self.untold, strict=True))
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
            **({"untold": {side: said for side, said in untold.items() if said}} if any(untold.values()) else {}),
        }


def conditions_of(game: str | Variant | Rules = "chinese", board: BoardLike | None = None, **others: Any) -> Conditions:
    """Return the conditions of matches on a board under some rules; ``others`` are fields of `Conditions`.

    >>> conditions_of("tile", "7x7", openings=0).moves
    296
    """
    start = Game(game, board=board)
    return Conditions(start.variant, start.board, **others)


def play_games(
    first: Contestant | str,
    second: Contestant | str,
    conditions: Conditions,
    numbers: Iterable[int],
    workers: Workers = HERE,
) -> Generator[GameResult]:
    """Play the games of a match with these numbers and yield each as it ends.

    A player given as text or as an `Entrant` is made anew for every game with its own seed, so that a game does not
    depend on earlier games or on the machine. Closing the iterator ends the games in progress.

    Raises:
        TengenError: invalid players, or finished player objects combined with several workers.
    """
    one, two = (entrant(each) if isinstance(each, str) else each for each in (first, second))
    for each in (one, two):
        told = conditions.seconds or conditions.simulations or conditions.clock
        if isinstance(each, Entrant) and each.needs_budget and not told:
            raise TengenError(WITHOUT_BUDGET)
    if not isinstance(workers, Here) and not (isinstance(one, Entrant) and isinstance(two, Entrant)):
        raise TengenError("several games at once need players given as text, which every process can make")
    return _played(workers, partial(play_game, one, two, conditions), numbers)


def _played(workers: Workers, work: Callable[[int], GameResult], numbers: Iterable[int]) -> Generator[GameResult]:
    with closing(workers.run(work, numbers)) as games:
        for _, result in games:
            yield result


def play_match(
    first: Contestant | str,
    second: Contestant | str,
    games: int = 100,
    *,
    variant: str | Variant | Rules = "chinese",
    board: BoardLike | None = None,
    sprt: Sprt | None = None,
    workers: Workers = HERE,
    told: Callable[[GameResult], object] | None = None,
    **others: Any,
) -> MatchResult:
    """Play a match and return its result; ``told`` gets every game as it ends.

    ``others`` are fields of `Conditions`: openings, seconds, simulations, threads, clock, limit, longest, dead, seed.
    With a test (``sprt``) the match ends at its verdict.

    >>> play_match("mcts:50", "random", 2, board="5x5", seed=1).wins
    2
    """
    done: list[GameResult] = []
    running = play_games(first, second, conditions_of(variant, board, **others), range(1, games + 1), workers)
    for result in running:
        done.append(result)
        if told is not None:
            told(result)
        if sprt is not None and sprt.verdict(MatchResult(tuple(done)).pairs) is not None:
            break
    return MatchResult(tuple(sorted(done, key=lambda each: each.number)))


def _finite(elo: float) -> float | None:
    return None if elo in (float("inf"), -float("inf")) else round(elo, 1)


def head_of(first: Contestant, second: Contestant, conditions: Conditions) -> dict[str, Any]:
    """Return what must match to resume a match: players, rules, board and conditions."""
    variant, axes = described(conditions.variant)
    given = {each.name: getattr(conditions, each.name) for each in fields(conditions)}
    return {
        "tengen": 1,
        "kind": ResultFile.kind,
        "players": [each.text if isinstance(each, Entrant) else each.name for each in (first, second)],
        "variant": variant,
        "axes": axes,
        "board": conditions.board.text,
        **{name: value for name, value in given.items() if name not in ("variant", "board", "comments", "clock")},
        **({} if conditions.clock is None else {"clock": conditions.clock}),
    }


def as_line(result: GameResult) -> str:
    """Return a game as a line of JSON.

    >>> as_line(GameResult(2, "second", "first", "W+R", "resignation", ("C3", "resign"), ("A", "B"))).startswith('{"g')
    True
    """
    rare = ("comments", "untold", "bids", "swaps")
    said = {key: value for key, value in asdict(result).items() if key != "number" and (value or key not in rare)}
    return json.dumps({"game": result.number, **said}, ensure_ascii=False) + "\n"


class ResultFile(Ledger[GameResult]):
    kind: ClassVar[str] = "match"
    noun: ClassVar[str] = "match"

    def read(self, given: Mapping[str, Any]) -> GameResult | None:
        made = GameResult(**given)
        return made if made.black in SIDES and made.winner in (*SIDES, None) else None

    def line(self, game: GameResult) -> str:
        return as_line(game)
