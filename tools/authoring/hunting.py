"""Positions in which exactly one move takes a stone in time, with nothing on the board that is not needed.

Such a problem is worth more where the rules of the game matter: where under other rules, such as those of ordinary Go,
other moves would do. The caller says which rules these are.
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
    """A position in which one move alone does what is asked."""

    game: Game
    aim: Aim
    move: str


@dataclass(frozen=True)
class Hunter:
    """Finds such positions, for answers within ``moves`` moves; ``most`` bounds what is looked at for each answer."""

    moves: int
    random: Random
    elsewhere: Elsewhere | None = None
    most: int = 6_000

    def hunts(self, positions: Iterable[Game]) -> Iterator[Hunt]:
        """Yield what is found in positions, simplified: at most one problem in each."""
        for game in positions:
            for aim in self._aims(game):
                found = self.only_move(game, aim)
                if found is not None:
                    yield self.simplified(Hunt(game, aim, found))
                    break

    def only_move(self, game: Game, aim: Aim) -> str | None:
        """Return the move that alone does what is asked, None where it is not so or not worth asking."""
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
        """Take everything off the board that can be missed: the one move stays the only one."""
        game = hunt.game
        things = [*game.tiles, *(label for label in game.stones if label != hunt.aim.stone)]
        for label in self.random.sample(things, len(things)):
            try:
                less = Game.from_position(game.rules, game.board, _without(game.position, label))
            except TengenError:
                continue  # what is left has no liberty
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
        """Say whether fewer moves would do."""
        return self.moves > 1 and Prober(game, replace(aim, moves=self.moves - 1), self.most).forces(game)


def _without(position: Position, label: str) -> Position:
    """Return a position without the tiles on a point or, where there are none, without what stands there."""
    if label in position.tiles:
        return replace(position, tiles={at: height for at, height in position.tiles.items() if at != label})
    return replace(position, stones={at: content for at, content in position.stones.items() if at != label})
