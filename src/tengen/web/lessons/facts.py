"""Whether a turn does what a task asks for, and if not, the sentence that says so: a row a fact."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from ...game import Game
from ...game.turn import Turn
from ...records import NAMES, Gesture, Place, Tao, Text, listed, other
from .task import Facts


@dataclass(frozen=True)
class Done:
    """What has been done: the game before the turn, the turn, and the game after it."""

    before: Game
    turn: Turn
    after: Game

    @property
    def point(self) -> int | None:
        """The point of the move; None for a gesture."""
        return None if isinstance(self.turn.move, Gesture) else self.turn.move.point

    def labels(self, points: tuple[int, ...]) -> tuple[str, ...]:
        """Return the labels of points, in order."""
        return self.after.board.names(points)


def missing(facts: Facts, done: Done) -> Iterator[str]:
    """Yield a sentence for every fact that does not hold of a turn."""
    for name in type(facts).model_fields:
        value = getattr(facts, name)
        if name in facts.model_fields_set and value is not None:
            told = _ROWS[name](done, value)
            if told:
                yield told


def holds(facts: Facts, done: Done) -> bool:
    """Say whether a turn does all that is asked."""
    return next(missing(facts, done), None) is None


_KINDS: Final = {
    "place": Text("Place a stone."),
    "tao": Text("That was a stone. Choose the Tao stone first."),
    "pass": Text("That was no pass."),
    "return": Text("That returned no prisoner."),
}


def _kind(done: Done, wanted: str) -> str:
    move = done.turn.move
    found = {Place: "place", Tao: "tao"}.get(type(move)) or str(move.value if isinstance(move, Gesture) else "")
    return "" if found == wanted else _KINDS[wanted]


def _captures(done: Done, wanted: tuple[str, ...]) -> str:
    return _gone(done, wanted, done.turn.captured)


def _loses(done: Done, wanted: tuple[str, ...]) -> str:
    return _gone(done, wanted, done.turn.lost)


def _gone(done: Done, wanted: tuple[str, ...], gone: tuple[int, ...]) -> str:
    """Say of the first stone that should have gone and stands how many liberties it has."""
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


def _tile(done: Done, wanted: bool) -> str:
    if done.turn.tile is wanted:
        return ""
    return Text("No tile was laid.") if wanted else Text("A tile was laid.")


def _incursion(done: Done, wanted: bool) -> str:
    if (done.turn.incursion is not None) is wanted:
        return ""
    colour = NAMES[other(done.turn.mover)]
    if wanted:
        return Text("That is no incursion: the point's region does not touch only {colour}.", colour=colour)
    return Text("That is an incursion: the point's region touches only {colour}.", colour=colour)


def _on_tile(done: Done, wanted: bool) -> str:
    found = done.point is not None and done.before.board.labels[done.point] in done.before.tiles
    if found is wanted:
        return ""
    return Text("No tile lies there.") if wanted else Text("That point has a tile.")


def _on_tao(done: Done, wanted: bool) -> str:
    found = done.point is not None and done.before.content(done.point) == "tao"
    if found is wanted:
        return ""
    return Text("No Tao stone stands there.") if wanted else Text("That is where the Tao stone stands.")


def _reduces(done: Done, wanted: str) -> str:
    before = done.before.liberties(wanted)
    if done.after.content(wanted) is None or set(before) - set(done.after.liberties(wanted)):
        return ""
    liberties = listed(done.labels(before), "comma")
    return Text("{point} lost no liberty. Its liberties are {liberties}.", point=wanted, liberties=liberties)


def _connects(done: Done, wanted: tuple[str, ...]) -> str:
    chain = done.labels(done.after.chain(wanted[0]))
    apart = next((label for label in wanted[1:] if label not in chain), None)
    return "" if apart is None else Text("{one} and {two} are not one chain.", one=wanted[0], two=apart)


def _joins(done: Done, wanted: str) -> str:
    joined = done.point is not None and done.point in done.after.chain(wanted)
    return "" if joined else Text("Your stone and {point} are not one chain.", point=wanted)


def _apart(done: Done, wanted: tuple[str, ...]) -> str:
    board = done.after.board
    near = () if done.point is None else board.names(board.neighbours[done.point])
    touched = next((label for label in wanted if label in near), None)
    return "" if touched is None else Text("That stone stands on a neighbour of {point}: it touches it.", point=touched)


def _atari(done: Done, wanted: tuple[str, ...]) -> str:
    for label in wanted:
        if done.after.content(label) is not None and len(done.after.liberties(label)) != 1:
            return _standing(done.after, label)
    return ""


def _liberties(done: Done, wanted: dict[str, int]) -> str:
    for label, fewest in wanted.items():
        if len(done.after.liberties(label)) < fewest:
            return _standing(done.after, label)
    return ""


def _wins(done: Done, wanted: bool) -> str:
    outcome = done.after.outcome
    won = outcome is not None and outcome.winner == done.turn.mover
    if won is wanted:
        return ""
    return Text("That does not win the game.") if wanted else Text("That wins the game.")


def _ends(done: Done, wanted: str) -> str:
    outcome = done.after.outcome
    return "" if outcome is not None and outcome.how == wanted else Text("That does not end the game.")


_ROWS: Final[dict[str, Callable[[Done, Any], str]]] = {
    "kind": _kind,
    "captures": _captures,
    "loses": _loses,
    "tile": _tile,
    "incursion": _incursion,
    "on_tile": _on_tile,
    "on_tao": _on_tao,
    "reduces": _reduces,
    "connects": _connects,
    "joins": _joins,
    "apart": _apart,
    "atari": _atari,
    "liberties": _liberties,
    "wins": _wins,
    "ends": _ends,
}
"""For each field of `Facts` what says why it does not hold, "" where it does."""
