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
        sa.Column("review", sa.String(32), nullable=False),
        sa.Column("visitor", sa.String(32), nullable=False),
        sa.ForeignKeyConstraint(["review"], ["reviews.id"], name="fk_review_guests_review_reviews", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["visitor"], ["visitors.id"], name="fk_review_guests_visitor_visitors", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("review", "visitor", name="pk_review_guests"),
    )


def downgrade() -> None:
    """Drop them."""
    op.drop_table("review_guests")
    op.drop_column("reviews", "invitation")
