"""The points that a task lets the learner find, read off the game, and why another point is none of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ...game import Game
from ...records import NAMES, Text
from .task import Find


def wanted(find: Find, game: Game) -> tuple[str, ...]:
    """Return the points that are to be found, in the board's order."""
    name, value = find.what
    found = _ROWS[name](game, value)
    return tuple(label for label in game.board.labels if label in found)


_NOT: Final = {
    "liberties": Text("{point} is not one of its liberties: it is not beside the chain."),
    "chain": Text("{point} is not a stone of that chain."),
    "footprint": Text("{point} does not lie in the footprint of {of}."),
    "neighbours": Text("{point} is not a neighbour of {of}."),
    "territory": Text("{point} is not {colour}'s territory."),
    "incursions": Text("A stone of {colour}'s on {point} is no incursion."),
    "dead": Text("No dead stone stands on {point}."),
}
_BLOCKED: Final = Text("{point} is a neighbour, but no liberty: it lies in a stone's footprint.")
_FAR: Final = Text("{point} is not one of its liberties: it is no neighbour of the chain.")


def not_one(find: Find, game: Game, label: str) -> Text:
    """Say why a point is none of those that are to be found."""
    name, value = find.what
    return _why_not(name, value, game, label).with_values(point=label, of=value, colour=NAMES.get(value, ""))


def _why_not(name: str, value: Any, game: Game, label: str) -> Text:
    stone = game.content(label)
    if name in ("liberties", "territory", "incursions") and stone in ("black", "white"):
        return Text("A stone stands on {point}.")
    if name == "liberties" and not game.board.point_stones:
        return _BLOCKED if _beside(game, value, label) else _FAR
    if name == "chain" and stone == game.content(value):
        return Text("{point} is not connected to it along the lines.")
    return _NOT[name]


def _beside(game: Game, label: str, other: str) -> bool:
    """Say whether a point is a neighbour of a stone of a chain."""
    board = game.board
    return any(board.point(other) in board.neighbours[stone] for stone in game.chain(label))


def _territory(game: Game, colour: str) -> set[str]:
    score = game.score()
    return {label for label, owner in score.owner.items() if owner == colour and game.content(label) is None}


def _incursions(game: Game, colour: str) -> set[str]:
    return {label for label, owner in game.territory().items() if owner != colour and game.content(label) is None}


def _names(game: Game, points: tuple[int, ...]) -> set[str]:
    return set(game.board.names(points))


def _dead(game: Game, labels: tuple[str, ...]) -> set[str]:
    return {stone for label in labels for stone in _names(game, game.chain(label))}


_ROWS: Final[dict[str, Callable[[Game, Any], set[str]]]] = {
    "liberties": lambda game, label: _names(game, game.liberties(label)),
    "chain": lambda game, label: _names(game, game.chain(label)),
    "footprint": lambda game, label: _names(game, game.board.footprint[game.board.point(label)]),
    "neighbours": lambda game, label: _names(game, game.board.neighbours[game.board.point(label)]),
    "territory": _territory,
    "incursions": _incursions,
    "dead": _dead,
}
"""For each field of `Find` the points that it means."""
