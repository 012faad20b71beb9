"""The tables of accounts: ways to sign in, browsers, and stored items."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Final, TypeVar
from weakref import WeakValueDictionary

from sqlalchemy import Select, Table, and_, bindparam, delete, func, insert, literal, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ..scheduler.threads import in_thread
from .channels import VOID, notify
from .schema import (
    account_items,
    accounts,
    browsers,
    carries,
    ceremonies,
    mail_links,
    messages,
    passkeys,
    push_subscriptions,
    reviews,
    visitors,
)
from .statements import Statements, made, put
from .trouble import once_more

MOST_PASSKEYS: Final = 20
"""The maximum number of passkeys of one account."""


@dataclass(frozen=True)
class Account:
    """An account; ``email`` is its address, if any."""

    id: str
    name: str | None
    email: str | None
    created: float


@dataclass(frozen=True)
class Passkey:
    """A passkey of an account, made for the host ``party``; byte strings as base64url."""

    id: str
    credential: str
    account: str
    party: str
    public_key: str
    uses: int
    name: str
    created: float
    used: float | None = None


@dataclass(frozen=True)
class Ceremony:
    """A ceremony with a browser: a challenge, and the account whose passkey it creates (empty: signing in)."""

    purpose: str
    challenge: str
    account: str


@dataclass(frozen=True)
class MailLink:
    """The data of an e-mailed link: an address, and the account that gets it, if any."""

    email: str
    account: str | None


@dataclass(frozen=True)
class Carry:
    """The data of a link that carries a browser's games: its items as JSON."""

    visitor: str
    items: str


_Once = TypeVar("_Once", Ceremony, MailLink, Carry)
_ONCE: Final[dict[type, Table]] = {Ceremony: ceremonies, MailLink: mail_links, Carry: carries}


