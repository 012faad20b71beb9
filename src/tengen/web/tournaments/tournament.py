"""Tournaments as plain data: players, pairings and colours, results, next rounds, and standings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from random import sample
from typing import Final, Literal

from pydantic import TypeAdapter

Kind = Literal["round-robin", "knock-out"]
Result = Literal["black", "white", "draw"]


@dataclass(frozen=True)
class Pairing:
    """A game between two players, by their places in the draw; without ``white`` Black has a bye, and has won.

    ``game`` is the id of the game once it has been started.
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
    """Pair by the circle method with balanced colours, except for one game with an even count.

    Of two players on the circle, Black is the one from whom the other is less than half the circle away, clockwise.
    With an even count, the player in the middle changes colours from round to round.
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
    """Return the next round of a knock-out after a finished round, nothing after the final.

    Black goes to the player with fewer games as Black.
    """
    last = [each for each in games if each.round == games[-1].round]
    winners = [each.winner for each in last if each.winner is not None]
    blacks = Counter(each.black for each in games if each.white is not None)
    blacks.subtract(each.white for each in games if each.white is not None)
    pairs = [(pair if blacks[pair[0]] <= blacks[pair[1]] else pair[::-1]) for pair in zip(winners[::2], winners[1::2])]
    return tuple(Pairing(last[0].round + 1, place, *pair) for place, pair in enumerate(pairs))


FEWEST: Final = 3
MOST: Final = 16


@dataclass(frozen=True)
class Player:
    number: int
    visitor: str
    left: bool = False


@dataclass(frozen=True)
class Standing:
    """A player's place, shared by all with the same ``points`` and Sonneborn-Berger score ``tie_break``."""

    rank: int
    player: Player
    points: float
    tie_break: float


@dataclass(frozen=True)
class Tournament:
    """A tournament; once started, its players are in the order of the draw. ``terms`` are those of its games.

    ``browsers`` are pairs: a browser to which a visitor's games were carried, and that visitor.
    """

    name: str
    kind: Kind
    terms: str
    organiser: str
    phase: Literal["open", "playing", "over"] = "open"
    players: tuple[Player, ...] = ()
    games: tuple[Pairing, ...] = ()
    browsers: tuple[tuple[str, str], ...] = ()

    @property
    def people(self) -> set[str]:
        """The visitors who organise it or play in it, in all their browsers."""
        return {self.organiser, *(each.visitor for each in self.players), *(each for each, _ in self.browsers)}

    def persons(self, same: Collection[str]) -> set[str]:
        """Return a person's visitors, and those whose games were carried to one of them."""
        return {*same, *(visitor for browser, visitor in self.browsers if browser in same)}

    def carried(self, source: Collection[str], target: str) -> Tournament:
        """Add a browser for the person with these visitors."""
        mine = self.persons(source) & self.people
        return replace(self, browsers=tuple(sorted({*self.browsers, *((target, each) for each in mine)})))

    def joined(self, visitor: str) -> Tournament:
        number = max((each.number for each in self.players), default=0) + 1
        return replace(self, players=(*self.players, Player(number, visitor)))

    def begun(self) -> Tournament:
        """Draw lots, and create the first games."""
        drawn = tuple(sample(self.players, len(self.players)))
        return replace(self, phase="playing", players=drawn, games=first_games(self.kind, len(drawn)))

    def without(self, number: int) -> Tournament:
        """Remove a player: before the start entirely, later they forfeit their games.

        A finished tournament does not change.
        """
        if self.phase == "over":
            return self
        if self.phase == "open":
            return replace(self, players=tuple(each for each in self.players if each.number != number))
        gone = tuple(replace(each, left=True) if each.number == number else each for each in self.players)
        return replace(self, players=gone)

    def loser(self, row: Pairing) -> Literal["black", "white"] | None:
        """Return the side that has left, if the game is not over."""
        sides: tuple[tuple[Literal["black", "white"], int | None], ...] = ("black", row.black), ("white", row.white)
        return next((each for each, seat in sides if seat is not None and self.players[seat].left), None)

    def settled(self, ends: Mapping[str, Result | None]) -> Tournament:
        """Record how games ended (None: without result), and start the next round or end the tournament."""
        games = tuple(each if each.result else self._ended(each, ends) for each in self.games)
        if self.phase != "playing" or not all(each.result for each in games):
            return replace(self, games=games)
        new = next_round(games) if self.kind == "knock-out" else ()
        found = replace(self, games=games + new, phase="playing" if new else "over")
        return found.settled(ends) if new else found

    def _ended(self, row: Pairing, ends: Mapping[str, Result | None]) -> Pairing:
        """Repeat a game without result, or in a knock-out a draw, with colours changed.

        A started game counts even if a player has left; `TournamentServer.find` lets that player lose it.
        """
        result, loser = ends.get(row.game or ""), self.loser(row)
        if result in ("black", "white") or (result == "draw" and self.kind == "round-robin"):
            return replace(row, result=result)
        if loser is not None and (row.game is None or row.game in ends):
            return replace(row, result="white" if loser == "black" else "black")
        if row.game in ends and row.white is not None:
            return replace(row, game=None, black=row.white, white=row.black)
        return row

    def standings(self) -> list[Standing]:
        """Return the players by points, then by Sonneborn-Berger score; in a knock-out by games won.

        The score is the sum of the points of defeated opponents, and half of those of drawn ones.
        """
        shares = {"black": (1.0, 0.0), "white": (0.0, 1.0), "draw": (0.5, 0.5), None: (0.0, 0.0)}
        points, tie_breaks = [0.0] * len(self.players), [0.0] * len(self.players)
        sides = [(each.black, each.white, shares[each.result][0]) for each in self.games]
        sides += [(each.white, each.black, shares[each.result][1]) for each in self.games if each.white is not None]
        for player, _, share in sides:
            points[player] += share
        for player, other, share in sides:
            if self.kind == "round-robin" and other is not None:
                tie_breaks[player] += share * points[other]
        keys = sorted((-one, -two, place) for place, (one, two) in enumerate(zip(points, tie_breaks)))
        ranks = [each[:2] for each in keys]
        return [Standing(ranks.index(key[:2]) + 1, self.players[key[2]], -key[0], -key[1]) for key in keys]


TOURNAMENT: Final = TypeAdapter(Tournament)
"""Reads and writes stored tournaments."""
