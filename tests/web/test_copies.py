"""`tengen backup` and `tengen restore`: whole copies while a server runs, and nothing replaced by mistake."""

import asyncio
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from threading import Event as Signal
from threading import Thread
from typing import Any

import pytest
from example_counts import first
from test_store import SETTING, opened
from typer.testing import CliRunner, Result
from web_server import Client, serving
from web_stored import keep_game

from tengen.cli.commands import app
from tengen.records import TengenError
from tengen.web.operating.copies import copying, sqlite_files
from tengen.web.rooms.events import Moved
from tengen.web.store import EventAppend, Store
from tengen.web.store.sqlite import DatabaseLock


def tengen(*words: str) -> Result:
    return CliRunner().invoke(app, [*words])


def run(url: str, work: Callable[[Store], Awaitable[Any]]) -> Any:
    async def whole() -> Any:
        async with opened(url) as store:
            return await work(store)

    return asyncio.run(whole())


@pytest.fixture
def filled(url: str) -> str:
    if url.startswith("postgres") and shutil.which("pg_dump") is None:
        pytest.skip("pg_dump is not installed; on Debian and Ubuntu: sudo apt-get install postgresql-client")

    async def work(store: Store) -> None:
        await store.add_visitor("v", "hash")
        for id, move in (("a", "C3"), ("b", "Z99"), ("c", "C3")):
            await keep_game(store, id, SETTING, {}, "v", ["black", "white"], "playing")
            await store.writer.append(EventAppend(id, 0, [Moved(1.0, "black", move)], None, "playing", None))
        await store.reviews.keep("r", '{"board": "5"}', "v")

    run(url, work)
    return url


def games_of(url: str) -> list[str]:
    async def work(store: Store) -> list[str]:
        return sorted(id for id, _ in await store.games_of("v"))

    found: list[str] = run(url, work)
    return found


def test_a_copy_is_made_opened_and_put_back(filled: str, tmp_path: Path) -> None:
    copy = tmp_path / "copies" / "copy"
    made = tengen("backup", str(copy), "--database", filled)
    assert made.exit_code == 1, made.output  # everything is copied, even games that cannot be opened
    assert "opened 3 games with 2 events and 1 review." in made.stdout
    assert re.findall(r"cannot be opened: (.*?:)", made.stderr) == ["game b:", "review r:"]
    assert copy.stat().st_mode & 0o777 == 0o600
    assert [each.name for each in copy.parent.iterdir()] == ["copy"], "nothing is left beside it"
    run(filled, lambda store: store.discard("a"))
    refused = tengen("restore", str(copy), "--database", filled)
    assert (refused.exit_code, "--force replaces it" in refused.stderr) == (2, True)
    assert games_of(filled) == ["b", "c"]
    put = tengen("restore", str(copy), "--database", filled, "--force")
    assert "opened 3 games" in put.stdout
    assert games_of(filled) == ["a", "b", "c"]
    again = tengen("backup", str(copy), "--database", filled, "--games", "0")
    assert (again.exit_code, "--force replaces it" in again.stderr) == (2, True)
    few = tengen("backup", str(copy), "--database", filled, "--games", "2", "--force")
    assert "opened 2 games" in few.stdout


@pytest.mark.slow
def test_a_copy_of_a_running_server_is_consistent(tmp_path: Path) -> None:
    database, copy = f"sqlite:///{tmp_path / 'games.db'}", tmp_path / "copy.db"
    with serving(database) as server, Client(server.url) as client:
        known = [client.begin()["id"] for _ in range(3)]
        stop = Signal()

        def go_on() -> None:
            number = 0
            while not stop.is_set():
                client.intend(known[0], number, kind="move", move="pass" if number % 2 else "resume")
                client.begin(board="5")
                number += 1

        player = Thread(target=go_on)
        player.start()
        try:
            made = tengen("backup", str(copy), "--database", database)
        finally:
            stop.set()
            player.join()
        assert made.exit_code == 0, made.output
        refused = tengen("restore", str(copy), "--database", database, "--force")
        assert (refused.exit_code, "stop it first" in refused.stderr or "another server" in refused.stderr) == (2, True)
        assert client.state(known[0])["id"] == known[0]
        server.stop()
    done = tengen("restore", str(copy), "--database", database, "--force")
    assert done.exit_code == 0, done.output
    with serving(database) as server, Client(server.url) as client:
        assert client.state(known[2])["phase"] == "playing"


