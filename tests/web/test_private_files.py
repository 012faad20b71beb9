"""Only their owner can read files with secrets: the database holds mail addresses and the key for push services."""

import asyncio
import logging
import os
import stat
import sys
from pathlib import Path
from typing import Any

import pytest
from web_faults import FAULTS

from tengen.web.operating.copies import sqlite_files
from tengen.web.store import Store

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="modes say nothing about other users")


def modes(folder: Path) -> dict[str, int]:
    return {each.name: stat.S_IMODE(each.stat().st_mode) for each in folder.iterdir()}


async def serve(path: Path) -> dict[str, int]:
    store = Store(f"sqlite:///{path}")
    await store.open()
    await store.beat(1.0)
    found = modes(path.parent)
    await store.close()
    return found


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "server"
    made.mkdir()
    return made


@pytest.mark.parametrize("case", FAULTS["private_file"], ids=lambda case: case["source"][:40])
def test_a_database_is_its_owners_alone(
    folder: Path, without_games: Path, case: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    path = folder / "games.db"
    for ending, mode in case["before"].items():
        each = folder / f"games.db{ending}"
        each.write_bytes(b"" if ending else without_games.read_bytes())
        each.chmod(mode)
    before = os.umask(case["umask"])
    try:
        with caplog.at_level(logging.WARNING):
            used = asyncio.run(serve(path))
    finally:
        os.umask(before)
    assert used == dict.fromkeys(("games.db", "games.db-wal", "games.db-shm", "games.db-lock"), 0o600)
    logged = [vars(each) for each in caplog.records if hasattr(each, "mode")]
    repaired = [(Path(each["file"]).name, each["mode"]) for each in logged]
    assert repaired == [(f"games.db{ending}", f"{case['before']['']:04o}") for ending in case["repaired"]]


def test_a_database_behind_a_link_is_private_too(folder: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.db"
    link.symlink_to(folder / "games.db")
    asyncio.run(serve(link))
    assert modes(folder)["games.db"] == 0o600


def test_a_failing_chmod_is_logged(
    folder: Path, without_games: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    path = folder / "games.db"
    path.write_bytes(without_games.read_bytes())
    path.chmod(0o644)

    def refused(self: Path, mode: int) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(Path, "chmod", refused)
    with caplog.at_level(logging.ERROR):
        asyncio.run(serve(path))
    assert {each.levelname for each in caplog.records if hasattr(each, "mode")} == {"ERROR"}


def test_copies_are_private_from_the_start(folder: Path, without_games: Path) -> None:
    """They are private even while they are being made."""
    seen: set[int] = set()

    def look(_: float, __: str) -> None:
        seen.update(stat.S_IMODE(each.stat().st_mode) & 0o077 for each in folder.rglob("*"))

    before = os.umask(0o000)
    try:
        sqlite_files.back_up(without_games, folder / "copy.db", False, None, look)
        sqlite_files.restore(folder / "copy.db", folder / "games.db", False, None, look)
    finally:
        os.umask(before)
    assert seen == {0}
    assert set(modes(folder).values()) == {0o600}
