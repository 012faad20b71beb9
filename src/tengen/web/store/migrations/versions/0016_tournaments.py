"""Tournaments."""

from alembic import op

from tengen.web.store.schema import tournaments

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Add the table."""
    tournaments.create(op.get_bind())
