"""Reports of tournaments."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Make room for their kind; SQLite has no bound."""
    if op.get_bind().dialect.name == "postgresql":
        op.alter_column("reports", "kind", type_=sa.String(16))
