"""Whose turn the computer has, so that another process goes on where one has died."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add when the computer was due, and which process thinks since when."""
    op.add_column("games", sa.Column("due", sa.Double))
    op.add_column("games", sa.Column("thinker", sa.String(16)))
    op.add_column("games", sa.Column("thought", sa.Double))
    op.create_index("ix_games_due", "games", ["due"])
    op.create_index("ix_games_thinker", "games", ["thinker"])


def downgrade() -> None:
    """Drop them."""
    op.drop_index("ix_games_thinker", "games")
    op.drop_index("ix_games_due", "games")
    for name in ("thought", "thinker", "due"):
        op.drop_column("games", name)
