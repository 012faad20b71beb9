"""The computer's next level, where it follows its player's results."""

from __future__ import annotations

from dataclasses import replace

from ...players.following import FEWEST, Following
from ...records import Resign, TengenError
from ..rooms.game_terms import GameTerms
from ..rooms.room import Room


def followed(room: Room, run: int) -> Following | None:
    """Return what follows from a game that is over, after ``run`` games in a row; None where it does not count.

    A game counts that a person has played to its end against a level of the computer, with no handicap.

    Raises:
        TengenError: so long a row would have changed the level.
    """
    computer, outcome = room.terms.computer, room.game.outcome
    if computer is None or outcome is None or outcome.how == "no_result" or room.game.rules.handicap:
        return None
    seat, moves = room.terms.seats[computer], sum(move is not Resign for move in room.game.moves)
    if seat.name or moves < FEWEST:  # the house's programs stay what they are
        return None
    score = 0.5 if outcome.winner is None else float(outcome.winner != computer)
    return Following(seat.level or 1, run).after(score)


def at_level(terms: GameTerms, level: int) -> GameTerms:
    """Return the terms with the computer at another level.

    Raises:
        TengenError: the computer does not play, or it is one of the house's programs.
    """
    computer = terms.computer
    if computer is None or terms.seats[computer].name:
        raise TengenError("nobody in this game plays at a level that could change")
    return replace(terms, seats={**terms.seats, computer: replace(terms.seats[computer], level=level)})
