"""Positions with exactly one winning move, how deep they are, and which simple players they fool.

A position is *greedy-proof* if every move that captures the most stones loses, and *naive-proof* if the move that wins
most random games loses. The difficulty grows with the plies until the win is settled, with the longest resistance of a
wrong move, and with both kinds of surprise.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from random import Random

from tengen.game import Game, Turn
from tengen.records import COLOURS, Content, Move, Place, Position, PositionError
from tengen.solve.budget import OutOfBudget

from .proving import MaskJudge, judge_of
from .win_search import Undecided, WinSearch, WinVerdict

_NAIVE_GAMES = 24
_MOSTLY = 0.85
"""The probability that a random player places a stone if other moves are legal."""


@dataclass(frozen=True)
class Tried:
    """A legal move: its effect, and who wins after it."""

    move: str
    turn: Turn
    verdict: WinVerdict


@dataclass(frozen=True)
class Found:
    """A position with few winning moves; ``naive`` is the move that did best in random games."""

    game: Game
    tried: tuple[Tried, ...]
    naive: str

    @property
    def wins(self) -> tuple[str, ...]:
        """The winning moves."""
        return tuple(each.move for each in self.tried if each.verdict.winner == self.game.to_play)

    @property
    def plies(self) -> int:
        """The number of plies after the winning move until the win is settled."""
        return min(each.verdict.plies for each in self.tried if each.move in self.wins)

    @property
    def resistance(self) -> int:
        """The number of plies until the most stubborn wrong move is refuted."""
        return max((each.verdict.plies for each in self.tried if each.move not in self.wins), default=0)

    @property
    def is_greedy_proof(self) -> bool:
        """Whether every move that captures the most stones loses, if any captures."""
        most = max(len(each.turn.captured) for each in self.tried)
        return most > 0 and all(each.move not in self.wins for each in self.tried if len(each.turn.captured) == most)

    @property
    def is_naive_proof(self) -> bool:
        """Whether the move that does best in random games loses."""
        return self.naive not in self.wins

    @property
    def difficulty(self) -> int:
        """The difficulty, as a number for grading."""
        return self.plies + self.resistance // 2 + 3 * self.is_greedy_proof + 3 * self.is_naive_proof


def random_positions(start: Game, vacant: range, random: Random) -> Iterator[Game]:
    """Yield one position of each of many random games, with a given number of vacant points, for ever."""
    while True:
        game, seen = start.copy(), []
        for _ in range(4 * len(game.board)):
            if game.outcome is None and _vacant(game) in vacant:
                seen.append(Game.from_position(game.rules, game.board, game.position))
            if game.outcome is not None:
                break
            game.play(_drawn(game, random))
        if seen:
            yield random.choice(seen)


def random_setups(game: Game, vacant: range, random: Random) -> Iterator[Game]:
    """Yield random positions on the board and under the rules of a game, for ever.

    A few points stay vacant. There are a few tiles, prisoners or Tao stones if the rules have them.
    """
    labels, rules = game.board.labels, game.rules
    while True:
        free = random.sample(labels, min(random.choice(vacant), len(labels) - 2))
        stones: dict[str, Content] = {label: random.choice(COLOURS) for label in labels if label not in free}
        tiles = {label: 1 for label in labels if random.random() < 0.3} if rules.tiles != "none" else {}
        if rules.tao == "on":
            stones.update(dict.fromkeys(free[: random.choice((1, 1, 1, 2))], "tao"))
        prisoners = dict.fromkeys(COLOURS, 0)
        if rules.may_return or rules.tao == "on":
            prisoners = {colour: random.choice((0, 0, 0, 1, 2)) for colour in COLOURS}
        due = rules.tiles != "none" and random.random() < 0.5
        position = Position(stones, random.choice(COLOURS), tiles, prisoners, last_incursion=due)
        with suppress(PositionError):
            made = Game.from_position(rules, game.board, position)
            if made.outcome is None:
                yield made


def study(game: Game, most_wins: int, random: Random, looks: int = 4_000) -> Found | None:
    """Return the findings about a position; None if too many or no moves win, or the search takes too long."""
    judge, tried, wins = judge_of(game, looks), [], 0
    moves = tuple(game.legal_moves())
    with suppress(Undecided, OutOfBudget):
        for move in moves:
            tried.append(_try(game, move, judge))
            wins += tried[-1].verdict.winner == game.to_play
            if wins > most_wins:
                return None
    if not wins or len(tried) < len(moves):
        return None
    return Found(game, tuple(tried), _naive(game, moves, random))


def _try(game: Game, move: Move, judge: MaskJudge | WinSearch) -> Tried:
    after = game.copy()
    turn = after.play(move)
    return Tried(game.write_move(move), turn, judge.verdict(after))


def _naive(game: Game, moves: tuple[Move, ...], random: Random) -> str:
    """Return the move after which the mover wins most random games."""

    def rate(move: Move) -> int:
        return sum(_random_winner(game, move, random) == game.to_play for _ in range(_NAIVE_GAMES))

    return game.write_move(max(moves, key=rate))


def _random_winner(game: Game, move: Move, random: Random) -> str | None:
    after = game.copy()
    after.play(move)
    for _ in range(3 * len(game.board)):
        if after.outcome is not None:
            return after.outcome.winner
        after.play(_drawn(after, random))
    return None


def _drawn(game: Game, random: Random) -> Move:
    """Draw a move: mostly a placement that fills no own eye."""
    moves = tuple(game.legal_moves())
    placements = [move for move in moves if isinstance(move, Place) and not _fills_eye(game, move.point)]
    if placements and (random.random() < _MOSTLY or len(placements) == len(moves)):
        return random.choice(placements)
    return random.choice([move for move in moves if not isinstance(move, Place)] or moves)


def _fills_eye(game: Game, point: int) -> bool:
    return all(game.content(near) == game.to_play for near in game.board.neighbours[point])


def _vacant(game: Game) -> int:
    """Return the number of points outside all footprints, including Tao points."""
    stones = [point for point in range(len(game.board)) if game.content(point) in COLOURS]
    return len(game.board) - len({q for point in stones for q in game.board.footprint[point]})
