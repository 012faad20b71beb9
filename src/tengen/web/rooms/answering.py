"""What the people in a room want, and the events that this causes."""

from __future__ import annotations

from collections.abc import Collection

from ...records import Colour, FormatError
from .counting import answer_count
from .events import Event
from .intents import GiveUp, Intent, MakeMove, Request
from .refusals import IntentRefused, explained
from .requests import answer_request
from .room import Room


def answer(room: Room, seats: Collection[Colour], intent: Intent, number: int, now: float) -> list[Event]:
    """Return the events that an intent of somebody in these seats causes; nothing has changed yet.

    ``number`` is how many events they had seen. An estimate is not answered here: it takes an engine.

    Raises:
        IntentRefused: it cannot be done, and why.
    """
    if not seats:
        raise IntentRefused("not-your-seat")
    if isinstance(intent, MakeMove):
        return _move(room, seats, intent, number, now)
    if isinstance(intent, GiveUp):
        return _resign(room, seats, now)
    if isinstance(intent, Request):
        return answer_request(room, seats, intent, number, now)
    return answer_count(room, seats, intent, number, now)


def _move(room: Room, seats: Collection[Colour], intent: MakeMove, number: int, now: float) -> list[Event]:
    room.refuse_when_over()
    if room.phase == "counting":
        raise IntentRefused("counting")
    if room.game.to_play not in seats:
        raise IntentRefused("not-your-turn")
    if not room.is_up_to_date(number):
        raise IntentRefused("stale")
    if room.deadline is not None and now >= room.deadline:
        return [Event("flag", now, room.game.to_play)]
    try:
        move = room.game.read_move(intent.move)
    except FormatError as error:
        raise IntentRefused("illegal", error.text) from None
    reasons = room.game.why_not(move)
    if reasons:
        raise IntentRefused("illegal", explained(room.game, move, reasons), [str(reason) for reason in reasons])
    return [Event("move", now, room.game.to_play, move=room.game.write_move(move))]


def _resign(room: Room, seats: Collection[Colour], now: float) -> list[Event]:
    room.refuse_when_over()
    if room.phase == "counting":
        raise IntentRefused("counting")
    return [Event("move", now, room.acting(seats), move="resign")]
