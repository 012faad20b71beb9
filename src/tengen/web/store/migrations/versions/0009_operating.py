"""Bans, reports by visitors, and what the operator has done."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Make the three tables."""
    op.create_table(
        "bans",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("whom", sa.String(64), nullable=False),
        sa.Column("reason", sa.String(500), nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("expires", sa.Double),
        sa.UniqueConstraint("kind", "whom"),
    )
    op.create_table(
        "reports",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("about", sa.String(32), nullable=False),
        sa.Column("quoted", sa.Text, nullable=False),
        sa.Column("accused", sa.String(32)),
        sa.Column("reason", sa.String(16), nullable=False),
        sa.Column("words", sa.String(1000), nullable=False),
        sa.Column("reporter", sa.String(32), sa.ForeignKey("visitors.id", ondelete="SET NULL")),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("settled", sa.Double),
    )
    op.create_index("ix_reports_settled", "reports", ["settled", "created"])
    op.create_table(
        "acts",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("operator", sa.String(80), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("about", sa.Text, nullable=False),
        sa.Column("words", sa.Text, nullable=False),
    )


def downgrade() -> None:
    """Drop them."""
    for name in ("acts", "reports", "bans"):
        op.drop_table(name)