def test_settings_in_an_address_are_no_part_of_the_files_name(database: str, tmp_path: Path) -> None:
    run(database, lambda store: store.add_visitor("v", "hash"))
    done = tengen("backup", str(tmp_path / "copy"), "--database", f"{database}?timeout=30")
    assert done.exit_code == 0, done.output
    assert "does not name a file" in tengen("backup", str(tmp_path / "other"), "--database", "sqlite:///").stderr


def test_a_locked_database_is_not_replaced(database: str, tmp_path: Path) -> None:
    source, copy = Path(database.removeprefix("sqlite:///")), tmp_path / "copy"
    run(database, lambda store: store.add_visitor("v", "hash"))
    sqlite_files.back_up(source, copy, False, None, lambda *_: None)
    lock = DatabaseLock(source)
    lock.take()
    with closing(lock), pytest.raises(TengenError, match="stop it first"):
        sqlite_files.restore(copy, source, True, None, lambda *_: None)
    sqlite_files.restore(copy, source, True, None, lambda *_: None)


async def test_postgres_is_not_restored_over_a_server(empty_postgres: str, tmp_path: Path) -> None:
    if shutil.which("pg_dump") is None:
        pytest.skip("pg_dump is not installed; on Debian and Ubuntu: sudo apt-get install postgresql-client")
    copy = tmp_path / "copy"
    async with opened(empty_postgres):
        done = await asyncio.to_thread(tengen, "backup", str(copy), "--database", empty_postgres)
        assert done.exit_code == 0, done.output
        refused = await asyncio.to_thread(tengen, "restore", str(copy), "--database", empty_postgres, "--force")
        assert (refused.exit_code, "stop every server first" in refused.stderr) == (2, True)


