"""The picture of the current game: the position, the last move and a ko."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..draw.svg import svg_lines
from ..records import Place, Reason, Tao
from ..rules.counting import weights_of
from .readout import Readout

_BACK = frozenset((Reason.KO, Reason.REPETITION))


def picture(game: Readout, options: dict[str, Any]) -> list[str]:
    """Return the SVG of a game as lines; ``options`` are those of `draw.svg` and override the game's.

    In addition, ``territory`` marks the owner of each vacant point (spec 2.1).
    """
    last = game.moves[-1] if game.moves else None
    if options.pop("territory", False) and options.get("owners") is None:
        options["owners"] = game.territory()
    when = f"{game.to_play} to play, move {len(game.moves) + 1}"
    if game.outcome is not None:
        when = f"after {len(game.moves)} moves: {game.outcome}"
    said = {
        "last": game.board.labels[last.point] if isinstance(last, Place | Tao) else None,
        "ko": tuple(ko_points(game)),
        "dead": game.dead,
        "shaded": invaded(game),
        **drawn_by_rules(game, options.get("coordinates")),
        "title": f"{game.variant.title}, {when}",
    }
    return svg_lines(game.board, game.position, **(said | options))


def drawn_by_rules(game: Readout, coordinates: bool | None = None) -> dict[str, Any]:
    """Return the options of `draw.svg` that follow from the rules: walls, and the weights of a pyramid (spec 6.8b).

    Weights are shown with the coordinates only.
    """
    found: dict[str, Any] = {"walls": game.rules.captured == "wall"}
    if game.rules.weights == "pyramid" and coordinates is not False:
        found["weights"] = dict(zip(game.board.labels, weights_of(game.board, "pyramid"), strict=True))
    return found


def invaded(game: Readout) -> tuple[str, ...]:
    """Return the region of the last placement, if that was an incursion (spec 2.1)."""
    last = next((turn for turn in reversed(game.turns) if isinstance(turn.move, Place)), None)
    return game.board.names(sorted(last.incursion)) if last is not None and last.incursion else ()


def ko_points(game: Readout) -> Iterator[str]:
    """Yield the points emptied by the last move where the repetition rule forbids a stone."""
    for point in game.turns[-1].captured + game.turns[-1].lost if game.moves else ():
        if _BACK.intersection(game.why_not(Place(point))):
            yield game.board.labels[point]
