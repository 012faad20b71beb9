"""Whom to call by web push, and the key by which push services know this server."""

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
"""The most browsers of one visitor; the oldest goes."""


@dataclass(frozen=True)
class Subscription:
    """One browser that is to be called, and the language of its person."""

    endpoint: str
    key: str
    secret: str
    language: str


class PushStore(Statements):
    """The subscriptions of all visitors; a browser has one for all who use it."""

    async def keep(self, visitor: str, wanted: Subscription) -> None:
        """Keep a visitor's subscription in place of an earlier one of the same browser."""
        row = {"id": _name(wanted.endpoint), "visitor": visitor, "created": self.clock(), **vars(wanted)}
        async with self.engine.begin() as connection:
            await put(connection, table, [row], ["id"])
            mine = select(table.c.id).where(table.c.visitor == visitor).order_by(table.c.created.desc())
            kept = list((await connection.execute(mine.limit(_MOST))).scalars())
            await connection.execute(delete(table).where(table.c.visitor == visitor, table.c.id.not_in(kept)))

    async def remove(self, endpoint: str, visitor: str | None = None) -> None:
        """Forget a subscription; with a ``visitor`` only if it is theirs."""
        gone = delete(table).where(table.c.id == _name(endpoint))
        await self._change(gone if visitor is None else gone.where(table.c.visitor == visitor))

    async def has(self, endpoint: str, visitor: str) -> bool:
        """Say whether a visitor is called there."""
        wanted = select(table.c.id).where(table.c.id == _name(endpoint), table.c.visitor == visitor)
        return await self._value(wanted) is not None

    async def of_visitors(self, visitors: Sequence[str]) -> Sequence[str]:
        """Return the addresses at which visitors are called."""
        wanted = select(table.c.endpoint).where(table.c.visitor.in_(visitors)).order_by(table.c.created)
        return await self._values(wanted)

    async def of_seat(self, game: str, colour: Colour) -> Sequence[Subscription]:
        """Return where the player in a seat can be called: in every browser of theirs that has asked for it."""
        holders = await self._values(select(grants.c.visitor).where(grants.c.game == game, grants.c.colour == colour))
        return await self._all(Subscription, select(table).where(table.c.visitor.in_(same_person(*holders))))

    async def server_key(self, name: str, make: Callable[[], str]) -> str:
        """Return a key of the server's; of several processes that make it at once, all get one and the same."""
        wanted = select(server_keys.c.value).where(server_keys.c.name == name)
        found: str | None = await self._value(wanted)
        if found is not None:
            return found
        with suppress(IntegrityError):  # another process is faster
            await self._change(insert(server_keys).values(name=name, value=make()))
        return await self.server_key(name, make)


def _name(endpoint: str) -> str:
    return sha256(endpoint.encode()).hexdigest()
