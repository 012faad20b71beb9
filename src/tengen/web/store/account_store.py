"""Reading and writing accounts: what opens them, which browsers belong to them, and what they keep."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final
from weakref import WeakValueDictionary

from sqlalchemy import (
    ColumnElement,
    Row,
    Select,
    Table,
    and_,
    bindparam,
    delete,
    func,
    insert,
    literal,
    or_,
    select,
    update,
)
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
from .statements import Statements
from .trouble import once_more

MOST_PASSKEYS: Final = 20
"""The most passkeys of one account."""


@dataclass(frozen=True)
class Account:
    """Somebody's account; ``email`` is the address that opens it, if one does."""

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
    """What was begun with a browser: a challenge, and the account whose passkey it makes (empty: it signs in)."""

    purpose: str
    challenge: str
    account: str


@dataclass(frozen=True)
class MailLink:
    """What a link that was sent stands for: an address, and the account to which it is to be added."""

    email: str
    account: str | None


class AccountStore(Statements):
    """The part of the database that is about accounts; secrets come here as hashes."""

    def __init__(self, engine: AsyncEngine, clock: Callable[[], float]) -> None:
        super().__init__(engine, clock)
        self._merging: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    # -- accounts ------------------------------------------------------------------------------------------------------

    async def add(self, id: str, name: str | None, email: str | None = None) -> None:
        """Make an account.

        Raises:
            IntegrityError: the address opens another one.
        """
        async with self.engine.begin() as connection:
            row = {"id": id, "name": name, "email": email, "created": self.clock()}
            await connection.execute(insert(accounts).values(row))

    async def find(self, id: str) -> Account | None:
        """Return an account."""
        return await self._one(accounts.c.id == id)

    async def by_email(self, email: str) -> Account | None:
        """Return the account that an address opens."""
        return await self._one(accounts.c.email == email)

    async def _one(self, which: ColumnElement[bool]) -> Account | None:
        row = await self._row(select(accounts).where(which))
        return None if row is None else Account(**row._mapping)

    async def set_email(self, account: str, email: str | None) -> bool:
        """Let an address open an account, or none; False: it opens another one."""
        try:
            async with self.engine.begin() as connection:
                await connection.execute(update(accounts).where(accounts.c.id == account).values(email=email))
        except IntegrityError:
            return False
        return True

    # -- browsers ------------------------------------------------------------------------------------------------------

    async def attach(self, visitor: str, account: str, token: str) -> None:
        """Let a browser belong to an account, known from now on by another cookie, whose hash this is.

        What it was called is what the account is called where that has no name yet.
        """
        async with self.engine.begin() as connection:
            await connection.execute(update(visitors).where(visitors.c.id == visitor).values(token=token))
            await connection.execute(delete(browsers).where(browsers.c.visitor == visitor))
            await connection.execute(insert(browsers).values(visitor=visitor, account=account))
            await notify(connection, VOID, [visitor])
            name = select(visitors.c.name).where(visitors.c.id == visitor).scalar_subquery()
            nameless = update(accounts).where(accounts.c.id == account, accounts.c.name.is_(None))
            await connection.execute(nameless.values(name=name))

    async def expel(self, visitor: str, token: str) -> None:
        """Let a browser's cookie mean nobody any more: the hash of a new secret takes its place, which nobody knows.

        It gets no calls any more either.
        """
        async with self.engine.begin() as connection:
            await _expel(connection, {visitor: token})

    async def expel_all(self, account: str, token: Callable[[], str]) -> list[str]:
        """Let the cookies of all browsers of an account mean nobody any more, or of none; return the browsers.

        No link carries their games any more either.
        """

        async def transaction() -> list[str]:
            async with self.engine.begin() as connection:
                await connection.execute(delete(carries).where(carries.c.visitor.in_(_browsers(account))))
                mine = list((await connection.execute(_browsers(account))).scalars())
                await _expel(connection, {each: token() for each in mine})
            return mine

        return await once_more(transaction)

    async def browsers(self, account: str) -> list[str]:
        """Return the visitors who belong to an account."""
        return await self._values(_browsers(account))

    # -- passkeys ------------------------------------------------------------------------------------------------------

    async def add_passkey(self, made: Passkey) -> bool:
        """Keep a passkey; False: it is known already, or the account has as many as it may have."""
        try:
            async with self.engine.begin() as connection:
                # Else those that are made at once, at several servers perhaps, do not count each other.
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
        """Return a passkey by the hash of its credential's id."""
        row = await self._row(select(passkeys).where(passkeys.c.id == id))
        return None if row is None else Passkey(**row._mapping)

    async def passkeys(self, account: str) -> list[Passkey]:
        """Return an account's passkeys, the oldest first."""
        wanted = select(passkeys).where(passkeys.c.account == account).order_by(passkeys.c.created, passkeys.c.id)
        return [Passkey(**row._mapping) for row in await self._rows(wanted)]

    async def use_passkey(self, id: str, uses: int) -> bool:
        """Note that a passkey was used, and how often its authenticator says it was.

        False: it was used as often before, as two copies of it would be, or it has been removed. Authenticators that do
        not count say 0.
        """
        grows = or_(passkeys.c.uses < uses, and_(passkeys.c.uses == 0, literal(uses) == 0))
        mine = update(passkeys).where(passkeys.c.id == id, grows)
        return await self._change(mine.values(uses=uses, used=self.clock())) > 0

    async def rename_passkey(self, account: str, id: str, name: str) -> bool:
        """Call an account's passkey otherwise; False: it has no such passkey."""
        mine = update(passkeys).where(passkeys.c.id == id, passkeys.c.account == account)
        return await self._change(mine.values(name=name)) > 0

    async def remove_passkey(self, account: str, id: str) -> bool:
        """Forget an account's passkey; False: it has no such passkey."""
        mine = delete(passkeys).where(passkeys.c.id == id, passkeys.c.account == account)
        return await self._change(mine) > 0

    # -- what is good once, and for a while ----------------------------------------------------------------------------

    async def begin_ceremony(self, id: str, begun: Ceremony, seconds: float) -> None:
        """Keep a challenge under the hash of a secret."""
        await self._keep_once(ceremonies, {"id": id, **vars(begun)}, seconds)

    async def end_ceremony(self, id: str) -> Ceremony | None:
        """Return what was begun, once; None: nothing that is still good."""
        row = await self._take_once(ceremonies, id)
        return None if row is None else Ceremony(row.purpose, row.challenge, row.account)

    async def add_mail_link(self, id: str, link: MailLink, seconds: float) -> None:
        """Keep a link that is sent, under the hash of its secret."""
        await self._keep_once(mail_links, {"id": id, **vars(link)}, seconds)

    async def mail_link(self, id: str, spend: bool) -> MailLink | None:
        """Return what a link stands for, and spend it; None: it is spent, too old, or none of ours."""
        row = await (self._take_once(mail_links, id) if spend else self._look(mail_links, id))
        return None if row is None else MailLink(row.email, row.account)

    async def add_carry(self, id: str, visitor: str, items: Mapping[str, str], seconds: float) -> None:
        """Keep a link that carries a browser's games and what it remembers, under the hash of its secret."""
        await self._keep_once(carries, {"id": id, "visitor": visitor, "items": json.dumps(items)}, seconds)

    async def carried(self, id: str, spend: bool = True) -> tuple[str, dict[str, str]] | None:
        """Return whose games a link carries and what that browser remembers, once; None: it is not good any more."""
        row = await (self._take_once(carries, id) if spend else self._look(carries, id))
        return None if row is None else (row.visitor, json.loads(row.items))

    async def _keep_once(self, table: Table, row: Mapping[str, object], seconds: float) -> None:
        now = self.clock()
        async with self.engine.begin() as connection:
            await connection.execute(delete(table).where(table.c.expires < now))
            await connection.execute(insert(table).values({**row, "expires": now + seconds}))

    async def _look(self, table: Table, id: str) -> Row[*tuple[Any, ...]] | None:
        return await self._row(select(table).where(table.c.id == id, table.c.expires >= self.clock()))

    async def _take_once(self, table: Table, id: str) -> Row[*tuple[Any, ...]] | None:
        """Return a row and delete it: of several who come at once one gets it."""
        async with self.engine.begin() as connection:
            wanted = delete(table).where(table.c.id == id, table.c.expires >= self.clock()).returning(*table.c)
            return (await connection.execute(wanted)).one_or_none()

    # -- what an account keeps -----------------------------------------------------------------------------------------

    async def items(self, account: str) -> dict[str, str]:
        """Return what an account keeps for its browsers: settings and progress, by key."""
        async with self.engine.connect() as connection:
            return await _items(connection, account)

    async def merge_items(self, account: str, merge: Callable[[dict[str, str]], dict[str, str]]) -> dict[str, str]:
        """Let ``merge`` make of what is kept what is to be kept; return it.

        It runs in a thread, while nobody waits for it, and again where a browser was faster at another server. At this
        one those of an account wait for each other: sixty at once would else be merged two thousand times.
        """
        async with self._merging.setdefault(account, asyncio.Lock()):
            while True:
                before = await self.items(account)
                after = await in_thread(merge, before)
                async with self.engine.begin() as connection:
                    # The first thing is a write: two browsers of one account wait for each other, over SQLite as well.
                    await connection.execute(update(accounts).where(accounts.c.id == account).values(id=account))
                    if await _items(connection, account) != before:
                        continue
                    gone = [key for key in before if after.get(key) != before[key]]
                    if gone:
                        mine = account_items.c.account == account, account_items.c.key.in_(gone)
                        await connection.execute(delete(account_items).where(*mine))
                    new = [
                        {"account": account, "key": key, "value": value}
                        for key, value in after.items()
                        if before.get(key) != value
                    ]
                    if new:
                        await connection.execute(insert(account_items), new)
                    return after

    # -- the end -------------------------------------------------------------------------------------------------------

    async def remove(self, account: str) -> None:
        """Delete an account with its browsers, and so with their seats; its reviews and what it said go, too."""

        async def transaction() -> None:
            async with self.engine.begin() as connection:
                mine = list((await connection.execute(_browsers(account))).scalars())
                said = messages.c.visitor.in_(mine), messages.c.kind.in_(("text", "phrase"))
                await connection.execute(delete(messages).where(*said))
                await connection.execute(delete(reviews).where(reviews.c.visitor.in_(mine)))
                await connection.execute(delete(visitors).where(visitors.c.id.in_(mine)))
                await connection.execute(delete(accounts).where(accounts.c.id == account))
                await notify(connection, VOID, mine)

        await once_more(transaction)


def _browsers(account: str) -> Select[str]:
    """Return the query for the visitors who belong to an account."""
    return select(browsers.c.visitor).where(browsers.c.account == account).order_by(browsers.c.visitor)


async def _expel(connection: AsyncConnection, tokens: Mapping[str, str]) -> None:
    """Let visitors have cookies of these hashes, and nothing that their old ones gave them."""
    if not tokens:
        return
    await connection.execute(delete(push_subscriptions).where(push_subscriptions.c.visitor.in_(tokens)))
    void = update(visitors).where(visitors.c.id == bindparam("whose")).values(token=bindparam("fresh"))
    await connection.execute(void, [{"whose": each, "fresh": token} for each, token in sorted(tokens.items())])
    await notify(connection, VOID, sorted(tokens))


async def _items(connection: AsyncConnection, account: str) -> dict[str, str]:
    wanted = select(account_items.c.key, account_items.c.value).where(account_items.c.account == account)
    return {row.key: row.value for row in await connection.execute(wanted)}
