"""Positions with exactly one move that captures a stone in time, without unnecessary stones.

Such a problem is better if other moves would work under other rules, such as ordinary Go's. The caller chooses these
rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from random import Random

from tengen.game import Game
from tengen.records import Position, TengenError, other
from tengen.web.lessons.problem_library import Aim

from .proving import Prober
from .win_search import Undecided

Elsewhere = Callable[[Game], Game]
"""Returns a game's position under other rules."""


@dataclass(frozen=True)
class Hunt:
    """A position with a single move that meets the goal."""

    game: Game
    aim: Aim
    move: str


@dataclass(frozen=True)
class Hunter:
    """Finds such positions, for answers within ``moves`` moves; ``most`` limits the search for each answer."""

    moves: int
    random: Random
    elsewhere: Elsewhere | None = None
    most: int = 6_000

    def hunts(self, positions: Iterable[Game]) -> Iterator[Hunt]:
        """Yield simplified problems from positions, at most one from each."""
        for game in positions:
            for aim in self._aims(game):
                found = self.only_move(game, aim)
                if found is not None:
                    yield self.simplified(Hunt(game, aim, found))
                    break

    def only_move(self, game: Game, aim: Aim) -> str | None:
        """Return the single move that meets the goal; None if there is none or it is not worth asking."""
        try:
            prober = Prober(game, aim, self.most)
            if not prober.forces(game) or self._is_quicker(game, aim):
                return None
            right = prober.right_moves(game)
            if len(right) != 1 or (self.elsewhere and self._right(self.elsewhere(game), aim) == right):
                return None
        except Undecided:
            return None
        return right[0]

    def simplified(self, hunt: Hunt) -> Hunt:
        """Remove everything unnecessary: the single answer stays the same."""
        game = hunt.game
        things = [*game.tiles, *(label for label in game.stones if label != hunt.aim.stone)]
        for label in self.random.sample(things, len(things)):
            try:
                less = Game.from_position(game.rules, game.board, _without(game.position, label))
            except TengenError:
                continue  # a remaining chain has no liberty
            if less.outcome is None and self.only_move(less, hunt.aim) == hunt.move:
                game = less
        return replace(hunt, game=game)

    def _aims(self, game: Game) -> Iterator[Aim]:
        """Yield the chains that may be hunted, in a random order."""
        chains = {game.chain(label) for label, colour in game.stones.items() if colour == other(game.to_play)}
        for chain in self.random.sample(sorted(chains), len(chains)):
            if len(game.liberties(chain[0])) > 1:
                yield Aim("take", game.board.labels[chain[0]], self.moves)

    def _right(self, game: Game, aim: Aim) -> list[str]:
        return Prober(game, aim, self.most).right_moves(game)

    def _is_quicker(self, game: Game, aim: Aim) -> bool:
        """Return whether fewer moves suffice."""
        return self.moves > 1 and Prober(game, replace(aim, moves=self.moves - 1), self.most).forces(game)


def _without(position: Position, label: str) -> Position:
    """Return a position without the tiles on a point or, if there are none, without its content."""
    if label in position.tiles:
        return replace(position, tiles={at: height for at, height in position.tiles.items() if at != label})
    return replace(position, stones={at: content for at, content in position.stones.items() if at != label})
