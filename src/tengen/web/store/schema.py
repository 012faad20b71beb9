"""The tables. A change here needs a migration in `migrations/versions`; a test compares the two."""

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

metadata: Final = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

visitors: Final = Table(
    "visitors",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("token", String(64), nullable=False, unique=True),  # SHA-256 of the cookie, in hexadecimal
    Column("name", String(40)),
    Column("created", Double, nullable=False),
    Column("seen", Double, nullable=False, server_default="0"),  # when they last came, to within a day
)

accounts: Final = Table(
    "accounts",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(40)),
    Column("email", String(254), unique=True),
    Column("created", Double, nullable=False),
)

browsers: Final = Table(
    "browsers",
    metadata,
    Column("visitor", String(32), ForeignKey("visitors.id", ondelete="CASCADE"), primary_key=True),
    Column("account", String(32), ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False, index=True),
)

games: Final = Table(
    "games",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("setting", Text, nullable=False),
    Column("created", Double, nullable=False),
    Column("updated", Double, nullable=False),
    Column("number", Integer, nullable=False),
    Column("phase", String(16), nullable=False),
    Column("deadline", Double, index=True),
    Column("due", Double, index=True),  # since when it is the computer's turn
    Column("thinker", String(16), index=True),  # the process that thinks about it, and when it last said so
    Column("thought", Double),
    Column("listed", Boolean, nullable=False, server_default=false()),  # whether the lobby shows it to everybody
    Index("ix_games_listed", "listed", "updated"),
)

events: Final = Table(
    "events",
    metadata,
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("body", Text, nullable=False),
    Column("intent", String(64)),
    UniqueConstraint("game", "intent"),
)

seats: Final = Table(
    "seats",
    metadata,
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("colour", String(5), primary_key=True),
    Column("token", String(64), nullable=False),  # SHA-256 of the secret link's
    Column("claimed", String(32)),  # the visitor to whom the link gave the seat, or "program"; none: it is free
    Column("invited", Boolean, nullable=False, server_default=false()),  # whether the link was made to be given away
)

grants: Final = Table(
    "grants",
    metadata,
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("colour", String(5), primary_key=True),
    Column("visitor", String(32), ForeignKey("visitors.id", ondelete="CASCADE"), primary_key=True, index=True),
)

messages: Final = Table(
    "messages",
    metadata,
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("colour", String(5), nullable=False),
    Column("visitor", String(32), ForeignKey("visitors.id", ondelete="SET NULL"), index=True),
    Column("at", Double, nullable=False),
    Column("kind", String(8), nullable=False),  # "text", "phrase", or the chat is turned "on" or "off"
    Column("body", Text, nullable=False),
    Column("said", String(64)),  # the SHA-256 of who said it and of the client's own name of it
    UniqueConstraint("game", "said"),
)

