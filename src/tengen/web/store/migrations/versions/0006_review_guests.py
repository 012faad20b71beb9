"""Others who may add to a review, and the link that makes them so."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add the link's hash, and who came by it."""
    op.add_column("reviews", sa.Column("invitation", sa.String(64)))
    op.create_table(
        "review_guests",
        sa.Column("review", sa.String(32), sa.ForeignKey("reviews.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("visitor", sa.String(32), sa.ForeignKey("visitors.id", ondelete="CASCADE"), primary_key=True),
    )


def downgrade() -> None:
    """Drop them."""
    op.drop_table("review_guests")
    op.drop_column("reviews", "invitation")
