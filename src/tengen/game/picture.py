"""The picture of a game as it stands: its position, the last move and a ko."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ..draw import svg
from ..records import Place, Reason, Tao

if TYPE_CHECKING:
    from .game import Game

_BACK = frozenset((Reason.KO, Reason.REPETITION))


def picture(game: Game, options: dict[str, Any]) -> str:
    """Return the SVG of a game; ``options`` are those of `draw.svg` and win over what the game says."""
    last = game.moves[-1] if game.moves else None
    said = {
        "last": game.board.labels[last.point] if isinstance(last, Place | Tao) else None,
        "ko": tuple(_ko(game)),
        "dead": game.dead,
        "title": f"{game.variant.title}, {_when(game)}",
    }
    return svg(game.board, game.position, **(said | options))


def _ko(game: Game) -> Iterator[str]:
    """Yield the point where a ko may not be retaken."""
    taken = int(game.state().table["captured"][0])
    if taken < len(game.board) and _BACK.intersection(game.why_not(Place(taken))):
        yield game.board.labels[taken]


def _when(game: Game) -> str:
    if game.outcome is not None:
        return f"after {len(game.moves)} moves: {game.outcome}"
    return f"{game.to_play} to play, move {len(game.moves) + 1}"
