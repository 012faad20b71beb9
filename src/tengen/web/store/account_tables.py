"""The tables of accounts, of ratings and of results; like `schema`, of which they are a part."""

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
    String,
    Table,
    Text,
)

from .schema import metadata


def _account(primary_key: bool = False, nullable: bool = False) -> Column[str]:
    """Return the column that names the account a row goes with."""
    owner = ForeignKey("accounts.id", ondelete="CASCADE")
    return Column("account", String(32), owner, primary_key=primary_key, nullable=nullable)


passkeys: Final = Table(
    "passkeys",
    metadata,
    Column("id", String(64), primary_key=True),  # SHA-256 of the credential's id, which may be a thousand bytes long
    Column("credential", Text, nullable=False),  # base64url
    _account(),
    Column("party", String(255), nullable=False),  # the host for which it was made
    Column("public_key", Text, nullable=False),  # COSE, base64url
    Column("uses", BigInteger, nullable=False),  # as the authenticator counts them
    Column("name", String(40), nullable=False),
    Column("created", Double, nullable=False),
    Column("used", Double),
    Index("ix_passkeys_account", "account"),
)

ceremonies: Final = Table(
    "ceremonies",
    metadata,
    Column("id", String(64), primary_key=True),  # SHA-256 of the cookie that the browser got for it
    Column("purpose", String(16), nullable=False),
    Column("challenge", String(100), nullable=False),  # base64url
    Column("account", String(32), nullable=False),  # whose passkey it makes; empty: it signs in whoever has one
    Column("expires", Double, nullable=False),
    Index("ix_ceremonies_expires", "expires"),
)

mail_links: Final = Table(
    "mail_links",
    metadata,
    Column("id", String(64), primary_key=True),  # SHA-256 of the link's secret
    Column("email", String(254), nullable=False),
    _account(nullable=True),  # to which the address is to be added; none: it signs in
    Column("expires", Double, nullable=False),
    Index("ix_mail_links_expires", "expires"),
)

carries: Final = Table(
    "carries",
    metadata,
    Column("id", String(64), primary_key=True),  # SHA-256 of the link's secret
    Column("visitor", String(32), ForeignKey("visitors.id", ondelete="CASCADE"), nullable=False),
    Column("items", Text, nullable=False),  # what the browser remembers, as JSON
    Column("expires", Double, nullable=False),
    Index("ix_carries_expires", "expires"),
    Index("ix_carries_visitor", "visitor"),
)

account_items: Final = Table(
    "account_items",
    metadata,
    _account(primary_key=True),
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
    Column("player", String(40), nullable=False),
    Index("ix_rated_seats_player", "player"),
)

rated_games: Final = Table(
    "rated_games",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("game", String(32), nullable=False, unique=True),
    Column("kind", String(170), nullable=False),
    Column("black", String(40), nullable=False),
    Column("white", String(40), nullable=False),
    Column("score", Double, nullable=False),  # Black's: 1, 0 or 0.5
    Column("at", Double, nullable=False),
    Index("ix_rated_games_black", "black"),
    Index("ix_rated_games_white", "white"),
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
    Column("player", String(40), nullable=False),
    *_rating(),  # after the game
    Column("before", Double, nullable=False),
    Index("ix_rating_changes_player", "player"),
)
