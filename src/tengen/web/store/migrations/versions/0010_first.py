"""The first version's tables, which `upgrade` makes from the schema; later changes are further files here."""

revision = "0010"
down_revision: None = None


def upgrade() -> None:
    """Do nothing: databases of this revision have these tables."""
