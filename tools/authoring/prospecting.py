"""Problems from a mine: lodes that a second search proves and grades, without similar ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Final

from tengen.game import Game
from tengen.records import other
from tengen.rules import variant
from tengen.solve.bitboards import symmetries

from .finding import Found, study
from .mining import Lode, Mine

_MOST_SYMMETRIES: Final = 100
_MOST_KOMI: Final = 5.5

_Look = tuple[str, ...]
"""The content of each point from the side to move's view, without tiles."""


@dataclass(frozen=True)
class Nugget:
    """A problem: the ``number`` of its lode, the search's findings, and the turns that led to it."""

    number: int
    found: Found
    played: tuple[str, ...]


@dataclass
class Prospector:
    """Searches a mine for wins settled in ``rounds``; ``most`` limits the search for each answer."""

    mine: Mine
    random: Random
    rounds: range
    most: int = 6_000

    def __post_init__(self) -> None:
        self._looks: list[_Look] = []

    def nuggets(self, first: int = 0) -> Iterator[Nugget | int]:
        """Yield problems from lode number ``first`` on, and the number of each lode that is not one."""
        for number, lode in self.mine.lodes(first, self.rounds):
            game = _asked(lode)
            found = None if game is None or self._is_like_another(game) else study(game, 1, self.random, self.most)
            if found is None:
                yield number
                continue
            self.take(found.game)
            yield Nugget(number, found, tuple(map(lode.game.write_move, lode.game.moves)))

    def take(self, game: Game) -> None:
        """Exclude positions similar to this one from now on."""
        self._looks += _looks(game)

    def _is_like_another(self, game: Game) -> bool:
        """Return whether the stones differ from an excluded position on at most one point, in any symmetric form."""
        look = _look(game, tuple(range(len(game.board))))
        return any(sum(a != b for a, b in zip(look, each, strict=True)) <= 1 for each in self._looks)


def _asked(lode: Lode) -> Game | None:
    """Return the position alone, with komi such that only the best turn wins; None if the komi would be too large."""
    game = lode.game
    chosen = game.variant
    if game.rules.end != "no-moves":
        needed = min(max(0.5, lode.rest + 0.5), lode.worth - 0.5)
        if abs(needed) > _MOST_KOMI:
            return None
        chosen = variant(chosen, komi=needed if game.to_play == "black" else -needed)
    return Game.from_position(chosen, game.board, game.position)


def _looks(game: Game) -> list[_Look]:
    return list({_look(game, image): None for image in symmetries(game.board, _MOST_SYMMETRIES)})


def _look(game: Game, image: tuple[int, ...]) -> _Look:
    """Return the content of each point of an image of the board, independent of colour for own stones."""
    sides = {game.to_play: "own", other(game.to_play): "enemy", "tao": "tao", None: ""}
    return tuple(sides[game.content(point)] for point in image)
