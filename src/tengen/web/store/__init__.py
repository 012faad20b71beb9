"""Where games, visitors and reviews are kept: SQLite by default, PostgreSQL by URL."""

from .event_writer import CHANNEL, Conflict
from .store import Store, Stored

__all__ = ["CHANNEL", "Conflict", "Store", "Stored"]
