"""`tengen train`: games to learn from, learning, and matches of what was learned."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ...records import TengenError
from ..compiling import announced
from ..options import Komi
from ..saving import ended_politely, finished, stopped
from ..spreading import Cluster, Jobs, hired
from ..terminal import counted, gauge, harmless, new_table, print_table, say
from .collecting import Collecting, Enough, deadline

if TYPE_CHECKING:
    from ...train.arena import Network
    from ...train.comparing import Comparison
    from ...train.curriculum import HeldOut, Kinds
    from ...train.episode_folder import EpisodeFolder
    from ...train.reanalysis import Reanalysis
    from ...train.workshop import Workshop

Stages = Annotated[
    list[str] | None,
    typer.Option(
        "--stage",
        metavar="STAGE[:SHARE]",
        help="1: boards up to 25 points; 2: up to 49; 3: 81 and more. May be given again; 3:2 has twice the share. "
        "[default: 1]",
    ),
]
OwnVariant = Annotated[
    str | None, typer.Option("--variant", help="Only this one, by its name or its TOML file; not the curriculum.")
]
OwnBoards = Annotated[
    list[str] | None, typer.Option("--board", help="With --variant: on this board; may be given again.")
]
Hours = Annotated[float | None, typer.Option("--hours", help="Stop after this time.")]
Device = Annotated[str, typer.Option("--device", help="cpu, cuda, or auto: cuda where there is one.")]
Rate = Annotated[float, typer.Option("--rate", help="The highest rate of learning.")]


@dataclass(frozen=True)
class GamesOptions:
    """Which games are played to be learned from, how long, and where they are kept."""

    out: Annotated[Path, typer.Option(metavar="FOLDER", help="Keep the games there; the same command goes on.")]
    stage: Stages = None
    variant: OwnVariant = None
    board: OwnBoards = None
    hours: Hours = None
    games: Annotated[int | None, typer.Option(help="Stop when the folder has this number of games.")] = None
    seed: Annotated[int, typer.Option(min=0, help="Another seed, other games.")] = 0
    jobs: Jobs = 1
    cluster: Cluster = None


def games(options: GamesOptions) -> None:
    """Play games of the engine against itself over the whole curriculum, and keep them to be learned from."""
    from ...train.episode_folder import EpisodeFolder
    from ...train.teacher import Plan, play_episode

    kinds, enough = _kinds(options.stage, options.variant, options.board), Enough(options.hours, options.games)
    with announced(), ended_politely(), EpisodeFolder(options.out) as folder:
        run = Collecting(folder, enough)
        with hired(options.jobs, options.cluster) as workers, stopped(run.leave):
            plans = (Plan(number, kinds, options.seed) for number in count(folder.last + 1))
            with closing(workers.run(play_episode, plans)) as playing:
                run.take(episode for _, episode in playing)
        say(run.told())


@dataclass(frozen=True)
class ReanalyseOptions:
    """Which games are looked at again, by whom, how closely, and where they are kept then."""

    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="A folder of games; it stays as it is.")]
    out: Annotated[Path, typer.Option(metavar="FOLDER", help="Keep the games there; the same command goes on.")]
    engine: Annotated[str, typer.Option(metavar="NAME", help="One of `tengen engines`, tengen, mcts or net.")] = (
        "katago"
    )
    visits: Annotated[int, typer.Option(min=1, max=1_000_000, help="Visits of a position.")] = 16
    hours: Hours = None


def reanalyse(options: ReanalyseOptions) -> None:
    """Keep games once more, with another engine's opinion of their positions, such as KataGo's, to learn from that."""
    from ...engines import engine_named
    from ...train.episode_folder import EpisodeFolder, check_games
    from ...train.reanalysis import Reanalysis

    if options.out.resolve() == options.folder.resolve():
        raise TengenError("--out must be another folder: the games stay what they are")
    check_games(options.folder)
    with announced(), ended_politely(), engine_named(options.engine) as engine:
        engine.start()
        with EpisodeFolder(options.out) as folder:
            run = _Again(folder, Enough(options.hours), Reanalysis(options.folder, folder, engine, options.visits))
            with stopped(run.leave):
                run.take(run.reanalysis.run())
            say(run.told())


class _Again(Collecting):
    """Games that are looked at again, until all were."""

    def __init__(self, folder: EpisodeFolder, enough: Enough, reanalysis: Reanalysis) -> None:
        super().__init__(folder, enough)
        self.reanalysis = reanalysis

    def share(self) -> float:
        """Return how much there is of what is wanted: 1 is all."""
        return max(super().share(), self.reanalysis.place / self.reanalysis.games)

    def told(self) -> str:
        """Say how far it is, and how many games were left out."""
        left_out = self.reanalysis.place - self.folder.count
        by = harmless(self.reanalysis.engine.name)
        return super().told() + (
            f"; {counted(left_out, 'game')} left out, which {by} does not know" if left_out else ""
        )


def _kinds(stages: list[str] | None, variant: str | None, boards: list[str] | None) -> Kinds:
    """Return the games that are meant: those of one or more stages, or one's own variant."""
    from ...train.curriculum import own_kinds, staged_kinds

    if variant is None:
        if boards:
            raise TengenError("--board needs --variant: the boards of the curriculum are those of its stages")
        return staged_kinds(stages or ["1"])
    if stages:
        raise TengenError("--stage is for the curriculum: with --variant the boards are those of --board")
    return own_kinds(variant, boards or ())


