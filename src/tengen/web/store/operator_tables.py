"""The operator's tables: bans, reports, and what was done; like `schema`, of which they are a part."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Column, Double, ForeignKey, Index, Integer, String, Table, Text, UniqueConstraint

from .schema import metadata

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
    Column("accused", String(32)),  # the visitor who is called so or who said it, if that is known
    Column("reason", String(16), nullable=False),
    Column("words", String(1000), nullable=False),
    Column("reporter", String(32), ForeignKey("visitors.id", ondelete="SET NULL")),
    Column("created", Double, nullable=False),
    Column("settled", Double),
    Index("ix_reports_settled", "settled", "created"),
    Index("ix_reports_reporter", "reporter"),
    Index("ix_reports_accused", "accused"),
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
