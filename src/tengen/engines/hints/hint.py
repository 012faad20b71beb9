"""A hint: an engine's best move, its reasons, and its win rate."""

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
from ..registry import asked
from .facts import Fact, Kind, facts, reasons

_EXPECTED: Final = 4
"""Moves of an expected line that are shown."""
_WORDS: Final = ("pass", "return", "tao")
"""First words of moves other than points; the labels of points are not translated."""
_SURE: Final = replace(RESIGNING, visits=30)
"""Visits of a program that must find a game lost before resigning is called fair; Tengen needs more."""


@dataclass(frozen=True)
class Hint:
    """An engine's move for the side ``by``, and its reasons.

    ``move`` is None if it has none. ``why`` are sentences: what the move does, or, if no fact sets it apart, the win
    rate and the expected line. ``facts`` has all facts as plain data; ``win_rate`` (0 to 1) and ``line`` are the
    engine's; ``engine`` is its name.

    >>> print(Hint("black", "D4", ("It captures E4.",)))
    D4. It captures E4.
    """

    by: Colour
    move: str | None
    why: tuple[Text, ...] = ()
    facts: tuple[Fact, ...] = ()
    win_rate: float = 0.5
    line: tuple[str, ...] = ()
    engine: str = ""

    def __str__(self) -> Text:
        """Return the hint in words."""
        if self.move is None:
            return Text("The only move is to resign.")
        is_point = self.move.partition(" ")[0] not in _WORDS
        move = self.move if is_point else self.move[:1].upper() + self.move[1:]
        return joined([Text("{move}.", move=move), *self.why])


def hint(game: Game, engine: Engine | None = None, budget: Budget | None = None) -> Hint:
    """Have an engine suggest a move with its reasons.

    Without an engine, the best one is started for this hint alone: KataGo if it is installed, or Tengen's own. For many
    hints, start one with `adviser`.

    Raises:
        TengenError: the game is over.

    >>> from tengen import Game
    >>> from tengen.engines import Own
    >>> game = Game.setup("chinese", ["XO...", ".XO..", "XXO..", "OOO..", "....."], komi=-30)
    >>> print(hint(game, Own(), Budget(simulations=400)))
    C5. It captures B5. It saves 4 stones at A5 and B4 from capture.
    """
    if game.outcome is not None:
        raise TengenError("the game is over; there is no move to suggest")
    with asked(engine) as advising:
        return hint_of(game, advising.judge(game, budget))


def hint_of(game: Game, found: Analysis, played: str = "") -> Hint:
    """Return the hint in an analysis, without reasons that also hold for a ``played`` move."""
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
        "It catches {point}, which can no longer escape.",
        "It catches {count} stones at {points}, which can no longer escape.",
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
        "{opponent} cannot answer on {point}: a tile is due, and one is there already.",
        "{opponent} cannot answer on {points}: a tile is due, and each has one already.",
    ),
    "incursion": Text("It is an incursion: the next stone gets a tile."),
    "cushion": Text("It is an incursion: an incursion in reply gets a tile."),
    "tile": Text("It gets a tile."),
    "returns": Text.counted(
        "{player} has {count} prisoner left to return.", "{player} has {count} prisoners left to return."
    ),
    "room": Text.counted("It leaves {opponent} a single move.", "It leaves {opponent} {count} moves."),
    "follows": Text.counted(
        "In the expected line, it comes out {count} stone ahead: {line}.",
        "In the expected line, it comes out {count} stones ahead: {line}.",
    ),
}
"""The sentence for each kind of fact, in a form for one stone, point or move and one for several."""

CHANCE: Final = Text("It leaves {player} a win rate of {percent} %.")
CHANCE_ABOUT: Final = Text("It leaves {player} a win rate of {percent} ± {error} %.")
EXPECTED: Final = Text("The computer expects this line: {line}.")
FAIR: Final = Text("Resigning would be fair: {player} has almost no chance left.")
"""Used if no fact sets a move apart from others, or if nothing helps."""

_TOLD: Final = 2
"""The maximum number of facts in a hint."""


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
    """Return the most telling facts in words, or ()."""
    return tuple(sentence(fact) for fact in found[:_TOLD])
