"""When each visitor was last seen, and by whom records, links and reports are found: what nobody misses may go."""

import time

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"

_INDEXES = {
    "ix_reviews_visitor": ("reviews", "visitor"),
    "ix_review_guests_visitor": ("review_guests", "visitor"),
    "ix_carries_visitor": ("carries", "visitor"),
    "ix_reports_reporter": ("reports", "reporter"),
    "ix_reports_accused": ("reports", "accused"),
}


def upgrade() -> None:
    """Take all for seen today: nobody knows better."""
    op.add_column("visitors", sa.Column("seen", sa.Double, nullable=False, server_default="0"))
    op.execute(sa.text("update visitors set seen = :now").bindparams(now=time.time()))
    for name, (table, column) in _INDEXES.items():
        op.create_index(name, table, [column])


def downgrade() -> None:
    """Forget it."""
    for name, (table, _) in _INDEXES.items():
        op.drop_index(name, table)
    op.drop_column("visitors", "seen")
