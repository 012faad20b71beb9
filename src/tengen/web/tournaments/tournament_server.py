"""The tournaments of a server process: progress when a game ends or a player leaves, and notifications."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from ...records import Colour
from ..errors import NO_TOURNAMENT, RequestError
from ..games.game_server import GameServer
from ..games.live_game import LiveGame
from ..rooms import Event, IntentRefused, Room
from ..rooms.events import Moved, Resumed
from ..store import Store, Visitor
from ..store.seats import NewGameRow
from ..visitors import is_id
from .tournament import TOURNAMENT, Result, Tournament
from .tournament_view import tournament_view


class TournamentServer:
    """Follows the games of all tournaments; idempotent, also across processes."""

    def __init__(self, store: Store, games: GameServer) -> None:
        self._store, self._games = store, games
        self._listeners: defaultdict[str, set[Callable[[], None]]] = defaultdict(set)
        games.loaded.followers.append(self._follow)

    def listen(self, id: str, listener: Callable[[], None]) -> Callable[[], None]:
        """Call a listener whenever a tournament changes; return a function that stops it."""
        self._listeners[id].add(listener)

        def leave() -> None:
            self._listeners[id].discard(listener)
            if not self._listeners[id]:
                del self._listeners[id]

        return leave

    def tell(self, id: str) -> None:
        """Notify the pages of a tournament, or of all with "", of a change."""
        for each in [id] if id else list(self._listeners):
            for listener in tuple(self._listeners.get(each, ())):
                listener()

    def _follow(self, live: LiveGame) -> None:
        if live.room.terms.tournament and live.room.phase == "over":
            self._games.tasks.start(self._advance(live.room.terms.tournament))

    async def _advance(self, id: str) -> None:
        with suppress(RequestError):  # it was deleted
            await self.find(id)

    async def has(self, id: str) -> bool:
        return is_id(id) and await self._store.tournaments.find(id) is not None

    async def _read(self, id: str) -> tuple[Tournament, int]:
        kept = await self._store.tournaments.find(id) if is_id(id) else None
        if kept is None:
            raise RequestError(404, "no-tournament", NO_TOURNAMENT)
        return TOURNAMENT.validate_json(kept[0]), kept[1]

    async def change(
        self, id: str, edit: Callable[[Tournament], Tournament], new: NewGameRow | None = None
    ) -> Tournament:
        """Change a tournament, and store a ``new`` game of it; ``edit`` is repeated after another change."""
        while True:
            before, version = await self._read(id)
            after = edit(before)
            if after == before:
                return after
            body = TOURNAMENT.dump_json(after).decode()
            if await self._store.tournaments.change(id, version, body, after.people, new):
                self.tell(id)
                return after

    async def find(self, id: str) -> Tournament:
        """Return a tournament, updated with the ends of games; RequestError for an unknown id.

        Absent and deleted players lose their unfinished games.
        """
        found, _ = await self._read(id)
        known = await self._store.tournaments.players([each.visitor for each in found.players])
        gone = [each for each in found.players if each.visitor not in known and not each.left]
        if gone and found.phase != "over":
            return await self.leave(id, gone[0].number)
        begun = {row.game: found.loser(row) for row in found.games if row.game is not None and not row.result}
        phases = await self._store.tournaments.phases(begun)
        ends: dict[str, Result | None] = {each: None for each in begun if each not in phases}  # deleted games
        for game in (each for each in phases if phases[each] == "over" or begun[each]):
            live, loser = await self._games.find(game), begun[game]
            if live is not None and loser is not None:
                with suppress(IntentRefused):  # changing too fast; retried later
                    await self._games.loaded.append(live, partial(_lost, loser))
            outcome = None if live is None or live.room.phase != "over" else live.room.game.outcome
            if outcome is not None:
                ends[game] = None if outcome.how == "no_result" else outcome.winner or "draw"
        return await self.change(id, lambda now: now.settled(ends))

    async def leave(self, id: str, number: int) -> Tournament:
        """Let a player leave and lose their unfinished games; return the tournament."""
        await self.change(id, lambda now: now.without(number))
        return await self.find(id)

    async def persons(self, id: str, visitor: Visitor | None) -> set[str]:
        """Return all visitors who are the same person in a tournament."""
        found, _ = await self._read(id)
        return found.persons([] if visitor is None else await self._store.same_person(visitor.id))

    async def carry(self, source: str, target: str) -> None:
        """Add a browser to the tournaments of another one."""
        theirs = await self._store.same_person(source)
        for id in await self._store.tournaments.of_visitors(theirs):
            with suppress(RequestError):  # it was deleted
                await self.change(id, lambda now: now.carried(theirs, target))

    async def shown(self, id: str, visitor: Visitor | None) -> dict[str, object]:
        found = await self.find(id)
        known = await self._store.tournaments.players([each.visitor for each in found.players])
        return {"id": id, "url": f"/t/{id}"} | tournament_view(found, known, await self.persons(id, visitor))


def _lost(loser: Colour, room: Room, now: float) -> list[Event]:
    """Return the events by which a player resigns, even during counting."""
    if room.phase == "over":
        return []
    resumed = [Resumed(now, loser)] if room.phase == "counting" else []
    return [*resumed, Moved(now, loser, "resign")]
