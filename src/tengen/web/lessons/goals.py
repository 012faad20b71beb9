"""Goals of tasks: facts of a turn and points to find, with sentences for missing ones."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Any, Final

from ...game import Game
from ...game.turn import Turn
from ...records import NAMES, Gesture, Move, Place, Tao, Text, listed, other
from .task import Facts, Find


@dataclass(frozen=True)
class PlayedTurn:
    """A turn with the games before and after it."""

    before: Game
    turn: Turn
    after: Game

    @classmethod
    def of(cls, before: Game, move: str | Move) -> PlayedTurn:
        """Make a legal move in a copy of a game."""
        after = before.copy()
        return cls(before, after.play(move), after)

    @property
    def point(self) -> int | None:
        """The point of the move; None for a gesture."""
        return None if isinstance(self.turn.move, Gesture) else self.turn.move.point

    def labels(self, points: tuple[int, ...]) -> tuple[str, ...]:
        return self.after.board.names(points)


def missing(facts: Facts, done: PlayedTurn) -> Iterator[str]:
    """Yield a sentence for every fact that a turn does not fulfil."""
    for name in type(facts).model_fields:
        value = getattr(facts, name)
        if name in facts.model_fields_set and value is not None:
            told = _FACTS[name](done, value)
            if told:
                yield told


def holds(facts: Facts, done: PlayedTurn) -> bool:
    """Return whether a turn fulfils all facts."""
    return next(missing(facts, done), None) is None


_KINDS: Final = {
    "place": Text("Place a stone."),
    "tao": Text("That was a stone. Choose the Tao stone first."),
    "pass": Text("That was not a pass."),
    "return": Text("That did not return a prisoner."),
}


def _kind(done: PlayedTurn, wanted: str) -> str:
    move = done.turn.move
    found = {Place: "place", Tao: "tao"}.get(type(move)) or str(move.value if isinstance(move, Gesture) else "")
    return "" if found == wanted else _KINDS[wanted]


def _gone(done: PlayedTurn, wanted: tuple[str, ...], gone: tuple[int, ...]) -> str:
    """Return a sentence on the liberties of the first stone that should have been taken but still stands."""
    names = done.labels(gone)
    for label in wanted:
        if label not in names:
            return _standing(done.after, label)
    return ""


def _standing(game: Game, label: str) -> str:
    colour = game.content(label)
    if colour not in ("black", "white"):
        return Text("Nothing was taken from {point}.", point=label)
    free = game.board.names(game.liberties(label))
    return Text.counted(
        "{colour}'s stone on {point} still has a liberty: {liberties}.",
        "{colour}'s stone on {point} still has {count} liberties: {liberties}.",
        len(free),
        colour=NAMES[colour],
        point=label,
        liberties=listed(free, "comma"),
    )


def _incursion(done: PlayedTurn, wanted: bool) -> str:
    if (done.turn.incursion is not None) is wanted:
        return ""
    colour = NAMES[other(done.turn.mover)]
    if wanted:
        return Text("That is not an incursion: the point's region does not touch only {colour}.", colour=colour)
    return Text("That is an incursion: the point's region touches only {colour}.", colour=colour)


def _either(is_so: Callable[[PlayedTurn], bool], so: Text, not_so: Text) -> Callable[[PlayedTurn, bool], str]:
    """Return a check that gives ``so`` or ``not_so`` if the opposite is wanted."""

    def told(done: PlayedTurn, wanted: bool) -> str:
        found = is_so(done)
        return "" if found is wanted else so if found else not_so

    return told


def _reduces(done: PlayedTurn, wanted: str) -> str:
    before = done.before.liberties(wanted)
    if done.after.content(wanted) is None or set(before) - set(done.after.liberties(wanted)):
        return ""
    liberties = listed(done.labels(before), "comma")
    return Text("{point} lost no liberty. Its liberties are {liberties}.", point=wanted, liberties=liberties)


def _connects(done: PlayedTurn, wanted: tuple[str, ...]) -> str:
    chain = done.labels(done.after.chain(wanted[0]))
    apart = next((label for label in wanted[1:] if label not in chain), None)
    return "" if apart is None else Text("{one} and {two} are not one chain.", one=wanted[0], two=apart)


def _joins(done: PlayedTurn, wanted: str) -> str:
    joined = done.point is not None and done.point in done.after.chain(wanted)
    return "" if joined else Text("Your stone and {point} are not one chain.", point=wanted)


def _apart(done: PlayedTurn, wanted: tuple[str, ...]) -> str:
    board = done.after.board
    near = () if done.point is None else board.names(board.neighbours[done.point])
    touched = next((label for label in wanted if label in near), None)
    return "" if touched is None else Text("That stone is on a neighbour of {point}: it touches it.", point=touched)


def _atari(done: PlayedTurn, wanted: tuple[str, ...]) -> str:
    for label in wanted:
        if done.after.content(label) is not None and len(done.after.liberties(label)) != 1:
            return _standing(done.after, label)
    return ""


def _liberties(done: PlayedTurn, wanted: dict[str, int]) -> str:
    for label, fewest in wanted.items():
        if len(done.after.liberties(label)) < fewest:
            return _standing(done.after, label)
    return ""


def _ends(done: PlayedTurn, wanted: str) -> str:
    outcome = done.after.outcome
    return "" if outcome is not None and outcome.how == wanted else Text("That does not end the game.")


_FACTS: Final[dict[str, Callable[[PlayedTurn, Any], str]]] = {
    "kind": _kind,
    "captures": lambda done, wanted: _gone(done, wanted, done.turn.captured),
    "loses": lambda done, wanted: _gone(done, wanted, done.turn.lost),
    "tile": _either(lambda done: done.turn.tile, Text("A tile was laid."), Text("No tile was laid.")),
    "incursion": _incursion,
    "on_tile": _either(
        lambda done: done.point is not None and done.before.board.labels[done.point] in done.before.tiles,
        Text("That point has a tile."),
        Text("No tile lies there."),
    ),
    "on_tao": _either(
        lambda done: done.point is not None and done.before.content(done.point) == "tao",
        Text("That is where the Tao stone stands."),
        Text("No Tao stone stands there."),
    ),
    "reduces": _reduces,
    "connects": _connects,
    "joins": _joins,
    "apart": _apart,
    "atari": _atari,
    "liberties": _liberties,
    "wins": _either(
        lambda done: done.after.outcome is not None and done.after.outcome.winner == done.turn.mover,
        Text("That wins the game."),
        Text("That does not win the game."),
    ),
    "ends": _ends,
}
"""For each field of `Facts` a function that returns why it does not hold, or ""."""


# -- points to find ----------------------------------------------------------------------------------------------------


def wanted(find: Find, game: Game) -> tuple[str, ...]:
    """Return the points to find, in the board's order."""
    name, value = find.what
    found = _POINTS[name](game, value)
    return tuple(label for label in game.board.labels if label in found)


