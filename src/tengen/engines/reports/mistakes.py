"""The mistakes of a game as one list: the cost of each, the better move, and its reasons."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ...game import Game
from ...game.game_records import record_variant
from ...players import Budget
from ...records import COLOURS, NAMES, Record, Text, joined
from ..engine import Engine
from ..registry import asked
from . import words
from .game_report import GameReport, follow, look_through
from .losses import MoveLoss


@dataclass(frozen=True)
class Mistake:
    """A move that cost its side at least a tenth of the win rate; ``why`` describes what the better move does."""

    loss: MoveLoss
    why: tuple[Text, ...]
    counts: bool = True

    @property
    def by(self) -> str:
        """The source of the opinion: both names if another engine judged the position after the move."""
        return " and ".join(dict.fromkeys((self.loss.before.by, self.loss.after.by)))

    def __str__(self) -> Text:
        """Return the mistake in words, in one line."""
        made = self.loss
        said = Text(
            "Move {number}, {player} {move}: {cost}.",
            number=made.number,
            player=NAMES[made.by],
            move=made.move,
            cost=words.cost(made, self.counts),
        )
        better = Text("Better: {better}.", better=words.better(made)) if made.line else ""
        return joined([said, better, *self.why])


def mistakes(
    game: Game | Record, engine: Engine | None = None, budget: Budget | None = None, most: int = 10
) -> list[Mistake]:
    """Analyse every position of a game; return at most ``most`` of the largest mistakes, in order.

    ``game`` may be a record, for its main line. ``budget`` is for each position; None: the engine's "look".
    Without an engine, the best one is started, as for `hint`.

    >>> from tengen.engines import Own
    >>> game = Game("chinese", board="3x3", komi=0)
    >>> turn = game.play("A1")
    >>> [found] = mistakes(game, Own(), Budget(simulations=100))
    >>> isinstance(found, Mistake), isinstance(found.loss, MoveLoss), found.loss.move, found.by
    (True, True, 'A1', 'Tengen')
    """
    with asked(engine) as advising:
        return mistakes_of(report(game, advising, budget), most)


def report(
    game: Game | Record,
    engine: Engine,
    budget: Budget | None = None,
    step: Callable[[int, int], None] = lambda done, of: None,
) -> GameReport:
    """Analyse every position of a game with an engine, and return all findings; see `mistakes`, `look_through`."""
    course = follow(game, record_variant(game)) if isinstance(game, Record) else follow(game.record, game.variant)
    return look_through(course, engine, budget, step=step)


def mistakes_of(report: GameReport, most: int = 10) -> list[Mistake]:
    """Return at most ``most`` of the largest mistakes of a report, in the order of the game."""
    found = [made for colour in COLOURS for made in report.worst(colour, most)]
    kept = sorted(found, key=lambda made: -made.chance)[:most]
    counts = report.course.variant.rules.ends_by_passes
    return [Mistake(made, report.why(made), counts) for made in sorted(kept, key=lambda made: made.number)]
