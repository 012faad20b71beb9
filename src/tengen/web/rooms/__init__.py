"""A game between two seats, as its events tell it: pure, without a clock, a database or a connection of its own."""

from .answering import answer
from .clock import ClockReading, Timing
from .events import Event
from .game_terms import GameTerms, Seat
from .intents import Intent, read_intent
from .refusals import IntentRefused
from .room import Room

__all__ = [
    "ClockReading",
    "Event",
    "GameTerms",
    "Intent",
    "IntentRefused",
    "Room",
    "Seat",
    "Timing",
    "answer",
    "read_intent",
]