push_subscriptions: Final = Table(
    "push_subscriptions",
    metadata,
    Column("id", String(64), primary_key=True),  # SHA-256 of the endpoint
    Column("visitor", String(32), ForeignKey("visitors.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("endpoint", Text, nullable=False),
    Column("key", String(100), nullable=False),  # the browser's public key, in base64
    Column("secret", String(40), nullable=False),  # what it shares with us, in base64
    Column("language", String(16), nullable=False),
    Column("created", Double, nullable=False),
)

server_keys: Final = Table(
    "server_keys",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("value", Text, nullable=False),
)

reviews: Final = Table(
    "reviews",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("record", Text, nullable=False),
    Column("visitor", String(32), ForeignKey("visitors.id", ondelete="SET NULL"), index=True),
    Column("created", Double, nullable=False),
    Column("size", Integer, nullable=False, server_default="0"),  # of the record, in characters
    Column("invitation", String(64)),  # SHA-256 of the link with which others may add to it
    Column("version", Integer, nullable=False, server_default="0"),  # how often it has been changed
    Index("ix_reviews_created", "created", "size"),
)

review_guests: Final = Table(
    "review_guests",
    metadata,
    Column("review", String(32), ForeignKey("reviews.id", ondelete="CASCADE"), primary_key=True),
    Column("visitor", String(32), ForeignKey("visitors.id", ondelete="CASCADE"), primary_key=True, index=True),
)

beats: Final = Table(
    "beats",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("at", Double, nullable=False),
)

challenges: Final = Table(
    "challenges",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("maker", String(32), ForeignKey("visitors.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("choice", Text, nullable=False),  # the game that is offered, as JSON
    Column("created", Double, nullable=False),
    Column("expires", Double, nullable=False, index=True),
    Column("taker", String(32)),  # who accepted it, and the game that began
    Column("game", String(32)),
)

presence: Final = Table(
    "presence",
    metadata,
    Column("visitor", String(32), ForeignKey("visitors.id", ondelete="CASCADE"), primary_key=True),
    Column("seen", Double, nullable=False, index=True),  # when they were last in the lobby
)

attendance: Final = Table(
    "attendance",
    metadata,
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("server", String(16), primary_key=True),  # the process that counted them
    Column("watchers", Integer, nullable=False),
    Column("players", Integer, nullable=False),
    Column("seen", Double, nullable=False, index=True),
)


passkeys: Final = Table(
    "passkeys",
    metadata,
    Column("id", String(64), primary_key=True),  # SHA-256 of the credential's id, which may be a thousand bytes long
    Column("credential", Text, nullable=False),  # base64url
    Column("account", String(32), ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("party", String(255), nullable=False),  # the host for which it was made
    Column("public_key", Text, nullable=False),  # COSE, base64url
    Column("uses", BigInteger, nullable=False),  # as the authenticator counts them
    Column("name", String(40), nullable=False),
    Column("created", Double, nullable=False),
    Column("used", Double),
)

ceremonies: Final = Table(
    "ceremonies",
    metadata,
    Column("id", String(64), primary_key=True),  # SHA-256 of the cookie that the browser got for it
    Column("purpose", String(16), nullable=False),
    Column("challenge", String(100), nullable=False),  # base64url
    Column("account", String(32), nullable=False),  # whose passkey it makes; empty: it signs in whoever has one
    Column("expires", Double, nullable=False, index=True),
)

mail_links: Final = Table(
    "mail_links",
    metadata,
    Column("id", String(64), primary_key=True),  # SHA-256 of the link's secret
    Column("email", String(254), nullable=False),
    # To which the address is to be added; none: it signs in.
    Column("account", String(32), ForeignKey("accounts.id", ondelete="CASCADE")),
    Column("expires", Double, nullable=False, index=True),
)

carries: Final = Table(
    "carries",
    metadata,
    Column("id", String(64), primary_key=True),  # SHA-256 of the link's secret
    Column("visitor", String(32), ForeignKey("visitors.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("items", Text, nullable=False),  # what the browser remembers, as JSON
    Column("expires", Double, nullable=False, index=True),
)

account_items: Final = Table(
    "account_items",
    metadata,
    Column("account", String(32), ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    Column("key", String(80), primary_key=True),
    Column("value", Text, nullable=False),
)

results: Final = Table(
    "results",
    metadata,
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("kind", String(170), nullable=False),
    Column("winner", String(5)),
    Column("how", String(16), nullable=False),
    Column("moves", Integer, nullable=False),
    Column("computer", String(5)),  # the computer's colour
    Column("one_device", Boolean, nullable=False),
    Column("at", Double, nullable=False),
)

rated_seats: Final = Table(
    "rated_seats",
    metadata,
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("colour", String(5), primary_key=True),
    Column("player", String(40), nullable=False, index=True),
)

rated_games: Final = Table(
    "rated_games",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("game", String(32), nullable=False, unique=True),
    Column("kind", String(170), nullable=False),
    Column("black", String(40), nullable=False, index=True),
    Column("white", String(40), nullable=False, index=True),
    Column("score", Double, nullable=False),  # Black's: 1, 0 or 0.5
    Column("at", Double, nullable=False),
)


def _rating() -> tuple[Column[float], ...]:
    """Return the columns of a rating."""
    return tuple(Column(name, Double, nullable=False) for name in ("rating", "deviation", "volatility"))


ratings: Final = Table(
    "ratings",
    metadata,
    Column("player", String(40), primary_key=True),
    Column("kind", String(170), primary_key=True),
    *_rating(),
    Column("games", Integer, nullable=False),
    Column("at", Double, nullable=False),
)

rating_changes: Final = Table(
    "rating_changes",
    metadata,
    Column("number", Integer, ForeignKey("rated_games.number", ondelete="CASCADE"), primary_key=True),
    Column("colour", String(5), primary_key=True),
    Column("player", String(40), nullable=False, index=True),
    *_rating(),  # after the game
    Column("before", Double, nullable=False),
)


bans: Final = Table(
    "bans",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),  # "address", "account" or "visitor"
    Column("whom", String(64), nullable=False),  # a network, or an id
    Column("reason", String(500), nullable=False),
    Column("created", Double, nullable=False),
    Column("expires", Double),
    UniqueConstraint("kind", "whom"),
)

reports: Final = Table(
    "reports",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),  # what it is about: "game", "review", "message" or "name"
    Column("about", String(32), nullable=False),  # the game or the review; empty: a name in the lobby
    Column("quoted", Text, nullable=False),  # the name or the message as it was then
    Column("accused", String(32), index=True),  # the visitor who is called so or who said it, if that is known
    Column("reason", String(16), nullable=False),
    Column("words", String(1000), nullable=False),
    Column("reporter", String(32), ForeignKey("visitors.id", ondelete="SET NULL"), index=True),
    Column("created", Double, nullable=False),
    Column("settled", Double),
    Index("ix_reports_settled", "settled", "created"),
)

acts: Final = Table(
    "acts",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", Double, nullable=False),
    Column("operator", String(80), nullable=False),  # the user of the machine who did it
    Column("kind", String(16), nullable=False),
    Column("about", Text, nullable=False),  # what servers have to know of it, as JSON
    Column("words", Text, nullable=False),
)
