"""The lobby's tables: open challenges, players online, and viewers of public games."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import Delete, delete, exists, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from .channels import notify
from .people import NAME, WITH_ACCOUNT, one_by_one, same_person
from .schema import attendance, browsers, challenges, games, presence, visitors
from .seats import NewGameRow, insert_game, refuse_more
from .statements import Statements, put
from .trouble import once_more

LOBBY_CHANNEL: Final = "tengen_lobby"
"""The channel for changes of the lobby, sent when a transaction commits."""

LIVE: Final = 2 * 3600.0
"""The lifetime of a live challenge in seconds; others last for days."""

HERE: Final = 40.0
"""Seconds after which a silent visitor counts as offline."""

_LIVE_ONES: Final = challenges.c.expires - challenges.c.created < 2 * LIVE

BEGUN: Final = 60.0
"""Seconds for which the page of a challenge's maker is notified of its game."""


@dataclass(frozen=True)
class StoredChallenge:
    """A stored challenge; ``account`` and ``seen`` (the last time online) are its maker's, ``game`` is the new game."""

    id: str
    maker: str
    account: str | None
    name: str | None
    choice: str
    created: float
    expires: float
    game: str | None
    seen: float = field(compare=False)


class LobbyStore(Statements):
    """One process's access to the lobby; other processes are notified of changes."""

    # -- challenges ----------------------------------------------------------------------------------------------------

    async def offer(self, id: str, maker: str, choice: str, expires: float, each: int, all: int) -> bool:
        """Store a challenge; False if its maker has ``each`` open ones, or there are ``all``.

        In the latter case the oldest one whose maker has left the lobby makes room, makers without an account first, so
        that the lobby cannot be filled for days.
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
        """Delete one open challenge whose maker is away; False if there is none but the one ``kept``."""
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

    async def withdraw(self, ids: Collection[str] | None, maker: str) -> int:
        """Withdraw a maker's challenges that are not accepted, by id or all live ones; return how many."""
        which = _LIVE_ONES if ids is None else challenges.c.id.in_(ids)
        gone = which, challenges.c.game.is_(None), challenges.c.maker == maker
        async with self.engine.begin() as connection:
            count = (await connection.execute(delete(challenges).where(*gone))).rowcount
            if count:
                await notify(connection, LOBBY_CHANNEL, [""])
        return count

    @once_more
    async def accept(self, id: str, taker: str, new: NewGameRow, own: str | None = None) -> bool:
        """Start the game of a challenge; False if it is gone, EnoughGames if either player has reached the limit.

        The taker's ``own`` challenge, which must still be open, is deleted with it; otherwise nothing changes. If the
        game is live, all other live challenges of both players are withdrawn.
        """
        now = self.clock()
        is_open = challenges.c.id == id, challenges.c.game.is_(None), challenges.c.expires > now
        taken = update(challenges).where(*is_open, challenges.c.maker.not_in(same_person(taker)))
        async with self.engine.begin() as connection:
            await connection.execute(one_by_one(*new.holders.values()))  # first, in one order, to avoid deadlocks
            await connection.execute(_live_of(new.holders.values(), id, own))
            values = {"taker": taker, "game": new.id, "expires": now + BEGUN}
            replaced = delete(challenges).where(challenges.c.id == own, challenges.c.game.is_(None))
            for change in (taken.values(values), *([replaced] if own else [])):
                if (await connection.execute(change)).rowcount == 0:
                    await connection.rollback()
                    return False
            await connection.run_sync(insert_game, new, now)
            if new.most is not None:
                for each in new.holders.values():
                    await connection.run_sync(refuse_more, each, new.most)
            await notify(connection, LOBBY_CHANNEL, [""])
        return True

    async def challenge(self, id: str) -> StoredChallenge | None:
        return next(iter(await self._challenges(challenges.c.id == id)), None)

    async def challenges(self) -> list[StoredChallenge]:
        """Return unexpired challenges, oldest first: open ones, and accepted ones until their makers are notified."""
        return await self._challenges(challenges.c.expires > self.clock())

    async def _challenges(self, wanted: Any) -> list[StoredChallenge]:
        rows = (
            select(challenges, browsers.c.account, NAME, func.coalesce(presence.c.seen, 0.0).label("seen"))
            .join(WITH_ACCOUNT, visitors.c.id == challenges.c.maker)
            .outerjoin(presence, presence.c.visitor == challenges.c.maker)
            .where(wanted)
            .order_by(challenges.c.created, challenges.c.id)
            .limit(1000)
        )
        return await self._all(StoredChallenge, rows)

    # -- players online ------------------------------------------------------------------------------------------------

    async def see(self, here: Collection[str], told: bool = False) -> None:
        """Mark visitors as online, unless they are deleted; ``told``: notify other processes at once."""
        now, known = self.clock(), select(visitors.c.id).where(visitors.c.id.in_(here)).order_by(visitors.c.id)
        async with self.engine.begin() as connection:
            rows = [{"visitor": each, "seen": now} for each in (await connection.execute(known)).scalars()]
            if rows:
                await put(connection, presence, rows, ("visitor",))
            if told:
                await notify(connection, LOBBY_CHANNEL, [""])

    async def leave(self, visitor: str) -> None:
        async with self.engine.begin() as connection:
            await connection.execute(delete(presence).where(presence.c.visitor == visitor))
            await notify(connection, LOBBY_CHANNEL, [""])

    async def people(self, most: int) -> list[tuple[str, str | None, str | None]]:
        """Return at most ``most`` visitors online with names and accounts, sorted by name; a person may occur twice."""
        person = func.coalesce(browsers.c.account, visitors.c.id).label("person")
        wanted = (
            select(person, NAME, browsers.c.account)
            .select_from(WITH_ACCOUNT.join(presence, presence.c.visitor == visitors.c.id))
            .where(presence.c.seen > self.clock() - HERE)
            .group_by(person, NAME, browsers.c.account)
            .order_by(NAME, person)
            .limit(most)
        )
        return [(row.person, row.name, row.account) for row in await self._rows(wanted)]

    # -- games to watch ------------------------------------------------------------------------------------------------

    async def attend(self, server: str, counts: Mapping[str, tuple[int, int]]) -> None:
        """Store the numbers of viewers and players of some games at one server process."""
        now = self.clock()
        async with self.engine.begin() as connection:
            kept = set((await connection.execute(select(games.c.id).where(games.c.id.in_(counts)))).scalars())
            rows = [
                {"game": id, "server": server, "watchers": watchers, "players": players, "seen": now}
                for id, (watchers, players) in sorted(counts.items())
                if id in kept
            ]
            if rows:
                await put(connection, attendance, rows, ("game", "server"))
            await notify(connection, LOBBY_CHANNEL, [""])

    async def watched(self, since: float, most: int) -> list[tuple[str, int, int]]:
        """Return listed games in progress with moves since a time: id, number of viewers, number of players present."""
        watchers, players = (
            func.coalesce(func.sum(column), 0) for column in (attendance.c.watchers, attendance.c.players)
        )
        fresh = (attendance.c.game == games.c.id) & (attendance.c.seen > self.clock() - HERE)
        wanted = (
            select(games.c.id, watchers, players)
            .outerjoin(attendance, fresh)
            .where(games.c.listed, games.c.phase.in_(("playing", "counting")), games.c.updated > since)
            .group_by(games.c.id)
            .order_by(players.desc(), games.c.updated.desc(), games.c.id)
            .limit(most)
        )
        return [(id, int(watching), int(playing)) for id, watching, playing in await self._rows(wanted)]

    # -- retention -----------------------------------------------------------------------------------------------------

    async def prune(self) -> None:
        """Delete expired challenges and visitors."""
        now = self.clock()
        async with self.engine.begin() as connection:
            await connection.execute(delete(challenges).where(challenges.c.expires < now))
            for table in (presence, attendance):
                await connection.execute(delete(table).where(table.c.seen < now - 2 * HERE))


def _live_of(people: Collection[str], accepted: str, own: str | None) -> Delete:
    """Return the statement that withdraws people's other live challenges if the accepted one is live."""
    other = challenges.alias()
    is_live = exists().where(other.c.id == accepted, other.c.expires - other.c.created < 2 * LIVE)
    mine = challenges.c.maker.in_(same_person(*people)), challenges.c.id.not_in([accepted, own or ""])
    return delete(challenges).where(_LIVE_ONES, is_live, *mine, challenges.c.game.is_(None))
