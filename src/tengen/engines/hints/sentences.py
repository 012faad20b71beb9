"""A fact in words: a sentence for each kind, one for a single stone and one for several.

The page looks these sentences up to say them in other languages; `ALL` has all that there are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...draw.sentences import ending
from ...records import other
from .facts import Fact, Kind

ONE: Final[dict[Kind, str]] = {
    "takes": "It captures {point}.",
    "saves": "It saves {point} from capture.",
    "catches": "It catches {point}, which cannot get away any more.",
    "denies": "It takes the point that would give {point} two sure eyes.",
    "lives": "It gives {point} two sure eyes.",
    "lost": "{point} cannot be saved, so do not run with it.",
    "frees": "It takes {point} out of atari.",
    "threatens": "It puts {point} into atari.",
    "clears": "It takes the Tao stone on {point} off the board.",
    "eye": "It makes an eye at {point}.",
    "shields": "There {point} has a liberty that {opponent} can fill only by a capture.",
    "bars": "{opponent} cannot answer on {point}: a tile is due, and one lies there.",
    "returns": "{player} has 1 prisoner left to return.",
    "room": "It leaves {opponent} a single move.",
    "follows": "In the line that is expected, it comes out 1 stone ahead: {line}.",
}
"""The sentences about one stone, one point or one move."""

SEVERAL: Final[dict[Kind, str]] = {
    "ends": "It ends the game.",
    "takes": "It captures {n} stones at {points}.",
    "saves": "It saves {n} stones at {points} from capture.",
    "catches": "It catches {n} stones at {points}, which cannot get away any more.",
    "denies": "It takes the point that would give {n} stones at {points} two sure eyes.",
    "lives": "It gives {n} stones at {points} two sure eyes.",
    "lost": "{n} stones at {points} cannot be saved, so do not run with them.",
    "frees": "It takes {n} stones at {points} out of atari.",
    "cuts": "It cuts between {points}.",
    "joins": "It joins {points}.",
    "threatens": "It puts {n} stones at {points} into atari.",
    "kos": "It takes a ko.",
    "shields": "There {n} stones at {points} have a liberty that {opponent} can fill only by a capture.",
    "bars": "{opponent} cannot answer on {points}: a tile is due, and one lies on each.",
    "incursion": "It is an incursion: a tile comes to lie under the next stone.",
    "cushion": "It is an incursion: another one in answer gets a tile.",
    "tile": "A tile comes to lie under it.",
    "returns": "{player} has {n} prisoners left to return.",
    "room": "It leaves {opponent} {n} moves.",
    "follows": "In the line that is expected, it comes out {n} stones ahead: {line}.",
}
"""The sentences about several, and those without a number."""

CHANCE: Final = "It leaves {player} a chance of {n} %."
EXPECTED: Final = "The computer expects this to follow: {line}."
FAIR: Final = "Resigning would be fair: {player} hardly wins any more."
"""What is said where no fact tells a move apart from others, and where nothing helps."""

_TOLD: Final = 2
"""Facts that are named at most."""


ALL: Final = (*ONE.values(), *SEVERAL.values(), CHANCE, EXPECTED, FAIR)
"""Every sentence of a hint."""


def sentence(fact: Fact) -> str:
    """Return a fact in words.

    >>> sentence(Fact("takes", "black", 3, ("D4", "E5")))
    'It captures 3 stones at D4 and E5.'
    """
    template = ONE.get(fact.kind, "") if fact.count == 1 else ""
    said = (template or SEVERAL[fact.kind]).format(
        n=fact.count,
        point=fact.points[0] if fact.points else "",
        points=_listed(fact.points),
        line=", ".join(fact.line),
        player=fact.by.capitalize(),
        opponent=other(fact.by).capitalize(),
    )
    if fact.outcome is None:
        return said
    return f"{said} {ending(fact.outcome.how, fact.outcome.winner, fact.outcome.margin)}"


def sentences(found: Sequence[Fact], most: int = _TOLD) -> tuple[str, ...]:
    """Return the most telling facts in words; () where there is none."""
    return tuple(sentence(fact) for fact in found[:most])


def _listed(labels: Sequence[str]) -> str:
    return labels[-1] if len(labels) == 1 else f"{', '.join(labels[:-1])} and {labels[-1]}" if labels else ""
