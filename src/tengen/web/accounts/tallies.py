"""How somebody's games went, kind by kind: results against people and against the computer, and the rating."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from ...records import Colour
from ..games.live_game import LiveGame
from ..store import Result, ResultStore
from ..store.glicko import Rating, first_rating
from .kinds import kind_of, titles


def tallies_of(ended: Iterable[tuple[Colour, Result]], ratings: Mapping[str, Rating]) -> list[dict[str, object]]:
    """Return a row for every kind, those played most first; games without result are none."""
    counted: dict[str, Counter[tuple[str, str]]] = {kind: Counter() for kind in ratings}
    for colour, result in ended:
        if result.how != "no_result":
            against = "people" if result.computer is None else "computer"
            how = "drawn" if result.winner is None else "won" if result.winner == colour else "lost"
            counted.setdefault(result.kind, Counter())[against, how] += 1
    order = sorted(counted, key=lambda kind: (-counted[kind].total(), kind))
    return [_row(kind, counted[kind], ratings.get(kind)) for kind in order]


def _row(kind: str, counts: Counter[tuple[str, str]], rating: Rating | None) -> dict[str, object]:
    title, board = titles(kind)
    tallies = {
        against: {how: counts[against, how] for how in ("won", "lost", "drawn")} for against in ("people", "computer")
    }
    return {
        "kind": kind,
        "title": title,
        "board": board,
        **tallies,
        "rating": None if rating is None else shown(rating),
    }


def shown(rating: Rating) -> dict[str, object]:
    """Return a rating as pages and programs see it."""
    return {
        "rating": round(rating.rating, 1),
        "deviation": round(rating.deviation, 1),
        "provisional": rating.provisional,
        "games": rating.games,
    }


async def ratings_in(store: ResultStore, live: LiveGame) -> dict[str, dict[str, object]]:
    """Return both sides' ratings in a game's kind, and once it has counted what it did to them; nobody's are none."""
    kind, changes = kind_of(live.room.game), await store.changes_in(live.id)
    found: dict[str, dict[str, object]] = {}
    for colour, player in (await store.players(live.id)).items():
        rating = (await store.ratings_of(player)).get(kind) or first_rating(player)
        found[colour] = shown(rating)
        if colour in changes:
            change = changes[colour]
            found[colour] |= {"before": round(change.before, 1), "after": round(change.rating, 1)}
    return found
