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
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("maker", sa.String(32), nullable=False),
        sa.Column("choice", sa.Text, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("expires", sa.Double, nullable=False),
        sa.Column("taker", sa.String(32)),
        sa.Column("game", sa.String(32)),
        sa.PrimaryKeyConstraint("id", name="pk_challenges"),
        sa.ForeignKeyConstraint(["maker"], ["visitors.id"], name="fk_challenges_maker_visitors", ondelete="CASCADE"),
    )
    op.create_index("ix_challenges_expires", "challenges", ["expires"])
    op.create_index("ix_challenges_maker", "challenges", ["maker"])
    op.create_table(
        "presence",
        sa.Column("visitor", sa.String(32), nullable=False),
        sa.Column("seen", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("visitor", name="pk_presence"),
        sa.ForeignKeyConstraint(["visitor"], ["visitors.id"], name="fk_presence_visitor_visitors", ondelete="CASCADE"),
    )
    op.create_index("ix_presence_seen", "presence", ["seen"])
    op.create_table(
        "attendance",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("server", sa.String(16), nullable=False),
        sa.Column("watchers", sa.Integer, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("seen", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("game", "server", name="pk_attendance"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_attendance_game_games", ondelete="CASCADE"),
    )
    op.create_index("ix_attendance_seen", "attendance", ["seen"])


def downgrade() -> None:
    """Drop them."""
    for name in ("attendance", "presence", "challenges"):
        op.drop_table(name)
    op.drop_index("ix_games_listed", "games")
    op.drop_column("games", "listed")
    op.drop_column("seats", "invited")
    op.drop_column("seats", "claimed")
