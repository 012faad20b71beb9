"""The whole loop: games, learning from them, new weights where they win against the old ones, and games again."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import count
from typing import Any, Final

from ..network.evaluator import Evaluator
from ..network.weights import load, save
from ..records import TengenError
from ..workers import Workers
from .comparing import GATE, gate
from .distillation import append_line
from .episode_folder import EpisodeFolder
from .episodes import Episode
from .rereading import reread
from .selfplay import Shift, play_shift, table_numbers
from .teacher import Plan, play_episode
from .workshop import Workshop, WorkshopOptions

_SAVING: Final = 500
"""Steps between two checkpoints."""


@dataclass(frozen=True)
class LoopOptions(WorkshopOptions):
    """How the loop goes.

    It begins with ``first`` games of the engine of playouts. In every cycle ``games`` more are played, by the best
    weights so far, and ``steps`` steps are learned; then the new weights play ``gating`` games against the best ones,
    and take their place where they make half of the points.

    With games that were played before (``taught``) ``first`` may be 0. Weights to begin with are the best so far.
    """

    first: int = 2000
    games: int = 500
    gating: int = 64


class Loop(Workshop[LoopOptions]):
    """A loop in its folder.

    Whatever interrupts it, it goes on in the cycle in which it was: games that were finished are kept, learning goes on
    from its last checkpoint.
    """

    cycle: int = 0
    """Which one it is."""
    _taken: dict[str, int] | None = None
    """How many games of each folder a checkpoint had learned from."""

    def _restore(self, state: dict[str, Any]) -> None:
        if "cycle" not in state:
            raise TengenError(
                f"{self.folder} was trained with --together: go on with that, or begin another folder with "
                f"--weights {self.weights_file} --taught {self.games}"
            )
        self.cycle, self._taken = state["cycle"], state["taken"]

    def _go_on(self, kept: EpisodeFolder, workers: Workers, is_over: Callable[[], bool]) -> Iterator[str]:
        if self._taken:
            yield from reread(self.replay, workers, is_over, self._taken)
        while not is_over():
            yield from self._play(kept, workers, is_over)
            if is_over():
                return
            yield from reread(self.replay, workers, is_over)
            if is_over():
                return
            yield from self._learn(is_over)
            if is_over():
                self.save()
                return
            yield self._try()
            self.cycle += 1
            self.save()

    @property
    def where(self) -> str:
        """Where it is."""
        return f"in cycle {self.cycle}"

    @property
    def story(self) -> dict[str, Any]:
        """How the weights came about."""
        return super().story | {"cycle": self.cycle}

    @property
    def state(self) -> dict[str, Any]:
        """All that is needed to go on from here."""
        return super().state | {"cycle": self.cycle}

    # -- games ---------------------------------------------------------------------------------------------------------

    def _play(self, kept: EpisodeFolder, workers: Workers, is_over: Callable[[], bool]) -> Iterator[str]:
        """Play the games that are still wanted in this cycle."""
        options = self.options
        begun_with = options.first if self.began_with is None else options.games
        wanted = begun_with + self.cycle * options.games
        begun, before = time.monotonic(), kept.count
        with closing(self._playing(workers, kept.last)) as playing:
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
        self.replay.check()
        while self.learner.step < wanted and not is_over():
            found = self.learner.learn(self.replay.window)
            if self.learner.step % _SAVING == 0:
                self.save()
            if self.learner.step % 100 == 0 or self.learner.step == wanted:
                yield f"cycle {self.cycle}, {self.tell(found)}"

    def _try(self) -> str:
        """Match the new weights with the best ones; say what came of it."""
        new = self.weights()
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
