"""Learning from folders of episodes, for as long as wanted; after an interruption it goes on as if there were none."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any, Final, NamedTuple

import numpy as np

from ..files.whole import write_whole
from ..network.weights import load
from .beginning import Beginning, called, went_on_with
from .checkpoints import checkpoints, read_checkpoint, write_checkpoint
from .curves import curves
from .episode_folder import check_games
from .learning import LOSSES, Learner, LearningOptions
from .window import Replay


@dataclass(frozen=True)
class Course:
    """From which folders is learned, where checkpoints and the log go, and how often.

    New episodes are looked for every ``refresh`` steps; every ``telling`` steps a line goes to ``log.jsonl``, every
    ``saving`` steps a checkpoint is written. ``weights`` is a file to begin with, in place of random weights.
    """

    folders: tuple[Path, ...]
    out: Path
    options: LearningOptions = field(default_factory=LearningOptions)
    refresh: int = 1000
    telling: int = 100
    saving: int = 500
    weights: Path | None = None


class Progress(NamedTuple):
    """How far learning is: mean losses since the last time, those on examples put aside, examples and speed."""

    step: int
    learned: dict[str, float]
    tested: dict[str, float]
    episodes: int
    examples: int
    examples_a_second: float

    def __str__(self) -> str:
        both = [f"{name} {self.learned[name]:.3f} ({self.tested[name]:.3f})" for name in LOSSES if name in self.tested]
        return (
            f"step {self.step:,}: {', '.join(both)}; {self.episodes:,} games, {self.examples:,} positions, "
            f"{self.examples_a_second:,.0f} positions a second"
        )


class Distillation:
    """Learning in progress: the learner, and what it learns from."""

    def __init__(self, course: Course) -> None:
        self.course = course
        for folder in course.folders:
            check_games(folder)
        self.replay: Final = Replay(course.folders)
        self.began_with: Beginning | None = None
        """The name and the fingerprint of the weights that it began with."""
        if checkpoints(course.out):
            state = read_checkpoint(course.out)
            self.began_with = went_on_with(state, course.out, course.weights)
            self.learner: Learner = Learner.from_state(state, course.options)
            self.replay.read(state["taken"])
        else:
            self.learner = Learner(course.options)
            if course.weights is not None:
                given = load(course.weights)
                self.learner.take(given)
                self.began_with = called(course.weights, given)
            self.replay.read()
        self.replay.check()

    def run(self, is_over: Callable[[], bool] = lambda: False) -> Iterator[Progress]:
        """Learn until the steps are made or ``is_over`` says so; yield how far it is, now and then.

        After a kill the steps since the last checkpoint are made again, the same on the same machine.
        """
        course, learner = self.course, self.learner
        begun, found = monotonic(), list[list[float]]()
        while learner.step < learner.options.steps and not is_over():
            if learner.step % course.refresh == 0:
                self.replay.read()
            found.append(learner.learn(self.replay.window))
            if learner.step % course.saving == 0:
                self.save()
            if learner.step % course.telling == 0 or learner.step == learner.options.steps:
                yield self._tell(found, monotonic() - begun)
                begun, found = monotonic(), []
        self.save()

    @property
    def story(self) -> dict[str, Any]:
        """How the weights came about."""
        return {
            "command": "tengen train distill",
            "began_with": self.began_with and self.began_with["name"],
            "steps": self.learner.step,
            "games": self.replay.episodes,
            "learning": asdict(self.learner.options),
            "tested": dict(zip(LOSSES, self.learner.test(self.replay.tests))) if len(self.replay.tests) else {},
        }

    def save(self) -> Path:
        """Write a checkpoint."""
        state = self.learner.state() | {"taken": dict(self.replay.taken), "began_with": self.began_with}
        return write_checkpoint(self.course.out, self.learner.step, state)

    def _tell(self, found: list[list[float]], seconds: float) -> Progress:
        options = self.learner.options
        tested = self.learner.test(self.replay.tests) if len(self.replay.tests) else []
        told = Progress(
            step=self.learner.step,
            learned=dict(zip(LOSSES, np.mean(found, axis=0).tolist())),
            tested=dict(zip(LOSSES, tested)),
            episodes=self.replay.episodes,
            examples=len(self.replay.window),
            examples_a_second=len(found) * options.boards * options.size / seconds,
        )
        append_line(self.course.out / "log.jsonl", told._asdict())
        write_whole(self.course.out / "curves.svg", curves(self.course.out / "log.jsonl"))
        return told


def append_line(path: Path, said: dict[str, Any]) -> None:
    """Append a line of JSON to a log, after its last whole line: what a power cut left of one is dropped."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a+b") as file:
        file.seek(0)
        file.truncate(file.read().rfind(b"\n") + 1)
        file.write(json.dumps(said).encode() + b"\n")
        file.flush()
        os.fsync(file.fileno())
