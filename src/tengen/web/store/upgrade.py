"""Bringing the tables up to date with Alembic, at every start."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, text

from ...records import TengenError

_LOCK = 0x7E46E  # any number: PostgreSQL's lock that lets one process migrate at a time


def upgrade(connection: Connection) -> None:
    """Run the migrations that are still to be run, within the connection's transaction.

    Raises:
        TengenError: the database was made by a newer Tengen.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"select pg_advisory_xact_lock({_LOCK})"))
    config = _config()
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise TengenError(f"this database was made by a newer Tengen: {error}") from None


def refuse_other(connection: Connection) -> None:
    """Refuse tables that are not those of this Tengen: beside a running server nothing is migrated.

    Raises:
        TengenError: another Tengen made them, or there are none.
    """
    found = MigrationContext.configure(connection).get_current_revision()
    if found is None:
        raise TengenError("there are no games of a Tengen server in this database; --database names another one")
    if found != ScriptDirectory.from_config(_config()).get_current_head():
        raise TengenError(
            "this database is that of another version of Tengen: use that one, or start this one's server"
        )


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    return config
