"""Chats of games, whom to call by web push, and the server's own keys."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "messages",
        sa.Column("game", sa.String(32), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("colour", sa.String(5), nullable=False),
        sa.Column("visitor", sa.String(32), sa.ForeignKey("visitors.id", ondelete="SET NULL"), index=True),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("said", sa.String(64)),
        sa.UniqueConstraint("game", "said"),
    )
    op.create_table(
        "push_subscriptions",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column(
            "visitor", sa.String(32), sa.ForeignKey("visitors.id", ondelete="CASCADE"), nullable=False, index=True
        ),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("key", sa.String(100), nullable=False),
        sa.Column("secret", sa.String(40), nullable=False),
        sa.Column("language", sa.String(16), nullable=False),
        sa.Column("created", sa.Double, nullable=False),
    )
    op.create_table(
        "server_keys",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )


def downgrade() -> None:
    """Drop them."""
    for table in ("server_keys", "push_subscriptions", "messages"):
        op.drop_table(table)
