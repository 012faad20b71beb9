"""The lobby: open challenges, who is here, who watches; and seats that an invitation gives to one person alone."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add them; a seat in which somebody sits already is theirs, and its link gives it to nobody else."""
    op.add_column("seats", sa.Column("claimed", sa.String(32)))
    op.add_column("seats", sa.Column("invited", sa.Boolean, nullable=False, server_default=sa.false()))
    op.execute(
        "update seats set claimed = (select min(visitor) from grants"
        " where grants.game = seats.game and grants.colour = seats.colour)"
    )
    op.add_column("games", sa.Column("listed", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_index("ix_games_listed", "games", ["listed", "updated"])
    op.create_table(
        "challenges",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("maker", sa.String(32), sa.ForeignKey("visitors.id", ondelete="CASCADE"), nullable=False, index=True),
        sa.Column("choice", sa.Text, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("expires", sa.Double, nullable=False, index=True),
        sa.Column("taker", sa.String(32)),
        sa.Column("game", sa.String(32)),
    )
    op.create_table(
        "presence",
        sa.Column("visitor", sa.String(32), sa.ForeignKey("visitors.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seen", sa.Double, nullable=False, index=True),
    )
    op.create_table(
        "attendance",
        sa.Column("game", sa.String(32), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("server", sa.String(16), primary_key=True),
        sa.Column("watchers", sa.Integer, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("seen", sa.Double, nullable=False, index=True),
    )


def downgrade() -> None:
    """Drop them."""
    for name in ("attendance", "presence", "challenges"):
        op.drop_table(name)
    op.drop_index("ix_games_listed", "games")
    op.drop_column("games", "listed")
    op.drop_column("seats", "invited")
    op.drop_column("seats", "claimed")
