"""The table of chat messages, which are deleted with their games."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from sqlalchemy import func, insert, select
from sqlalchemy.exc import IntegrityError

from ...records import COLOURS, Colour
from .schema import messages
from .statements import Statements
from .trouble import is_foreign_key_violation

_TRIES: Final = 20
MessageKind = Literal["text", "phrase", "on", "off"]


@dataclass(frozen=True)
class ChatMessage:
    """One line of a chat, at a time in seconds since 1970.

    "text" and "phrase" have a ``body``; with "off" ``by`` turned off the chat of this game, with "on" back on.
    """

    number: int
    by: Colour
    at: float
    kind: MessageKind
    body: str = ""


_MESSAGES: Final = select(messages, messages.c.colour.label("by"))


class MessageStore(Statements):
    async def add(
        self, game: str, by: Colour, visitor: str | None, at: float, kind: MessageKind, body: str, id: str | None
    ) -> ChatMessage:
        """Store a message as the game's next one, unless its ``id`` is already stored; return the stored one."""
        row = {"game": game, "colour": by, "visitor": visitor, "at": at, "kind": kind, "body": body, "said": id}
        last = select(func.coalesce(func.max(messages.c.number), 0)).where(messages.c.game == game).scalar_subquery()
        added = insert(messages).values(number=last + 1, **row).returning(messages.c.number)
        for tries_left in reversed(range(_TRIES)):
            try:
                async with self.engine.begin() as connection:
                    number = (await connection.execute(added)).scalar_one()
                return ChatMessage(number, by, at, kind, body)
            except IntegrityError as error:  # another message came first, this one came twice, or the game was deleted
                known = None if id is None else await self.by_id(game, id)
                if known is not None:
                    return known
                if not tries_left or is_foreign_key_violation(error):
                    raise
        raise AssertionError("unreachable")

    async def by_id(self, game: str, id: str) -> ChatMessage | None:
        return await self._one(ChatMessage, _MESSAGES.where(messages.c.game == game, messages.c.said == id))

    async def since(self, game: str, number: int) -> Sequence[ChatMessage]:
        wanted = _MESSAGES.where(messages.c.game == game, messages.c.number > number)
        return await self._all(ChatMessage, wanted.order_by(messages.c.number))

    async def said_by(self, visitors: Collection[str]) -> list[dict[str, object]]:
        """Return the messages of these visitors, game by game."""
        wanted = select(messages.c.game, messages.c.at, messages.c.kind, messages.c.body)
        mine = messages.c.visitor.in_(visitors), messages.c.kind.in_(("text", "phrase"))
        ordered = wanted.where(*mine).order_by(messages.c.game, messages.c.number)
        return [row._asdict() for row in await self._rows(ordered)]

    async def count(self, game: str) -> int:
        wanted = select(func.count()).where(messages.c.game == game, messages.c.kind.in_(("text", "phrase")))
        return await self._value(wanted) or 0

    async def off(self, game: str) -> frozenset[Colour]:
        """Return the players with the game's chat turned off."""
        wanted = select(messages.c.colour, messages.c.kind).where(
            messages.c.game == game, messages.c.kind.in_(("on", "off"))
        )
        found = await self._rows(wanted.order_by(messages.c.number))
        last = {row.colour: row.kind for row in found}
        return frozenset(colour for colour in COLOURS if last.get(colour) == "off")
