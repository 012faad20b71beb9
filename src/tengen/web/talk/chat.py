"""The chat of a game: what may be said, and who hears it."""

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
"""What joins letters into words and pictures, and cannot be seen at the ends of a text."""
LONGEST: Final = 200
"""The longest message, in characters."""

Phrase = Literal["hello", "good-luck", "thanks", "good-game", "well-played", "sorry", "moment", "bye"]
"""The ready phrases; the pages say them in the reader's language."""

PHRASES: Final[tuple[str, ...]] = get_args(Phrase)


class ChatWish(BaseModel, extra="forbid"):
    """Something to say: a ``phrase``, or ``text``; ``id`` is the client's own, and is said once."""

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
        """The text on one line, without what cannot be seen or turns the text around it; None where nothing is left."""
        return " ".join(plain_text(self.text or "").split()).strip(_JOINERS) or None


MOST: Final = 500
"""The most messages of a game."""


class Chat:
    """Keeps and passes on what the players of all games say; ``clock`` gives the time in seconds since 1970."""

    def __init__(self, store: Store, exchange: TalkExchange, clock: Callable[[], float]) -> None:
        self._store, self._exchange, self._clock = store, exchange, clock
        self._allowed = LIMITS["chat"].buckets()

    async def say(
        self, table: GameTable, seats: Collection[Colour], visitor: str | None, wish: ChatWish
    ) -> ChatMessage:
        """Keep a message and pass it on, once for each id; IntentRefused if the chat is off, or that is too much."""
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
        """Turn the chat of a game on or off for a player; the other is told."""
        by = chatting(table.room, seats)
        if (by in await self._store.messages.off(table.id)) == on:
            await self._keep(table, by, visitor, "on" if on else "off", "", None)

    async def since(self, table: GameTable, number: int) -> Sequence[ChatMessage]:
        """Return what was said after a number of messages."""
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
    """Return the colour of a player who may chat; IntentRefused for who only watches or plays alone."""
    if not seats:
        raise IntentRefused("not-your-seat", Text("You are watching this game; the chat is for its two players."))
    if room.is_alone:
        raise IntentRefused("no-chat", Text("This game has no chat: you have no human opponent in it."))
    return min(seats)
