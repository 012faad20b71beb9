"""Invitations that can be shown again, and variants with short ids."""

import sqlalchemy as sa
from alembic import op

from tengen.web.store.schema import variants

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.add_column("seats", sa.Column("secret", sa.String(32)))
    variants.create(op.get_bind())
