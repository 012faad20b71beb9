"""Where games, visitors and reviews are kept: SQLite by default, PostgreSQL by URL."""

from .store import Conflict, Store, Stored

__all__ = ["Conflict", "Store", "Stored"]
