"""Rooms without a server: their games, their intents, and their errors."""

from typing import Any

import pytest

from tengen import Game
from tengen.records import Colour
from tengen.web.rooms import Event, GameTerms, IntentRefused, Room, Timing, answer, read_intent

BOTH: frozenset[Colour] = frozenset(("black", "white"))


def room_of(variant: str = "chinese", board: str = "5", timing: Timing | None = None, **terms: Any) -> Room:
    return Room(GameTerms(Game(variant, board=board).to_json(), timing=timing or Timing(), **terms))


def do(
    room: Room, seats: set[Colour] | frozenset[Colour], at: float = 0.0, number: int | None = None, **wish: Any
) -> None:
    """Carry out an intent of the players in some seats of a room; events are read as stored."""
    seen = room.number if number is None else number
    for event in answer(room, seats, read_intent(wish), seen, at):
        room.apply(Event.load(event.dump()))


def play(room: Room, *moves: str) -> None:
    for move in moves:
        do(room, {room.game.to_play}, kind="move", move=move)


def refusal(
    room: Room, seats: set[Colour] | frozenset[Colour], number: int | None = None, **wish: Any
) -> IntentRefused:
    """Return why a room refuses an intent, which changes nothing."""
    before = (room.number, room.game.moves, room.dead, room.agreed, room.phase)
    with pytest.raises(IntentRefused) as caught:
        do(room, seats, number=number, **wish)
    assert (room.number, room.game.moves, room.dead, room.agreed, room.phase) == before
    return caught.value


def counting(variant: str = "chinese") -> Room:
    """Return a room whose game has ended by passes, with a dead stone."""
    room = room_of(variant)
    play(room, "C3", "A1", "B3", "pass", "D3", "pass", "pass")
    assert room.phase == "counting"
    return room
