"""A hint: the move that an engine likes best, why, and how surely it wins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ...draw.sentences import ending
from ...game import Game
from ...players import Analysis, Budget
from ...players.player import OWN
from ...players.resigning import RESIGNING
from ...records import NAMES, Colour, TengenError, Text, joined, listed, other
from ..engine import Engine
from .facts import Fact, Kind, facts, reasons

_EXPECTED: Final = 4
"""Moves of an expected line that are named."""
_WORDS: Final = ("pass", "return", "tao")
"""First words of moves that are no points; the labels of points are not translated."""
_SURE: Final = replace(RESIGNING, visits=30)
"""This many visits of a program have to find a game lost before a resignation is called fair; of Tengen's more."""


@dataclass(frozen=True)
class Hint:
    """What an engine would do for the side ``by``, and why.

    ``move`` is None where it has no move. ``why`` are sentences: what the move does, or, where no fact tells it apart
    from others, the chance that it leaves and the line that the engine expects. ``facts`` has all facts as plain data;
    ``win_rate`` (0 to 1) and ``line`` are the engine's; ``engine`` says whose opinion it is.
    """

    by: Colour
    move: str | None
    why: tuple[Text, ...] = ()
    facts: tuple[Fact, ...] = ()
    win_rate: float = 0.5
    line: tuple[str, ...] = ()
    engine: str = ""

    def __str__(self) -> Text:
        """Return it in words.

        >>> str(Hint("black", "D4", ("It captures E4.",)))
        'D4. It captures E4.'
        """
        if self.move is None:
            return Text("There is no move but to resign.")
        is_point = self.move.partition(" ")[0] not in _WORDS
        move = self.move if is_point else self.move[:1].upper() + self.move[1:]
        return joined([Text("{move}.", move=move), *self.why])


def hint(game: Game, engine: Engine, budget: Budget | None = None) -> Hint:
    """Ask an engine for a move and why it would make it.

    Raises:
        TengenError: the game is over.

    >>> from tengen import Game
    >>> from tengen.engines import Own
    >>> game = Game.setup("chinese", ["XO...", ".XO..", "XXO..", "OOO..", "....."], komi=-30)
    >>> print(hint(game, Own(), Budget(simulations=400)))
    C5. It captures B5. It saves 4 stones at A5 and B4 from capture.
    """
    if game.outcome is not None:
        raise TengenError("the game is over; there is nothing to look for")
    return hint_of(game, engine.judge(game, budget))


def hint_of(game: Game, found: Analysis, played: str = "") -> Hint:
    """Return the hint that an analysis holds; what a ``played`` move does as well is no reason for a better one."""
    by = game.to_play
    if not found.candidates:
        return Hint(by, None, engine=found.by)
    best = found.candidates[0]
    line = best.variation or (best.move,)
    shown = facts(game, line)
    told = reasons(game, line, (played,)) if played and played != best.move else shown
    why = [*sentences(told)]
    if not why:
        percent, error = round(100 * best.win_rate), round(100 * best.win_rate_error)
        why.append((CHANCE_ABOUT if error else CHANCE).with_values(player=NAMES[by], percent=percent, error=error))
        if then := line[1 : 1 + _EXPECTED]:
            why.append(EXPECTED.with_values(line=listed(then, "comma")))
    rule = RESIGNING if found.by.startswith(OWN) or not found.by else _SURE
    if rule.is_hopeless(game, found.win_rate, found.visits, found.ownership.values()):
        why.append(FAIR.with_values(player=NAMES[by]))
    return Hint(by, best.move, tuple(why), shown, best.win_rate, line, found.by)


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
CHANCE_ABOUT: Final = Text("It leaves {player} a chance of {percent} ± {error} %.")
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


def sentences(found: Sequence[Fact]) -> tuple[Text, ...]:
    """Return the most telling facts in words; () where there is none."""
    return tuple(sentence(fact) for fact in found[:_TOLD])
