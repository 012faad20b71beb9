"""Where games, visitors and reviews are kept: SQLite by default, PostgreSQL by URL."""

from .store import Store, Stored
from .writing import CHANNEL, Conflict

__all__ = ["CHANNEL", "Conflict", "Store", "Stored"]
