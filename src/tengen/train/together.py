"""Games and learning at the same time, with a GPU that answers for the games of many processes."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event
from typing import ClassVar, Final, NamedTuple, TypeVar

from ..network.weights import load, save
from ..workers import HERE, Workers
from .episode_folder import EpisodeFolder
from .episodes import Episode, Pace
from .examples import Examples, examples_of, kind_of, observer_of
from .loop import Loop, LoopOptions
from .on_device import DeviceNetwork
from .selfplay import Shift, play_shift, table_numbers
from .serving import Address, Server, served
from .window import FolderReader

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
    found = ((episode, examples_of(episode, _PACES)) for episode in played)
    return [Played(episode, made and made[1]) for episode, made in found]


class Together(Loop):
    """A loop without cycles: games are played by the newest weights while these learn from the games before.

    All processes ask the network of this one, which is on the device of learning.

    Every ``steps`` steps new weights come out, without a match between them and the last ones. Each position is learned
    from ``reuse`` times on average, so that learning waits for games where it is faster, and only positions of full
    searches are. What belongs to learning (the learner, the window) is touched by its own thread alone.
    """

    PACES: ClassVar[tuple[Pace, ...]] = _PACES

    def __init__(self, folder: Path, options: LoopOptions) -> None:
        super().__init__(folder, options)
        self.reader.read_into(self.window, self.tests)
        if self.weights_file.exists() and not self.learner.step:
            self.learner.take(load(self.weights_file))
        self.version: int = self.learner.step
        """The step after which the weights came out by which games are played."""
        self.server: Final = Server(DeviceNetwork(self._weights(), options.learning.device))
        self._came: SimpleQueue[Played] = SimpleQueue()
        self._said: SimpleQueue[str] = SimpleQueue()

    def run(self, workers: Workers = HERE, is_over: Callable[[], bool] = lambda: False) -> Iterator[str]:
        """Go on until ``is_over`` says so, which is asked whenever games come back; yield what happens."""
        begun = time.monotonic()
        with EpisodeFolder(self.folder / "games") as kept, self._learning() as check, self.server.answering():
            before = kept.count
            with closing(workers.run(play_and_see, self._shifts(kept.last))) as playing:
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
        while not over.is_set():
            self._take_in()
            if self.learner.drawn >= self.options.reuse * self.window.added:
                over.wait(_RESTING)
                continue
            found = self.learner.learn(self.window)
            if self.learner.step % 100 == 0:
                self._tell(found)
                self._said.put(f"step {self.learner.step:,}: " + " ".join(f"{loss:.3f}" for loss in found))
            if self.learner.step % self.options.steps == 0:
                self._come_out()
        self._take_in()
        self._come_out()

    def _take_in(self) -> None:
        """Take over the games that have come; every fiftieth is put aside, as the reader of folders does it."""
        folder = str(self.folder / "games")
        for episode, examples in _drained(self._came):
            place = self.reader.taken[folder]
            self.reader.taken[folder] += 1
            if examples is not None:
                board = observer_of(episode.graph, episode.variant.rules).board
                window = self.tests if place % FolderReader.TESTED == 0 else self.window
                window.put(kind_of(episode), board, examples)

    def _come_out(self) -> None:
        """Let new weights play from now on, and save all."""
        self.server.take(self.learner.average)
        self.version = self.learner.step
        save(self._weights(), self.weights_file)
        self._save()


def _drained(queue: SimpleQueue[T]) -> Iterator[T]:
    """Yield what is in a queue now."""
    with suppress(Empty):
        while True:
            yield queue.get_nowait()
