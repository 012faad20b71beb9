"""The first version's tables, which `upgrade` makes from the schema: a later change is another file in this folder."""

revision = "0010"
down_revision: None = None


def upgrade() -> None:
    """Do nothing: databases of this revision have these tables."""
