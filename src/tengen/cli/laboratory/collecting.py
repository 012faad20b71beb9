"""Games that come into a folder to be learned from, for as long as wanted, and how far that is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Final, NoReturn

import typer

from ...records import TengenError
from ..saving import undivided, uninterrupted
from ..terminal import counted, gauge, harmless, say

if TYPE_CHECKING:
    from ...train.episode_folder import EpisodeFolder
    from ...train.episodes import Episode

_TELLING: Final = 300.0
"""Seconds between two lines that say how far it is, where no gauge can be shown."""


@dataclass(frozen=True)
class Enough:
    """When a folder has enough: after ``hours``, or with ``games``; None where that is no end."""

    hours: float | None = None
    games: int | None = None

    def __post_init__(self) -> None:
        for name, value in (("hours", self.hours), ("games", self.games)):
            if value is not None and not value > 0:
                raise TengenError(f"--{name} must be more than 0, not {value:g}")

    def share(self, hours: float, games: int) -> float:
        """Return how much of that there is after some hours, with some games: 1 is all."""
        by_time = 0.0 if self.hours is None else hours / self.hours
        return max(by_time, 0.0 if self.games is None else games / self.games)


def deadline(hours: float | None) -> Callable[[], bool]:
    """Return what says whether a number of hours from now is over; None never is."""
    enough, begun = Enough(hours), monotonic()
    return lambda: enough.share((monotonic() - begun) / 3600, 0) >= 1


class Collecting:
    """A folder that is being filled: what came in, and since when."""

    def __init__(self, folder: EpisodeFolder, enough: Enough) -> None:
        self.folder: Final = folder
        self.enough: Final = enough
        self._begun, self._came, self._moves = monotonic(), 0, 0
        self._last_told = self._begun

    def take(self, episodes: Iterator[Episode | None]) -> None:
        """Keep what comes until that is enough, or nothing comes any more; None is a game that is left out."""
        if self.share() >= 1:
            return
        with gauge() as show:
            for episode in episodes:
                if episode is not None:
                    with undivided():
                        self.folder.add(episode)
                        self._came += 1
                        self._moves += len(episode.actions)
                show(self.share(), self.told)
                self._tell_now_and_then()
                if self.share() >= 1:
                    return

    @property
    def _hours(self) -> float:
        return max(monotonic() - self._begun, 1e-6) / 3600

    def share(self) -> float:
        """Return how much there is of what is wanted: 1 is all."""
        return self.enough.share(self._hours, self.folder.count)

    def told(self) -> str:
        """Say how far it is."""
        return (
            f"{counted(self.folder.count, 'game')} in {harmless(str(self.folder.folder))}; {self._came:,} of them now, "
            f"with {counted(self._moves, 'move')}: {self._came / self._hours:,.0f} games an hour"
        )

    def _tell_now_and_then(self) -> None:
        if monotonic() - self._last_told >= _TELLING:
            self._last_told = monotonic()
            say(self.told(), err=True)

    def leave(self, code: int) -> NoReturn:
        """Say what is kept, and leave."""
        with uninterrupted():
            say(f"\nStopped. {self.told()}; the same command goes on.", err=True)
        raise typer.Exit(code)
