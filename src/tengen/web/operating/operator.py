"""The operator's commands on a database; running servers follow each act."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network
from typing import Any, Final

from sqlalchemy import Executable, delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from ...records import COLOURS, Colour, TengenError, other
from ..games.live_game import room_of
from ..rooms import Event, GameTerms, Room
from ..rooms.events import CountAgreed, Forfeited
from ..store import EventAppend, EventConflict, Store, StoredGame
from ..store.operator_store import ActKind, BanKind, NewAct, note_act
from ..store.people import call, forget_names_in, same_person
from ..store.schema import bans, games, grants, reports, reviews, seats, tournaments, variants
from ..store.seats import no_conditional_moves
from ..store.statements import put
from ..visitors import digest, new_token
from .bans import Network, read_network

_ALL: Final = 1_000_000
_TRIES: Final = 20
_LOOPBACK: Final[tuple[Network, ...]] = (IPv4Network("127.0.0.0/8"), IPv6Network("::1/128"))


class Deed:
    """A running command: a transaction whose last step records the act."""

    def __init__(self, connection: AsyncConnection, operator: str, now: float) -> None:
        self.connection: Final = connection
        self.now: Final = now
        self._operator = operator

    async def change(self, wanted: Executable) -> int:
        return int((await self.connection.execute(wanted)).rowcount)

    async def note(self, kind: ActKind, about: Mapping[str, Any], words: str) -> str:
        """Record the act, which ends the command; return the words."""
        await self.connection.run_sync(note_act, NewAct(self._operator, kind, about, words), self.now)
        return words


@dataclass(frozen=True)
class Operator:
    """An operator, by user ``name``, and a database.

    Commands raise TengenError if their object is unknown or they are not possible.
    """

    store: Store
    name: str

    async def end(self, id: str, winner: Colour | None) -> str:
        """End a game in progress: the loser forfeits, or after two passes it is counted as marked."""
        for _ in range(_TRIES):
            stored = await self._game(id)
            room = room_of(stored)
            happened = _ending(room, self.store.clock(), winner)
            after = room.after(happened)
            words = f"ended the game {id}: {after.game.outcome}"
            act = NewAct(self.name, "end", {"game": id}, words)
            ended = EventAppend(id, room.number, happened, None, after.phase, after.deadline, act=act)
            with suppress(EventConflict):  # a move came first
                await self.store.writer.append(ended)
                return words
        raise TengenError("the game {id} is changing too fast to be ended; try again", id=id)

    async def delete(self, id: str) -> str:
        """Delete a game, a review, a shared variant or a tournament for good, with everything that belongs to it."""
        async with self._deed() as deed:
            if await deed.change(delete(games).where(games.c.id == id)):
                return await deed.note("delete-game", {"game": id}, f"deleted the game {id}")
            if await deed.change(delete(reviews).where(reviews.c.id == id)):
                return await deed.note("delete-review", {"review": id}, f"deleted the review {id}")
            if await deed.change(delete(variants).where(variants.c.id == id)):
                return await deed.note("delete-variant", {"variant": id}, f"deleted the variant {id}")
            if await deed.change(delete(tournaments).where(tournaments.c.id == id)):
                return await deed.note("drop-tournament", {"tournament": id}, f"deleted the tournament {id}")
        raise TengenError("no game, review, shared variant or tournament {id!r:.80}", id=id)

    async def revoke(self, id: str, colour: Colour) -> tuple[str, str]:
        """Take a seat away from its player; return a description, and the seat's new link."""
        stored = await self._game(id)
        if stored.terms.seats[colour].kind != "person":
            raise TengenError(
                "{colour} is the computer's in {id}: no player has that seat",
                colour=colour.capitalize(),
                id=id,
            )
        token = new_token()
        words = f"took {colour.capitalize()}'s seat in {id} from its player"
        held = delete(grants).where(grants.c.game == id, grants.c.colour == colour).returning(grants.c.visitor)
        seat = update(seats).where(seats.c.game == id, seats.c.colour == colour)
        async with self._deed() as deed:
            holders = (await deed.connection.execute(held)).scalars()
            await deed.change(seat.values(token=digest(token), claimed=None, invited=True))
            await deed.change(no_conditional_moves(id, colour))
            browsers = sorted((await deed.connection.execute(same_person(*holders))).scalars())
            await deed.note("revoke", {"game": id, "visitors": browsers}, words)
        return words, f"/g/{id}#seat={token}"

    async def ban(self, whom: str, reason: str, expires: float | None) -> str:
        """Ban an address, a network, an account or a visitor; for a visitor with an account, the account."""
        kind, whom = await self._meant(whom)
        network = read_network(whom) if kind == "address" else None
        if network is not None and (not network.prefixlen or any(network.overlaps(own) for own in _LOOPBACK)):
            raise TengenError(
                "{whom} cannot be banned: behind a proxy, all visitors may seem to come from there; see --behind-proxy "
                "in docs/how/operating.md",
                whom=whom,
            )
        until = "" if expires is None else f" until {time.strftime('%Y-%m-%d %H:%M', time.gmtime(expires))} UTC"
        words = f"barred the {kind} {whom}{until}{f': {reason}' if reason else ''}"
        async with self._deed() as deed:
            row = {"kind": kind, "whom": whom, "reason": reason, "created": deed.now, "expires": expires}
            await put(deed.connection, bans, [row], ["kind", "whom"])
            return await deed.note("ban", {"kind": kind, "whom": whom}, words)

    async def lift(self, whom: str) -> str:
        kind, whom = await self._meant(whom)
        async with self._deed() as deed:
            if not await deed.change(delete(bans).where(bans.c.kind == kind, bans.c.whom == whom)):
                raise TengenError(
                    "the {kind} {whom} is not barred; `tengen admin bans` lists who is", kind=kind, whom=whom
                )
            return await deed.note("lift", {"kind": kind, "whom": whom}, f"let the {kind} {whom} in again")

    async def unname(self, whom: str) -> str:
        """Remove a visitor's name, in the lobby and in all their games."""
        kind, whom = await self._meant(whom)
        browsers = await self.store.accounts.browsers(whom) if kind == "account" else [whom]
        if kind == "address" or not browsers:
            raise TengenError("{whom} is not a visitor or an account with a name", whom=whom)
        seats = dict(await self.store.games_of(browsers[0], _ALL))
        told = {game: sorted(colours) for game, colours in seats.items()}
        async with self._deed() as deed:
            await call(deed.connection, browsers[0], None)
            await forget_names_in(deed.connection, seats)
            return await deed.note("unname", {"seats": told}, f"took the name of the {kind} {whom} away")

    async def settle(self, number: int) -> str:
        waits = update(reports).where(reports.c.number == number, reports.c.settled.is_(None))
        async with self._deed() as deed:
            if not await deed.change(waits.values(settled=deed.now)):
                raise TengenError("no report {number} waits; `tengen admin reports` lists those that do", number=number)
            return await deed.note("settle", {"report": number}, f"settled report {number}")

    @asynccontextmanager
    async def _deed(self) -> AsyncIterator[Deed]:
        """Begin a command, which is committed at the end of the block, or not at all."""
        async with self.store.engine.begin() as connection:
            yield Deed(connection, self.name, self.store.clock())

    async def _game(self, id: str) -> StoredGame:
        stored = await self.store.load(id)
        if stored is None:
            raise TengenError("game {id!r:.80} not found; `tengen admin games` lists all games", id=id)
        return stored

    async def _meant(self, whom: str) -> tuple[BanKind, str]:
        """Return the kind and stored form of a ban's target."""
        network = read_network(whom)
        if network is not None:
            return "address", str(network)
        if await self.store.accounts.find(whom) is not None:
            return "account", whom
        visitor = await self.store.visitor_by_id(whom)
        if visitor is None:
            raise TengenError("{whom!r:.80} is not an address, a network, an account or a visitor", whom=whom)
        return ("visitor", whom) if visitor.account is None else ("account", visitor.account)


