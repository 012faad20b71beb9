"""The lobby of a server process, read once for all its pages; and the house bots."""

from __future__ import annotations

import asyncio
import json
import time
import tomllib
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from ..games.game_server import GameServer
from ..games.live_game import Listener, LiveGame
from ..languages.reader_language import language
from ..rooms import Room, Seat
from ..scheduler.tasks import TaskSet
from ..scheduler.threads import in_thread
from ..store import Store
from . import lobby_view
from .challenges import Challenge, in_words, read_challenge
from .lobby_view import WatchedGame

_CHALLENGES: Final = 100
"""The maximum number of challenges shown; visitors always see their own as well."""

_PAUSE: Final = 0.4
"""The shortest time between reads of the tables, in seconds."""

_ANEW: Final = 10.0
"""Seconds after which the tables are read without news, as entries may have expired."""

_MOVES: Final = 3.0
"""Seconds after which a move in a game is shown, as moves are frequent."""

_ALIVE: Final = 15.0
"""Seconds between updates of who is online."""

_GRACE: Final = 10.0
"""Seconds from closing a maker's last page to the withdrawal of the challenges, as the page may only be reloading."""

_NAMES: Final = 60
"""The maximum number of names shown; others are counted."""

_GAMES: Final = 8
_RECENT: Final = 24 * 3600.0
_PEOPLE: Final = 1000

SECTIONS: Final = ("challenges", "people", "games")


@dataclass(frozen=True)
class LobbySnapshot:
    """The contents of the tables: open challenges, accepted ones, players online, and games to watch."""

    challenges: tuple[Challenge, ...] = ()
    begun: tuple[Challenge, ...] = ()
    people: tuple[tuple[str, str | None, str | None], ...] = ()
    games: tuple[WatchedGame, ...] = ()

    def shown(self, section: str) -> object:
        """Return a section's data in the reader's language."""
        if section == "challenges":
            return [lobby_view.challenge_view(each) for each in self.challenges[:_CHALLENGES]]
        if section == "people":
            known = [(name, account and lobby_view.profile(account)) for _, name, account in self.people if name]
            names, profiles = ([each[place] for each in known[:_NAMES]] for place in (0, 1))
            return {"names": names, "profiles": profiles, "more": max(0, len(known) - _NAMES)}
        return [lobby_view.game_view(each) for each in self.games]


