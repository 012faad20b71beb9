"""Games between two seats, defined by their events: pure, without clocks, databases or connections."""

from .events import Event
from .game_terms import ClockReading, GameTerms, Seat, Timing
from .intents import Intent, IntentRefused, answer, read_intent
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
