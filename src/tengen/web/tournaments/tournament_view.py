"""Tournaments as plain data for the page and for programs (docs/how/web.md)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache

from ...game import Game
from ..games.game_view import board_title
from ..lobby.lobby_view import clock_text, profile
from ..rooms import GameTerms
from ..texts import say, tell
from .tournament import Pairing, Player, Tournament

Known = Mapping[str, tuple[str | None, str | None]]
"""Names and accounts by visitor."""


@lru_cache(maxsize=64)
def _game(terms: str) -> Game:
    return GameTerms.load(terms).game()


def called(player: Player, known: Known) -> str:
    """Return a player's name, or their number if they were deleted or have no name."""
    return known.get(player.visitor, (None, None))[0] or say("Player {number}", number=player.number)


def tournament_view(found: Tournament, known: Known, reader: Collection[str]) -> dict[str, object]:
    """Return a tournament for a reader with these visitors."""
    game, timing = _game(found.terms), GameTerms.load(found.terms).timing
    names = [called(each, known) for each in found.players]
    you = next((place for place, each in enumerate(found.players) if each.visitor in reader), None)

    def player(each: Player) -> dict[str, object]:
        account = known.get(each.visitor, (None, None))[1]
        address = account and profile(account)
        return {"number": each.number, "name": called(each, known), "profile": address, "left": each.left}

    def shown(row: Pairing) -> dict[str, object]:
        return {
            "round": row.round,
            "place": row.place,
            "black": names[row.black],
            "white": None if row.white is None else names[row.white],
            "numbers": [None if each is None else found.players[each].number for each in (row.black, row.white)],
            "result": row.result,
            "url": row.game and f"/g/{row.game}",
            "yours": you is not None and you in (row.black, row.white) and row.result is None,
        }

    rows = [shown(row) for row in found.games]
    return {
        "name": found.name,
        "kind": found.kind,
        "title": tell(game.variant.title),
        "board": board_title(game),
        "clock_text": clock_text(timing),
        "phase": found.phase,
        "organiser": found.organiser in reader,
        "you": None if you is None else found.players[you].number,
        "players": [player(each) for each in found.players],
        "standings": [
            player(each.player) | {"rank": each.rank, "points": each.points, "tie_break": each.tie_break}
            for each in found.standings()
        ],
        "rounds": [
            [row for row in rows if row["round"] == each] for each in sorted({row.round for row in found.games})
        ],
        "your_game": next((row for row in rows if row["yours"]), None),
    }
