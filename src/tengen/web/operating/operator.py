"""What an operator can do beside a running server; each deed leaves an act, by which servers learn of it."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Final

from ...records import COLOURS, Colour, TengenError, other
from ..games.game_log import GameLog
from ..games.live_game import LiveGame, room_of
from ..rooms import Event, Room
from ..security import digest, new_token
from ..store import Store, StoredGame
from ..store.operator_store import BanKind
from .bans import read_network

_ALL: Final = 1_000_000


@dataclass(frozen=True)
class Operator:
    """An operator by the ``name`` of their user, and the database they work on."""

    store: Store
    name: str

    async def end(self, id: str, winner: Colour | None) -> str:
        """End a game that goes on: the loser forfeits, or where both have passed it is counted as it is marked.

        Raises:
            TengenError: there is no such game, it is over, or it takes a winner.
        """
        stored = await self._game(id)
        live = LiveGame(id, room_of(stored), stored.listed)
        live.intents = stored.intents
        log = GameLog(self.store, time.time, lambda _: None)
        await log.add(live, lambda room, now: _ending(room, now, winner))
        assert live.room.game.outcome is not None
        words = f"ended the game {id}: {live.room.game.outcome}"
        await self.store.operator.note(self.name, "end", {"game": id}, words)
        return words

    async def delete(self, id: str) -> str:
        """Delete a game or a review for good.

        Raises:
            TengenError: there is neither.
        """
        if await self.store.has_game(id):
            await self.store.discard(id)
            await self.store.operator.note(self.name, "delete-game", {"game": id}, f"deleted the game {id}")
            return f"deleted the game {id}"
        if await self.store.reviews.delete(id):
            await self.store.operator.note(self.name, "delete-review", {"review": id}, f"deleted the review {id}")
            return f"deleted the review {id}"
        raise TengenError(f"there is no game and no review {id!r:.80}")

    async def revoke(self, id: str, colour: Colour) -> tuple[str, str]:
        """Take a seat from whoever has it; return what was done, and the seat's new link, which is for the next.

        Raises:
            TengenError: there is no such game, or nobody can sit there.
        """
        stored = await self._game(id)
        if stored.terms.seats[colour].kind != "person":
            raise TengenError(f"{colour.capitalize()} is the computer's in {id}: there is nobody to take the seat from")
        token = new_token()
        visitors = await self.store.seats.revoke(id, colour, digest(token))
        words = f"took {colour.capitalize()}'s seat in {id} from whoever had it"
        await self.store.operator.note(self.name, "revoke", {"game": id, "visitors": visitors}, words)
        return words, f"/g/{id}#seat={token}"

    async def ban(self, whom: str, reason: str, expires: float | None) -> str:
        """Let an address, a network, an account or a visitor in no more; of a visitor with an account, the account.

        Raises:
            TengenError: it is none of these, or everybody might come from there.
        """
        kind, whom = await self._meant(whom)
        if kind == "address":
            network = read_network(whom)
            assert network is not None
            if network.is_loopback or not network.prefixlen:
                raise TengenError(
                    f"{whom} is not barred: behind a proxy everybody may seem to come from there; "
                    "see --behind-proxy in docs/operating.md"
                )
        await self.store.operator.ban(kind, whom, reason, expires)
        until = "" if expires is None else f" until {time.strftime('%Y-%m-%d %H:%M', time.gmtime(expires))} UTC"
        words = f"barred the {kind} {whom}{until}{f': {reason}' if reason else ''}"
        await self.store.operator.note(self.name, "ban", {"kind": kind, "whom": whom}, words)
        return words

    async def lift(self, whom: str) -> str:
        """Let somebody in again.

        Raises:
            TengenError: nobody of that name is barred.
        """
        kind, whom = await self._meant(whom)
        if not await self.store.operator.lift(kind, whom):
            raise TengenError(f"the {kind} {whom} is not barred; `tengen admin bans` lists who is")
        words = f"let the {kind} {whom} in again"
        await self.store.operator.note(self.name, "lift", {"kind": kind, "whom": whom}, words)
        return words

    async def unname(self, whom: str) -> str:
        """Take somebody's name away, in the lobby and in all their games.

        Raises:
            TengenError: there is no such visitor or account.
        """
        kind, whom = await self._meant(whom)
        browsers = await self.store.accounts.browsers(whom) if kind == "account" else [whom]
        if kind == "address" or not browsers:
            raise TengenError(f"{whom} is no visitor and no account that has a name")
        seats = dict(await self.store.games_of(browsers[0], _ALL))
        await self.store.rename(browsers[0], None)
        await self.store.forget_names(seats)
        told = {game: sorted(colours) for game, colours in seats.items()}
        words = f"took the name of the {kind} {whom} away"
        await self.store.operator.note(self.name, "unname", {"seats": told}, words)
        return words

    async def settle(self, number: int) -> str:
        """Note that a report was dealt with.

        Raises:
            TengenError: no such report waits.
        """
        if not await self.store.operator.settle(number):
            raise TengenError(f"no report {number} waits; `tengen admin reports` lists those that do")
        words = f"settled report {number}"
        await self.store.operator.note(self.name, "settle", {"report": number}, words)
        return words

    async def _game(self, id: str) -> StoredGame:
        stored = await self.store.load(id)
        if stored is None:
            raise TengenError(f"there is no game {id!r:.80}; `tengen admin games` lists them")
        return stored

    async def _meant(self, whom: str) -> tuple[BanKind, str]:
        """Return what is meant, in the form in which it is kept."""
        network = read_network(whom)
        if network is not None:
            return "address", str(network)
        if await self.store.accounts.find(whom) is not None:
            return "account", whom
        visitor = await self.store.visitor_by_id(whom)
        if visitor is None:
            raise TengenError(f"{whom!r:.80} is no address, no network, no account and no visitor")
        return ("visitor", whom) if visitor.account is None else ("account", visitor.account)


def _ending(room: Room, now: float, winner: Colour | None) -> list[Event]:
    """Return the events that end a game."""
    if room.phase == "over":
        raise TengenError(f"this game is over: {room.game.outcome}")
    if room.phase == "counting":
        return [Event("agree", now, colour) for colour in COLOURS if colour not in room.agreed]
    if winner is None:
        raise TengenError("a game that is being played has no winner yet: say --winner black or --winner white")
    return [Event("forfeit", now, other(winner))]
