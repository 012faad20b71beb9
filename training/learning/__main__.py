"""`python -m training.learning`: games to learn from, and learning strengths and the network from them."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import count
from math import inf
from pathlib import Path
from time import monotonic
from typing import Annotated, Final

import typer

from benchmarks.commands import main
from tengen.cli.options import check_positive, group
from tengen.cli.signals import ended_politely, undivided
from tengen.cli.spreading import Jobs, hired
from tengen.cli.terminal import announced, counted, gauge, harmless, say, stopped
from tengen.engines import engine_named
from tengen.records import TengenError

from .episode_folder import EpisodeFolder, count_folder
from .episodes import Episode
from .games import Plan, play_episode, start
from .reanalysis import Reanalysis
from .strengths import Course, teach_strengths

_TELLING: Final = 300.0
"""Seconds between two progress lines, without a progress bar."""

Hours = Annotated[float | None, typer.Option("--hours", help="Stop after this time.")]


class Collecting:
    """A folder being filled, for some ``hours`` or up to a number of games: what arrived, and since when."""

    def __init__(self, folder: EpisodeFolder, hours: float | None = None, games: int | None = None) -> None:
        self.folder: Final = folder
        self._wanted = hours, games
        self._begun, self._came, self._moves = monotonic(), 0, 0
        self._last_told = self._begun

    def take(self, episodes: Iterator[Episode | None]) -> None:
        """Keep what arrives until there is enough or no more; None is a game that is left out."""
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
                if monotonic() - self._last_told >= _TELLING:
                    self._last_told = monotonic()
                    say(self.told(), err=True)
                if self.share() >= 1:
                    return

    @property
    def _hours(self) -> float:
        return max(monotonic() - self._begun, 1e-6) / 3600

    def share(self) -> float:
        """Return the completed share; 1 is all."""
        hours, games = self._wanted
        return max(self._hours / hours if hours else 0.0, self.folder.count / games if games else 0.0)

    def told(self) -> str:
        """Describe the progress."""
        return (
            f"{counted(self.folder.count, 'game')} in {harmless(str(self.folder.folder))}; {self._came:,} of them now, "
            f"with {counted(self._moves, 'move')}: {self._came / self._hours:,.0f} games an hour"
        )

    def farewell(self) -> str:
        """Describe what is kept."""
        return f"Stopped. {self.told()}; the same command goes on."


@dataclass(frozen=True)
class GamesOptions:
    """The games to play for learning, for how long, and where they are kept."""

    out: Annotated[Path, typer.Option(metavar="FOLDER", help="Keep the games there; the same command goes on.")]
    variant: Annotated[str, typer.Option(help="The variant, by its name or its TOML file.")] = "chinese"
    board: Annotated[
        list[str] | None, typer.Option("--board", help="Play on this board; repeatable. [default: the variant's]")
    ] = None
    hours: Hours = None
    games: Annotated[int | None, typer.Option(help="Stop when the folder has this number of games.")] = None
    seed: Annotated[int, typer.Option(min=0, help="Another seed, other games.")] = 0
    jobs: Jobs = 1


def games(options: GamesOptions) -> None:
    """Play games of the search against itself, and keep them to learn from."""
    check_positive("--hours", options.hours)
    check_positive("--games", options.games)
    boards = tuple(options.board or [""])
    with announced(), ended_politely():
        for board in boards:
            start(options.variant, board)  # reject unknown variants and boards before the folder is made
        with EpisodeFolder(options.out) as folder:
            run = Collecting(folder, options.hours, options.games)
            with hired(options.jobs) as workers, stopped(run.farewell):
                plans = (Plan(number, options.variant, boards, options.seed) for number in count(folder.last + 1))
                with closing(workers.run(play_episode, plans)) as playing:
                    run.take(episode for _, episode in playing)
            say(run.told())


@dataclass(frozen=True)
class ReanalyseOptions:
    """The games to evaluate again, by which engine, how closely, and where they are kept."""

    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="A folder of games; it stays as it is.")]
    out: Annotated[Path, typer.Option(metavar="FOLDER", help="Keep the games there; the same command goes on.")]
    engine: Annotated[str, typer.Option(metavar="NAME", help="One of `tengen engines`, or tengen.")] = "katago"
    visits: Annotated[int, typer.Option(min=1, max=1_000_000, help="Visits of a position.")] = 16
    hours: Hours = None


def reanalyse(options: ReanalyseOptions) -> None:
    """Keep games once more, with another engine's opinion of their positions, such as KataGo's, to learn from that."""
    if options.out.resolve() == options.folder.resolve():
        raise TengenError("--out must be another folder: the games stay what they are")
    check_positive("--hours", options.hours)
    if not count_folder(options.folder):
        raise TengenError(f"there are no games to learn from in {options.folder}")
    with announced(), ended_politely(), engine_named(options.engine) as engine:
        engine.start()
        with EpisodeFolder(options.out) as folder:
            run = _Again(folder, Reanalysis(options.folder, folder, engine, options.visits), options.hours)
            with stopped(run.farewell):
                run.take(run.reanalysis.run())
            say(run.told())


class _Again(Collecting):
    """Games to evaluate again, until all are done."""

    def __init__(self, folder: EpisodeFolder, reanalysis: Reanalysis, hours: float | None) -> None:
        super().__init__(folder, hours)
        self.reanalysis = reanalysis

    def share(self) -> float:
        """Return the completed share; 1 is all."""
        return max(super().share(), self.reanalysis.place / self.reanalysis.games)

    def told(self) -> str:
        """Describe the progress, and how many games were left out."""
        left_out = self.reanalysis.place - self.folder.count
        by = harmless(self.reanalysis.engine.name)
        return super().told() + (
            f"; {counted(left_out, 'game')} left out, which {by} does not know" if left_out else ""
        )


@dataclass(frozen=True)
class LearningOptions:
    """The games to learn from, and the file for the result."""

    games: Annotated[
        list[Path], typer.Argument(metavar="GAMES...", help="SGF files, folders of them, and folders of episodes.")
    ]
    out: Annotated[Path, typer.Option(metavar="FILE", help="The file to write.")]
    board: Annotated[
        list[str] | None, typer.Option("--board", help="Learn from games on this board; repeatable. [default: 19x19]")
    ] = None
    source: Annotated[str, typer.Option(help="Where the games come from, for the file's header.")] = ""

    @property
    def story(self) -> dict[str, str]:
        """The origin of a file's games and its command, for its header."""
        return {"source": self.source, "command": shlex.join(["python", "-m", "training.learning", *sys.argv[2:]])}