class LobbyServer:
    """One process's lobby: a snapshot of the tables, and the pages to notify."""

    def __init__(self, store: Store, games: GameServer) -> None:
        self.store = store
        self.games = games
        self.clock: Callable[[], float] = store.clock
        self.snapshot: LobbySnapshot = LobbySnapshot()
        self.versions: Final = dict.fromkeys(SECTIONS, 0)
        self._texts: dict[tuple[str, str], str] = {}
        self._listeners: set[Listener] = set()
        self._here: Counter[str] = Counter()
        self._attended: dict[str, LiveGame] = {}
        self._read_at = -_ANEW
        self._woken = asyncio.Event()
        self._reading = asyncio.Lock()
        self._later: asyncio.TimerHandle | None = None
        self._tasks = TaskSet()
        games.loaded.stored.append(self._heard_of_move)

    async def open(self) -> None:
        self._tasks.repeat(self._look, _PAUSE, "the lobby cannot be read; trying again")
        self._tasks.repeat(self._live, _ALIVE, "the lobby cannot be stored; trying again")

    async def close(self) -> None:
        """Stop; visitors online only by this process go offline."""
        if self._later is not None:
            self._later.cancel()
        await self._tasks.stop()
        with suppress(Exception):  # the database may have gone
            for visitor in self._here:
                await self.store.lobby.leave(visitor)

    # -- viewers -------------------------------------------------------------------------------------------------------

    async def arrive(self, listener: Listener, visitor: str | None) -> None:
        """Note an open page of a visitor, if they have a name."""
        self._listeners.add(listener)
        if visitor is not None:
            self._here[visitor] += 1
            if self._here[visitor] == 1:
                await self.store.lobby.see([visitor], told=True)
        await self.look_again()

    def depart(self, listener: Listener, visitor: str | None) -> None:
        """Note a closed page."""
        self._listeners.discard(listener)
        if visitor is not None:
            self._here[visitor] -= 1
            if self._here[visitor] <= 0:
                del self._here[visitor]
                self._tasks.start(self._depart(visitor))

    async def _depart(self, visitor: str) -> None:
        """Stop matching a visitor who has closed their last page; withdraw their challenges unless they return."""
        await self.store.lobby.leave(visitor)
        if visitor in self._here:  # already back
            await self.store.lobby.see([visitor])
        self.wake()
        await asyncio.sleep(_GRACE)
        if visitor not in self._here and await self.store.lobby.withdraw(None, visitor):
            self.wake()

    def made_by(self, visitor: str | None) -> list[Challenge]:
        return [each for each in self.snapshot.challenges if each.stored.maker == visitor]

    def begun_by(self, visitor: str | None) -> list[Challenge]:
        """Return a visitor's challenges that have just been accepted."""
        return [each for each in self.snapshot.begun if each.stored.maker == visitor]

    def attended(self, live: LiveGame) -> None:
        """Note a change of a public game's viewers."""
        if live.listed:
            self._attended[live.id] = live
            self.wake()

    # -- data ----------------------------------------------------------------------------------------------------------

    def text(self, section: str) -> str:
        """Return a section as JSON in the reader's language (cached)."""
        key = section, language()
        if key not in self._texts:
            self._texts[key] = json.dumps(self.snapshot.shown(section), ensure_ascii=False)
        return self._texts[key]

    def wake(self) -> None:
        """Read the tables soon."""
        if self._later is not None:
            self._later.cancel()
            self._later = None
        self._woken.set()

    def _heard_of_move(self, live: LiveGame, before: Room) -> None:
        if not live.listed:
            return
        if live.room.phase != before.phase:
            self.wake()
        elif self._later is None:
            self._later = asyncio.get_running_loop().call_later(_MOVES, self.wake)

    async def look_again(self) -> None:
        """Read the tables, or soon if they have just been read."""
        if time.monotonic() - self._read_at < _PAUSE:
            self.wake()
        else:
            await self.refresh()

    async def refresh(self) -> None:
        """Read the tables, and send changes to the pages."""
        async with self._reading:
            found = await self._read()
            self._read_at = time.monotonic()
            before, self.snapshot = self.snapshot, found
            changed = [each for each in SECTIONS if getattr(found, each) != getattr(before, each)]
            for section in changed:
                self.versions[section] += 1
                self._texts = {key: text for key, text in self._texts.items() if key[0] != section}
            if changed or found.begun != before.begun:
                for listener in tuple(self._listeners):
                    listener()

    async def _read(self) -> LobbySnapshot:
        now, tables = self.clock(), self.store.lobby
        challenges = [read_challenge(each, now) for each in await tables.challenges()]
        open_ones = [each for each in challenges if each.is_open]
        await in_thread(lambda: [in_words(each.stored.choice) for each in open_ones])  # a board may have to be built
        watched = []
        for id, watchers, players in await tables.watched(now - _RECENT, _GAMES):
            live = await self.games.find(id)
            if live is not None:
                watched.append(WatchedGame(live, live.room.number, watchers, players))
        return LobbySnapshot(
            challenges=tuple(sorted(open_ones, key=lambda each: not each.here)),
            begun=tuple(each for each in challenges if each.stored.game is not None),
            people=tuple(await tables.people(_PEOPLE)),
            games=tuple(watched),
        )

    # -- background tasks ----------------------------------------------------------------------------------------------

    async def _look(self) -> None:
        """Wait for a change or a timeout, and read the tables for the pages."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_ANEW):
                await self._woken.wait()
        self._woken.clear()
        await self._count(self._attended)
        if self._listeners:
            await self.refresh()

    async def _count(self, attended: dict[str, LiveGame]) -> None:
        """Store the numbers of viewers and players of games where they have changed."""
        if attended:
            self._attended = {}
            counts = {id: (live.watching, len(live.seating.seats_here())) for id, live in attended.items()}
            await self.store.lobby.attend(self.store.leases.name, counts)

    async def _live(self) -> None:
        """Report visitors online and viewers of games; after a crash the reports expire."""
        await self.store.lobby.see([*self._here])
        await self._count({id: live for id, live in self.games.loaded.listed() if live.listeners})
        await self.store.lobby.prune()


VISITS: Final = (1, 8, 64)
"""The strengths of a stronger engine as an opponent, in visits a move."""
_PROGRAMS: Final = {"katago": "KataGo"}
"""Display names of engines."""


@dataclass(frozen=True)
class HouseBot:
    """A house bot at a level; one with ``visits`` is the server's stronger engine."""

    name: str
    level: int | None
    visits: int | None = None

    @property
    def key(self) -> str:
        return self.name.lower() if self.visits is None else f"{self.name.lower()}-{self.visits}"

    @property
    def seat(self) -> Seat:
        return Seat("computer", self.level, self.name, visits=self.visits)


@cache
def house_bots() -> tuple[HouseBot, ...]:
    """Return the bots of ``house_bots.toml``, in its order."""
    rows = tomllib.loads((files(__package__) / "house_bots.toml").read_text("utf-8"))["bots"]
    return tuple(HouseBot(row["name"], row["level"]) for row in rows)


def guests(engine: str) -> tuple[HouseBot, ...]:
    """Return a server's stronger engine as house bots, the weakest first."""
    name = _PROGRAMS.get(engine, engine)
    return tuple(HouseBot(name, None, visits) for visits in VISITS)
