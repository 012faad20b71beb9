"""The lobby in the reader's language: plain data for the page and for programs (docs/how/web.md)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from ...records import COLOURS, Text
from ...rules.preset_files import preset
from ..games.game_view import board_title, player_name
from ..games.live_game import LiveGame
from ..rooms import Timing
from ..texts import say_count, tell
from .challenges import Challenge, in_words

_CLOCKS: Final[Mapping[str, Text]] = {
    "none": Text("no clock"),
    "absolute": Text("{minutes:g} min each"),
    "fischer": Text("{minutes:g} min each, {increment:g} s more per move"),
    "byoyomi": Text("{minutes:g} min each, then {periods} × {seconds:g} s"),
    "canadian": Text("{minutes:g} min each, then {stones} moves in {seconds:g} s"),
}
"""Time systems in a few words, by the kind of `Timing`; correspondence counts days."""


@dataclass(frozen=True)
class WatchedGame:
    """A public game with its number of viewers; ``number`` is its number of events then."""

    live: LiveGame
    number: int
    watchers: int
    players: int


def challenge_view(challenge: Challenge) -> dict[str, object]:
    offered, about = challenge.offered, in_words(challenge.stored.choice)
    return {
        "id": challenge.stored.id,
        "name": challenge.stored.name,
        "profile": challenge.stored.account and profile(challenge.stored.account),
        "here": challenge.here,
        "variant": about.variant.name,
        "title": tell(about.variant.title),
        "board": tell(about.board),
        "changed": [tell(each) for each in about.changed],
        "colour": offered.colour,
        "clock": vars(offered.clock),
        "clock_text": clock_text(offered.clock),
        "rated": offered.rated,
        "least": offered.least,
        "most": offered.most,
        "within": offered.within,
        "match": offered.match,
        "also": [
            *(tell(preset(each).title) for each in offered.games if each != offered.variant),
            *(f"{each}x{each}" for each in offered.boards if each != offered.board),
            *(clock_text(each) for each in offered.clocks if each != offered.clock),
        ],
        "created": challenge.stored.created,
        "expires": challenge.stored.expires,
    }


def profile(account: str) -> str:
    return f"/people/{account}"


def clock_text(timing: Timing) -> str:
    """Return a time system in a few words, such as "10 min each"."""
    if timing.kind == "correspondence":
        days = round(timing.period / 86_400, 1)
        return say_count("1 day per move", "{days:g} days per move", days, days=days)
    return tell(
        _CLOCKS[timing.kind].with_values(
            minutes=round(timing.main / 60, 1),
            increment=timing.increment,
            periods=timing.periods,
            seconds=timing.period,
            stones=timing.stones,
        )
    )


def game_view(watched: WatchedGame) -> dict[str, object]:
    live = watched.live
    seats = live.room.terms.seats
    return {
        "id": live.id,
        "url": f"/g/{live.id}",
        "title": tell(live.room.game.variant.title),
        "board": board_title(live.room.game),
        "players": {
            colour: {"name": player_name(live.room, colour), "kind": seats[colour].kind, "level": seats[colour].level}
            for colour in COLOURS
        },
        "moves": len(live.room.game.moves),
        "number": watched.number,
        "clock_text": clock_text(live.room.terms.timing),
        "watchers": watched.watchers,
        "players_here": watched.players,
    }
