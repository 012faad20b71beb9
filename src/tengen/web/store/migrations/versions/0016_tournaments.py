"""Tournaments."""

from alembic import op
from sqlalchemy import String

from tengen.web.store.schema import tournament_visitors, tournaments

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Add the tables, and widen the column for reports of tournaments; SQLite needs no change."""
    tournaments.create(op.get_bind())
    tournament_visitors.create(op.get_bind())
    if op.get_bind().dialect.name == "postgresql":
        op.alter_column("reports", "kind", type_=String(16))
