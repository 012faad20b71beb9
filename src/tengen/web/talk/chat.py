"""The chat of a game."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Annotated, Final, Literal, get_args

from pydantic import BaseModel, Field, model_validator

from ...records import Colour, TengenError, Text
from ..rooms import IntentRefused, Room
from ..scheduler.limit_table import LIMITS
from ..store import Store
from ..store.chat_store import ChatMessage, MessageKind
from ..visitors import digest
from .plain_text import plain_text
from .presence import GameTable
from .talk_exchange import TalkExchange

_JOINERS: Final = " \u200c\u200d"
"""Characters that join letters and emoji, invisible at the ends of a text."""
LONGEST: Final = 200
"""The longest message, in characters."""

Phrase = Literal["hello", "good-luck", "thanks", "good-game", "well-played", "sorry", "moment", "bye"]
"""Ready phrases, shown in the reader's language."""

PHRASES: Final[tuple[str, ...]] = get_args(Phrase)


class ChatWish(BaseModel, extra="forbid"):
    """A message to send: a ``phrase``, or ``text``; each client ``id`` is sent once."""

    id: Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[!-~]+$")]
    phrase: Phrase | None = None
    text: Annotated[str, Field(max_length=LONGEST)] | None = None
    seat: Annotated[str, Field(max_length=100)] | None = None

    @model_validator(mode="after")
    def _one_of_both(self) -> ChatWish:
        if (self.phrase is None) == (self.plain is None):
            raise TengenError("a message needs either a phrase or a text that is not blank")
        return self

    @property
    def plain(self) -> str | None:
        """The text on one line, without invisible and bidirectional control characters; None if nothing is left."""
        return " ".join(plain_text(self.text or "").split()).strip(_JOINERS) or None


MOST: Final = 500
"""The maximum number of messages of a game."""


class Chat:
    """Stores and sends the chat messages of all games; ``clock`` gives the time in seconds since 1970."""

    def __init__(self, store: Store, exchange: TalkExchange, clock: Callable[[], float]) -> None:
        self._store, self._exchange, self._clock = store, exchange, clock
        self._allowed = LIMITS["chat"].buckets()

    async def say(
        self, table: GameTable, seats: Collection[Colour], visitor: str | None, wish: ChatWish
    ) -> ChatMessage:
        """Store and send a message, once for each id; IntentRefused if the chat is off, or beyond a limit."""
        by = chatting(table.room, seats)
        id = digest(f"{by} {wish.id}")  # both players may use the same id
        known = await self._store.messages.by_id(table.id, id)
        if known is not None:
            return known
        off = await self._store.messages.off(table.id)
        if by in off:
            raise IntentRefused("chat-off", Text("You have turned off the chat in this game."))
        if off:
            raise IntentRefused("chat-off", Text("Your opponent has turned off the chat in this game."))
        if await self._store.messages.count(table.id) >= MOST:
            raise IntentRefused("chat-full", Text("This chat is full."))
        kind, body = ("phrase", wish.phrase) if wish.phrase else ("text", wish.plain)
        return await self._keep(table, by, visitor, kind, body or "", id)  # type: ignore[arg-type]

    async def switch(self, table: GameTable, seats: Collection[Colour], visitor: str | None, on: bool) -> None:
        """Turn the chat of a game on or off for a player; the other player can see that."""
        by = chatting(table.room, seats)
        if (by in await self._store.messages.off(table.id)) == on:
            await self._keep(table, by, visitor, "on" if on else "off", "", None)

    async def since(self, table: GameTable, number: int) -> Sequence[ChatMessage]:
        """Return the messages after a number of them."""
        return await self._store.messages.since(table.id, number)

    async def _keep(
        self, table: GameTable, by: Colour, visitor: str | None, kind: MessageKind, body: str, id: str | None
    ) -> ChatMessage:
        if not self._allowed.take(f"{table.id} {by}"):
            raise IntentRefused("too-much-talk", Text("Too many messages at once; try again in a few seconds."))
        kept = await self._store.messages.add(table.id, by, visitor, self._clock(), kind, body, id)
        table.speak()
        self._exchange.spoken(table.id)
        return kept


def chatting(room: Room, seats: Collection[Colour]) -> Colour:
    """Return the colour of a chatting player; IntentRefused for spectators and single players."""
    if not seats:
        raise IntentRefused("not-your-seat", Text("You are watching this game; the chat is for its two players."))
    if room.is_alone:
        raise IntentRefused("no-chat", Text("This game has no chat: you have no human opponent in it."))
    return min(seats)