def test_an_interrupted_copy_leaves_nothing(database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(database, lambda store: store.add_visitor("v", "hash"))
    source, copy = Path(database.removeprefix("sqlite:///")), tmp_path / "to" / "copy"

    def break_off(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(sqlite_files, "put", break_off)
    with pytest.raises(KeyboardInterrupt):
        sqlite_files.back_up(source, copy, False, None, lambda *_: None)
    assert [*copy.parent.iterdir()] == []
    monkeypatch.setattr(sqlite_files, "put", copying.put)
    sqlite_files.back_up(source, copy, False, None, lambda *_: None)
    before = source.read_bytes()
    monkeypatch.setattr(sqlite_files, "verify", break_off)
    with pytest.raises(KeyboardInterrupt):
        sqlite_files.restore(copy, source, True, None, lambda *_: None)
    assert source.read_bytes() == before


@pytest.mark.parametrize("kind", ["torn", "foreign", "missing"])
def test_what_is_no_whole_copy_is_not_restored(tmp_path: Path, kind: str) -> None:
    file, target = tmp_path / "copy", tmp_path / "games.db"
    if kind == "torn":
        with closing(sqlite3.connect(file)) as made, made:
            made.execute("create table t (a text)")
            made.executemany("insert into t values (?)", [("x" * 900,)] * 400)
        file.write_bytes(file.read_bytes()[:100_000])
    elif kind == "foreign":
        file.write_text("a text", "utf-8")
    done = tengen("restore", str(file), "--database", f"sqlite:///{target}")
    assert done.exit_code == 2, done.output
    told = {
        "torn": "damaged|malformed|cannot be copied",
        "foreign": "not a copy of an SQLite",
        "missing": "cannot be read",
    }
    assert re.search(told[kind], done.stderr)
    assert not target.exists()


def test_a_damaged_database_is_replaced(database: str, tmp_path: Path) -> None:
    run(database, lambda store: store.add_visitor("v", "hash"))
    source, copy = Path(database.removeprefix("sqlite:///")), tmp_path / "copy"
    assert tengen("backup", str(copy), "--database", database).exit_code == 0
    source.write_bytes(b"SQLite format 3\x00" + b"\xff" * 50_000)
    assert tengen("backup", str(tmp_path / "other"), "--database", database).exit_code == 2
    assert tengen("restore", str(copy), "--database", database, "--force").exit_code == 0
    assert games_of(database) == []


def test_a_name_that_is_taken_meanwhile_is_not_replaced(tmp_path: Path) -> None:
    target = tmp_path / "copy"
    with copying.beside(target, False) as made:
        made.write_text("new", "utf-8")
        target.write_text("old", "utf-8")
        with pytest.raises(TengenError, match="already exists"):
            copying.put(made, target, False)
    assert target.read_text("utf-8") == "old"


def _ended(url: str, how: str, folder: Path) -> None:
    """Leave a database in a folder as after a clean shutdown, a killed server, or a disk failure."""
    source, kept = Path(url.removeprefix("sqlite:///")), folder / "games.db"
    folder.mkdir()
    with closing(sqlite3.connect(source)) as reader:  # while it is being read, the log stays
        reader.execute("begin")
        reader.execute("select count(*) from games").fetchone()
        run(url, lambda store: keep_game(store, "late", SETTING, {}, "v", ["black"], "playing"))
        log = source.with_name("games.db-wal")
        if how != "closed":
            assert log.stat().st_size > 1000
            shutil.copy(log, folder)
        shutil.copy(source, kept)
    if how == "closed":
        shutil.copy(source, kept)
    elif how == "broken":
        kept.write_bytes(b"SQLite format 3\x00" + b"\xff" * 50_000)


@pytest.mark.parametrize("how", first(1, ["killed", "closed", "broken"]))
def test_restoring_may_be_killed_at_any_step(database: str, tmp_path: Path, how: str) -> None:
    """Either the old database or the new one is then complete, and the restore can be repeated."""

    async def begin(store: Store) -> None:
        await store.add_visitor("v", "hash")
        await keep_game(store, "early", SETTING, {}, "v", ["black"], "playing")

    run(database, begin)
    copy, before = tmp_path / "copy", tmp_path / "before"
    assert tengen("backup", str(copy), "--database", database).exit_code == 0
    _ended(database, how, before)
    paths = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    helper = str(Path(__file__).parents[1] / "web_killed_restore.py")
    tries = tmp_path / "tries"
    tries.mkdir()
    done = subprocess.run([sys.executable, helper, copy, before, tries], env=paths, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    steps = sorted(tries.iterdir(), key=lambda each: int(each.name))
    assert len(steps) > 5
    found = [_left(each, before, how) for each in steps]
    assert set(found) == {"old", "new"}
    assert found == sorted(found, reverse=True), "once it is the new one it stays so"
    for each in (steps[found.index("new") - 1], steps[found.index("new")]):
        url = f"sqlite:///{each / 'games.db'}"
        assert tengen("restore", str(copy), "--database", url, "--force").exit_code == 0
        assert games_of(url) == ["early"]


def _left(folder: Path, before: Path, how: str) -> str:
    """Return which database a server finds in a folder: the old one or the new one, each complete."""
    if how == "broken" and (folder / "games.db").read_bytes() == (before / "games.db").read_bytes():
        return "old"
    known = games_of(f"sqlite:///{folder / 'games.db'}")
    assert known in (["early", "late"], ["early"])
    return "old" if "late" in known else "new"


def test_a_log_without_its_database_is_not_applied(database: str, tmp_path: Path) -> None:
    run(database, lambda store: store.add_visitor("v", "hash"))
    assert tengen("backup", str(tmp_path / "copy"), "--database", database).exit_code == 0
    _ended(database, "killed", tmp_path / "left")
    (tmp_path / "left" / "games.db").unlink()
    url = f"sqlite:///{tmp_path / 'left' / 'games.db'}"
    assert tengen("restore", str(tmp_path / "copy"), "--database", url).exit_code == 0
    assert games_of(url) == []
