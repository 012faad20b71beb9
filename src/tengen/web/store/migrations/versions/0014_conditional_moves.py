"""Conditional moves of correspondence games."""

from alembic import op

from tengen.web.store.schema import conditional_moves

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    conditional_moves.create(op.get_bind())
