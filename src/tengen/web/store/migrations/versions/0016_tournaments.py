"""Tournaments."""

from alembic import op

from tengen.web.store.schema import tournament_visitors, tournaments

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Add the tables."""
    tournaments.create(op.get_bind())
    tournament_visitors.create(op.get_bind())