def _ending(room: Room, now: float, winner: Colour | None) -> list[Event]:
    if room.phase == "over":
        raise TengenError("this game is over: {outcome}", outcome=room.game.outcome)
    if room.phase == "counting":
        return [CountAgreed(now, colour) for colour in COLOURS if colour not in room.agreed]
    if winner is None:
        raise TengenError("the game is still in progress: choose --winner black or --winner white")
    return [Forfeited(now, other(winner))]


async def list_games(store: Store, phase: str | None, most: int) -> list[dict[str, Any]]:
    """Return the most recently played games, of one ``phase`` or of all (None)."""
    wanted = select(games).order_by(games.c.updated.desc(), games.c.id).limit(most)
    if phase is not None:
        wanted = wanted.where(games.c.phase == phase)
    async with store.engine.connect() as connection:
        rows = (await connection.execute(wanted)).all()
    return [
        {
            "id": row.id,
            "phase": row.phase,
            "events": row.number,
            "updated": row.updated,
            **_of_terms(GameTerms.load(row.setting)),
        }
        for row in rows
    ]


def _of_terms(terms: GameTerms) -> dict[str, Any]:
    game = terms.game()
    names: dict[str, str | None] = {
        colour: _called(terms.seats[colour].kind, terms.seats[colour].name) for colour in COLOURS
    }
    return {"variant": game.variant.name, "board": game.board.text, **names, "rated": terms.rated}


