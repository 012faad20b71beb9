"""The replay window: the latest examples of every kind, from which batches are drawn evenly."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import numpy as np

from ..boards import Board
from .episode_folder import read_folder
from .episodes import Episode
from .examples import Examples, examples_of, joined, kind_of

KEPT: Final = 40_000
"""The most examples of a kind that are kept; older ones make room."""
_EVENNESS: Final = 0.5
"""A kind is drawn by its number of examples to this power: 0 would be evenly, 1 each example as often as any other."""


class _Shelf:
    """The examples of one kind."""

    def __init__(self, board: Board) -> None:
        self.board, self._parts, self.count = board, list[Examples](), 0

    def add(self, examples: Examples) -> None:
        self._parts.append(examples)
        self.count += len(examples.left)

    def all(self, kept: int) -> Examples:
        """Return them in one piece, without those that are too old."""
        if len(self._parts) > 1 or self.count > kept:
            whole = joined(self._parts)
            self._parts = [whole.take(slice(-kept, None))]
            self.count = len(self._parts[0].left)
        return self._parts[0]


class Window:
    """Examples by kind: a game without its komi, on a board."""

    def __init__(self, kept: int = KEPT) -> None:
        self.kept = kept
        self._shelves: dict[Board, dict[str, _Shelf]] = defaultdict(dict)

    def __len__(self) -> int:
        return sum(shelf.count for kinds in self._shelves.values() for shelf in kinds.values())

    @property
    def kinds(self) -> dict[str, int]:
        """How many examples there are of each kind."""
        return {name: shelf.count for kinds in self._shelves.values() for name, shelf in kinds.items()}

    def add(self, episodes: Iterable[Episode]) -> int:
        """Add the examples of episodes; return how many episodes there were."""
        count = 0
        for episode in episodes:
            count += 1
            made = examples_of(episode)
            if made is not None:
                board, examples = made
                self._shelves[board].setdefault(kind_of(episode), _Shelf(board)).add(examples)
        return count

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
        return joined(
            [
                found.take(chance.integers(len(found.left), size=count))
                for shelf, count in zip(shelves, counts)
                if count and len((found := shelf.all(self.kept)).left)
            ]
        )


def _weight(shelf: _Shelf) -> float:
    return float(shelf.count**_EVENNESS)


class FolderReader:
    """Reads what is new in folders of episodes; every fiftieth is put aside, to be tested with.

    ``taken`` is how many episodes of each folder have been read: with the same numbers, the same ones.
    """

    TESTED: Final = 50

    def __init__(self, folders: Iterable[Path]) -> None:
        self.taken: Final = {str(folder): 0 for folder in folders}

    def read_into(self, window: Window, tests: Window, until: dict[str, int] | None = None) -> int:
        """Add new episodes to a window, and some to another; return how many. ``until`` says how many to have read."""
        before = sum(self.taken.values())
        for name, taken in self.taken.items():
            last = None if until is None else until.get(name, 0)
            for number, episode in enumerate(read_folder(Path(name), taken, last), taken):
                (tests if number % self.TESTED == 0 else window).add([episode])
                self.taken[name] = number + 1
        return sum(self.taken.values()) - before
