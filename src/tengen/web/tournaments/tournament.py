"""A tournament as plain data: who plays, what has been played, what follows, and how it stands."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from random import sample
from typing import Final, Literal

from pydantic import TypeAdapter

from .pairings import Kind, Pairing, Result, first_games, next_round

FEWEST: Final = 3
MOST: Final = 16


@dataclass(frozen=True)
class Player:
    """A player, by a number that stays."""

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
    """A tournament; once it has begun the players stand in the order of the draw. ``terms`` are those of its games.

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
        """The visitors who organise it or play in it, in all of their browsers."""
        return {self.organiser, *(each.visitor for each in self.players), *(each for each, _ in self.browsers)}

    def persons(self, same: Collection[str]) -> set[str]:
        """Return a person's visitors, and those whose games were carried to one of them."""
        return {*same, *(visitor for browser, visitor in self.browsers if browser in same)}

    def carried(self, source: Collection[str], target: str) -> Tournament:
        """Let a browser take part for the person with these visitors."""
        mine = self.persons(source) & self.people
        return replace(self, browsers=tuple(sorted({*self.browsers, *((target, each) for each in mine)})))

    def joined(self, visitor: str) -> Tournament:
        number = max((each.number for each in self.players), default=0) + 1
        return replace(self, players=(*self.players, Player(number, visitor)))

    def begun(self) -> Tournament:
        """Draw lots, and make the first games."""
        drawn = tuple(sample(self.players, len(self.players)))
        return replace(self, phase="playing", players=drawn, games=first_games(self.kind, len(drawn)))

    def without(self, number: int) -> Tournament:
        """Let a player leave: before the start they are forgotten, later they forfeit their games.

        A tournament that is over stays as it is.
        """
        if self.phase == "over":
            return self
        if self.phase == "open":
            return replace(self, players=tuple(each for each in self.players if each.number != number))
        gone = tuple(replace(each, left=True) if each.number == number else each for each in self.players)
        return replace(self, players=gone)

    def loser(self, row: Pairing) -> Literal["black", "white"] | None:
        """Return the side that has left, of a game that is not over."""
        sides: tuple[tuple[Literal["black", "white"], int | None], ...] = ("black", row.black), ("white", row.white)
        return next((each for each, seat in sides if seat is not None and self.players[seat].left), None)

    def settled(self, ends: Mapping[str, Result | None]) -> Tournament:
        """Note how games ended, None without result, and let the next round follow, or the end."""
        games = tuple(each if each.result else self._ended(each, ends) for each in self.games)
        if self.phase != "playing" or not all(each.result for each in games):
            return replace(self, games=games)
        new = next_round(games) if self.kind == "knock-out" else ()
        found = replace(self, games=games + new, phase="playing" if new else "over")
        return found.settled(ends) if new else found

    def _ended(self, row: Pairing, ends: Mapping[str, Result | None]) -> Pairing:
        """Play again after no result, and in a knock-out after a draw, with colours changed.

        A game that has begun decides, also where a player has left; `TournamentServer.find` lets that player lose it.
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
        """Return the players by points, then by Sonneborn-Berger score; in a knock-out by the games won.

        The score adds the points of the opponents one has won against, and half of those of a draw.
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
"""Reads a tournament as it is kept, and writes it."""
