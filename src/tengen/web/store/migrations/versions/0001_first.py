"""The first tables: visitors, games and their events, seats, reviews."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision: None = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "visitors",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("token", sa.String(64), nullable=False),
        sa.Column("name", sa.String(40)),
        sa.Column("created", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_visitors"),
        sa.UniqueConstraint("token", name="uq_visitors_token"),
    )
    op.create_table(
        "games",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("setting", sa.Text, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("updated", sa.Double, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("phase", sa.String(16), nullable=False),
        sa.Column("deadline", sa.Double),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
    )
    op.create_index("ix_games_deadline", "games", ["deadline"])
    op.create_table(
        "events",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("intent", sa.String(64)),
        sa.PrimaryKeyConstraint("game", "number", name="pk_events"),
        sa.UniqueConstraint("game", "intent", name="uq_events_game_intent"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_events_game_games", ondelete="CASCADE"),
    )
    op.create_table(
        "seats",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("colour", sa.String(5), nullable=False),
        sa.Column("token", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("game", "colour", name="pk_seats"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_seats_game_games", ondelete="CASCADE"),
    )
    op.create_table(
        "grants",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("colour", sa.String(5), nullable=False),
        sa.Column("visitor", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("game", "colour", "visitor", name="pk_grants"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_grants_game_games", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["visitor"], ["visitors.id"], name="fk_grants_visitor_visitors", ondelete="CASCADE"),
    )
    op.create_index("ix_grants_visitor", "grants", ["visitor"])
    op.create_table(
        "reviews",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("record", sa.Text, nullable=False),
        sa.Column("visitor", sa.String(32)),
        sa.Column("created", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_reviews"),
        sa.ForeignKeyConstraint(["visitor"], ["visitors.id"], name="fk_reviews_visitor_visitors", ondelete="SET NULL"),
    )
    op.create_table(
        "beats",
        sa.Column("id", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_beats"),
    )


def downgrade() -> None:
    """Drop them all."""
    for name in ("beats", "reviews", "grants", "seats", "events", "games", "visitors"):
        op.drop_table(name)
