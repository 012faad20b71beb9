"""The tables. A change here needs a migration in `migrations/versions` for existing databases."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
)
from sqlalchemy.schema import SchemaItem

metadata: Final = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def _table(name: str, *columns: SchemaItem) -> Table:
    return Table(name, metadata, *columns)


def _rating() -> tuple[Column[float], ...]:
    return tuple(Column(name, Double, nullable=False) for name in ("rating", "deviation", "volatility"))


visitors: Final = _table(
    "visitors",
    Column("id", String(32), primary_key=True),
    Column("token", String(64), nullable=False, unique=True),  # SHA-256 of the cookie, in hexadecimal
    Column("name", String(40)),
    Column("created", Double, nullable=False),
    Column("seen", Double, nullable=False, server_default="0"),  # last visit, to within a day
)

accounts: Final = _table(
    "accounts",
    Column("id", String(32), primary_key=True),
    Column("name", String(40)),
    Column("email", String(254), unique=True),
    Column("created", Double, nullable=False),
)

browsers: Final = _table(
    "browsers",
    Column("visitor", String(32), ForeignKey("visitors.id", ondelete="CASCADE"), primary_key=True),
    Column("account", String(32), ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False, index=True),
)

games: Final = _table(
    "games",
    Column("id", String(32), primary_key=True),
    Column("setting", Text, nullable=False),
    Column("created", Double, nullable=False),
    Column("updated", Double, nullable=False),
    Column("number", Integer, nullable=False),
    Column("phase", String(16), nullable=False),
    Column("deadline", Double, index=True),
    Column("due", Double, index=True),  # since when it is the computer's turn
    Column("thinker", String(16), index=True),  # the process that searches, and its last sign of life
    Column("thought", Double),
    Column("listed", Boolean, nullable=False, server_default=false()),  # in the lobby
    Index("ix_games_listed", "listed", "updated"),
)

events: Final = _table(
    "events",
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("body", Text, nullable=False),
    Column("intent", String(64)),
    UniqueConstraint("game", "intent"),
)

seats: Final = _table(
    "seats",
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("colour", String(5), primary_key=True),
    Column("token", String(64), nullable=False),  # SHA-256 of the secret link's
    Column("claimed", String(32)),  # the visitor in the seat, or "program"; NULL: free
    Column("invited", Boolean, nullable=False, server_default=false()),  # whether the link is an invitation
    Column("secret", String(32)),  # the invitation's secret while the seat is free, to show again
)

grants: Final = _table(
    "grants",
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("colour", String(5), primary_key=True),
    Column("visitor", String(32), ForeignKey("visitors.id", ondelete="CASCADE"), primary_key=True, index=True),
)

messages: Final = _table(
    "messages",
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("colour", String(5), nullable=False),
    Column("visitor", String(32), ForeignKey("visitors.id", ondelete="SET NULL"), index=True),
    Column("at", Double, nullable=False),
    Column("kind", String(8), nullable=False),  # "text", "phrase", or the chat turned "on" or "off"
    Column("body", Text, nullable=False),
    Column("said", String(64)),  # the SHA-256 of the sender and the client's id
    UniqueConstraint("game", "said"),
)

conditional_moves: Final = _table(
    "conditional_moves",
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("colour", String(5), primary_key=True),
    Column("base", Integer, nullable=False),  # the number of moves before
    Column("position", String(64), nullable=False),  # the SHA-256 of these moves
    Column("lines", Text, nullable=False),  # as JSON
)

variants: Final = _table(
    "variants",
    Column("id", String(16), primary_key=True),  # the beginning of the body's SHA-256
    Column("body", Text, nullable=False),  # rules and board as JSON (`GameChoice`)
    Column("created", Double, nullable=False),
)

publications: Final = _table(
    "publications",  # variants listed on Explore
    Column("id", String(16), ForeignKey("variants.id", ondelete="CASCADE"), primary_key=True),
    Column("title", String(80), nullable=False),
    Column("summary", String(200), nullable=False),
    Column("maker", String(32), ForeignKey("visitors.id", ondelete="SET NULL"), index=True),
    Column("created", Double, nullable=False, index=True),
)

push_subscriptions: Final = _table(
    "push_subscriptions",
    Column("id", String(64), primary_key=True),  # SHA-256 of the endpoint
    Column("visitor", String(32), ForeignKey("visitors.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("endpoint", Text, nullable=False),
    Column("key", String(100), nullable=False),  # the browser's public key, in base64
    Column("secret", String(40), nullable=False),  # the shared secret, in base64
    Column("language", String(16), nullable=False),
    Column("created", Double, nullable=False),
)

server_keys: Final = _table(
    "server_keys", Column("name", String(32), primary_key=True), Column("value", Text, nullable=False)
)

reviews: Final = _table(
    "reviews",
    Column("id", String(32), primary_key=True),
    Column("record", Text, nullable=False),
    Column("visitor", String(32), ForeignKey("visitors.id", ondelete="SET NULL"), index=True),
    Column("created", Double, nullable=False),
    Column("size", Integer, nullable=False, server_default="0"),  # of the record, in characters
    Column("invitation", String(64)),  # SHA-256 of the guest link
    Column("version", Integer, nullable=False, server_default="0"),  # number of changes
    Column("game", String(32), index=True, unique=True),  # the ended game whose players share it
    Column("lesson", Text),  # the lesson's state as JSON; NULL: no lesson
    Column("pen", String(32)),  # the guest who leads it; NULL: the owner
    Index("ix_reviews_created", "created", "size"),
)

review_guests: Final = _table(
    "review_guests",
    Column("review", String(32), ForeignKey("reviews.id", ondelete="CASCADE"), primary_key=True),
    Column("visitor", String(32), ForeignKey("visitors.id", ondelete="CASCADE"), primary_key=True, index=True),
)

beats: Final = _table(
    "beats", Column("id", Integer, primary_key=True, autoincrement=False), Column("at", Double, nullable=False)
)

challenges: Final = _table(
    "challenges",
    Column("id", String(32), primary_key=True),
    Column("maker", String(32), ForeignKey("visitors.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("choice", Text, nullable=False),  # the offered game as JSON
    Column("created", Double, nullable=False),
    Column("expires", Double, nullable=False, index=True),
    Column("taker", String(32)),  # who accepted it, and the game that began
    Column("game", String(32)),
)

presence: Final = _table(
    "presence",
    Column("visitor", String(32), ForeignKey("visitors.id", ondelete="CASCADE"), primary_key=True),
    Column("seen", Double, nullable=False, index=True),  # when they were last in the lobby
)

attendance: Final = _table(
    "attendance",
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("server", String(16), primary_key=True),  # the process that counted them
    Column("watchers", Integer, nullable=False),
    Column("players", Integer, nullable=False),
    Column("seen", Double, nullable=False, index=True),
)


tournaments: Final = _table(
    "tournaments",
    Column("id", String(32), primary_key=True),
    Column("body", Text, nullable=False),  # as JSON
    Column("version", Integer, nullable=False),  # number of changes
    Column("updated", Double, nullable=False, index=True),
)

tournament_visitors: Final = _table(
    "tournament_visitors",  # organisers and players
    Column("tournament", String(32), ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("visitor", String(32), ForeignKey("visitors.id", ondelete="CASCADE"), primary_key=True, index=True),
)

passkeys: Final = _table(
    "passkeys",
    Column("id", String(64), primary_key=True),  # SHA-256 of the credential's id (up to 1,023 bytes)
    Column("credential", Text, nullable=False),  # base64url
    Column("account", String(32), ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("party", String(255), nullable=False),  # the host for which it was made
    Column("public_key", Text, nullable=False),  # COSE, base64url
    Column("uses", BigInteger, nullable=False),  # the authenticator's counter
    Column("name", String(40), nullable=False),
    Column("created", Double, nullable=False),
    Column("used", Double),
)

ceremonies: Final = _table(
    "ceremonies",
    Column("id", String(64), primary_key=True),  # SHA-256 of the ceremony's cookie
    Column("purpose", String(16), nullable=False),
    Column("challenge", String(100), nullable=False),  # base64url
    Column("account", String(32), nullable=False),  # for creating a passkey; empty: for signing in
    Column("expires", Double, nullable=False, index=True),
)

mail_links: Final = _table(
    "mail_links",
    Column("id", String(64), primary_key=True),  # SHA-256 of the link's secret
    Column("email", String(254), nullable=False),
    # The account that gets the address; NULL: it signs in.
    Column("account", String(32), ForeignKey("accounts.id", ondelete="CASCADE")),
    Column("expires", Double, nullable=False, index=True),
)

carries: Final = _table(
    "carries",
    Column("id", String(64), primary_key=True),  # SHA-256 of the link's secret
    Column("visitor", String(32), ForeignKey("visitors.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("items", Text, nullable=False),  # the browser's items as JSON
    Column("expires", Double, nullable=False, index=True),
)

account_items: Final = _table(
    "account_items",
    Column("account", String(32), ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    Column("key", String(80), primary_key=True),
    Column("value", Text, nullable=False),
)

results: Final = _table(
    "results",
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("kind", String(170), nullable=False),
    Column("winner", String(5)),
    Column("how", String(16), nullable=False),
    Column("moves", Integer, nullable=False),
    Column("computer", String(5)),  # the computer's colour
    Column("one_device", Boolean, nullable=False),
    Column("at", Double, nullable=False),
)

rated_seats: Final = _table(
    "rated_seats",
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("colour", String(5), primary_key=True),
    Column("player", String(40), nullable=False, index=True),
)

rated_games: Final = _table(
    "rated_games",
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("game", String(32), nullable=False, unique=True),
    Column("kind", String(170), nullable=False),
    Column("black", String(40), nullable=False, index=True),
    Column("white", String(40), nullable=False, index=True),
    Column("score", Double, nullable=False),  # Black's: 1, 0 or 0.5
    Column("at", Double, nullable=False),
)

ratings: Final = _table(
    "ratings",
    Column("player", String(40), primary_key=True),
    Column("kind", String(170), primary_key=True),
    *_rating(),
    Column("games", Integer, nullable=False),
    Column("at", Double, nullable=False),
)

rating_changes: Final = _table(
    "rating_changes",
    Column("number", Integer, ForeignKey("rated_games.number", ondelete="CASCADE"), primary_key=True),
    Column("colour", String(5), primary_key=True),
    Column("player", String(40), nullable=False, index=True),
    *_rating(),  # after the game
    Column("before", Double, nullable=False),
)


bans: Final = _table(
    "bans",
    Column("number", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),  # "address", "account" or "visitor"
    Column("whom", String(64), nullable=False),  # a network, or an id
    Column("reason", String(500), nullable=False),
    Column("created", Double, nullable=False),
    Column("expires", Double),
    UniqueConstraint("kind", "whom"),
)

reports: Final = _table(
    "reports",
    Column("number", Integer, primary_key=True),
    Column("kind", String(16), nullable=False),  # "game", "review", "variant", "tournament", "message" or "name"
    Column("about", String(32), nullable=False),  # its id; empty: a name in the lobby
    Column("quoted", Text, nullable=False),  # the name or the message at that time
    Column("accused", String(32), index=True),  # the visitor with this name or message, if known
    Column("reason", String(16), nullable=False),
    Column("words", String(1000), nullable=False),
    Column("reporter", String(32), ForeignKey("visitors.id", ondelete="SET NULL"), index=True),
    Column("created", Double, nullable=False),
    Column("settled", Double),
    Index("ix_reports_settled", "settled", "created"),
)

acts: Final = _table(
    "acts",
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", Double, nullable=False),
    Column("operator", String(80), nullable=False),  # the operating system's user
    Column("kind", String(16), nullable=False),
    Column("about", Text, nullable=False),  # data for servers, as JSON
    Column("words", Text, nullable=False),
)
