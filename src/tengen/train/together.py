"""Games and learning at the same time, with a GPU that answers for the games of many processes."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from math import inf
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event
from typing import Any, ClassVar, Final, NamedTuple, TypeVar

from ..network.weights import load, save
from ..records import TengenError
from ..workers import Workers
from .episode_folder import EpisodeFolder
from .episodes import Episode, Pace
from .examples import Examples
from .on_device import DeviceNetwork
from .rereading import reread, seen, take
from .selfplay import Shift, play_shift, table_numbers
from .serving import Address, Server, served
from .workshop import Workshop, WorkshopOptions

_RESTING: Final = 0.05
"""Seconds between two looks at whether there is more to learn from."""
_PACES: Final[tuple[Pace, ...]] = ("full",)

T = TypeVar("T")


class Played(NamedTuple):
    """A game as it comes from another process, with its examples made there."""

    episode: Episode
    examples: Examples | None


class Asking(NamedTuple):
    """A shift whose games are played with the network that answers at an address."""

    shift: Shift
    address: Address

    def __str__(self) -> str:
        return str(self.shift)


def play_and_see(asking: Asking) -> list[Played]:
    """Play all games of a shift, and return them with the examples of their full searches."""
    played = play_shift(asking.shift, served(asking.address))
    return [Played(episode, seen(episode, _PACES)) for episode in played]


@dataclass(frozen=True)
class TogetherOptions(WorkshopOptions):
    """How often each position is learned from (``reuse``).

    Raises:
        TengenError: that is no number of times.
    """

    reuse: float = 8.0

    def __post_init__(self) -> None:
        if not 0 < self.reuse < inf:
            raise TengenError(f"--reuse must be more than 0 and finite, not {self.reuse:g}")


class Together(Workshop[TogetherOptions]):
    """Training without cycles: games are played by the newest weights while these learn from the games before.

    All processes ask the network of this one, which is on the device of learning.

    New weights come out without a match between them and the last ones. Each position is learned from ``reuse`` times
    on average, so that learning waits for games where it is faster, and only positions of full searches are. What
    belongs to learning (the learner, the replay) is touched by its own thread alone, while there is one.
    """

    PACES: ClassVar[tuple[Pace, ...]] = _PACES

    def __init__(self, folder: Path, options: TogetherOptions) -> None:
        super().__init__(folder, options)
        self._came: SimpleQueue[Played] = SimpleQueue()
        self._said: SimpleQueue[str] = SimpleQueue()

    def _restore(self, state: dict[str, Any]) -> None:
        if "cycle" in state:
            raise TengenError(
                f"{self.folder} was trained in cycles: go on without --together, or begin another folder with "
                f"--weights {self.weights_file} --taught {self.games}"
            )

    def _go_on(self, kept: EpisodeFolder, workers: Workers, is_over: Callable[[], bool]) -> Iterator[str]:
        if self.weights_file.exists() and not self.learner.step:
            self.learner.take(load(self.weights_file))
        self.version: int = self.learner.step
        """The step after which the weights came out by which games are played."""
        self.server: Server = Server(DeviceNetwork(self.weights(), self.options.learning.device))
        yield from reread(self.replay, workers, is_over)
        if is_over():
            return
        begun, before = time.monotonic(), kept.count
        with (
            self._learning() as check,
            self.server.answering(),
            closing(workers.run(play_and_see, self._shifts(kept.last))) as playing,
        ):
            while not is_over():
                for game in next(playing)[1]:
                    kept.add(game.episode)
                    self._came.put(game)
                check()
                played, hours = kept.count - before, (time.monotonic() - begun) / 3600
                yield f"{played:,} games, {played / hours:,.0f} an hour"
                yield from _drained(self._said)
        yield from _drained(self._said)

    def _shifts(self, last: int) -> Iterator[Asking]:
        """Yield shifts for ever, each named after the weights that are the newest when it is handed out."""
        options = self.options
        for numbers in table_numbers(last, options.selfplay.games):
            shift = Shift(numbers, None, f"step {self.version}", options.kinds, options.seed, options.selfplay)
            yield Asking(shift, self.server.address)

    # -- learning, in its own thread -----------------------------------------------------------------------------------

    @contextmanager
    def _learning(self) -> Generator[Callable[[], None]]:
        """Learn meanwhile; what this gives raises what went wrong there. At the end all is saved."""
        with ThreadPoolExecutor(1) as thread:
            over = Event()
            learning = thread.submit(self._learn_until, over)

            def check() -> None:
                if learning.done():
                    learning.result()

            try:
                yield check
            finally:
                over.set()
            learning.result()

    def _learn_until(self, over: Event) -> None:
        """Learn what has come, as often as each position is to be learned from, until it is over."""
        window = self.replay.window
        while not over.is_set():
            self._take_in()
            if self.learner.drawn >= self.options.reuse * window.added:
                over.wait(_RESTING)
                continue
            found = self.learner.learn(window)
            if self.learner.step % 100 == 0:
                self._said.put(self.tell(found))
            if self.learner.step % self.options.steps == 0:
                self._come_out()
        self._take_in()
        self._come_out()

    def _take_in(self) -> None:
        """Take over the games that have come."""
        folder = str(self.games)
        for episode, made in _drained(self._came):
            take(self.replay, folder, self.replay.taken[folder], episode, made)

    def _come_out(self) -> None:
        """Let new weights play from now on, and save all."""
        self.server.take(self.learner.average)
        self.version = self.learner.step
        save(self.weights(), self.weights_file)
        self.save()


def _drained(queue: SimpleQueue[T]) -> Iterator[T]:
    """Yield what is in a queue now."""
    with suppress(Empty):
        while True:
            yield queue.get_nowait()
