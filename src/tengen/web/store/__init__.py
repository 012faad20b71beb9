"""Where games, visitors and reviews are kept: SQLite by default, PostgreSQL by URL."""

from .account_store import Account, AccountStore, Ceremony, MailLink, Passkey
from .channels import CHANNEL, TALK, VOID
from .event_writer import EventAppend, EventConflict
from .result_store import GameResult, RatedGame, RatingChange, ResultStore
from .seats import EnoughGames
from .store import Store, StoredGame, Visitor
from .trouble import StoreTrouble
from .turn_leases import TurnLeases

__all__ = [
    "CHANNEL",
    "TALK",
    "VOID",
    "Account",
    "AccountStore",
    "Ceremony",
    "EnoughGames",
    "EventAppend",
    "EventConflict",
    "GameResult",
    "MailLink",
    "Passkey",
    "RatedGame",
    "RatingChange",
    "ResultStore",
    "Store",
    "StoreTrouble",
    "StoredGame",
    "TurnLeases",
    "Visitor",
]