@dataclass(frozen=True)
class DistillOptions:
    """From which games is learned, how large the network is, how long it learns and where."""

    folders: Annotated[list[Path], typer.Argument(metavar="FOLDER...", help="Folders of games.")]
    out: Annotated[Path, typer.Option(metavar="FOLDER", help="Checkpoints and the log; the same command goes on.")]
    steps: Annotated[int, typer.Option(help="Stop after this number of steps; the rate falls until then.")] = 20_000
    hours: Hours = None
    weights: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Begin with these weights, of the same width and blocks.")
    ] = None
    width: Annotated[int, typer.Option(help="Numbers a point.")] = 64
    blocks: Annotated[int, typer.Option(help="Residual blocks.")] = 6
    rate: Rate = 2e-3
    threads: Annotated[int, typer.Option(min=1, help="Threads of the processor.")] = 1
    device: Device = "auto"
    seed: Annotated[int, typer.Option(min=0, help="Other first weights, other batches.")] = 0


def distill(options: DistillOptions) -> None:
    """Teach a network what the games in some folders show; a signal stops it after a step, and it goes on later."""
    import torch

    from ...network.sizes import Sizes
    from ...network.weights import save
    from ...train.distillation import Course, Distillation
    from ...train.learning import LearningOptions

    torch.set_num_threads(options.threads)
    sizes = Sizes(width=options.width, blocks=options.blocks)
    device = _device(options.device)
    learning = LearningOptions(sizes, steps=options.steps, rate=options.rate, seed=options.seed, device=device)
    is_over = deadline(options.hours)
    with announced(), finished() as asked:
        run = Distillation(Course(tuple(options.folders), options.out, learning, weights=options.weights))
        for progress in run.run(lambda: bool(asked) or is_over()):
            say(harmless(str(progress)))
            sys.stdout.flush()
        weights = options.out / "weights.npz"
        save(run.learner.weights(run.story), weights)
        say(f"Stopped after step {run.learner.step:,} of {options.steps:,}; {harmless(str(weights))} plays.")


def _device(wanted: str) -> str:
    import torch

    if wanted == "auto":
        return "cuda" if torch.cuda.is_available() else "cpu"
    if wanted not in ("cpu", "cuda"):
        raise TengenError(f"--device {wanted}: write cpu, cuda or auto")
    if wanted == "cuda" and not torch.cuda.is_available():
        raise TengenError("--device cuda: PyTorch finds no GPU here; --device cpu learns everywhere")
    return wanted