class AccountStore(Statements):
    """The tables of accounts; secrets are passed as hashes."""

    def __init__(self, engine: AsyncEngine, clock: Callable[[], float]) -> None:
        super().__init__(engine, clock)
        self._merging: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    # -- accounts ------------------------------------------------------------------------------------------------------

    async def add(self, id: str, name: str | None, email: str | None = None) -> None:
        """Create an account; IntegrityError if the address belongs to another one."""
        await self._change(insert(accounts).values(id=id, name=name, email=email, created=self.clock()))

    async def find(self, id: str) -> Account | None:
        return await self._one(Account, select(accounts).where(accounts.c.id == id))

    async def by_email(self, email: str) -> Account | None:
        return await self._one(Account, select(accounts).where(accounts.c.email == email))

    async def set_email(self, account: str, email: str | None) -> bool:
        """Set or remove an account's address; False if it belongs to another one."""
        try:
            await self._change(update(accounts).where(accounts.c.id == account).values(email=email))
        except IntegrityError:
            return False
        return True

    # -- browsers ------------------------------------------------------------------------------------------------------

    async def attach(self, visitor: str, account: str, token: str) -> None:
        """Add a browser to an account, by a cookie of this hash; an account without a name gets the browser's."""
        async with self.engine.begin() as connection:
            await connection.execute(update(visitors).where(visitors.c.id == visitor).values(token=token))
            await connection.execute(delete(browsers).where(browsers.c.visitor == visitor))
            await connection.execute(insert(browsers).values(visitor=visitor, account=account))
            await notify(connection, VOID, [visitor])
            name = select(visitors.c.name).where(visitors.c.id == visitor).scalar_subquery()
            nameless = update(accounts).where(accounts.c.id == account, accounts.c.name.is_(None))
            await connection.execute(nameless.values(name=name))

    async def expel(self, visitor: str) -> None:
        """Invalidate a browser's cookie and push subscriptions."""
        async with self.engine.begin() as connection:
            await _expel(connection, [visitor])

    @once_more
    async def expel_all(self, account: str) -> list[str]:
        """Invalidate all cookies of an account and its links for carrying games, atomically; return its browsers."""
        async with self.engine.begin() as connection:
            await connection.execute(delete(carries).where(carries.c.visitor.in_(_browsers(account))))
            mine = list((await connection.execute(_browsers(account))).scalars())
            await _expel(connection, mine)
        return mine

    async def browsers(self, account: str) -> list[str]:
        return await self._values(_browsers(account))

    # -- passkeys ------------------------------------------------------------------------------------------------------

    async def add_passkey(self, made: Passkey) -> bool:
        """Store a passkey; False if it is already known, or the account has the most allowed."""
        try:
            async with self.engine.begin() as connection:
                # Serializes simultaneous requests, perhaps at several servers, so that they count each other.
                theirs = select(accounts.c.id).where(accounts.c.id == made.account)
                await connection.execute(theirs.with_for_update(key_share=True))
                await connection.execute(insert(passkeys).values(vars(made)))
                mine = select(func.count()).select_from(passkeys).where(passkeys.c.account == made.account)
                if (await connection.execute(mine)).scalar_one() > MOST_PASSKEYS:
                    await connection.rollback()
                    return False
        except IntegrityError:
            return False
        return True

    async def passkey(self, id: str) -> Passkey | None:
        return await self._one(Passkey, select(passkeys).where(passkeys.c.id == id))

    async def passkeys(self, account: str) -> list[Passkey]:
        wanted = select(passkeys).where(passkeys.c.account == account).order_by(passkeys.c.created, passkeys.c.id)
        return await self._all(Passkey, wanted)

    async def use_passkey(self, id: str, uses: int) -> bool:
        """Store a passkey's counter (0: not counted); False if it did not advance, or the passkey was removed."""
        grows = or_(passkeys.c.uses < uses, and_(passkeys.c.uses == 0, literal(uses) == 0))
        mine = update(passkeys).where(passkeys.c.id == id, grows)
        return await self._change(mine.values(uses=uses, used=self.clock())) > 0

    async def rename_passkey(self, account: str, id: str, name: str) -> bool:
        """Rename an account's passkey; False if it is unknown."""
        mine = update(passkeys).where(passkeys.c.id == id, passkeys.c.account == account)
        return await self._change(mine.values(name=name)) > 0

    async def remove_passkey(self, account: str, id: str) -> bool:
        """Delete an account's passkey; False if it is unknown."""
        mine = delete(passkeys).where(passkeys.c.id == id, passkeys.c.account == account)
        return await self._change(mine) > 0

    # -- single-use secrets --------------------------------------------------------------------------------------------

    async def keep_once(self, id: str, what: Ceremony | MailLink | Carry, seconds: float) -> None:
        """Store a ceremony or a link for some seconds, under the hash of a secret."""
        table, now = _ONCE[type(what)], self.clock()
        async with self.engine.begin() as connection:
            await connection.execute(delete(table).where(table.c.expires < now))
            await connection.execute(insert(table).values(id=id, expires=now + seconds, **vars(what)))

    async def look(self, kind: type[_Once], id: str) -> _Once | None:
        """Return the data of a secret without using it up; None if it is used, expired or unknown."""
        table = _ONCE[kind]
        return await self._one(kind, select(table).where(table.c.id == id, table.c.expires >= self.clock()))

    async def spend(self, kind: type[_Once], id: str) -> _Once | None:
        """Return the data of a secret, and delete it; of simultaneous requests one gets it."""
        table = _ONCE[kind]
        wanted = delete(table).where(table.c.id == id, table.c.expires >= self.clock()).returning(*table.c)
        async with self.engine.begin() as connection:
            row = (await connection.execute(wanted)).one_or_none()
        return None if row is None else made(kind, row)

    # -- items ---------------------------------------------------------------------------------------------------------

    async def items(self, account: str) -> dict[str, str]:
        return {row.key: row.value for row in await self._rows(_items(account))}

    async def merge_items(self, account: str, merge: Callable[[dict[str, str]], dict[str, str]]) -> dict[str, str]:
        """Replace an account's items by the result of ``merge`` on them, and return it.

        It runs in a thread, and is repeated if another server has changed the items. On this server the requests of an
        account are serialized: otherwise sixty at once would be merged two thousand times.
        """
        async with self._merging.setdefault(account, asyncio.Lock()):
            while True:
                before = await self.items(account)
                after = await in_thread(merge, before)
                async with self.engine.begin() as connection:
                    # The first statement is a write, which serializes browsers of an account, in SQLite as well.
                    await connection.execute(update(accounts).where(accounts.c.id == account).values(id=account))
                    if {row.key: row.value for row in await connection.execute(_items(account))} != before:
                        continue
                    gone = account_items.c.key.in_([key for key in before if key not in after])
                    await connection.execute(delete(account_items).where(account_items.c.account == account, gone))
                    new = [
                        {"account": account, "key": key, "value": value}
                        for key, value in after.items()
                        if before.get(key) != value
                    ]
                    if new:
                        await put(connection, account_items, new, ("account", "key"))
                    return after

    # -- deletion ------------------------------------------------------------------------------------------------------

    @once_more
    async def remove(self, account: str) -> None:
        """Delete an account with its browsers and their seats, its reviews and its messages."""
        async with self.engine.begin() as connection:
            mine = list((await connection.execute(_browsers(account))).scalars())
            said = messages.c.visitor.in_(mine), messages.c.kind.in_(("text", "phrase"))
            await connection.execute(delete(messages).where(*said))
            await connection.execute(delete(reviews).where(reviews.c.visitor.in_(mine)))
            await connection.execute(delete(visitors).where(visitors.c.id.in_(mine)))
            await connection.execute(delete(accounts).where(accounts.c.id == account))
            await notify(connection, VOID, mine)


def _browsers(account: str) -> Select[str]:
    return select(browsers.c.visitor).where(browsers.c.account == account).order_by(browsers.c.visitor)


async def _expel(connection: AsyncConnection, some: Collection[str]) -> None:
    """Replace visitors' cookies by hashes without known secrets, and delete their push subscriptions."""
    if not some:
        return
    await connection.execute(delete(push_subscriptions).where(push_subscriptions.c.visitor.in_(some)))
    void = update(visitors).where(visitors.c.id == bindparam("whose")).values(token=bindparam("fresh"))
    await connection.execute(void, [{"whose": each, "fresh": secrets.token_hex(32)} for each in sorted(some)])
    await notify(connection, VOID, sorted(some))


def _items(account: str) -> Select[str, str]:
    return select(account_items.c.key, account_items.c.value).where(account_items.c.account == account)
