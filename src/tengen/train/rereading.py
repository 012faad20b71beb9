"""Games that are kept, read again by all processes: what is learned from them is not kept beside them."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from typing import Final, NamedTuple

from ..workers import Workers
from .episodes import Episode, Pace
from .examples import Examples, examples_of, observer_of
from .window import Replay

_TELLING: Final = 10.0
"""Seconds between two lines that say how many games were read."""


class Kept(NamedTuple):
    """A game of a folder, whose examples are to be made again; ``number`` is its turn to be taken."""

    number: int
    folder: str
    place: int
    episode: Episode
    paces: tuple[Pace, ...]

    def __str__(self) -> str:
        return f"game {self.episode.number} of {self.folder}"


def see(kept: Kept) -> Examples | None:
    """Return the examples of a kept game, None where it has none."""
    return seen(kept.episode, kept.paces)


def seen(episode: Episode, paces: tuple[Pace, ...]) -> Examples | None:
    """Return the examples of a game's positions before moves that were found in some ways, None where it has none."""
    made = examples_of(episode, paces)
    return made and made[1]


def reread(
    replay: Replay, workers: Workers, is_over: Callable[[], bool], until: dict[str, int] | None = None
) -> Iterator[str]:
    """Have a replay take the games that it has not taken, and say now and then how many it has.

    ``until`` says how many of each folder it is to have.
    """
    told = time.monotonic()
    games = (Kept(number, *game, replay.paces) for number, game in enumerate(replay.new(until)))
    with closing(_in_order(workers.run(see, games))) as reading:
        for kept, made in reading:
            take(replay, kept.folder, kept.place, kept.episode, made)
            if is_over():
                return
            if time.monotonic() - told >= _TELLING:
                told = time.monotonic()
                yield f"{kept.number + 1:,} kept games read"


def _in_order(found: Generator[tuple[Kept, Examples | None]]) -> Generator[tuple[Kept, Examples | None]]:
    """Yield games in their order: with the same games, a network learns the same."""
    waiting = dict[int, tuple[Kept, Examples | None]]()
    wanted = 0
    with closing(found):
        for kept, made in found:
            waiting[kept.number] = kept, made
            while wanted in waiting:
                yield waiting.pop(wanted)
                wanted += 1


def take(replay: Replay, folder: str, place: int, episode: Episode, made: Examples | None) -> None:
    """Have a replay take a game whose examples were made in another process."""
    board = observer_of(episode.graph, episode.variant.rules).board
    replay.take(folder, place, episode, made and (board, made))
