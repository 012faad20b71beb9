"""What a page needs to know of tiles: whether one is due, and where a stone would be an incursion (spec 2.1, 2.2)."""

from __future__ import annotations

from ...draw.sentences import tile_due
from ...game import Game
from ...game.picture import invaded
from ...game.turn import Turn
from ...records import Place
from ..texts import tell


def tiles(game: Game) -> dict[str, object] | None:
    """Return it as plain data, None in games without tiles; docs/web.md describes every field."""
    rules = game.rules
    if rules.tiles == "none":
        return None
    due = game.position.last_incursion and game.outcome is None
    placed = next((turn.move for turn in reversed(game.turns) if isinstance(turn.move, Place)), None)
    label = None if placed is None else game.board.labels[placed.point]
    return {
        "last_incursion": game.position.last_incursion,
        "region": list(invaded(game)),
        "due": ("any" if rules.tiles == "tile" else "incursion") if due else None,
        "incursions": _incursions(game),
        "text": tell(tile_due(rules, label)) if due else "",
        "fallen": _fallen(game),
    }


def _fallen(game: Game) -> dict[str, object]:
    """Return of every tile that a turn laid why it fell, and the region of the incursion that it answers."""
    board, region, found = game.board, frozenset[int](), dict[str, object]()
    for turn in game.turns:
        if isinstance(turn.move, Place):
            if turn.tile:
                found[board.labels[turn.move.point]] = {
                    "why": tell(turn.why(board)),
                    "region": list(board.names(sorted(region))),
                    "number": turn.number,
                }
            region = turn.incursion or frozenset()
    return found


def _incursions(game: Game) -> list[list[str]]:
    """Return the regions in which a stone of the side to move would be an incursion."""
    if game.outcome is not None:
        return []
    owned = ((region.points, region.owner) for region in game.regions())
    return [list(game.board.names(sorted(points))) for points, owner in owned if owner not in (None, game.to_play)]


def told(game: Game, turn: Turn) -> dict[str, object]:
    """Return why a turn was an incursion and why a tile fell, for the list of moves; {} where neither is so."""
    why = turn.why(game.board)
    return {"why": tell(why), "tile": turn.tile} if why else {}
