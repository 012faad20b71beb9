"""Accounts, with what opens them and what they keep; results of games, and ratings."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Make the tables; a visitor belongs to an account by a table of its own, as `visitors` is never made anew."""
    op.create_table(
        "accounts",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(40)),
        sa.Column("email", sa.String(254), unique=True),
        sa.Column("created", sa.Double, nullable=False),
    )
    op.create_table(
        "browsers",
        sa.Column("visitor", sa.String(32), sa.ForeignKey("visitors.id", ondelete="CASCADE"), primary_key=True),
        sa.Column(
            "account", sa.String(32), sa.ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False, index=True
        ),
    )
    _make_doors()
    _make_kept()
    _make_ratings()


def _make_doors() -> None:
    """Make what opens an account, and what carries a browser's games to another."""
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("credential", sa.Text, nullable=False),
        sa.Column(
            "account", sa.String(32), sa.ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False, index=True
        ),
        sa.Column("party", sa.String(255), nullable=False),
        sa.Column("public_key", sa.Text, nullable=False),
        sa.Column("uses", sa.BigInteger, nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("used", sa.Double),
    )
    op.create_table(
        "ceremonies",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("purpose", sa.String(16), nullable=False),
        sa.Column("challenge", sa.String(100), nullable=False),
        sa.Column("account", sa.String(32), nullable=False),
        sa.Column("expires", sa.Double, nullable=False, index=True),
    )
    op.create_table(
        "mail_links",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("email", sa.String(254), nullable=False),
        sa.Column("account", sa.String(32), sa.ForeignKey("accounts.id", ondelete="CASCADE")),
        sa.Column("expires", sa.Double, nullable=False, index=True),
    )
    op.create_table(
        "carries",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("visitor", sa.String(32), sa.ForeignKey("visitors.id", ondelete="CASCADE"), nullable=False),
        sa.Column("items", sa.Text, nullable=False),
        sa.Column("expires", sa.Double, nullable=False, index=True),
    )


def _make_kept() -> None:
    """Make what an account keeps, and how games ended."""
    op.create_table(
        "account_items",
        sa.Column("account", sa.String(32), sa.ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("key", sa.String(80), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    op.create_table(
        "results",
        sa.Column("game", sa.String(32), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("kind", sa.String(170), nullable=False),
        sa.Column("winner", sa.String(5)),
        sa.Column("how", sa.String(16), nullable=False),
        sa.Column("moves", sa.Integer, nullable=False),
        sa.Column("computer", sa.String(5)),
        sa.Column("one_device", sa.Boolean, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
    )


def _make_ratings() -> None:
    """Make who plays rated games, the games in their order, and the ratings after them."""
    op.create_table(
        "rated_seats",
        sa.Column("game", sa.String(32), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("colour", sa.String(5), primary_key=True),
        sa.Column("player", sa.String(40), nullable=False, index=True),
    )
    op.create_table(
        "rated_games",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("game", sa.String(32), nullable=False, unique=True),
        sa.Column("kind", sa.String(170), nullable=False),
        sa.Column("black", sa.String(40), nullable=False, index=True),
        sa.Column("white", sa.String(40), nullable=False, index=True),
        sa.Column("score", sa.Double, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
    )
    op.create_table(
        "ratings",
        sa.Column("player", sa.String(40), primary_key=True),
        sa.Column("kind", sa.String(170), primary_key=True),
        *(sa.Column(name, sa.Double, nullable=False) for name in ("rating", "deviation", "volatility")),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
    )
    op.create_table(
        "rating_changes",
        sa.Column("number", sa.Integer, sa.ForeignKey("rated_games.number", ondelete="CASCADE"), primary_key=True),
        sa.Column("colour", sa.String(5), primary_key=True),
        sa.Column("player", sa.String(40), nullable=False, index=True),
        *(sa.Column(name, sa.Double, nullable=False) for name in ("rating", "deviation", "volatility")),
        sa.Column("before", sa.Double, nullable=False),
    )


def downgrade() -> None:
    """Drop them all."""
    tables = ("rating_changes", "ratings", "rated_games", "rated_seats", "results", "account_items")
    for name in (*tables, "carries", "mail_links", "ceremonies", "passkeys", "browsers", "accounts"):
        op.drop_table(name)
