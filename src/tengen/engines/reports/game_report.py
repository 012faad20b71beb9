"""A game's report: every position looked at by an engine, and what each move cost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from ...game import Game
from ...players import Analysis, Budget
from ...records import COLOURS, Colour, Text
from ..engine import Engine
from ..hints.facts import reasons
from ..hints.sentences import sentences
from .course import Course
from .kept import Kept
from .losses import Look, MoveLoss, SideSum, loss, sum_of, worst

_LINES = 3
"""Favourite moves of a position that are kept."""
_LONGEST = 10
"""Moves of a line that are kept."""


@dataclass(frozen=True)
class GameReport:
    """What an engine thinks of a game: its looks by the nodes of the main line, and what follows from them.

    ``asked`` is whose opinion was asked for.
    """

    course: Course
    looks: Mapping[int, Look]
    asked: str

    @cached_property
    def losses(self) -> list[MoveLoss]:
        """What every move cost whose position before and after was looked at, in their order."""
        return [*self._losses()]

    @cached_property
    def sides(self) -> dict[Colour, SideSum]:
        """Both sides' moves in all."""
        return {colour: sum_of(self.losses, colour) for colour in COLOURS}

    @property
    def engines(self) -> dict[str, int]:
        """Whose opinions these are, with the number of positions of each, most first."""
        return dict(Counter(look.by for look in self.looks.values()).most_common())

    @property
    def visits(self) -> dict[str, float]:
        """The visits that each engine spent on a position, on an average."""
        spent: Counter[str] = Counter()
        for look in self.looks.values():
            spent[look.by] += look.visits
        return {name: spent[name] / count for name, count in self.engines.items()}

    @property
    def notes(self) -> list[str]:
        """Why opinions are not those of who was asked, each reason once."""
        return list(dict.fromkeys(look.note for look in self.looks.values() if look.note))

    @property
    def graph(self) -> list[tuple[int, Look]]:
        """The looks by the numbers of the moves before them."""
        return [(each.number, self.looks[each.node]) for each in self.course.positions if each.node in self.looks]

    def worst(self, colour: Colour, most: int) -> list[MoveLoss]:
        """Return the mistakes of a side, the largest first."""
        return worst(self.losses, colour, most)

    def game_before(self, made: MoveLoss) -> Game:
        """Return the game as it stood before a move."""
        return next(each.game for each in self.course.positions if each.node == made.node - 1)

    def why(self, made: MoveLoss) -> tuple[Text, ...]:
        """Say what the engine's move in place of a mistake would have done and the mistake did not, in sentences.

        () where no fact shows it.
        """
        played = (made.move, *(made.after.lines[0] if made.after.lines else ()))
        return sentences(reasons(self.game_before(made), made.line, played)) if made.line else ()

    def _losses(self) -> Iterator[MoveLoss]:
        for each in self.course.positions:
            before = self.looks.get(each.before) if each.before is not None else None
            after = self.looks.get(each.node)
            if before is not None and after is not None and each.by is not None:
                yield loss(each.node, each.number, each.by, each.move, before, after)


def look_of(game: Game, found: Analysis) -> Look:
    """Return what is kept of an analysis."""
    return Look(
        black=round(found.win_rate if game.to_play == "black" else 1 - found.win_rate, 4),
        lead=round(found.lead, 2),
        visits=found.visits,
        lines=tuple(each.variation[:_LONGEST] for each in found.candidates[:_LINES]),
        by=found.by,
        note=found.note,
    )


def look_through(
    course: Course,
    engine: Engine,
    budget: Budget,
    kept: Kept,
    step: Callable[[int, int], None] = lambda done, of: None,
) -> GameReport:
    """Have an engine look at every position that is not kept yet; ``step`` is told how many are done, and of how many.

    ``course`` may be a part of the game whose looks are ``kept``. Whatever ends it, what was found is kept.

    Raises:
        TengenError, ProgramError: as `Engine.analyse_all`.
    """
    games = course.asked
    left = {node: game for node, game in games.items() if node not in kept.looks}
    step(len(games) - len(left), len(games))
    for node, found in engine.analyse_all(dict(left), budget):
        look = look_of(games[node], found)
        if look.by == engine.name or engine.preferred.why_not(games[node]):
            kept.add(node, look)
        else:
            kept.looks[node] = look  # the engine failed: another time it is asked again
        del left[node]
        step(len(games) - len(left), len(games))
    return GameReport(course, {node: look for node, look in kept.looks.items() if node in games}, engine.name)
