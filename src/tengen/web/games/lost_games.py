"""Games that one side can no longer win: a check after some of the computer's moves, and its consequences.

A lost computer resigns; a lost opponent gets a message, once a game. The result of the last check is an event of the
room, so that every server has it, even after a restart.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...players.calibration import calibrated
from ...records import COLOURS, Colour, Move
from ..engine.messages import AnalysisResult
from ..rooms.events import Event, FoundLost, Moved, ToldLost
from ..rooms.room import Room

WATCHING: Final = 400
"""The simulations of a check."""

EVERY: Final = 3
"""One of this many moves of the computer is followed by a check."""

_LOST: Final = calibrated(0.02)
"""The chance below which a side is lost: that of 2 % of won simulations."""
_LEAST_MOVES: Final = 12

_BEGINNERS: Final = 3
"""Up to this level the computer plays on while anything of its own lives, so that learners can finish won games."""


def is_look_due(room: Room) -> bool:
    """Return whether to check the position after this move of the computer."""
    made = len(room.game.moves)
    early = made < max(_LEAST_MOVES, len(room.game.board) // 4)
    return room.terms.computer is not None and room.phase == "playing" and not early and made // 2 % EVERY == 0


def consequences(room: Room, moves: Sequence[Move], found: AnalysisResult, now: float) -> list[Event]:
    """Return the events that follow from a check of the position after these moves.

    There are none if the computer has moved again, or a move was taken back. A side is lost after two such checks in a
    row.
    """
    made = tuple(room.game.moves)
    if room.phase != "playing" or made[: len(moves)] != tuple(moves) or len(made) > len(moves) + 1:
        return []
    lost = _lost_side(room, found)
    if lost is None or lost != room.lost:
        return [FoundLost(now, lost)] if lost != room.lost else []
    if lost == room.terms.computer:
        return [FoundLost(now, lost), Moved(now, lost, "resign")]
    warning = None if room.doomed is not None else _warning(room, lost, found, now)
    return [] if warning is None else [FoundLost(now, lost), warning]


def _lost_side(room: Room, found: AnalysisResult) -> Colour | None:
    """Return the side that is lost by an analysis; a beginners' computer must also have no living group."""
    chances: dict[Colour, float] = {"black": found["black"], "white": 1 - found["black"]}
    lost = min(COLOURS, key=lambda colour: chances[colour])
    if chances[lost] >= _LOST:
        return None
    lenient = lost == room.terms.computer and room.terms.seats[lost].plays_at <= _BEGINNERS
    return None if lenient and living(found, lost) else lost


def _warning(room: Room, player: Colour, found: AnalysisResult, now: float) -> Event | None:
    """Return the event that tells a player their deficit, if it is known."""
    if room.game.rules.aim.is_instant:
        return None  # neither points nor living groups decide
    if not living(found, player):
        return ToldLost(now, player, 0)
    if not room.game.rules.ends_by_passes:
        return None  # not counted: a side with a living stone may still have the last move
    lead = found["lead"] or 0.0
    behind = round(-lead if player == "black" else lead)
    return ToldLost(now, player, behind if behind > 0 else None)


def living(found: AnalysisResult, colour: Colour) -> bool:
    """Return whether anything of a colour probably lives: a stone that stays, or a point that it will own."""
    sign = 1 if colour == "black" else -1
    return any(sign * owner > 0 for owner in found["ownership"].values())
