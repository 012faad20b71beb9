"""Recipients and texts of notifications: absent players for whom something waits."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Collection, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Final, Literal

from ...records import COLOURS, NAMES, Colour, Text, other
from ..games import game_view
from ..games.game_server import GameServer
from ..games.live_game import LiveGame
from ..games.turn_view import last_turn
from ..languages.reader_language import speaking
from ..rooms import Room
from ..rooms.events import Joined, Proposed
from ..scheduler.tasks import TaskSet
from ..settings import Settings
from ..store import Store
from ..texts import tell

if TYPE_CHECKING:
    from .sender import PushSender, ServerKey

News = Literal["turn", "rematch", "came"]

_TITLES: Final[Mapping[News, Text]] = {
    "turn": Text("Your turn · {game}"),
    "rematch": Text("{opponent} plays again · {game}"),
    "came": Text("{opponent} has come · {game}"),
}
_BODIES: Final[Mapping[News, Text]] = {
    "turn": Text("You play {player}; {opponent} waits for your move."),
    "rematch": Text("Open the game to play once more."),
    "came": Text("Your game can start. You play {player}."),
}

GRACE: Final = 3.0
"""Seconds before a player is notified, in which the player may come back or reload the page."""

_KEY: Final = "vapid"
_NOBODY: Final = "mailto:nobody@localhost"


class PlayerCaller:
    """Notifies players of their turn, of a rematch, and of an opponent who has joined a waiting game."""

    def __init__(self, store: Store, games: GameServer, settings: Settings) -> None:
        self._store, self._tasks = store, TaskSet()
        self._contact = next((each for each in settings.origins if each.startswith("https://")), _NOBODY)
        self._kept: ServerKey | None = None
        self._services = settings.push_services
        games.on_turn.append(self._turn)
        games.loaded.stored.append(self._stored)

    async def close(self) -> None:
        await self._tasks.stop()
        if "_sender" in self.__dict__:
            await self._sender.close()

    @cached_property
    def _sender(self) -> PushSender:
        from .sender import PushSender  # late: slow to load

        return PushSender(self.key, self._store.pushes.remove, self._services)

    async def key(self) -> ServerKey:
        from .sender import ServerKey, new_private_key  # late: slow to load

        if self._kept is None:
            self._kept = ServerKey(await self._store.pushes.server_key(_KEY, new_private_key), self._contact)
        return self._kept

    def _turn(self, live: LiveGame, awaited: Collection[Colour]) -> None:
        for colour in awaited:
            self._consider(live, colour, "turn")

    def _stored(self, live: LiveGame, before: Room) -> None:
        """Check for arrivals and rematches."""
        room, event = live.room, live.room.last_event
        if room.is_alone:
            return
        if isinstance(event, Proposed) and event.what == "rematch":
            self._consider(live, other(event.by), "rematch")
        elif isinstance(event, Joined) and before.phase == "waiting":
            self._consider(live, other(event.by), "came")

    def accepted(self, live: LiveGame, by: Colour) -> None:
        """Notify the player whose challenge was accepted, unless it is their turn, which has its own notification."""
        if other(by) not in live.room.awaited:
            self._consider(live, other(by), "came")

    def _consider(self, live: LiveGame, colour: Colour, news: News) -> None:
        """Notify a player unless they are viewing the game."""
        person = live.room.terms.seats[colour].kind == "person" and live.room.taken[colour]
        if person and live.seating.of(colour) != "here":
            self._tasks.start(self._call(live, colour, news))

    async def _call(self, live: LiveGame, colour: Colour, news: News) -> None:
        """Notify a player in all their browsers, if they are still absent and the game still waits for them."""
        await asyncio.sleep(GRACE)
        if live.seating.of(colour) == "here" or (news == "turn" and colour not in live.room.awaited):
            return
        for subscription in await self._store.pushes.of_seat(live.id, colour):
            with speaking(subscription.language):
                payload = json.dumps(message(live, colour, news), ensure_ascii=False).encode()
            self._tasks.start(self._sender.send(subscription, payload, live.id))


def message(live: LiveGame, colour: Colour, news: News) -> dict[str, str]:
    """Return the notification for a player of this colour, in the reader's language; a few hundred bytes."""
    room = live.room
    names = {each: game_view.player_name(room, each) for each in COLOURS}
    words = {"opponent": names[other(colour)], "player": NAMES[colour], "game": room.game.variant.title}
    game = live.id if news != "rematch" or room.rematch is None else room.rematch.game
    body = str(last_turn(room.game)["said"]) if news == "turn" else ""
    return {
        "title": tell(_TITLES[news].with_values(**words)),
        "body": (body or tell(_BODIES[news].with_values(**words)))[:300],
        "url": f"/g/{game}",
        "tag": live.id,
    }
