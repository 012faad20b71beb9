"""What players want while a game is counted: marking what is dead or in seki, agreeing, and going on."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from ...records import COLOURS, Colour, Text
from .events import Event
from .intents import Agree, GoOn, Intent, MarkDead, MarkSeki, MarkSekiAgain
from .refusals import IntentRefused
from .room import Room


def answer_count(room: Room, seats: Collection[Colour], intent: Intent, number: int, now: float) -> list[Event]:
    """Return the events that a wish about the count causes.

    Raises:
        IntentRefused: nothing is counted now, or it cannot be done.
    """
    if room.phase != "counting":
        raise IntentRefused("over" if room.phase == "over" else "not-counting")
    colour = room.acting(seats)
    if isinstance(intent, MarkDead):
        return _mark(room, intent.stones, intent.dead, colour, now)
    if isinstance(intent, MarkSeki | MarkSekiAgain):
        return _mark_seki(room, intent, colour, now)
    if isinstance(intent, GoOn):
        return [Event("resume", now, colour)]
    assert isinstance(intent, Agree)
    if number < room.marked:
        raise IntentRefused("stale", Text("Other stones have been marked since; look at the board again."))
    return [Event("agree", now, each) for each in COLOURS if each in seats and each not in room.agreed]


def agreed_by_computer(room: Room, stones: Iterable[str], computer: Colour, now: float) -> list[Event]:
    """Return the events by which the computer marks just these stones as dead, and agrees."""
    marks = [] if set(room.dead) == {*stones} else [room.mark({*stones}, computer, now)]
    if room.seki is not None:  # it takes nobody's word for a seki
        marks.append(Event("seki", now, computer))
    return [*marks, Event("agree", now, computer)]


def _mark(room: Room, stones: Collection[str], dead: bool, colour: Colour, now: float) -> list[Event]:
    on_board = room.game.stones
    marked = set(room.dead)
    for label in stones:
        if on_board.get(label) not in COLOURS:
            raise IntentRefused("illegal", Text("There is no stone on {label}.", label=label))
        same = {*room.game.board.names(room.game.chain(label))}
        marked = marked | same if dead else marked - same
    if marked == set(room.dead):
        return []
    return [room.mark(marked, colour, now)]


def _mark_seki(room: Room, intent: MarkSeki | MarkSekiAgain, colour: Colour, now: float) -> list[Event]:
    if room.game.rules.tax != "seki":
        raise IntentRefused("no-seki")
    if isinstance(intent, MarkSekiAgain):
        return [] if room.seki is None else [Event("seki", now, colour)]
    marked = before = room.in_seki()
    for label in intent.stones:
        if room.game.stones.get(label) not in COLOURS or label in room.dead:
            raise IntentRefused("illegal", Text("There is no living stone on {label}.", label=label))
        same = {*room.game.score(dead=room.dead, seki=[label]).seki[0].stones}
        marked = marked | same if intent.seki else marked - same
    return [] if marked == before else [Event("seki", now, colour, stones=room.in_order(marked))]
