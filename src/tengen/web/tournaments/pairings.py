"""Who meets whom with which colour, in a round robin and in a knock-out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Kind = Literal["round-robin", "knock-out"]
Result = Literal["black", "white", "draw"]


@dataclass(frozen=True)
class Pairing:
    """A game between two players, by their places in the draw; without ``white`` Black has a bye, and has won.

    ``game`` is the id of the game once one of them has begun it.
    """

    round: int
    place: int
    black: int
    white: int | None
    game: str | None = None
    result: Result | None = None

    @property
    def winner(self) -> int | None:
        return {"black": self.black, "white": self.white}.get(self.result or "")


def first_games(kind: Kind, count: int) -> tuple[Pairing, ...]:
    """Return all games of a round robin, or the first round of a knock-out, for players 0 to ``count`` - 1."""
    return _round_robin(count) if kind == "round-robin" else _first_round(count)


def _round_robin(count: int) -> tuple[Pairing, ...]:
    """Pair by the circle method: everyone has White as often as Black, but for one game with an even count.

    Of two on the circle the one has Black from whom the other is less than half of it away, clockwise. The player in
    the middle, of an even count, changes colours from round to round.
    """
    circle = count - 1 + count % 2
    found = []
    for turn in range(circle):
        pairs = [((turn - step) % circle, (turn + step) % circle) for step in range(1, circle // 2 + 1)]
        pairs = [pair if (pair[1] - pair[0]) % circle <= circle // 2 else pair[::-1] for pair in pairs]
        if count % 2 == 0:
            pairs.insert(0, (count - 1, turn) if turn % 2 else (turn, count - 1))
        found += [Pairing(turn + 1, place, *pair) for place, pair in enumerate(pairs)]
    return tuple(found)


def _first_round(count: int) -> tuple[Pairing, ...]:
    """Place the players so that the first ones, who get the byes, meet as late as possible."""
    order = [0]
    while len(order) < count:
        order = [each for seed in order for each in (seed, 2 * len(order) - 1 - seed)]
    return tuple(
        Pairing(1, place, black, white) if white < count else Pairing(1, place, black, None, result="black")
        for place, (black, white) in enumerate(zip(order[::2], order[1::2]))
    )


def next_round(games: Sequence[Pairing]) -> tuple[Pairing, ...]:
    """Return the next round of a knock-out whose last round is over; none after the final.

    Black is the player who has had Black less often.
    """
    last = [each for each in games if each.round == games[-1].round]
    winners = [each.winner for each in last if each.winner is not None]
    blacks = Counter(each.black for each in games if each.white is not None)
    blacks.subtract(each.white for each in games if each.white is not None)
    pairs = [(pair if blacks[pair[0]] <= blacks[pair[1]] else pair[::-1]) for pair in zip(winners[::2], winners[1::2])]
    return tuple(Pairing(last[0].round + 1, place, *pair) for place, pair in enumerate(pairs))
