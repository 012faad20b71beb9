"""What the two ways of training have in common: a folder in which a network learns from games of its own."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, ClassVar, Final, Generic, TypeVar

from ..files.whole import write_whole
from ..network.weights import Weights, load, save
from ..records import TengenError
from ..workers import HERE, Workers
from .beginning import Beginning, called, went_on_with
from .checkpoints import checkpoints, read_checkpoint, write_checkpoint
from .curriculum import Kinds
from .curves import curves
from .distillation import append_line
from .episode_folder import EpisodeFolder, check_games
from .episodes import PACES, Pace
from .learning import LOSSES, Learner, LearningOptions
from .selfplay import SelfPlayOptions
from .window import Replay


@dataclass(frozen=True)
class WorkshopOptions:
    """What is trained on, and how.

    Every ``steps`` steps of learning new weights come out. ``taught`` are folders of games that were played before.
    ``weights`` are those to begin with, in place of random ones, and their sizes those of the network.
    """

    kinds: Kinds
    steps: int = 1000
    seed: int = 0
    taught: tuple[Path, ...] = ()
    weights: Path | None = None
    learning: LearningOptions = field(default_factory=LearningOptions)
    selfplay: SelfPlayOptions = field(default_factory=SelfPlayOptions)


O = TypeVar("O", bound=WorkshopOptions)  # noqa: E741


class Workshop(ABC, Generic[O]):
    """A folder with ``games``, ``checkpoints``, ``weights.npz`` and ``log.jsonl``, where learning goes on after a kill.

    Raises:
        TengenError: the weights to begin with have other sizes, or a folder of games has none.
    """

    PACES: ClassVar[tuple[Pace, ...]] = PACES
    """What is learned from: the positions before moves that were found in these ways."""

    def __init__(self, folder: Path, options: O) -> None:
        self.folder = folder
        self.options: Final[O] = options
        for taught in options.taught:
            check_games(taught)
            if taught.resolve() == self.games.resolve():
                raise TengenError(f"--taught {taught}: these are the folder's own games, and learned from anyway")
        self.replay: Final = Replay([*options.taught, self.games], self.PACES)
        self.learner: Learner = Learner(options.learning)
        self.began_with: Beginning | None = None
        """The name and the fingerprint of the weights that it began with."""
        if options.weights is not None and not self._has_begun:
            given = load(options.weights)
            self.learner.take(given)
            self.began_with = called(options.weights, given)

    @property
    def games(self) -> Path:
        """Where its games are."""
        return self.folder / "games"

    @property
    def _has_begun(self) -> bool:
        return bool(checkpoints(self.folder / "checkpoints"))

    @property
    def weights_file(self) -> Path:
        """Where the best weights are."""
        return self.folder / "weights.npz"

    def run(self, workers: Workers = HERE, is_over: Callable[[], bool] = lambda: False) -> Iterator[str]:
        """Go on until ``is_over`` says so, which is asked again and again; yield what happens.

        Raises:
            TengenError: another command trains in this folder, or what was begun there was to learn otherwise.
        """
        with EpisodeFolder(self.games) as kept:
            if self._has_begun:
                state = read_checkpoint(self.folder / "checkpoints")
                self.learner = Learner.from_state(state, self.options.learning)
                self.began_with = went_on_with(state, self.folder, self.options.weights)
                self._restore(state)
            elif self.began_with is not None:
                save(self.weights(), self.weights_file)
                self.save()
            yield from self._go_on(kept, workers, is_over)

    @abstractmethod
    def _restore(self, state: dict[str, Any]) -> None:
        """Be where a state was taken, of which the learner is restored already."""

    @abstractmethod
    def _go_on(self, kept: EpisodeFolder, workers: Workers, is_over: Callable[[], bool]) -> Iterator[str]:
        """Do so, in a folder that nobody else has open."""

    @property
    def where(self) -> str:
        """Where it is."""
        return f"after step {self.learner.step:,}"

    @property
    def story(self) -> dict[str, Any]:
        """How the weights came about."""
        return {
            "command": "tengen train run",
            "began_with": self.began_with and self.began_with["name"],
            "steps": self.learner.step,
            "games": self.replay.episodes,
            "learning": asdict(self.learner.options),
        }

    @property
    def state(self) -> dict[str, Any]:
        """All that is needed to go on from here."""
        return self.learner.state() | {"taken": dict(self.replay.taken), "began_with": self.began_with}

    def weights(self) -> Weights:
        """Return the averaged weights, with how they came about."""
        return self.learner.weights(self.story)

    def save(self) -> None:
        """Write a checkpoint."""
        write_checkpoint(self.folder / "checkpoints", self.learner.step, self.state)

    def tell(self, found: list[float]) -> str:
        """Write the losses of a step into the log and draw its curves; return them as a line."""
        tested = self.learner.test(self.replay.tests) if len(self.replay.tests) else []
        said = {"learned": dict(zip(LOSSES, found)), "tested": dict(zip(LOSSES, tested))}
        append_line(self.folder / "log.jsonl", {"step": self.learner.step, **said})
        write_whole(self.folder / "curves.svg", curves(self.folder / "log.jsonl"))
        return f"step {self.learner.step:,}: " + " ".join(f"{loss:.3f}" for loss in found)
