"""Teaching in reviews, and one review for both players of a game."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    for name, kind in (("game", sa.String(32)), ("lesson", sa.Text()), ("pen", sa.String(32))):
        op.add_column("reviews", sa.Column(name, kind))
    op.create_index("ix_reviews_game", "reviews", ["game"], unique=True)