def _called(kind: str, name: str | None) -> str | None:
    return "the computer" if kind == "computer" else name


async def list_reviews(store: Store, most: int) -> list[dict[str, Any]]:
    wanted = select(reviews.c.id, reviews.c.created, reviews.c.size, reviews.c.visitor)
    async with store.engine.connect() as connection:
        rows = await connection.execute(wanted.order_by(reviews.c.created.desc(), reviews.c.id).limit(most))
        return [dict(row) for row in rows.mappings()]


async def shown(store: Store, id: str) -> dict[str, Any]:
    """Return the operator's details of the item with this id; TengenError if it is unknown."""
    stored = await store.load(id)
    if stored is not None:
        return await _game(store, stored)
    review = await store.reviews.find(id)
    if review is not None:
        return {"review": id, "visitor": review.owner, "size": len(review.record), "version": review.version}
    account = await store.accounts.find(id)
    if account is not None:
        seen = await store.accounts.browsers(id)
        known = {"account": id, "name": account.name, "email": account.email, "created": account.created}
        return {**known, "visitors": seen, "games": await _games_of(store, seen[0]) if seen else []}
    visitor = await store.visitor_by_id(id)
    if visitor is None:
        raise TengenError("no game, review, account or visitor {id!r:.80}", id=id)
    return {
        "visitor": id,
        "name": visitor.name,
        "account": visitor.account,
        "games": await _games_of(store, id),
        "reviews": await store.reviews.of_visitor(id),
    }


async def _games_of(store: Store, visitor: str) -> list[str]:
    return [game for game, _ in await store.games_of(visitor)]


async def _game(store: Store, stored: StoredGame) -> dict[str, Any]:
    room = room_of(stored)
    seats: dict[str, Any] = {
        colour: {"name": _called(room.terms.seats[colour].kind, room.names[colour]), "visitors": []}
        for colour in COLOURS
    }
    for colour, holder in await store.seats.holders(stored.id):
        visitor = await store.visitor_by_id(holder)
        if visitor is not None:
            seats[colour]["visitors"].append({"visitor": visitor.id, "account": visitor.account})
    said = await store.messages.since(stored.id, 0)
    return {
        "game": stored.id,
        **_of_terms(stored.terms),
        **seats,
        "phase": room.phase,
        "moves": len(room.game.moves),
        "outcome": None if room.game.outcome is None else str(room.game.outcome),
        "updated": stored.updated,
        "listed": stored.listed,
        "chat": [
            {"number": each.number, "by": each.by, "at": each.at, "body": each.body} for each in said if each.body
        ],
    }