_NOT: Final = {
    "liberties": Text("{point} is not one of its liberties: it is not next to the chain."),
    "chain": Text("{point} is not a stone of that chain."),
    "footprint": Text("{point} does not lie in the footprint of {of}."),
    "neighbours": Text("{point} is not a neighbour of {of}."),
    "territory": Text("{point} is not {colour}'s territory."),
    "incursions": Text("A stone of {colour}'s on {point} is not an incursion."),
    "dead": Text("No dead stone stands on {point}."),
}
_BLOCKED: Final = Text("{point} is a neighbour, but not a liberty: it lies in a stone's footprint.")
_FAR: Final = Text("{point} is not one of its liberties: it is not a neighbour of the chain.")


def not_one(find: Find, game: Game, label: str) -> Text:
    """Return why a point is not one of those to find."""
    name, value = find.what
    return _why_not(name, value, game, label).with_values(point=label, of=value, colour=NAMES.get(value, ""))


def _why_not(name: str, value: Any, game: Game, label: str) -> Text:
    stone = game.content(label)
    if name in ("liberties", "territory", "incursions") and stone in ("black", "white"):
        return Text("A stone stands on {point}.")
    if name == "liberties" and not game.board.point_stones:
        board, point = game.board, game.board.point(label)
        return _BLOCKED if any(point in board.neighbours[stone] for stone in game.chain(value)) else _FAR
    if name == "chain" and stone == game.content(value):
        return Text("{point} is not connected to it along the lines.")
    return _NOT[name]


def _territory(game: Game, colour: str) -> set[str]:
    score = game.score()
    return {label for label, owner in score.owner.items() if owner == colour and game.content(label) is None}


def _incursions(game: Game, colour: str) -> set[str]:
    return {label for label, owner in game.territory().items() if owner != colour and game.content(label) is None}


_POINTS: Final[dict[str, Callable[[Game, Any], Collection[str]]]] = {
    "liberties": lambda game, label: game.board.names(game.liberties(label)),
    "chain": lambda game, label: game.board.names(game.chain(label)),
    "footprint": lambda game, label: game.board.names(game.board.footprint[game.board.point(label)]),
    "neighbours": lambda game, label: game.board.names(game.board.neighbours[game.board.point(label)]),
    "territory": _territory,
    "incursions": _incursions,
    "dead": lambda game, labels: {stone for each in labels for stone in game.board.names(game.chain(each))},
}
"""For each field of `Find` a function that returns its points."""
