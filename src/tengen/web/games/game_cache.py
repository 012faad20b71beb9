"""The games in memory: loaded once each from the store, and let go of when nobody uses them."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import Final
from weakref import WeakValueDictionary

from ..scheduler.scheduler import Scheduler
from ..scheduler.threads import in_thread
from ..store import Store, StoreTrouble
from ..visitors import is_id
from .game_log import GameLog
from .laying_out import lay_out
from .live_game import LiveGame

_KEPT: Final = 500
"""Games that stay in memory while nobody looks at them."""


class GameCache:
    """The games of a process by id, each of them one object; ``opened`` is called for each that comes in.

    One that is loaded first gets back what its clock is owed.

    A game that was let go of and that somebody still holds is found again, and comes in again.
    """

    def __init__(
        self,
        store: Store,
        log: GameLog,
        opened: Callable[[LiveGame], None],
        scheduler: Scheduler | None = None,
    ) -> None:
        self._store, self._log, self._opened, self._scheduler = store, log, opened, scheduler
        self._games: OrderedDict[str, LiveGame] = OrderedDict()
        self._known: WeakValueDictionary[str, LiveGame] = WeakValueDictionary()  # also those that only somebody holds
        self._loading: dict[str, asyncio.Task[LiveGame | None]] = {}
        self._closed = False

    def __len__(self) -> int:
        return len(self._games)

    @property
    def viewers(self) -> int:
        """How many connections look at a game."""
        return sum(len(live.listeners) for live in self._games.values())

    def thought_about(self) -> list[str]:
        """Return the games whose computer's turn this process thinks about, or waits for another one to."""
        return [live.id for live in list(self._known.values()) if live.thinking is not None]

    def listed(self) -> list[tuple[str, LiveGame]]:
        """Return the games in memory that the lobby shows, by their names."""
        return [(id, live) for id, live in self._games.items() if live.listed]

    async def find(self, id: str) -> LiveGame | None:
        """Return a game, from memory or from the store; None: there is no such game."""
        if not is_id(id):
            return None
        known = self._known.get(id)
        if known is not None:
            self.hold(known)
            return known
        if id not in self._loading:
            if self._closed:
                raise StoreTrouble("no-database", "this server ends")
            self._loading[id] = asyncio.ensure_future(self._load(id))
            self._loading[id].add_done_callback(lambda _: self._loading.pop(id, None))
        return await asyncio.shield(self._loading[id])

    async def _load(self, id: str) -> LiveGame | None:
        async with self._store.pages.slot():
            stored = await self._store.load(id)
        if stored is None:
            return None
        live = await in_thread(LiveGame.replayed, stored)
        if self._scheduler is not None:
            await lay_out(self._scheduler, live.room.game.board)
        if not live.room.game.board.surface:  # only squares are drawn at once
            await in_thread(live.room.game.svg)
        await self._log.give_back(live)
        self._keep(live)
        if self._store.shared:
            await self._log.catch_up(live)  # another process may have spoken of it while nobody here listened
        self._opened(live)
        return live

    def add(self, live: LiveGame) -> None:
        """Take a game in."""
        self._keep(live)
        self._opened(live)

    def hold(self, live: LiveGame) -> None:
        """Note that a game is in use; take it in again if it was let go of."""
        if live.id in self._games:
            self._games.move_to_end(live.id)
        else:
            self.add(live)

    def _keep(self, live: LiveGame) -> None:
        self._games[live.id] = self._known[live.id] = live
        for id in [id for id, each in self._games.items() if not each.listeners and each.thinking is None]:
            if len(self._games) <= _KEPT:
                break
            if id != live.id:
                self._games.pop(id).stop_timer()

    def forget(self, id: str) -> LiveGame | None:
        """Let go of a game for good, and return it; None: it is not in memory."""
        live = self._known.pop(id, None)
        self._games.pop(id, None)
        if live is not None:
            live.stop_timer()
        return live

    def known(self, id: str) -> LiveGame | None:
        """Return a game that is in memory; None: it is not."""
        return self._known.get(id)

    async def catch_up(self, id: str) -> None:
        """Take over what another process has stored of a game that is in memory."""
        live = self._known.get(id)
        if live is not None:
            await self._log.catch_up(live)

    async def catch_up_all(self) -> None:
        """Take over whatever other processes have stored, as after a lost connection."""
        for id in tuple(self._known):
            await self.catch_up(id)

    async def close(self) -> None:
        """Stop the timers of all games, and whatever is being loaded: nobody waits for it any more.

        Left to itself it would go on until the threads that it needs have ended.
        """
        self._closed = True
        for live in self._games.values():
            live.stop_timer()
        loading = [*self._loading.values()]
        for task in loading:
            task.cancel()
        await asyncio.gather(*loading, return_exceptions=True)