@dataclass(frozen=True)
class RunOptions:
    """What is trained on, how large the network is, how long a cycle is, and where all of it is kept."""

    out: Annotated[Path, typer.Option(metavar="FOLDER", help="Games, checkpoints, weights; the same command goes on.")]
    stage: Stages = None
    variant: OwnVariant = None
    board: OwnBoards = None
    hours: Hours = None
    first: Annotated[
        int | None, typer.Option(min=0, help="Games of the engine of playouts to begin with. [default: 2000]")
    ] = None
    taught: Annotated[
        list[Path] | None, typer.Option(metavar="FOLDER", help="Learn from these games, too; may be given again.")
    ] = None
    weights: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Begin with these weights, of the same width and blocks.")
    ] = None
    games: Annotated[int | None, typer.Option(min=0, help="Games of the network in a cycle. [default: 500]")] = None
    steps: Annotated[
        int,
        typer.Option(
            min=1, help="Steps of learning in a cycle, or until new weights come out; the rate falls for 20 times."
        ),
    ] = 1000
    gating: Annotated[
        int | None, typer.Option(min=1, help="Games between new weights and the best ones. [default: 64]")
    ] = None
    simulations: Annotated[int, typer.Option(min=1, help="Simulations of a full search in self-play.")] = 64
    width: Annotated[int, typer.Option(help="Numbers a point.")] = 48
    blocks: Annotated[int, typer.Option(help="Residual blocks.")] = 5
    rate: Rate = 2e-3
    together: Annotated[
        bool,
        typer.Option(
            "--together", help="Learn while games are played by the newest weights, without matches: for a GPU."
        ),
    ] = False
    reuse: Annotated[
        float | None, typer.Option(help="With --together: how often a position is learned from. [default: 8]")
    ] = None
    tables: Annotated[int, typer.Option(min=1, help="Games of a kind side by side; for a GPU, 64 and more.")] = 8
    mix: Annotated[int, typer.Option(min=1, help="Boards in a step of learning.")] = 8
    batch: Annotated[int, typer.Option(min=1, help="Positions of each board in a step; for a GPU, 256 and more.")] = 48
    device: Device = "auto"
    seed: Annotated[int, typer.Option(min=0, help="Other games, other first weights.")] = 0
    jobs: Jobs = 1
    cluster: Cluster = None


def run(options: RunOptions) -> None:
    """Play, learn and play again: a signal stops it after a game or a step, and the same command goes on."""
    if options.together and options.cluster is not None:
        raise TengenError("--together is for one machine, whose processes share its GPU; --cluster is for several")
    chosen = _chosen(options)
    is_over = deadline(options.hours)
    with announced(), finished() as asked, hired(options.jobs, options.cluster) as workers:
        workshop = chosen(options.out)
        for line in workshop.run(workers, lambda: bool(asked) or is_over()):
            say(harmless(line))
            sys.stdout.flush()
    say(f"Stopped {workshop.where}; the same command goes on.")


