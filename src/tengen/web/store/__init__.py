"""The database of games, visitors and reviews: SQLite by default, PostgreSQL by URL."""

from .account_store import Account, Ceremony, MailLink, Passkey
from .channels import VOID
from .event_writer import EventAppend, EventConflict
from .result_store import GameResult, RatedGame, ResultStore
from .seats import EnoughGames
from .store import Store, StoredGame, Visitor
from .trouble import StoreTrouble
from .turn_leases import TurnLeases

__all__ = [
    "VOID",
    "Account",
    "Ceremony",
    "EnoughGames",
    "EventAppend",
    "EventConflict",
    "GameResult",
    "MailLink",
    "Passkey",
    "RatedGame",
    "ResultStore",
    "Store",
    "StoreTrouble",
    "StoredGame",
    "TurnLeases",
    "Visitor",
]
