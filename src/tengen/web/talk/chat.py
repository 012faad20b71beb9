"""The chat of a game: only its two players hear it, and each of them may turn it off."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Final

from ...records import Colour, Text
from ..rooms import IntentRefused, Room
from ..scheduler.limit_table import LIMITS
from ..store import Store
from ..store.messages import ChatMessage, Kind
from ..visitors import digest
from .exchange import TalkExchange
from .messages import ChatWish
from .table import Table

MOST: Final = 500
"""The most messages of a game."""


class Chat:
    """Keeps and passes on what the players of all games say; ``clock`` gives the time in seconds since 1970."""

    def __init__(self, store: Store, exchange: TalkExchange, clock: Callable[[], float]) -> None:
        self._store, self._exchange, self._clock = store, exchange, clock
        self._allowed = LIMITS["chat"].buckets()

    async def say(self, table: Table, seats: Collection[Colour], visitor: str | None, wish: ChatWish) -> ChatMessage:
        """Keep a message and pass it on; what was said already under this id is not said again.

        Raises:
            IntentRefused: there is no chat for them, it is off, or that is too much.
        """
        by = chatting(table.room, seats)
        id = digest(f"{by} {wish.id}")  # both players may use the same id
        known = await self._store.messages.by_id(table.id, id)
        if known is not None:
            return known
        if by in await self._store.messages.off(table.id):
            raise IntentRefused("chat-off", Text("You have turned the chat of this game off."))
        if await self._store.messages.off(table.id):
            raise IntentRefused("chat-off", Text("Your opponent has turned the chat of this game off."))
        if await self._store.messages.count(table.id) >= MOST:
            raise IntentRefused("chat-full", Text("This chat is full."))
        kind, body = ("phrase", wish.phrase) if wish.phrase else ("text", wish.plain)
        return await self._keep(table, by, visitor, kind, body or "", id)  # type: ignore[arg-type]

    async def switch(self, table: Table, seats: Collection[Colour], visitor: str | None, on: bool) -> None:
        """Turn the chat of a game on or off for a player; the other is told."""
        by = chatting(table.room, seats)
        if (by in await self._store.messages.off(table.id)) == on:
            await self._keep(table, by, visitor, "on" if on else "off", "", None)

    async def since(self, table: Table, number: int) -> Sequence[ChatMessage]:
        """Return what was said after a number of messages."""
        return await self._store.messages.since(table.id, number)

    async def _keep(
        self, table: Table, by: Colour, visitor: str | None, kind: Kind, body: str, id: str | None
    ) -> ChatMessage:
        if not self._allowed.take(f"{table.id} {by}"):
            raise IntentRefused("too-much-talk", Text("That was too much at once; say it again in a few seconds."))
        kept = await self._store.messages.add(table.id, by, visitor, self._clock(), kind, body, id)
        table.speak()
        self._exchange.spoken(table.id)
        return kept


def may_chat(room: Room) -> bool:
    """Say whether a game has a chat: where two people play, each at a device of their own."""
    return not room.is_alone


def chatting(room: Room, seats: Collection[Colour]) -> Colour:
    """Return the colour of a player who may chat.

    Raises:
        IntentRefused: they only watch, or there is nobody to talk to.
    """
    if not seats:
        raise IntentRefused("not-your-seat", Text("You are watching this game; only its two players hear each other."))
    if not may_chat(room):
        raise IntentRefused("no-chat", Text("There is no chat in this game: nobody else plays in it."))
    return min(seats)
