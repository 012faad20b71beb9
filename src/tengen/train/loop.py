"""The whole loop: games, learning from them, new weights where they win against the old ones, and games again."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import asdict, dataclass, field
from itertools import count
from math import inf
from pathlib import Path
from typing import ClassVar, Final

from ..files.whole import write_whole
from ..network.evaluator import Evaluator
from ..network.weights import Weights, load, save
from ..records import TengenError
from ..workers import HERE, Workers
from .checkpoints import checkpoints, read_checkpoint, write_checkpoint
from .comparing import GATE, gate
from .curriculum import Kinds
from .curves import curves
from .distillation import append_line
from .episode_folder import EpisodeFolder
from .episodes import PACES, Episode, Pace
from .learning import LOSSES, Learner, LearningOptions
from .selfplay import SelfPlayOptions, Shift, play_shift, table_numbers
from .teacher import Plan, play_episode
from .window import FolderReader, Window

_SAVING: Final = 500
"""Steps between two checkpoints."""


@dataclass(frozen=True)
class LoopOptions:
    """How the loop goes.

    It begins with ``first`` games of the engine of playouts. In every cycle ``games`` more are played, by the best
    weights so far, and ``steps`` steps are learned; then the new weights play ``gating`` games against the best ones,
    and take their place where they make half of the points.

    Where games and learning go on at the same time (`train.together`), each position is learned from ``reuse`` times.

    ``taught`` are folders of games that were played before: with these, ``first`` may be 0. ``weights`` are those to
    begin with, in place of random ones; they are the best so far, and their sizes those of the network.
    """

    kinds: Kinds
    first: int = 2000
    games: int = 500
    steps: int = 1000
    gating: int = 64
    reuse: float = 8.0
    seed: int = 0
    taught: tuple[Path, ...] = ()
    weights: Path | None = None
    learning: LearningOptions = field(default_factory=LearningOptions)
    selfplay: SelfPlayOptions = field(default_factory=SelfPlayOptions)

    def __post_init__(self) -> None:
        if not 0 < self.reuse < inf:
            raise TengenError(f"--reuse must be more than 0 and finite, not {self.reuse:g}")


class Loop:
    """A loop in its folder: ``games``, ``checkpoints``, ``weights.npz`` and ``log.jsonl``.

    Whatever interrupts it, it goes on in the cycle in which it was: games that were finished are kept, learning goes on
    from its last checkpoint.
    """

    PACES: ClassVar[tuple[Pace, ...]] = PACES
    """What is learned from: the positions before moves that were found in these ways."""

    def __init__(self, folder: Path, options: LoopOptions) -> None:
        self.folder = folder
        self.options = options
        self.window: Final = Window(paces=self.PACES)
        self.tests: Final = Window(paces=self.PACES)
        self.reader: Final = FolderReader([*options.taught, folder / "games"])
        self.cycle: int = 0
        if checkpoints(folder / "checkpoints"):
            state = read_checkpoint(folder / "checkpoints")
            self.learner: Learner = Learner.from_state(state, options.learning.device)
            self.cycle = state["cycle"]
            self.reader.read_into(self.window, self.tests, state["taken"])
        else:
            self.learner = Learner(options.learning)
            if options.weights is not None:
                given = load(options.weights)
                self.learner.take(given)
                folder.mkdir(parents=True, exist_ok=True)
                save(given, self.weights_file)

    @property
    def weights_file(self) -> Path:
        """Where the best weights are."""
        return self.folder / "weights.npz"

    def run(self, workers: Workers = HERE, is_over: Callable[[], bool] = lambda: False) -> Iterator[str]:
        """Go on until ``is_over`` says so, which is asked after every game and every step; yield what happens."""
        while not is_over():
            yield from self._play(workers, is_over)
            if is_over():
                return
            yield from self._learn(is_over)
            if is_over():
                self._save()
                return
            yield self._try()
            self.cycle += 1
            self._save()

    # -- games ---------------------------------------------------------------------------------------------------------

    def _play(self, workers: Workers, is_over: Callable[[], bool]) -> Iterator[str]:
        """Play the games that are still wanted in this cycle."""
        options = self.options
        begun_with = options.first if options.weights is None else options.games
        wanted = begun_with + self.cycle * options.games
        begun = time.monotonic()
        with EpisodeFolder(self.folder / "games") as kept:
            before = kept.count
            playing = self._playing(workers, kept.last)
            with closing(playing):
                while kept.count < wanted and not is_over():
                    for episode in next(playing):
                        kept.add(episode)
            played = kept.count - before
            if played:
                hours = (time.monotonic() - begun) / 3600
                yield f"cycle {self.cycle}: {played} games, {played / hours:,.0f} an hour"

    def _playing(self, workers: Workers, last: int) -> Generator[list[Episode]]:
        """Yield games as they end, for ever: of the engine of playouts at first, then of the best weights."""
        options = self.options
        if not self.weights_file.exists():
            plans = (Plan(number, options.kinds, options.seed) for number in count(last + 1))
            for _, episode in workers.run(play_episode, plans):
                yield [episode]
        weights, name = load(self.weights_file), f"cycle {self.cycle}"
        shifts = (
            Shift(numbers, weights, name, options.kinds, options.seed, options.selfplay)
            for numbers in table_numbers(last, options.selfplay.games)
        )
        for _, episodes in workers.run(play_shift, shifts):
            yield episodes

    # -- learning ------------------------------------------------------------------------------------------------------

    def _learn(self, is_over: Callable[[], bool]) -> Iterator[str]:
        """Make the steps that are still wanted in this cycle."""
        wanted = (self.cycle + 1) * self.options.steps
        self.reader.read_into(self.window, self.tests)
        while self.learner.step < wanted and not is_over():
            found = self.learner.learn(self.window)
            if self.learner.step % _SAVING == 0:
                self._save()
            if self.learner.step % 100 == 0:
                self._tell(found)
                yield f"cycle {self.cycle}, step {self.learner.step:,}: " + " ".join(f"{loss:.3f}" for loss in found)

    def _tell(self, found: list[float]) -> None:
        """Write the losses into the log, and draw its curves."""
        tested = self.learner.test(self.tests) if len(self.tests) else []
        said = {"learned": dict(zip(LOSSES, found)), "tested": dict(zip(LOSSES, tested))}
        append_line(self.folder / "log.jsonl", {"step": self.learner.step, **said})
        write_whole(self.folder / "curves.svg", curves(self.folder / "log.jsonl"))

    def _try(self) -> str:
        """Match the new weights with the best ones; say what came of it."""
        new = self._weights()
        if not self.weights_file.exists():
            save(new, self.weights_file)
            return f"cycle {self.cycle}: the first weights"
        old = Evaluator(load(self.weights_file))
        found = gate(Evaluator(new), old, self.options.kinds, self.options.gating, self.options.seed + self.cycle)
        append_line(self.folder / "log.jsonl", {"cycle": self.cycle, "gating": list(found)})
        if found.rate >= GATE:
            save(new, self.weights_file)
        word = "take the place of" if found.rate >= GATE else "are not better than"
        return f"cycle {self.cycle}: the new weights make {found.rate:.0%} and {word} the old ones"

    def _weights(self) -> Weights:
        """Return the averaged weights, with how they came about."""
        story = {
            "command": "tengen train run",
            "began_with": None if self.options.weights is None else self.options.weights.name,
            "cycle": self.cycle,
            "steps": self.learner.step,
            "games": sum(self.reader.taken.values()),
            "learning": asdict(self.learner.options),
        }
        return self.learner.weights(story)

    def _save(self) -> None:
        state = self.learner.state() | {"taken": dict(self.reader.taken), "cycle": self.cycle}
        write_checkpoint(self.folder / "checkpoints", self.learner.step, state)
