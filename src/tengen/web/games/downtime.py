"""The time without a server: it is given back to the clocks, and every server says from time to time that it lives."""

from __future__ import annotations

from typing import Final

from ..rooms import Event, Room
from ..store import Store
from .game_cache import GameCache
from .game_log import GameLog

_GAP: Final = 5.0
"""Seconds without a word from any of several servers after which there was none."""


async def give_back_downtime(store: Store, cache: GameCache, log: GameLog, now: float) -> None:
    """Give back the time since a server's last sign of life, and only then give one: this one might be killed half-way.

    The same holds after a time in which nothing could be stored. Where several processes share a database, another may
    have lived on since its own last word.
    """
    before = await store.last_beat()
    if before is not None and now - before >= (_GAP if store.shared else 0.0):
        for id in await store.timed():
            live = await cache.find(id)
            if live is not None:
                await log.add(live, lambda room, at: _away(room, at, before), recovering=True)
    await store.beat(now)


def _away(room: Room, now: float, since: float) -> list[Event]:
    """Return the event that gives the side to move back the time without a server: since then, or the last event."""
    if room.turn_began is None:
        return []
    last = since if room.last_event is None else max(since, room.last_event.at)
    seconds = now - max(last, room.turn_began)
    return [Event("away", now, seconds=seconds)] if seconds > 0 else []
