"""Whom to call by web push, and the key by which push services know this server."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from sqlalchemy import delete, insert, or_, select
from sqlalchemy.exc import IntegrityError

from ...records import Colour
from .schema import browsers, grants, push_subscriptions, server_keys
from .statements import Statements

_MOST: Final = 10
"""The most browsers of one visitor; the oldest goes."""


@dataclass(frozen=True)
class Subscription:
    """One browser that is to be called, and the language of its person."""

    endpoint: str
    key: str
    secret: str
    language: str

    def info(self) -> dict[str, object]:
        """Return it as push libraries take it."""
        return {"endpoint": self.endpoint, "keys": {"p256dh": self.key, "auth": self.secret}}


class PushStore(Statements):
    """The subscriptions of all visitors; a browser has one for all who use it."""

    async def keep(self, visitor: str, wanted: Subscription) -> None:
        """Keep a visitor's subscription in place of an earlier one of the same browser."""
        row = {
            "id": _name(wanted.endpoint),
            "visitor": visitor,
            "endpoint": wanted.endpoint,
            "key": wanted.key,
            "secret": wanted.secret,
            "language": wanted.language,
            "created": self.clock(),
        }
        table = push_subscriptions
        async with self.engine.begin() as connection:
            await connection.execute(delete(table).where(table.c.id == row["id"]))
            await connection.execute(insert(table).values(row))
            mine = select(table.c.id).where(table.c.visitor == visitor).order_by(table.c.created.desc())
            kept = list((await connection.execute(mine.limit(_MOST))).scalars())
            await connection.execute(delete(table).where(table.c.visitor == visitor, table.c.id.not_in(kept)))

    async def remove(self, endpoint: str, visitor: str | None = None) -> None:
        """Forget a subscription; with a ``visitor`` only if it is theirs."""
        table = push_subscriptions
        gone = delete(table).where(table.c.id == _name(endpoint))
        await self._change(gone if visitor is None else gone.where(table.c.visitor == visitor))

    async def has(self, endpoint: str, visitor: str) -> bool:
        """Say whether a visitor is called there."""
        table = push_subscriptions
        wanted = select(table.c.id).where(table.c.id == _name(endpoint), table.c.visitor == visitor)
        return await self._value(wanted) is not None

    async def of_visitors(self, visitors: Sequence[str]) -> Sequence[str]:
        """Return the addresses at which visitors are called."""
        table = push_subscriptions
        wanted = select(table.c.endpoint).where(table.c.visitor.in_(visitors)).order_by(table.c.created)
        return await self._values(wanted)

    async def of_seat(self, game: str, colour: Colour) -> Sequence[Subscription]:
        """Return where the player in a seat can be called: in every browser of theirs that has asked for it."""
        table = push_subscriptions
        holders = select(grants.c.visitor).where(grants.c.game == game, grants.c.colour == colour)
        their_accounts = select(browsers.c.account).where(browsers.c.visitor.in_(holders))
        elsewhere = select(browsers.c.visitor).where(browsers.c.account.in_(their_accounts))
        wanted = select(table.c.endpoint, table.c.key, table.c.secret, table.c.language).where(
            or_(table.c.visitor.in_(holders), table.c.visitor.in_(elsewhere))
        )
        return [Subscription(*row) for row in await self._rows(wanted)]

    async def server_key(self, name: str, make: Callable[[], str]) -> str:
        """Return a key of the server's; of several processes that make it at once, all get one and the same."""
        wanted = select(server_keys.c.value).where(server_keys.c.name == name)
        found: str | None = await self._value(wanted)
        if found is not None:
            return found
        try:
            async with self.engine.begin() as connection:
                await connection.execute(insert(server_keys).values(name=name, value=make()))
        except IntegrityError:
            pass  # another process was faster
        return await self.server_key(name, make)


def _name(endpoint: str) -> str:
    return sha256(endpoint.encode()).hexdigest()
