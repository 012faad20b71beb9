"""The first tables. A later change of the schema is another file in this folder."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision: None = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "accounts",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(40)),
        sa.Column("email", sa.String(254), unique=True),
        sa.Column("created", sa.Double, nullable=False),
    )
    op.create_table(
        "acts",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("operator", sa.String(80), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("about", sa.Text, nullable=False),
        sa.Column("words", sa.Text, nullable=False),
    )
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
        "beats",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Double, nullable=False),
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
        "games",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("setting", sa.Text, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("updated", sa.Double, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("phase", sa.String(16), nullable=False),
        sa.Column("deadline", sa.Double, index=True),
        sa.Column("due", sa.Double, index=True),
        sa.Column("thinker", sa.String(16), index=True),
        sa.Column("thought", sa.Double),
        sa.Column("listed", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Index("ix_games_listed", "listed", "updated"),
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
        sa.Column("rating", sa.Double, nullable=False),
        sa.Column("deviation", sa.Double, nullable=False),
        sa.Column("volatility", sa.Double, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
    )
    op.create_table(
        "server_keys",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    op.create_table(
        "visitors",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("token", sa.String(64), nullable=False, unique=True),
        sa.Column("name", sa.String(40)),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("seen", sa.Double, nullable=False, server_default="0"),
    )
    op.create_table(
        "account_items",
        sa.Column("account", sa.String(32), sa.ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("key", sa.String(80), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    op.create_table(
        "attendance",
        sa.Column("game", sa.String(32), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("server", sa.String(16), primary_key=True),
        sa.Column("watchers", sa.Integer, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("seen", sa.Double, nullable=False, index=True),
    )
    op.create_table(
        "browsers",
        sa.Column("visitor", sa.String(32), sa.ForeignKey("visitors.id", ondelete="CASCADE"), primary_key=True),
        sa.Column(
            "account", sa.String(32), sa.ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False, index=True
        ),
    )
    op.create_table(
        "carries",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column(
            "visitor", sa.String(32), sa.ForeignKey("visitors.id", ondelete="CASCADE"), nullable=False, index=True
        ),
        sa.Column("items", sa.Text, nullable=False),
        sa.Column("expires", sa.Double, nullable=False, index=True),
    )
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
        "events",
        sa.Column("game", sa.String(32), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("intent", sa.String(64)),
        sa.UniqueConstraint("game", "intent"),
    )
    op.create_table(
        "grants",
        sa.Column("game", sa.String(32), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("colour", sa.String(5), primary_key=True),
        sa.Column(
            "visitor", sa.String(32), sa.ForeignKey("visitors.id", ondelete="CASCADE"), primary_key=True, index=True
        ),
    )
    op.create_table(
        "mail_links",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("email", sa.String(254), nullable=False),
        sa.Column("account", sa.String(32), sa.ForeignKey("accounts.id", ondelete="CASCADE")),
        sa.Column("expires", sa.Double, nullable=False, index=True),
    )
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
        "presence",
        sa.Column("visitor", sa.String(32), sa.ForeignKey("visitors.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seen", sa.Double, nullable=False, index=True),
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
        "rated_seats",
        sa.Column("game", sa.String(32), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("colour", sa.String(5), primary_key=True),
        sa.Column("player", sa.String(40), nullable=False, index=True),
    )
    op.create_table(
        "rating_changes",
        sa.Column("number", sa.Integer, sa.ForeignKey("rated_games.number", ondelete="CASCADE"), primary_key=True),
        sa.Column("colour", sa.String(5), primary_key=True),
        sa.Column("player", sa.String(40), nullable=False, index=True),
        sa.Column("rating", sa.Double, nullable=False),
        sa.Column("deviation", sa.Double, nullable=False),
        sa.Column("volatility", sa.Double, nullable=False),
        sa.Column("before", sa.Double, nullable=False),
    )
    op.create_table(
        "reports",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("about", sa.String(32), nullable=False),
        sa.Column("quoted", sa.Text, nullable=False),
        sa.Column("accused", sa.String(32), index=True),
        sa.Column("reason", sa.String(16), nullable=False),
        sa.Column("words", sa.String(1000), nullable=False),
        sa.Column("reporter", sa.String(32), sa.ForeignKey("visitors.id", ondelete="SET NULL"), index=True),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("settled", sa.Double),
        sa.Index("ix_reports_settled", "settled", "created"),
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
    op.create_table(
        "reviews",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("record", sa.Text, nullable=False),
        sa.Column("visitor", sa.String(32), sa.ForeignKey("visitors.id", ondelete="SET NULL"), index=True),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("size", sa.Integer, nullable=False, server_default="0"),
        sa.Column("invitation", sa.String(64)),
        sa.Column("version", sa.Integer, nullable=False, server_default="0"),
        sa.Index("ix_reviews_created", "created", "size"),
    )
    op.create_table(
        "seats",
        sa.Column("game", sa.String(32), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("colour", sa.String(5), primary_key=True),
        sa.Column("token", sa.String(64), nullable=False),
        sa.Column("claimed", sa.String(32)),
        sa.Column("invited", sa.Boolean, nullable=False, server_default=sa.false()),
    )
    op.create_table(
        "review_guests",
        sa.Column("review", sa.String(32), sa.ForeignKey("reviews.id", ondelete="CASCADE"), primary_key=True),
        sa.Column(
            "visitor", sa.String(32), sa.ForeignKey("visitors.id", ondelete="CASCADE"), primary_key=True, index=True
        ),
    )
