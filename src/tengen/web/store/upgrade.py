"""Migration of old tables with Alembic, which loads slowly and only if needed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from sqlalchemy import Connection, inspect, text

from ...records import TengenError
from .schema import metadata

if TYPE_CHECKING:
    from alembic.config import Config

NEWEST: Final = "0016"
"""The revision of the last migration."""
_REVISION: Final = "alembic_version"
_LOCK = 0x7E46E  # any number: PostgreSQL's lock that lets one process migrate at a time


def upgrade(connection: Connection) -> None:
    """Create a new database's tables, or migrate an old one; TengenError if it is unknown."""
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"select pg_advisory_xact_lock({_LOCK})"))
    found = _revision(connection)
    if found == NEWEST:
        return
    from alembic import command
    from alembic.util import CommandError

    config = _config()
    config.attributes["connection"] = connection
    if found is None:
        if metadata.tables.keys() & inspect(connection).get_table_names():
            raise TengenError("this database has tables of another program")
        metadata.create_all(connection)
        command.stamp(config, "head")
        return
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise TengenError("this database was made by another version of Tengen: {error}", error=error) from None


def refuse_other(connection: Connection) -> None:
    """Raise TengenError unless the tables are this version's: next to a running server nothing is migrated."""
    found = _revision(connection)
    if found is None:
        raise TengenError("this database has no games of a Tengen server; --database names another one")
    if found != NEWEST:
        raise TengenError(
            "this database is that of another version of Tengen: use that one, or start this one's server"
        )


def _revision(connection: Connection) -> str | None:
    """Return the revision of the tables; None without tables."""
    if not inspect(connection).has_table(_REVISION):
        return None
    return connection.execute(text(f"select version_num from {_REVISION}")).scalar_one_or_none()


def _config() -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    return config
