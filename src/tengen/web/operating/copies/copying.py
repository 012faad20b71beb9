"""Copies of the database, which get their names only after every game in them has been replayed."""

from __future__ import annotations

import asyncio
import os
import random
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from sqlalchemy import select

from ....records import TengenError
from ...games.live_game import room_of
from ...reviews.record_tree import RecordTree
from ...store import Store
from ...store.schema import games, reviews


@contextmanager
def beside(target: Path, force: bool) -> Iterator[Path]:
    """Yield a path for a file in a temporary folder next to the target; the folder is deleted at the end."""
    _refuse(target, force)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(prefix=".tengen-", dir=target.parent) as folder:
            yield Path(folder) / target.name
    except OSError as error:
        raise TengenError("{target} cannot be written: {error}", target=target, error=error.strerror or error) from None


def put(copy: Path, target: Path, force: bool) -> None:
    """Give a copy its name; without ``force`` only if the name is still free."""
    if force:
        copy.replace(target)
    else:
        try:
            os.link(copy, target)
        except FileExistsError:
            _refuse(target, force)
        except OSError:  # file systems without links
            copy.rename(target)
    if sys.platform != "win32":  # Windows cannot open folders
        folder = os.open(target.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _refuse(target: Path, force: bool) -> None:
    if target.exists() and not force:
        raise TengenError("{target} already exists; --force replaces it", target=target)


Progress = Callable[[float, str], None]
"""Gets the progress, from 0 to 1, and its description."""
HALF: Final = 0.5
"""The progress after making a copy and before verifying it."""


@dataclass
class Verified:
    """The result of verifying a copy; ``failed`` has a line for each game and review that cannot be opened."""

    games: int = 0
    events: int = 0
    reviews: int = 0
    failed: list[str] = field(default_factory=list)


async def verify(url: str, migrate: bool, most: int | None, progress: Progress) -> Verified:
    """Open all games and reviews of a copy, or ``most`` of each; a copy of an older Tengen needs ``migrate``."""
    store = Store(url)
    try:
        await (store.open() if migrate else store.attach())
        async with store.engine.connect() as connection:
            whole = [list((await connection.execute(select(table.c.id))).scalars()) for table in (games, reviews)]
        known, records = (each if most is None or len(each) <= most else random.sample(each, most) for each in whole)
        found = Verified(len(known), reviews=len(records))
        works = [*(("game", id, _replay) for id in known), *(("review", id, _read) for id in records)]
        for place, (what, id, work) in enumerate(works):
            share = HALF + (1 - HALF) * (place / len(works))
            progress(share, f"opening {place + 1:,} of {len(works):,} games and reviews")
            try:
                found.events += await work(store, id)
            except Exception as error:  # a failure of one does not stop the others
                found.failed.append(f"{what} {id}: " + f"{type(error).__name__}: {error}"[:200])
        return found
    finally:
        await store.close()


async def _replay(store: Store, id: str) -> int:
    """Replay a game and return the number of its events; TengenError if its row differs."""
    stored = await store.load(id)
    assert stored is not None
    room = await asyncio.to_thread(room_of, stored)
    async with store.engine.connect() as connection:
        row = (await connection.execute(select(games.c.number, games.c.phase).where(games.c.id == id))).one()
    if (row.number, row.phase) != (room.number, room.phase):
        raise TengenError(
            "its row has {kept} events and {phase}, its log {number} and {true_phase}",
            kept=row.number,
            phase=row.phase,
            number=room.number,
            true_phase=room.phase,
        )
    return room.number


async def _read(store: Store, id: str) -> int:
    """Read a review, which has no events."""
    kept = await store.reviews.find(id)
    assert kept is not None
    await asyncio.to_thread(RecordTree.from_json, kept.record)
    return 0
