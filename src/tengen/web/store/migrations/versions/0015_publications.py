"""Variants listed on Explore."""

from alembic import op

from tengen.web.store.schema import publications

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    publications.create(op.get_bind())
