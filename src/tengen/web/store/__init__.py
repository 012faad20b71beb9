"""Where games, visitors and reviews are kept: SQLite by default, PostgreSQL by URL."""

from .event_writer import CHANNEL, EventAppend, EventConflict
from .store import Store, StoredGame, Visitor
from .turn_leases import TurnLeases

__all__ = ["CHANNEL", "EventAppend", "EventConflict", "Store", "StoredGame", "TurnLeases", "Visitor"]
