"""How a running server learns what the operator has done beside it: it reads on in the list of acts, every second.

SQLite has no notifications, and one way for both databases is enough.
"""

from __future__ import annotations

import logging
from typing import Final

from ..games.game_server import GameServer
from ..lobby.lobby_server import LobbyServer
from ..reviews.review_server import ReviewServer
from ..scheduler.tasks import TaskSet, log_failure
from ..store import Store
from ..store.operator_store import Act
from ..store.trouble import StoreTrouble
from .bans import Bans
from .open_sockets import OpenSockets

log: Final = logging.getLogger("tengen.web")
_EVERY: Final = 1.0


class ActsWatch:
    """Follows the operator's acts while the server runs, and carries each out on what is in memory."""

    def __init__(
        self,
        store: Store,
        bans: Bans,
        games: GameServer,
        reviews: ReviewServer,
        sockets: OpenSockets,
        lobby: LobbyServer,
    ) -> None:
        self._store, self._bans, self._games, self._reviews = store, bans, games, reviews
        self._sockets, self._lobby = sockets, lobby
        self._tasks = TaskSet()
        self._read = 0

    async def open(self) -> None:
        """Read who is barred, and begin to follow."""
        self._read = await self._store.operator.last_act()
        await self._bans.read()
        self._tasks.start(self._follow())

    async def close(self) -> None:
        """Follow no longer."""
        await self._tasks.stop()

    async def _follow(self) -> None:
        while await self._tasks.pause(_EVERY):
            try:
                await self.look()
            except Exception as error:
                log_failure(log, "what the operator has done cannot be read; it is tried again", error)

    async def look(self) -> None:
        """Carry out what the operator has done since the last look.

        Raises:
            StoreTrouble: the database does not answer; the next look begins with the same act.
        """
        for act in await self._store.operator.acts(self._read):
            try:
                await self._carry_out(act)
            except StoreTrouble:
                raise
            except Exception:  # the acts after it are carried out all the same
                log.exception("an act of the operator could not be carried out here", extra={"act": act.words})
            self._read = act.number
            log.info("the operator has acted", extra={"act": act.words, "operator": act.operator})

    async def _carry_out(self, act: Act) -> None:
        about = act.about
        if act.kind in ("ban", "lift"):
            await self._bans.read()
            self._sockets.close_where(lambda socket: self._bans.of(socket) is not None)
        elif act.kind == "end":
            await self._games.catch_up(about["game"])
        elif act.kind == "delete-game":
            self._games.forget(about["game"])
            self._lobby.wake()
        elif act.kind == "delete-review":
            self._reviews.forget(about["review"])
        elif act.kind == "revoke":
            self._sockets.close_of(about["visitors"])
        elif act.kind == "unname":
            await self._games.make_nameless(about["seats"])
            self._lobby.wake()
