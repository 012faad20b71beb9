"""A game between two seats, as its events tell it: pure, without a clock, a database or a connection of its own."""

from .agreed import Seat, Setting
from .clock import Reading, Timing
from .events import Event
from .intents import Intent, read_intent
from .room import Refusal, Room

__all__ = ["Event", "Intent", "Reading", "Refusal", "Room", "Seat", "Setting", "Timing", "read_intent"]
