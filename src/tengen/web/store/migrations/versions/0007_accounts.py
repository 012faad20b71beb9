"""Accounts, with what opens them and what they keep; results of games, and ratings."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Make the tables; a visitor belongs to an account by a table of its own, as `visitors` is never made anew."""
    op.create_table(
        "accounts",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("name", sa.String(40)),
        sa.Column("email", sa.String(254)),
        sa.Column("created", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_accounts"),
        sa.UniqueConstraint("email", name="uq_accounts_email"),
    )
    op.create_table(
        "browsers",
        sa.Column("visitor", sa.String(32), nullable=False),
        sa.Column("account", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("visitor", name="pk_browsers"),
        sa.ForeignKeyConstraint(["visitor"], ["visitors.id"], name="fk_browsers_visitor_visitors", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_browsers_account_accounts", ondelete="CASCADE"),
    )
    op.create_index("ix_browsers_account", "browsers", ["account"])
    _make_doors()
    _make_kept()
    _make_ratings()


def _make_doors() -> None:
    """Make what opens an account, and what carries a browser's games to another."""
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("credential", sa.Text, nullable=False),
        sa.Column("account", sa.String(32), nullable=False),
        sa.Column("party", sa.String(255), nullable=False),
        sa.Column("public_key", sa.Text, nullable=False),
        sa.Column("uses", sa.BigInteger, nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("used", sa.Double),
        sa.PrimaryKeyConstraint("id", name="pk_passkeys"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_passkeys_account_accounts", ondelete="CASCADE"),
    )
    op.create_index("ix_passkeys_account", "passkeys", ["account"])
    op.create_table(
        "ceremonies",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("purpose", sa.String(16), nullable=False),
        sa.Column("challenge", sa.String(100), nullable=False),
        sa.Column("account", sa.String(32), nullable=False),
        sa.Column("expires", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_ceremonies"),
    )
    op.create_table(
        "mail_links",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("email", sa.String(254), nullable=False),
        sa.Column("account", sa.String(32)),
        sa.Column("expires", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_mail_links"),
        sa.ForeignKeyConstraint(
            ["account"], ["accounts.id"], name="fk_mail_links_account_accounts", ondelete="CASCADE"
        ),
    )
    op.create_table(
        "carries",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("visitor", sa.String(32), nullable=False),
        sa.Column("items", sa.Text, nullable=False),
        sa.Column("expires", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_carries"),
        sa.ForeignKeyConstraint(["visitor"], ["visitors.id"], name="fk_carries_visitor_visitors", ondelete="CASCADE"),
    )
    for table in ("ceremonies", "mail_links", "carries"):
        op.create_index(f"ix_{table}_expires", table, ["expires"])


def _make_kept() -> None:
    """Make what an account keeps, and how games ended."""
    op.create_table(
        "account_items",
        sa.Column("account", sa.String(32), nullable=False),
        sa.Column("key", sa.String(80), nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("account", "key", name="pk_account_items"),
        sa.ForeignKeyConstraint(
            ["account"], ["accounts.id"], name="fk_account_items_account_accounts", ondelete="CASCADE"
        ),
    )
    op.create_table(
        "results",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(170), nullable=False),
        sa.Column("winner", sa.String(5)),
        sa.Column("how", sa.String(16), nullable=False),
        sa.Column("moves", sa.Integer, nullable=False),
        sa.Column("computer", sa.String(5)),
        sa.Column("one_device", sa.Boolean, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("game", name="pk_results"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_results_game_games", ondelete="CASCADE"),
    )


def _make_ratings() -> None:
    """Make who plays rated games, the games in their order, and the ratings after them."""
    op.create_table(
        "rated_seats",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("colour", sa.String(5), nullable=False),
        sa.Column("player", sa.String(40), nullable=False),
        sa.PrimaryKeyConstraint("game", "colour", name="pk_rated_seats"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_rated_seats_game_games", ondelete="CASCADE"),
    )
    op.create_index("ix_rated_seats_player", "rated_seats", ["player"])
    op.create_table(
        "rated_games",
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(170), nullable=False),
        sa.Column("black", sa.String(40), nullable=False),
        sa.Column("white", sa.String(40), nullable=False),
        sa.Column("score", sa.Double, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_rated_games"),
        sa.UniqueConstraint("game", name="uq_rated_games_game"),
    )
    op.create_index("ix_rated_games_black", "rated_games", ["black"])
    op.create_index("ix_rated_games_white", "rated_games", ["white"])
    op.create_table(
        "ratings",
        sa.Column("player", sa.String(40), nullable=False),
        sa.Column("kind", sa.String(170), nullable=False),
        *(sa.Column(name, sa.Double, nullable=False) for name in ("rating", "deviation", "volatility")),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("player", "kind", name="pk_ratings"),
    )
    op.create_table(
        "rating_changes",
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("colour", sa.String(5), nullable=False),
        sa.Column("player", sa.String(40), nullable=False),
        *(sa.Column(name, sa.Double, nullable=False) for name in ("rating", "deviation", "volatility")),
        sa.Column("before", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("number", "colour", name="pk_rating_changes"),
        sa.ForeignKeyConstraint(
            ["number"], ["rated_games.number"], name="fk_rating_changes_number_rated_games", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_rating_changes_player", "rating_changes", ["player"])


def downgrade() -> None:
    """Drop them all."""
    tables = ("rating_changes", "ratings", "rated_games", "rated_seats", "results", "account_items")
    for name in (*tables, "carries", "mail_links", "ceremonies", "passkeys", "browsers", "accounts"):
        op.drop_table(name)
