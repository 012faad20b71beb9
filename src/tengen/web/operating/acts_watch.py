"""Following the operator's acts in a running server: their table is polled every second, as SQLite cannot notify."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from typing import Final

from ..games.game_server import GameServer
from ..lobby.lobby_server import LobbyServer
from ..reviews.review_server import ReviewServer
from ..scheduler.tasks import TaskSet
from ..store import Store
from ..store.operator_store import Act
from ..store.trouble import StoreTrouble
from .bans import Bans
from .open_sockets import OpenSockets

log: Final = logging.getLogger("tengen.web")
_EVERY: Final = 1.0


@dataclass
class ActsWatch:
    """Follows the operator's acts, and applies each to the games and pages in memory."""

    store: Store
    bans: Bans
    games: GameServer
    reviews: ReviewServer
    sockets: OpenSockets
    lobby: LobbyServer
    _tasks: TaskSet = field(default_factory=TaskSet)
    _read: int = 0

    async def open(self) -> None:
        """Read the bans, and start following acts."""
        self._read = await self.store.operator.last_act()
        await self.bans.read()
        self._tasks.repeat(self.look, _EVERY, "the operator's acts cannot be read; trying again")

    async def close(self) -> None:
        await self._tasks.stop()

    async def look(self) -> None:
        """Apply new acts; after StoreTrouble the next look starts with the same act."""
        for act in await self.store.operator.acts(self._read):
            try:
                await self._carry_out(act)
            except StoreTrouble:
                raise
            except Exception:  # later acts are still applied
                log.exception("an act of the operator could not be carried out here", extra={"act": act.words})
            self._read = act.number
            log.info("the operator has acted", extra={"act": act.words, "operator": act.operator})

    async def _carry_out(self, act: Act) -> None:
        about = act.about
        if act.kind in ("ban", "lift"):
            await self.bans.read()
            self.sockets.close_where(lambda socket: self.bans.of(socket) is not None)
        elif act.kind == "end":
            await self.games.loaded.catch_up(about["game"])
        elif act.kind == "delete-game":
            self.games.forget(about["game"])
            self.lobby.wake()
        elif act.kind == "delete-review":
            self.reviews.forget(about["review"])
        elif act.kind == "revoke":
            self.sockets.close_of(about["visitors"])
        elif act.kind == "unname":
            await self.games.make_nameless(about["seats"])
            self.lobby.wake()
