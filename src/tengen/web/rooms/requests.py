"""What one player asks of the other (undo, an end without result, a rematch), and how that is answered."""

from __future__ import annotations

from collections.abc import Collection

from ...records import COLOURS, Colour, other
from ..errors import RATED_WITHOUT_HINTS
from .events import Event
from .intents import (
    AnswerHints,
    AnswerNoResult,
    AnswerRematch,
    AnswerUndo,
    AskUndo,
    EndWithoutResult,
    Request,
    WantHints,
)
from .refusals import IntentRefused
from .room import Room


def answer_request(room: Room, seats: Collection[Colour], intent: Request, number: int, now: float) -> list[Event]:
    """Return the events of a request, or of its answer, by somebody in these seats.

    Raises:
        IntentRefused: it cannot be asked, or nobody has asked.
    """
    if isinstance(intent, AskUndo):
        return _ask_undo(room, seats, number, now)
    if isinstance(intent, AnswerUndo):
        return _answer_undo(room, seats, intent.granted, now)
    if isinstance(intent, EndWithoutResult):
        return _void(room, seats, now)
    if isinstance(intent, AnswerNoResult):
        return _answer_void(room, seats, intent.granted, now)
    if isinstance(intent, AnswerRematch):
        return _decline_rematch(room, seats, now)
    if isinstance(intent, WantHints):
        return _want_hints(room, seats, now)
    if isinstance(intent, AnswerHints):
        return _answer_hints(room, seats, intent.granted, now)
    return _withdraw(room, seats, now)


def _want_hints(room: Room, seats: Collection[Colour], now: float) -> list[Event]:
    room.refuse_when_over()
    if room.terms.rated:
        raise IntentRefused("rated", RATED_WITHOUT_HINTS)
    events = [Event("hints", now, colour) for colour in COLOURS if colour in seats and colour not in room.hinted]
    if room.is_alone or not events:
        raise IntentRefused("asked")
    return events


def _answer_hints(room: Room, seats: Collection[Colour], granted: bool, now: float) -> list[Event]:
    answering = [colour for colour in COLOURS if colour in seats and colour not in room.hinted]
    if room.phase == "over" or not room.hinted or not answering:
        raise IntentRefused("no-offer")
    return _want_hints(room, seats, now) if granted else [Event("refuse", now, answering[0], what="hints")]


def _ask_undo(room: Room, seats: Collection[Colour], number: int, now: float) -> list[Event]:
    if not room.may_undo_end:
        room.refuse_when_over()
    if room.terms.rated:
        raise IntentRefused("rated")
    if not room.is_up_to_date(number):
        raise IntentRefused("stale")
    count = _undone(room, seats)
    colour = room.acting(seats)
    if room.is_alone:
        return [Event("undo", now, colour, count=count)]
    if room.asked is None:
        return [Event("ask", now, colour, count=count)]
    if room.asked[0] in seats:
        raise IntentRefused("asked")
    return [Event("undo", now, colour, count=room.asked[1])]


def _undone(room: Room, seats: Collection[Colour]) -> int:
    """Return how many moves are left when the last one of these seats has been taken back."""
    for place in range(len(room.game.moves) - 1, room.first - 1, -1):
        if room.game.movers[place] in seats:
            return place
    raise IntentRefused("no-moves")


def _answer_undo(room: Room, seats: Collection[Colour], granted: bool, now: float) -> list[Event]:
    if room.asked is None or room.asked[0] in seats:
        raise IntentRefused("no-offer")
    colour = other(room.asked[0])
    if granted:
        return [Event("undo", now, colour, count=room.asked[1])]
    return [Event("refuse", now, colour)]


def _void(room: Room, seats: Collection[Colour], now: float) -> list[Event]:
    """Both sides together end the game without result (spec 1.6); the computer always agrees."""
    room.refuse_when_over()
    if not room.game.may_end_without_result:
        raise IntentRefused("no-return")
    willing = {*seats, room.terms.computer} - room.voiding
    events = [Event("void", now, colour) for colour in COLOURS if colour in willing]
    if not events or not any(event.by in seats for event in events):
        raise IntentRefused("asked")
    return events


def _answer_void(room: Room, seats: Collection[Colour], granted: bool, now: float) -> list[Event]:
    answering = [colour for colour in COLOURS if colour in seats and colour not in room.voiding]
    if room.phase == "over" or not room.voiding or not answering:
        raise IntentRefused("no-offer")
    if granted:
        return _void(room, seats, now)
    return [Event("refuse", now, answering[0], what="no-result")]


def _decline_rematch(room: Room, seats: Collection[Colour], now: float) -> list[Event]:
    offered = room.rematch is not None and room.rematch[0] not in seats
    if not offered or room.is_declined("rematch"):
        raise IntentRefused("no-offer")
    return [Event("refuse", now, next(iter(seats)), what="rematch")]


def _withdraw(room: Room, seats: Collection[Colour], now: float) -> list[Event]:
    if room.asked is not None and room.asked[0] in seats:
        return [Event("withdraw", now, room.asked[0])]
    mine = [colour for colour in COLOURS if colour in seats and colour in room.voiding]
    if room.phase != "over" and mine:
        return [Event("withdraw", now, mine[0], what="no-result")]
    if len(room.hinted) == 1 and room.hinted.intersection(seats):
        return [Event("withdraw", now, min(room.hinted), what="hints")]
    raise IntentRefused("nothing-asked")
