"""Copies of a PostgreSQL database by pg_dump and pg_restore; each is verified in a temporary database."""

from __future__ import annotations

import asyncio
import os
import secrets
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import URL, make_url

from ....records import TengenError
from ....systems.processes import where
from .copying import HALF, Progress, Verified, beside, put, verify

if TYPE_CHECKING:
    import asyncpg

MAGIC: Final = b"PGDMP"


def back_up(url: str, target: Path, force: bool, most: int | None, progress: Progress) -> Verified:
    """Dump a database into a file, and verify the dump before it gets its name."""
    with beside(target, force) as dump:
        progress(0, "pg_dump")
        _run("pg_dump", url, "--format=custom", "--no-owner", "--no-privileges", f"--file={dump}")
        dump.chmod(0o600)
        found = asyncio.run(_in_a_copy(dump, url, False, most, progress))
        put(dump, target, force)
    return found


def restore(dump: Path, url: str, force: bool, most: int | None, progress: Progress) -> Verified:
    """Replace a database that no server uses by a dump; with ``force`` even if it is not empty."""

    async def work() -> Verified:
        await _refuse_in_use(url, force)
        return await _in_a_copy(dump, url, True, most, progress)

    return asyncio.run(work())


async def _in_a_copy(dump: Path, url: str, replaces: bool, most: int | None, progress: Progress) -> Verified:
    """Load a dump into a new database, and verify it there; with ``replaces`` it then replaces the other one."""
    made = f"tengen_copy_{secrets.token_hex(4)}"
    new = _named(url, made)
    await _do(url, f'create database "{made}"')
    try:
        progress(HALF / 2, "pg_restore")
        await asyncio.to_thread(_run, "pg_restore", new, "--no-owner", "--no-privileges", "--exit-on-error", str(dump))
        found = await verify(new, replaces, most, progress)
        if replaces:
            await _swap(url, str(_plain(url).database), made)
        return found
    finally:
        await _do(url, f'drop database if exists "{made}"')


async def _swap(url: str, name: str, made: str) -> None:
    """Rename a new database to the name of another one, which is dropped."""
    old = f"tengen_old_{secrets.token_hex(4)}"
    async with _connected(url) as connection:
        try:
            async with connection.transaction():
                if await connection.fetchval("select 1 from pg_database where datname = $1", name):
                    await connection.execute(f'alter database "{name}" rename to "{old}"')
                await connection.execute(f'alter database "{made}" rename to "{name}"')
            await connection.execute(f'drop database if exists "{old}"')
        except Exception as error:
            raise TengenError("the database {name} cannot be replaced: {error}", name=name, error=error) from None


async def _refuse_in_use(url: str, force: bool) -> None:
    """Refuse to replace a database that a server uses, or, without ``force``, one that is not empty."""
    name = str(_plain(url).database)
    async with _connected(url) as connection:
        using = await connection.fetchval("select count(*) from pg_stat_activity where datname = $1", name)
        there = await connection.fetchval("select 1 from pg_database where datname = $1", name)
    if using:
        raise TengenError(
            "{using} connections use the database {name}: stop every server first, then restore", using=using, name=name
        )
    if there and not force:
        wanted = "select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public'"
        async with _connected(url, name) as connection:
            holds_something = await connection.fetchval(wanted) is not None
        if holds_something:
            raise TengenError("the database {name} is not empty; --force replaces it", name=name)


async def _do(url: str, statement: str) -> None:
    async with _connected(url) as connection:
        try:
            await connection.execute(statement)
        except Exception as error:
            why = f"the copy cannot be opened in a database of its own: {error}"
            raise TengenError(
                "{why}; the user needs the right to create databases (alter role ... createdb)", why=why
            ) from None


@asynccontextmanager
async def _connected(url: str, name: str | None = None) -> AsyncIterator[asyncpg.Connection[Any]]:
    """Connect to a database of the same server, by default to one that every server has."""
    import asyncpg

    name = name or ("template1" if _plain(url).database == "postgres" else "postgres")
    try:
        connection = await asyncpg.connect(_named(url, name))
    except (OSError, asyncpg.PostgresError) as error:
        raise TengenError("the database {name} cannot be reached: {error}", name=name, error=error) from None
    try:
        yield connection
    finally:
        await connection.close()


def _run(program: str, url: str, *options: str) -> None:
    """Run one of PostgreSQL's programs, with the password in its environment, which other users cannot read."""
    found = where(program)
    if found is None:
        raise TengenError(
            "{program} is not installed; on Debian and Ubuntu: sudo apt-get install postgresql-client", program=program
        )
    plain = _plain(url)
    bare = URL.create(plain.drivername, plain.username, None, plain.host, plain.port, plain.database, plain.query)
    environment = dict(os.environ) | ({"PGPASSWORD": str(plain.password)} if plain.password else {})
    done = subprocess.run(
        [found, f"--dbname={bare.render_as_string()}", *options],
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        env=environment,
    )
    if done.returncode:
        said = done.stderr.strip().splitlines()
        raise TengenError("{program} failed: {said}", program=program, said=said[0] if said else done.returncode)


def _plain(url: str) -> URL:
    return make_url(url).set(drivername="postgresql")


def _named(url: str, name: str) -> str:
    return _plain(url).set(database=name).render_as_string(hide_password=False)