def _chosen(options: RunOptions) -> Callable[[Path], Workshop[Any]]:
    """Return what makes the workshop that is meant, in a folder."""
    from ...network.sizes import Sizes
    from ...train.learning import LearningOptions
    from ...train.loop import Loop, LoopOptions
    from ...train.selfplay import SelfPlayOptions
    from ...train.together import Together, TogetherOptions

    learning = LearningOptions(
        Sizes(width=options.width, blocks=options.blocks), steps=20 * options.steps,
        boards=options.mix, size=options.batch, rate=options.rate, seed=options.seed, device=_device(options.device),
    )  # fmt: skip
    common: dict[str, Any] = {
        "kinds": _kinds(options.stage, options.variant, options.board), "steps": options.steps, "seed": options.seed,
        "taught": tuple(options.taught or ()), "weights": options.weights, "learning": learning,
        "selfplay": SelfPlayOptions(full=options.simulations, games=options.tables),
    }  # fmt: skip
    in_cycles = _given(options, "first", "games", "gating")
    side_by_side = _given(options, "reuse")
    if options.together:
        if in_cycles:
            words = " and ".join(f"--{name}" for name in in_cycles)
            are = "is" if len(in_cycles) == 1 else "are"
            raise TengenError(f"{words} {are} for training in cycles, and --together has none")
        together = TogetherOptions(**common, **side_by_side)
        return lambda folder: Together(folder, together)
    if side_by_side:
        raise TengenError("--reuse is for --together; in a cycle --steps and --batch say how much is learned")
    if options.first is not None and options.weights is not None:
        raise TengenError("--first is for beginning without weights; with --weights their own games come first")
    loop = LoopOptions(**common, **in_cycles)
    return lambda folder: Loop(folder, loop)


def _given(options: RunOptions, *names: str) -> dict[str, Any]:
    """Return those of some options that were given."""
    return {name: value for name in names if (value := getattr(options, name)) is not None}


@dataclass(frozen=True)
class CompareOptions:
    """Which weights are compared with whom, by how many games, where."""

    weights: Annotated[Path | None, typer.Argument(metavar="WEIGHTS", help="A file of weights; the package's.")] = None
    against: Annotated[str, typer.Option(help="mcts:120 (simulations a move), random, or another file.")] = "mcts:120"
    games: Annotated[int, typer.Option(min=2, help="Games on each board.")] = 20
    simulations: Annotated[int, typer.Option(min=1, help="Simulations a move of the network's search.")] = 64
    seconds: Annotated[float | None, typer.Option(help="Seconds a move for both instead, with one thread.")] = None
    variant: OwnVariant = None
    board: OwnBoards = None
    komi: Komi = None
    only: Annotated[str | None, typer.Option(help="Only held-out games whose name has this in it.")] = None
    seed: Annotated[int, typer.Option(min=0, help="Other openings.")] = 0


def compare(options: CompareOptions) -> None:
    """Match weights with an opponent on boards and komis that training never sees, or on one's own."""
    from ...network.evaluator import Evaluator

    network = Evaluator.load(options.weights)
    chosen = _places(options)
    table = new_table("game", "won", "drawn", "lost", "rate", "95 %")
    with announced(), gauge(remaining=True) as show:
        for number, (place, standing) in enumerate(_comparisons(options, network, chosen), 1):
            low, high = standing.interval
            table.add_row(str(place), *map(str, standing), f"{standing.rate:.0%}", f"{low:.0%} to {high:.0%}")
            show(number / len(chosen), str(place))
    each = f"{options.seconds:g} s" if options.seconds else f"{options.simulations} simulations"
    say(f"The network with {each} a move against {harmless(options.against)}, {counted(options.games, 'game')} each")
    print_table(table)


def _places(options: CompareOptions) -> list[HeldOut]:
    """Return the games that are compared in."""
    from ...train.curriculum import HELD_OUT, HeldOut

    if options.variant is not None:
        return [HeldOut(kind, options.komi) for kind, _ in _kinds(None, options.variant, options.board)]
    return [each for each in HELD_OUT if options.only is None or options.only in str(each)]


def _comparisons(options: CompareOptions, network: Network, places: list[HeldOut]) -> Iterator[Comparison]:
    from ...train.arena import Guided, side
    from ...train.comparing import compare, compare_in_time

    if options.seconds is not None:
        return compare_in_time(network, options.against, options.seconds, options.games, places, options.seed)
    one = Guided(network, options.simulations, seed=options.seed)
    two = side(options.against, options.simulations, options.seed)
    return compare(one, two, options.games, places, options.seed)
