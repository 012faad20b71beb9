"""The tables. A change here needs a migration in `migrations/versions`; a test compares the two."""

from __future__ import annotations

from sqlalchemy import Column, Double, ForeignKey, Index, Integer, MetaData, String, Table, Text, UniqueConstraint

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

visitors = Table(
    "visitors",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("token", String(64), nullable=False, unique=True),  # SHA-256 of the cookie, in hexadecimal
    Column("name", String(40)),
    Column("created", Double, nullable=False),
)

games = Table(
    "games",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("setting", Text, nullable=False),
    Column("created", Double, nullable=False),
    Column("updated", Double, nullable=False),
    Column("number", Integer, nullable=False),
    Column("phase", String(16), nullable=False),
    Column("deadline", Double),
    Column("due", Double),  # since when it is the computer's turn
    Column("thinker", String(16)),  # the process that thinks about it, and when it last said so
    Column("thought", Double),
    Index("ix_games_deadline", "deadline"),
    Index("ix_games_due", "due"),
    Index("ix_games_thinker", "thinker"),
)

events = Table(
    "events",
    metadata,
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("body", Text, nullable=False),
    Column("intent", String(64)),
    UniqueConstraint("game", "intent"),
)

seats = Table(
    "seats",
    metadata,
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("colour", String(5), primary_key=True),
    Column("token", String(64), nullable=False),  # SHA-256 of the secret link's
)

grants = Table(
    "grants",
    metadata,
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("colour", String(5), primary_key=True),
    Column("visitor", String(32), ForeignKey("visitors.id", ondelete="CASCADE"), primary_key=True),
    Index("ix_grants_visitor", "visitor"),
)

reviews = Table(
    "reviews",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("record", Text, nullable=False),
    Column("visitor", String(32), ForeignKey("visitors.id", ondelete="SET NULL")),
    Column("created", Double, nullable=False),
    Column("size", Integer, nullable=False, server_default="0"),  # of the record, in characters
    Index("ix_reviews_created", "created", "size"),
)

beats = Table(
    "beats",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("at", Double, nullable=False),
)
