"""The next game against the computer: at a level that follows the player's results, or easier."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal

from ...game import Game
from ...players.evening import FEWEST, Following
from ...records import Colour, Resign, TengenError, other
from ...rules import variant
from ..rooms.game_terms import GameTerms, Seat
from ..rooms.room import Room

_FIRST_HANDICAP: Final = 2
_MOST_HANDICAP: Final = 9
_LEAST_POINTS: Final = 8
"""The fewest points of a board for each handicap stone."""

Easier = Literal["level", "handicap"]


def followed(room: Room, run: int) -> Following | None:
    """Return the next level and run after a finished game, with ``run`` games in a row before it.

    None unless a person has played it to its end against a level of the computer, without a handicap. Raises
    TengenError if a ``run`` of this length would have changed the level.
    """
    computer, outcome = room.terms.computer, room.game.outcome
    if computer is None or outcome is None or outcome.how == "no_result" or room.game.rules.handicap:
        return None
    seat, moves = room.terms.seats[computer], sum(move is not Resign for move in room.game.moves)
    if seat.name or moves < FEWEST:  # house bots keep their level
        return None
    score = 0.5 if outcome.winner is None else float(outcome.winner != computer)
    return Following(seat.level or 1, run).after(score)


def at_level(terms: GameTerms, level: int) -> GameTerms:
    """Return the terms with the computer at another level; TengenError unless a level of the computer plays."""
    computer = terms.computer
    if computer is None or terms.seats[computer].name:
        raise TengenError("no player in this game has a level that can change")
    return replace(terms, seats={**terms.seats, computer: replace(terms.seats[computer], level=level)})


@dataclass(frozen=True)
class EasierWays:
    """Ways to make a game easier: the computer's ``level`` or the ``handicap``; None: not possible."""

    level: int | None
    handicap: int | None


def easier_ways(room: Room) -> EasierWays:
    """Return the ways to make the next game against the computer easier."""
    computer = room.terms.computer
    if computer is None:
        return EasierWays(None, None)
    level = room.terms.seats[computer].level or 1  # a stronger engine has no level
    ahead = _ahead(room.game)
    return EasierWays(level - 1 if level > 1 else None, None if ahead is None else ahead.rules.handicap)


def easier_terms(room: Room, by: Easier) -> GameTerms:
    """Return the terms of an easier game, or raise TengenError; with a handicap, the person plays Black."""
    ways, computer = easier_ways(room), room.terms.computer
    if computer is None or getattr(ways, by) is None:
        raise TengenError("this game cannot be made easier by another {by}", by=by)
    seats: dict[Colour, Seat] = {
        colour: replace(room.terms.seats[colour], name=room.names[colour]) for colour in ("black", "white")
    }
    ahead = _ahead(room.game) if by == "handicap" else None
    if ahead is None:
        seats[computer] = replace(seats[computer], level=ways.level)
        return replace(room.terms, start=room.game.rematch().to_json(), seats=seats)
    placed: Mapping[Colour, Seat] = {"black": seats[other(computer)], "white": seats[computer]}
    return replace(room.terms, start=ahead.to_json(), seats=placed, rated=False)  # not the standard rules


def _ahead(game: Game) -> Game | None:
    """Return the game with a handicap, or with one stone more; None if it is not possible."""
    stones = game.rules.handicap + 1 if game.rules.handicap else _FIRST_HANDICAP
    if game.start is not None or stones > _MOST_HANDICAP or len(game.board) < stones * _LEAST_POINTS:
        return None
    for kind in dict.fromkeys((game.rules.handicap_kind, "free", "turns")):
        try:
            return Game(variant(game.variant, handicap=stones, handicap_kind=kind), board=game.board)
        except TengenError:
            continue
    return None
