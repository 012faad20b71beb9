"""The tables of push subscriptions and of this server's push key."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from sqlalchemy import delete, insert, select
from sqlalchemy.exc import IntegrityError

from ...records import Colour
from .people import same_person
from .schema import grants, server_keys
from .schema import push_subscriptions as table
from .statements import Statements, put

_MOST: Final = 10
"""The maximum number of browsers of one visitor; beyond it the oldest is dropped."""


@dataclass(frozen=True)
class Subscription:
    """One browser's subscription and language."""

    endpoint: str
    key: str
    secret: str
    language: str


class PushStore(Statements):
    """The subscriptions of all visitors; a browser has one for all its users."""

    async def keep(self, visitor: str, wanted: Subscription) -> None:
        """Store a visitor's subscription in place of the browser's earlier one."""
        row = {"id": _name(wanted.endpoint), "visitor": visitor, "created": self.clock(), **vars(wanted)}
        async with self.engine.begin() as connection:
            await put(connection, table, [row], ["id"])
            mine = select(table.c.id).where(table.c.visitor == visitor).order_by(table.c.created.desc())
            kept = list((await connection.execute(mine.limit(_MOST))).scalars())
            await connection.execute(delete(table).where(table.c.visitor == visitor, table.c.id.not_in(kept)))

    async def remove(self, endpoint: str, visitor: str | None = None) -> None:
        """Delete a subscription; with a ``visitor`` only if it is theirs."""
        gone = delete(table).where(table.c.id == _name(endpoint))
        await self._change(gone if visitor is None else gone.where(table.c.visitor == visitor))

    async def has(self, endpoint: str, visitor: str) -> bool:
        wanted = select(table.c.id).where(table.c.id == _name(endpoint), table.c.visitor == visitor)
        return await self._value(wanted) is not None

    async def of_visitors(self, visitors: Sequence[str]) -> Sequence[str]:
        wanted = select(table.c.endpoint).where(table.c.visitor.in_(visitors)).order_by(table.c.created)
        return await self._values(wanted)

    async def of_seat(self, game: str, colour: Colour) -> Sequence[Subscription]:
        """Return all subscriptions of the player in a seat."""
        holders = await self._values(select(grants.c.visitor).where(grants.c.game == game, grants.c.colour == colour))
        return await self._all(Subscription, select(table).where(table.c.visitor.in_(same_person(*holders))))

    async def server_key(self, name: str, make: Callable[[], str]) -> str:
        """Return a key of the server; processes that create it at the same time get the same one."""
        wanted = select(server_keys.c.value).where(server_keys.c.name == name)
        found: str | None = await self._value(wanted)
        if found is not None:
            return found
        with suppress(IntegrityError):  # another process stored its key first
            await self._change(insert(server_keys).values(name=name, value=make()))
        return await self.server_key(name, make)


def _name(endpoint: str) -> str:
    return sha256(endpoint.encode()).hexdigest()
