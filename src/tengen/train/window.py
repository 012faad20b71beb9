"""What is learned from: the latest examples of every kind, from which batches are drawn evenly, read from folders."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import numpy as np

from ..boards import Board
from ..records import TengenError
from .episode_folder import read_folder
from .episodes import PACES, Episode, Pace
from .examples import Array, Examples, examples_of, joined, kind_of

KEPT: Final = 40_000
"""The most examples of a kind that are kept; older ones make room."""
_EVENNESS: Final = 0.5
"""A kind is drawn by its number of examples to this power: 0 would be evenly, 1 each example as often as any other."""


class _Shelf:
    """The latest examples of one kind: a ring, in which new ones take the places of the oldest."""

    def __init__(self, kept: int) -> None:
        self._kept, self._added, self._rows = kept, 0, list[Array]()

    @property
    def count(self) -> int:
        """How many there are."""
        return min(self._added, self._kept)

    def add(self, examples: Examples) -> None:
        examples = examples.take(slice(-self._kept, None))
        count = len(examples.left)
        self._make_room(examples, min(self._kept, self._added + count))
        places = (self._added + np.arange(count)) % self._kept
        for mine, new in zip(self._rows, examples):
            mine[places] = new
        self._added += count

    def _make_room(self, like: Examples, wanted: int) -> None:
        """Have room for a number of them; twice as much as before, so that few are copied often."""
        room = len(self._rows[0]) if self._rows else 0
        if wanted > room:
            room = min(self._kept, max(2 * room, wanted))
            grown = [np.empty((room, *array.shape[1:]), array.dtype) for array in like]
            for new, old in zip(grown, self._rows):
                new[: len(old)] = old
            self._rows = grown

    def drawn(self, chance: np.random.Generator, count: int) -> Examples:
        """Return some of them at random."""
        rows = chance.integers(self.count, size=count)
        return Examples(*(array[rows] for array in self._rows))


class Window:
    """The replay window: examples by kind, which is a game without its komi, on a board."""

    def __init__(self, kept: int = KEPT) -> None:
        self.kept: Final = kept
        self.added: int = 0
        """How many examples were added, those among them that have made room."""
        self._shelves: dict[Board, dict[str, _Shelf]] = defaultdict(dict)

    def __len__(self) -> int:
        return sum(shelf.count for kinds in self._shelves.values() for shelf in kinds.values())

    @property
    def kinds(self) -> dict[str, int]:
        """How many examples there are of each kind."""
        return {name: shelf.count for kinds in self._shelves.values() for name, shelf in kinds.items()}

    def put(self, kind: str, board: Board, examples: Examples) -> None:
        """Add examples of a kind, which is one of `kind_of`."""
        self.added += len(examples.left)
        self._shelves[board].setdefault(kind, _Shelf(self.kept)).add(examples)

    def draw(self, chance: np.random.Generator, boards: int, size: int) -> list[tuple[Board, Examples]]:
        """Return a batch: on each of some boards, or all where there are fewer, ``size`` examples of its kinds."""
        places = list(self._shelves)
        weights = np.array([sum(_weight(shelf) for shelf in self._shelves[board].values()) for board in places])
        drawn = chance.choice(len(places), min(boards, len(places)), replace=False, p=weights / weights.sum())
        return [(places[place], self._drawn(chance, places[place], size)) for place in sorted(drawn)]

    def _drawn(self, chance: np.random.Generator, board: Board, size: int) -> Examples:
        shelves = list(self._shelves[board].values())
        weights = np.array([_weight(shelf) for shelf in shelves])
        counts = chance.multinomial(size, weights / weights.sum())
        return joined([shelf.drawn(chance, count) for shelf, count in zip(shelves, counts) if count and shelf.count])


def _weight(shelf: _Shelf) -> float:
    return float(shelf.count**_EVENNESS)


class Replay:
    """Episodes of some folders: most are in a window to learn from, and every fiftieth is in another to test with.

    Of each episode there are the positions before moves that were found in some ways (``paces``). ``taken`` is how many
    episodes of each folder there are: with the same numbers, the same ones.
    """

    TESTED: Final = 50

    def __init__(self, folders: Iterable[Path], paces: tuple[Pace, ...] = PACES, kept: int = KEPT) -> None:
        self.window: Final = Window(kept)
        self.tests: Final = Window(kept)
        self.taken: Final = {str(folder): 0 for folder in folders}
        self.paces: Final = paces

    def check(self) -> None:
        """Refuse to learn from nothing.

        Raises:
            TengenError: there is nothing to learn from.
        """
        if not len(self.window):
            raise TengenError(
                f"there are no games to learn from in {', '.join(self.taken)}, besides every fiftieth, the first among "
                "them, which is put aside to test with"
            )

    @property
    def episodes(self) -> int:
        """How many episodes were taken."""
        return sum(self.taken.values())

    def read(self, until: dict[str, int] | None = None) -> None:
        """Take new episodes of all folders; ``until`` says how many to have taken of each."""
        for folder, place, episode in self.new(until):
            self.take(folder, place, episode, examples_of(episode, self.paces))

    def new(self, until: dict[str, int] | None = None) -> Iterator[tuple[str, int, Episode]]:
        """Yield the episodes that are not taken yet, each with its folder and its place there."""
        for folder, taken in list(self.taken.items()):
            end = None if until is None else until.get(folder, 0)
            for place, episode in enumerate(read_folder(Path(folder), taken, end), taken):
                yield folder, place, episode

    def take(self, folder: str, place: int, episode: Episode, made: tuple[Board, Examples] | None) -> None:
        """Take the episode at a place of a folder, with its examples, where it has any."""
        self.taken[folder] += 1
        if made is not None:
            (self.tests if place % self.TESTED == 0 else self.window).put(kind_of(episode), *made)
