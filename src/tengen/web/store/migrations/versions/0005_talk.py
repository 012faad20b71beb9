"""Chats of games, whom to call by web push, and the server's own keys."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "messages",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("colour", sa.String(5), nullable=False),
        sa.Column("visitor", sa.String(32)),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("said", sa.String(64)),
        sa.PrimaryKeyConstraint("game", "number", name="pk_messages"),
        sa.UniqueConstraint("game", "said", name="uq_messages_game_said"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_messages_game_games", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["visitor"], ["visitors.id"], name="fk_messages_visitor_visitors", ondelete="SET NULL"),
    )
    op.create_index("ix_messages_visitor", "messages", ["visitor"])
    op.create_table(
        "push_subscriptions",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("visitor", sa.String(32), nullable=False),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("key", sa.String(100), nullable=False),
        sa.Column("secret", sa.String(40), nullable=False),
        sa.Column("language", sa.String(16), nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_push_subscriptions"),
        sa.ForeignKeyConstraint(
            ["visitor"], ["visitors.id"], name="fk_push_subscriptions_visitor_visitors", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_push_subscriptions_visitor", "push_subscriptions", ["visitor"])
    op.create_table(
        "server_keys",
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_server_keys"),
    )


def downgrade() -> None:
    """Drop them."""
    for table in ("server_keys", "push_subscriptions", "messages"):
        op.drop_table(table)
