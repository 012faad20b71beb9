"""How long every review is, so that there is a bound to all of them."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the size, and an index from which their sum is read without the records."""
    op.add_column("reviews", sa.Column("size", sa.Integer, nullable=False, server_default="0"))
    op.execute("update reviews set size = length(record)")
    op.create_index("ix_reviews_created", "reviews", ["created", "size"])


def downgrade() -> None:
    """Drop them."""
    op.drop_index("ix_reviews_created", "reviews")
    op.drop_column("reviews", "size")
