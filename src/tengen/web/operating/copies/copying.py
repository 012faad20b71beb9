"""Copies of the database: they get their names when they are whole, and every game in them was replayed."""

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
def beside(target: Path, force: bool, prefix: str = ".tengen-") -> Iterator[Path]:
    """Give a name for a file in a folder of its own beside another one; what is left there goes."""
    if target.exists() and not force:
        raise TengenError("{target} is there already; --force replaces it", target=target)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(prefix=prefix, dir=target.parent) as folder:
            yield Path(folder) / target.name
    except OSError as error:
        raise TengenError("{target} cannot be written: {error}", target=target, error=error.strerror or error) from None


def put(copy: Path, target: Path, force: bool) -> None:
    """Give a copy its name; without ``force`` only if nothing has got that name meanwhile."""
    if force:
        copy.replace(target)
    else:
        try:
            os.link(copy, target)
        except FileExistsError:
            raise TengenError("{target} is there already; --force replaces it", target=target) from None
        except OSError:  # a file system without links
            copy.rename(target)
    if sys.platform != "win32":  # where folders cannot be opened
        folder = os.open(target.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


Progress = Callable[[float, str], None]
"""Takes how much is done, from 0 to 1, and of what."""
HALF: Final = 0.5
"""How much is done when a copy is made and yet to be opened."""


@dataclass
class Verified:
    """What was opened in a copy, and what ``failed``: a line for each game and review that cannot be opened."""

    games: int = 0
    events: int = 0
    reviews: int = 0
    failed: list[str] = field(default_factory=list)


async def verify(url: str, migrate: bool, most: int | None, progress: Progress) -> Verified:
    """Open all games and reviews of a copy, or ``most`` of each, drawn at random: the second half of the work.

    An older one is brought up to date by ``migrate``, and refused without.
    """
    store = Store(url)
    try:
        await (store.open() if migrate else store.attach())
        return await _open_all(store, most, lambda share, words: progress(HALF + (1 - HALF) * share, words))
    finally:
        await store.close()


async def _open_all(store: Store, most: int | None, progress: Progress) -> Verified:
    async with store.engine.connect() as connection:
        whole = [list((await connection.execute(select(table.c.id))).scalars()) for table in (games, reviews)]
    known, records = (each if most is None or len(each) <= most else random.sample(each, most) for each in whole)
    found = Verified()
    total = max(1, len(known) + len(records))
    for place, id in enumerate(known):
        progress(place / total, f"opening game {place + 1:,} of {len(known):,}")
        found.games += 1
        try:
            found.events += await _replay(store, id)
        except Exception as error:  # whatever is wrong with one game, the others are opened
            found.failed.append(f"game {id}: {_why(error)}")
    for place, id in enumerate(records):
        progress((len(known) + place) / total, f"reading review {place + 1:,} of {len(records):,}")
        found.reviews += 1
        try:
            kept = await store.reviews.find(id)
            assert kept is not None
            await asyncio.to_thread(RecordTree.from_json, kept.record)
        except Exception as error:
            found.failed.append(f"review {id}: {_why(error)}")
    return found


async def _replay(store: Store, id: str) -> int:
    """Replay a game; return how many events it has.

    Raises:
        TengenError: it has other events than its row says.
    """
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


def _why(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"[:200]
