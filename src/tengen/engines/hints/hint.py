"""A hint: the move that an engine likes best, why, and how surely it wins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from ...game import Game
from ...players import Analysis, Budget
from ...players.player import OWN
from ...players.resigning import RESIGNING
from ...records import NAMES, Colour, TengenError, Text, joined, listed
from ..engine import Engine
from .facts import Fact, facts, reasons
from .sentences import CHANCE, EXPECTED, FAIR, sentences

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
    """Return the hint that an analysis of a game's position holds.

    Where another move was ``played``, what that one does as well is no reason for the better one.
    """
    by = game.to_play
    if not found.candidates:
        return Hint(by, None, engine=found.by)
    best = found.candidates[0]
    line = best.variation or (best.move,)
    shown = facts(game, line)
    told = reasons(game, line, (played,)) if played and played != best.move else shown
    why = [*(sentences(told) or _in_general(by, best.win_rate, line))]
    rule = RESIGNING if found.by.startswith(OWN) or not found.by else _SURE
    if rule.is_hopeless(game, found.win_rate, found.visits, found.ownership.values()):
        why.append(FAIR.with_values(player=NAMES[by]))
    return Hint(by, best.move, tuple(why), shown, best.win_rate, line, found.by)


def _in_general(by: Colour, win_rate: float, line: Sequence[str]) -> list[Text]:
    """Return what there is to say of a move that no fact tells apart from others."""
    said = [CHANCE.with_values(player=NAMES[by], percent=round(100 * win_rate))]
    if then := line[1 : 1 + _EXPECTED]:
        said.append(EXPECTED.with_values(line=listed(then, "comma")))
    return said
