"""Bringing the tables up to date with Alembic, at every start."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
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
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise TengenError(f"this database was made by a newer Tengen: {error}") from None
