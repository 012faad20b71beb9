"""The lobby's tables: open challenges, who is here, and how many look at each game that everybody may watch."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Final

from sqlalchemy import delete, exists, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from .channels import notify
from .people import one_by_one, same_person
from .schema import accounts, attendance, browsers, challenges, games, presence, visitors
from .seats import NewGameRow, insert_game, refuse_more
from .statements import Statements, put
from .trouble import once_more

LOBBY_CHANNEL: Final = "tengen_lobby"
"""Says to the other processes, when a transaction is through, that the lobby looks otherwise."""

HERE: Final = 40.0
"""Seconds after which somebody who was not heard of is no longer here."""

BEGUN: Final = 60.0
"""Seconds for which the page of a challenge's maker hears of the game that began."""

_NAMED: Final = visitors.outerjoin(browsers, browsers.c.visitor == visitors.c.id).outerjoin(
    accounts, accounts.c.id == browsers.c.account
)
_NAME: Final = func.coalesce(accounts.c.name, visitors.c.name).label("name")


@dataclass(frozen=True)
class StoredChallenge:
    """A challenge as it is kept; ``seen`` is when its maker was last in the lobby, ``game`` what began with it.

    ``account`` is the maker's, if they have one.
    """

    id: str
    maker: str
    account: str | None
    name: str | None
    choice: str
    created: float
    expires: float
    game: str | None
    seen: float = field(compare=False)


@dataclass(frozen=True)
class Watched:
    """A game that everybody may watch, with how many do, and how many of its players are there."""

    id: str
    number: int
    updated: float
    watchers: int
    players: int