@dataclass(frozen=True)
class StrengthsOptions(LearningOptions):
    """How closely to fit strengths to games."""

    shapes: Annotated[int, typer.Option(min=1, help="The most shapes to distinguish.")] = 25_000
    step: Annotated[int, typer.Option(min=1, help="Learn from one position in this number.")] = 16
    epochs: Annotated[int, typer.Option(min=1, help="Passes over all positions.")] = 6


def strengths(options: StrengthsOptions) -> None:
    """Fit the strengths of moves to games (minutes on a processor)."""
    course = Course(step=options.step, epochs=options.epochs)
    with announced():
        teach_strengths(options.games, options.out, options.board or (), options.shapes, course, options.story)


@dataclass(frozen=True)
class NetworkOptions(LearningOptions):
    """How long the network learns, where, and its size."""

    positions: Annotated[int, typer.Option(min=1, help="Positions to learn from.")] = 2_000_000
    width: Annotated[int, typer.Option(min=1, help="Channels of a layer.")] = 48
    blocks: Annotated[int, typer.Option(min=1, help="Blocks of two layers.")] = 4
    pool: Annotated[int, typer.Option(min=1, help="Positions in memory to draw from.")] = 24_000
    minutes: Annotated[float | None, typer.Option(help="Stop after this time.")] = None
    device: Annotated[str, typer.Option(help="cpu, cuda, or auto: cuda if there is one.")] = "auto"


def network(options: NetworkOptions) -> None:
    """Train the search's network from games or from KataGo's evaluations, best on a GPU (needs PyTorch)."""
    import torch

    from . import policy

    check_positive("--minutes", options.minutes)
    device = options.device
    if device == "auto":
        device = "cuda" if torch.cuda.is_available() else "cpu"
    elif device not in ("cpu", "cuda"):
        raise TengenError(f"--device {device}: expected cpu, cuda or auto")
    elif device == "cuda" and not torch.cuda.is_available():
        raise TengenError("--device cuda: PyTorch finds no GPU here; --device cpu learns everywhere")
    course = policy.PolicyTraining(
        positions=options.positions, width=options.width, layers=2 * options.blocks, pool=options.pool,
        minutes=options.minutes or inf, device=device,
    )  # fmt: skip
    with announced():
        policy.teach(options.games, options.out, options.board or (), course, options.story)


learning: Final = group(
    "learning",
    "Improve the search: play games, and learn strengths of moves and its network from them (docs/how/training.md).",
    *(games, reanalyse, strengths, network),
    no_args_is_help=True,
)

if __name__ == "__main__":
    main(learning)
