"""What follows when games end: results are noted, and rated games counted, once each."""

from __future__ import annotations

from typing import Final
from weakref import WeakKeyDictionary

from ...records import COLOURS, Colour, Resign
from ..games.live_game import LiveGame
from ..rooms import Room
from ..scheduler.tasks import TaskSet
from ..store import RatedGame, Result, ResultStore
from ..store.glicko import computer
from .kinds import kind_of

FEWEST: Final = 6
"""Moves that a game has at least that counts: shorter ones were broken off before they had begun."""

_VOID: Final = ("no_result",)


class Results:
    """Follows all games of a process. What it does can be done twice, by several processes too, and counts once."""

    def __init__(self, store: ResultStore, tasks: TaskSet) -> None:
        self._store, self._tasks = store, tasks
        self._done: WeakKeyDictionary[LiveGame, tuple[str, int]] = WeakKeyDictionary()

    def follow(self, live: LiveGame) -> None:
        """Do what follows of itself when a game comes into memory or has gone on."""
        room = live.room
        begun, known = room.phase != "waiting", self._done.get(live)
        if room.phase == "over":
            if known != ("over", room.number):
                self._done[live] = "over", room.number
                self._tasks.start(self.settle(live))
        elif known is not None and known[0] == "over":
            self._done[live] = "on", 0
            self._tasks.start(self._store.forget(live.id))
        elif room.terms.rated and begun and known is None:
            self._done[live] = "on", 0
            self._tasks.start(self._store.seat_players(live.id, _computers(room)))

    async def settle(self, live: LiveGame) -> None:
        """Note how a game ended, and count it where it is rated."""
        room, terms = live.room, live.room.terms
        outcome, moves = room.game.outcome, sum(move is not Resign for move in room.game.moves)
        if outcome is None:
            return
        kind, counts = kind_of(room.game), moves >= FEWEST
        if counts:
            how = Result(
                live.id, kind, outcome.winner, outcome.how, moves, terms.computer, terms.one_device, live.changed
            )
            await self._store.note(how)
        if terms.rated:
            await self._rate(live, kind, counts and outcome.how not in _VOID, outcome.winner)

    async def _rate(self, live: LiveGame, kind: str, counts: bool, winner: Colour | None) -> None:
        await self._store.seat_players(live.id, _computers(live.room))
        players = await self._store.players(live.id)
        if not counts or len(players) < 2 or players["black"] == players["white"]:
            await self._store.unseat(live.id)
            return
        score = 0.5 if winner is None else float(winner == "black")
        await self._store.rate(RatedGame(live.id, kind, players["black"], players["white"], score, live.changed))


def _computers(room: Room) -> dict[Colour, str]:
    """Return the name under which the computer is rated, by its colour."""
    seats = room.terms.seats
    return {colour: computer(seats[colour].level or 1) for colour in COLOURS if seats[colour].kind == "computer"}