class LobbyStore(Statements):
    """One process's part in the lobby. Whatever changes it tells the other processes of, when it is stored."""

    # -- challenges ----------------------------------------------------------------------------------------------------

    async def offer(self, id: str, maker: str, choice: str, expires: float, each: int, all: int) -> bool:
        """Keep a challenge; False: its maker has ``each`` open already, or there are ``all``.

        Where there are, the oldest goes whose maker has left the lobby, one without an account first: nobody fills the
        lobby for days with what they do not wait for.
        """
        now = self.clock()
        row = {"id": id, "maker": maker, "choice": choice, "created": now, "expires": expires}
        async with self.engine.begin() as connection:
            await connection.execute(one_by_one(maker))
            await connection.execute(insert(challenges).values(row))
            is_open = challenges.c.game.is_(None), challenges.c.expires > now
            mine = select(func.count()).where(*is_open, challenges.c.maker == maker)
            whole = select(func.count()).select_from(challenges).where(*is_open)
            counts = [(await connection.execute(wanted)).scalar_one() for wanted in (mine, whole)]
            if counts[0] > each or (counts[1] > all and not await self._make_room(connection, id, now)):
                await connection.rollback()
                return False
            await notify(connection, LOBBY_CHANNEL, [""])
        return True

    async def _make_room(self, connection: AsyncConnection, kept: str, now: float) -> bool:
        """Take away one open challenge that nobody waits for; False: there is none but the one that is ``kept``."""
        here = exists().where(presence.c.visitor == challenges.c.maker, presence.c.seen > now - HERE)
        known = exists().where(browsers.c.visitor == challenges.c.maker)
        absent = (
            select(challenges.c.id)
            .where(challenges.c.game.is_(None), challenges.c.expires > now, challenges.c.id != kept, ~here)
            .order_by(known, challenges.c.created, challenges.c.id)
            .limit(1)
        )
        return (
            await connection.execute(delete(challenges).where(challenges.c.id.in_(absent), challenges.c.game.is_(None)))
        ).rowcount > 0

    async def withdraw(self, ids: Collection[str], maker: str | None = None) -> int:
        """Take challenges away that nobody has accepted; with a ``maker`` only theirs. Return how many there were."""
        gone = delete(challenges).where(challenges.c.id.in_(ids), challenges.c.game.is_(None))
        if maker is not None:
            gone = gone.where(challenges.c.maker == maker)
        async with self.engine.begin() as connection:
            count = (await connection.execute(gone)).rowcount
            if count:
                await notify(connection, LOBBY_CHANNEL, [""])
        return count

    async def accept(self, id: str, taker: str, new: NewGameRow) -> bool:
        """Begin the game of a challenge; False: somebody else was faster, or it is gone, and nothing begins.

        Raises:
            EnoughGames: so it is also where the game is one too many for one of the two, which it says.
        """

        async def transaction() -> bool:
            now = self.clock()
            is_open = challenges.c.id == id, challenges.c.game.is_(None), challenges.c.expires > now
            taken = update(challenges).where(*is_open, challenges.c.maker.not_in(same_person(taker)))
            async with self.engine.begin() as connection:
                await connection.execute(one_by_one(*new.holders.values()))  # first: all wait for both in one order
                values = {"taker": taker, "game": new.id, "expires": now + BEGUN}
                if (await connection.execute(taken.values(values))).rowcount == 0:
                    return False
                await connection.run_sync(insert_game, new, now)
                if new.most is not None:
                    for each in new.holders.values():
                        await connection.run_sync(refuse_more, each, new.most)
                await notify(connection, LOBBY_CHANNEL, [""])
            return True

        return await once_more(transaction)

    async def challenge(self, id: str) -> StoredChallenge | None:
        """Return a challenge, open or accepted."""
        found = await self._challenges(challenges.c.id == id)
        return found[0] if found else None

    async def challenges(self) -> list[StoredChallenge]:
        """Return what has not expired, oldest first: open challenges, and accepted ones until their makers know."""
        return await self._challenges(challenges.c.expires > self.clock())

    async def _challenges(self, wanted: Any) -> list[StoredChallenge]:
        rows = (
            select(challenges, browsers.c.account, _NAME, func.coalesce(presence.c.seen, 0.0).label("seen"))
            .join(_NAMED, visitors.c.id == challenges.c.maker)
            .outerjoin(presence, presence.c.visitor == challenges.c.maker)
            .where(wanted)
            .order_by(challenges.c.created, challenges.c.id)
            .limit(1000)
        )
        found = await self._rows(rows)
        names = [each.name for each in fields(StoredChallenge)]
        return [StoredChallenge(**{name: row._mapping[name] for name in names}) for row in found]

    # -- who is here ---------------------------------------------------------------------------------------------------

    async def see(self, here: Collection[str], told: bool = False) -> None:
        """Note that visitors are here now; ``told`` says that the other processes are to know at once.

        Visitors who deleted their account and left a page open are skipped; the others are noted all the same.
        """
        now, known = self.clock(), select(visitors.c.id).where(visitors.c.id.in_(here)).order_by(visitors.c.id)
        async with self.engine.begin() as connection:
            rows = [{"visitor": each, "seen": now} for each in (await connection.execute(known)).scalars()]
            if rows:
                await put(connection, presence, rows, ("visitor",))
            if told:
                await notify(connection, LOBBY_CHANNEL, [""])

    async def leave(self, visitor: str) -> None:
        """Note that a visitor has gone."""
        async with self.engine.begin() as connection:
            await connection.execute(delete(presence).where(presence.c.visitor == visitor))
            await notify(connection, LOBBY_CHANNEL, [""])

    async def people(self, most: int) -> list[tuple[str, str | None]]:
        """Return who is here and what they are called, by their names, ``most`` at most; two browsers may be one's."""
        person = func.coalesce(browsers.c.account, visitors.c.id).label("person")
        wanted = (
            select(person, _NAME)
            .select_from(_NAMED.join(presence, presence.c.visitor == visitors.c.id))
            .where(presence.c.seen > self.clock() - HERE)
            .group_by(person, _NAME)
            .order_by(_NAME, person)
            .limit(most)
        )
        return [(row.person, row.name) for row in await self._rows(wanted)]

    # -- games to watch ------------------------------------------------------------------------------------------------

    async def attend(self, server: str, counts: Mapping[str, tuple[int, int]]) -> None:
        """Note how many watch, and how many play, at one server process in each of some games."""
        now = self.clock()
        async with self.engine.begin() as connection:
            gone = [id for id, count in counts.items() if not any(count)]
            if gone:
                mine = attendance.c.server == server, attendance.c.game.in_(gone)
                await connection.execute(delete(attendance).where(*mine))
            rows = [
                {"game": id, "server": server, "watchers": watchers, "players": players, "seen": now}
                for id, (watchers, players) in sorted(counts.items())
                if watchers or players
            ]
            if rows:
                await put(connection, attendance, rows, ("game", "server"))
            await notify(connection, LOBBY_CHANNEL, [""])

    async def watched(self, since: float, most: int) -> list[Watched]:
        """Return games everybody may watch that go on and were played in since a time, those played last first."""
        fresh = attendance.c.seen > self.clock() - HERE
        counts = (
            select(
                attendance.c.game,
                func.sum(attendance.c.watchers).label("watchers"),
                func.sum(attendance.c.players).label("players"),
            )
            .where(fresh)
            .group_by(attendance.c.game)
            .subquery()
        )
        wanted = (
            select(games.c.id, games.c.number, games.c.updated, counts.c.watchers, counts.c.players)
            .outerjoin(counts, counts.c.game == games.c.id)
            .where(games.c.listed, games.c.phase.in_(("playing", "counting")), games.c.updated > since)
            .order_by(func.coalesce(counts.c.players, 0).desc(), games.c.updated.desc(), games.c.id)
            .limit(most)
        )
        rows = await self._rows(wanted)
        return [Watched(row.id, row.number, row.updated, int(row.watchers or 0), int(row.players or 0)) for row in rows]

    # -- all of it -----------------------------------------------------------------------------------------------------

    async def prune(self) -> None:
        """Forget challenges that have expired, and visitors who are long gone."""
        now = self.clock()
        async with self.engine.begin() as connection:
            await connection.execute(delete(challenges).where(challenges.c.expires < now))
            for table in (presence, attendance):
                await connection.execute(delete(table).where(table.c.seen < now - 2 * HERE))
