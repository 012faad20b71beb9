"""Results of finished games and ratings: recorded once each, and shown in tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final
from weakref import WeakKeyDictionary

from ...records import COLOURS, Colour, Resign
from ..games.live_game import LiveGame
from ..rooms import Room
from ..scheduler.tasks import TaskSet
from ..store import GameResult, RatedGame, ResultStore
from ..store.glicko import Rating, computer, first_rating
from .kinds import kind_of, titles

FEWEST: Final = 6
"""The fewest moves of a game that counts; shorter ones were abandoned."""


class ResultFollower:
    """Records the results of all games of a process; idempotent, even across processes."""

    def __init__(self, store: ResultStore, tasks: TaskSet) -> None:
        self._store, self._tasks = store, tasks
        self._done: WeakKeyDictionary[LiveGame, tuple[str, int]] = WeakKeyDictionary()

    def follow(self, live: LiveGame) -> None:
        """Record the result of a finished game, or delete it if the game is resumed."""
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
        """Record how a game ended, and rate it if it is rated."""
        room, terms = live.room, live.room.terms
        outcome, moves = room.game.outcome, sum(move is not Resign for move in room.game.moves)
        if outcome is None:
            return
        kind, counts = kind_of(room.game), moves >= FEWEST
        if counts:
            how = GameResult(
                live.id, kind, outcome.winner, outcome.how, moves, terms.computer, terms.one_device, live.changed
            )
            await self._store.note(how)
        if not terms.rated:
            return
        await self._store.seat_players(live.id, _computers(room))
        players = await self._store.players(live.id)
        if not counts or outcome.how == "no_result" or len(players) < 2 or players["black"] == players["white"]:
            await self._store.unseat(live.id)
            return
        score = 0.5 if outcome.winner is None else float(outcome.winner == "black")
        await self._store.rate(RatedGame(live.id, kind, players["black"], players["white"], score, live.changed))


def _computers(room: Room) -> dict[Colour, str]:
    """Return the name under which the computer is rated, by colour."""
    seats = room.terms.seats
    return {colour: computer(seats[colour].level or 1) for colour in COLOURS if seats[colour].kind == "computer"}


def tallies_of(ended: Iterable[tuple[Colour, GameResult]], ratings: Mapping[str, Rating]) -> list[dict[str, object]]:
    """Return a row for every kind, the most played first, without games that had no result."""
    counted: dict[str, Counter[tuple[str, str]]] = {kind: Counter() for kind in ratings}
    for colour, result in ended:
        if result.how != "no_result":
            against = "people" if result.computer is None else "computer"
            how = "drawn" if result.winner is None else "won" if result.winner == colour else "lost"
            counted.setdefault(result.kind, Counter())[against, how] += 1
    rows = []
    for kind in sorted(counted, key=lambda kind: (-counted[kind].total(), kind)):
        title, board = titles(kind)
        row: dict[str, object] = {"kind": kind, "title": title, "board": board}
        for against in ("people", "computer"):
            row[against] = {how: counted[kind][against, how] for how in ("won", "lost", "drawn")}
        rows.append(row | {"rating": shown(ratings[kind]) if kind in ratings else None})
    return rows


def shown(rating: Rating) -> dict[str, object]:
    """Return a rating for pages and programs."""
    return {
        "rating": round(rating.rating, 1),
        "deviation": round(rating.deviation, 1),
        "provisional": rating.provisional,
        "games": rating.games,
    }


async def ratings_in(store: ResultStore, live: LiveGame) -> dict[str, dict[str, object]]:
    """Return both sides' ratings in a game's kind, with their change once it has counted; guests have none."""
    kind, changes = kind_of(live.room.game), await store.changes_in(live.id)
    found: dict[str, dict[str, object]] = {}
    for colour, player in (await store.players(live.id)).items():
        rating = (await store.ratings_of(player)).get(kind) or first_rating(player)
        found[colour] = shown(rating)
        if colour in changes:
            change = changes[colour]
            found[colour] |= {"before": round(change.before, 1), "after": round(change.rating, 1)}
    return found
