"""What was said in games: kept with the game, and gone with it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from sqlalchemy import Row, func, insert, select
from sqlalchemy.exc import IntegrityError

from ...records import COLOURS, Colour
from .schema import messages
from .statements import Statements

_TRIES: Final = 20

MessageKind = Literal["text", "phrase", "on", "off"]


@dataclass(frozen=True)
class ChatMessage:
    """One line of a chat, at a time in seconds since 1970.

    "text" and "phrase" have a ``body``; with "off" ``by`` turned the chat of this game off, with "on" on again.
    """

    number: int
    by: Colour
    at: float
    kind: MessageKind
    body: str = ""


class MessageStore(Statements):
    """The chats of all games."""

    async def add(
        self, game: str, by: Colour, visitor: str | None, at: float, kind: MessageKind, body: str, id: str | None
    ) -> ChatMessage:
        """Keep a message as the game's next one, unless one of this ``id`` is kept already; return what is kept."""
        row = {"game": game, "colour": by, "visitor": visitor, "at": at, "kind": kind, "body": body, "said": id}
        for attempt in range(_TRIES):
            try:
                async with self.engine.begin() as connection:
                    last = select(func.max(messages.c.number)).where(messages.c.game == game)
                    number = ((await connection.execute(last)).scalar() or 0) + 1
                    await connection.execute(insert(messages).values(number=number, **row))
                return ChatMessage(number, by, at, kind, body)
            except IntegrityError:  # another message was faster, or this one has come twice
                known = None if id is None else await self.by_id(game, id)
                if known is not None:
                    return known
                if attempt == _TRIES - 1:
                    raise
        raise AssertionError("unreachable")

    async def by_id(self, game: str, id: str) -> ChatMessage | None:
        """Return the message that a client sent under an id; None: there is none."""
        wanted = select(messages).where(messages.c.game == game, messages.c.said == id)
        row = await self._row(wanted)
        return None if row is None else _message(row)

    async def since(self, game: str, number: int) -> Sequence[ChatMessage]:
        """Return the messages of a game after one."""
        wanted = select(messages).where(messages.c.game == game, messages.c.number > number)
        return [_message(row) for row in await self._rows(wanted.order_by(messages.c.number))]

    async def said_by(self, visitors: Collection[str]) -> list[dict[str, object]]:
        """Return what these visitors have said, game by game."""
        wanted = select(messages.c.game, messages.c.at, messages.c.kind, messages.c.body)
        mine = messages.c.visitor.in_(visitors), messages.c.kind.in_(("text", "phrase"))
        ordered = wanted.where(*mine).order_by(messages.c.game, messages.c.number)
        return [row._asdict() for row in await self._rows(ordered)]

    async def count(self, game: str) -> int:
        """Return how many messages a game has."""
        wanted = select(func.count()).where(messages.c.game == game, messages.c.kind.in_(("text", "phrase")))
        return await self._value(wanted) or 0

    async def off(self, game: str) -> frozenset[Colour]:
        """Return the players who have turned a game's chat off."""
        wanted = select(messages.c.colour, messages.c.kind).where(
            messages.c.game == game, messages.c.kind.in_(("on", "off"))
        )
        found = await self._rows(wanted.order_by(messages.c.number))
        last = {row.colour: row.kind for row in found}
        return frozenset(colour for colour in COLOURS if last.get(colour) == "off")


def _message(row: Row[tuple[object, ...]]) -> ChatMessage:
    return ChatMessage(row.number, row.colour, row.at, row.kind, row.body)
