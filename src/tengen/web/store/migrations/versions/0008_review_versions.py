"""How often each review has been changed: whoever has it need not read it again while that is the same."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Count from nought."""
    op.add_column("reviews", sa.Column("version", sa.Integer, nullable=False, server_default="0"))


def downgrade() -> None:
    """Forget the counts."""
    op.drop_column("reviews", "version")
