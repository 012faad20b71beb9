"""A fact in words: a sentence for each kind, one for a single stone and one for several."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ...draw.sentences import ending
from ...records import NAMES, Text, joined, listed, other
from .facts import Fact, Kind

SENTENCES: Final[Mapping[Kind, Text]] = {
    "ends": Text("It ends the game."),
    "takes": Text.counted("It captures {point}.", "It captures {count} stones at {points}."),
    "saves": Text.counted("It saves {point} from capture.", "It saves {count} stones at {points} from capture."),
    "catches": Text.counted(
        "It catches {point}, which cannot get away any more.",
        "It catches {count} stones at {points}, which cannot get away any more.",
    ),
    "denies": Text.counted(
        "It takes the point that would give {point} two sure eyes.",
        "It takes the point that would give {count} stones at {points} two sure eyes.",
    ),
    "lives": Text.counted("It gives {point} two sure eyes.", "It gives {count} stones at {points} two sure eyes."),
    "lost": Text.counted(
        "{point} cannot be saved, so do not run with it.",
        "{count} stones at {points} cannot be saved, so do not run with them.",
    ),
    "frees": Text.counted("It takes {point} out of atari.", "It takes {count} stones at {points} out of atari."),
    "cuts": Text("It cuts between {points}."),
    "joins": Text("It joins {points}."),
    "threatens": Text.counted("It puts {point} into atari.", "It puts {count} stones at {points} into atari."),
    "kos": Text("It takes a ko."),
    "clears": Text("It takes the Tao stone on {point} off the board."),
    "eye": Text("It makes an eye at {point}."),
    "shields": Text.counted(
        "There {point} has a liberty that {opponent} can fill only by a capture.",
        "There {count} stones at {points} have a liberty that {opponent} can fill only by a capture.",
    ),
    "bars": Text.counted(
        "{opponent} cannot answer on {point}: a tile is due, and one lies there.",
        "{opponent} cannot answer on {points}: a tile is due, and one lies on each.",
    ),
    "incursion": Text("It is an incursion: a tile comes to lie under the next stone."),
    "cushion": Text("It is an incursion: another one in answer gets a tile."),
    "tile": Text("A tile comes to lie under it."),
    "returns": Text.counted(
        "{player} has {count} prisoner left to return.", "{player} has {count} prisoners left to return."
    ),
    "room": Text.counted("It leaves {opponent} a single move.", "It leaves {opponent} {count} moves."),
    "follows": Text.counted(
        "In the line that is expected, it comes out {count} stone ahead: {line}.",
        "In the line that is expected, it comes out {count} stones ahead: {line}.",
    ),
}
"""The template of a sentence for each kind of fact, with a form for one stone, point or move and one for several."""

CHANCE: Final = Text("It leaves {player} a chance of {percent} %.")
EXPECTED: Final = Text("The computer expects this to follow: {line}.")
FAIR: Final = Text("Resigning would be fair: {player} hardly wins any more.")
"""What is said where no fact tells a move apart from others, and where nothing helps."""

_TOLD: Final = 2
"""Facts that are named at most."""


def sentence(fact: Fact) -> Text:
    """Return a fact in words.

    >>> sentence(Fact("takes", "black", 3, ("D4", "E5")))
    'It captures 3 stones at D4 and E5.'
    """
    said = SENTENCES[fact.kind].with_values(
        count=fact.count,
        point=fact.points[0] if fact.points else "",
        points=listed(fact.points),
        line=listed(fact.line, "comma"),
        player=NAMES[fact.by],
        opponent=NAMES[other(fact.by)],
    )
    if fact.outcome is None:
        return said
    return joined([said, ending(fact.outcome.how, fact.outcome.winner, fact.outcome.margin)])


def sentences(found: Sequence[Fact], most: int = _TOLD) -> tuple[Text, ...]:
    """Return the most telling facts in words; () where there is none."""
    return tuple(sentence(fact) for fact in found[:most])
