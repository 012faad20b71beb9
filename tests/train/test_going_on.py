"""Training in a folder that was begun: with the weights that it began with, and with all games that it keeps."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tengen.network.making import untrained
from tengen.network.sizes import Sizes
from tengen.network.weights import save
from tengen.records import TengenError
from tengen.train.curriculum import own_kinds
from tengen.train.episode_folder import EpisodeFolder, read_folder
from tengen.train.teacher import Plan, play_episode
from tengen.workers import HERE, Workers

torch = pytest.importorskip("torch")
from reading_backwards import Backwards  # noqa: E402

from tengen.train.checkpoints import checkpoints, read_checkpoint  # noqa: E402
from tengen.train.distillation import Course, Distillation  # noqa: E402
from tengen.train.learning import LearningOptions  # noqa: E402
from tengen.train.loop import Loop, LoopOptions  # noqa: E402

SIZES = Sizes(width=8, blocks=1, heads=4, rules=4)
KINDS = own_kinds("chinese", ["3x3"])
OPTIONS = LoopOptions(
    KINDS, first=9, games=0, steps=4, gating=2, learning=LearningOptions(SIZES, boards=1, size=4)
)  # fmt: skip


def went_on(folder: Path, weights: Path | None) -> str | None:
    """Begin or go on, and stop at once; return with which weights it says that it began."""
    loop = Loop(folder, replace(OPTIONS, weights=weights))
    assert not [*loop.run(is_over=lambda: True)]
    name: str | None = loop.story["began_with"]
    return name


def test_a_folder_goes_on_with_the_weights_that_it_began_with(tmp_path: Path) -> None:
    out, some, other = (tmp_path / name for name in ("out", "some.npz", "other.npz"))
    for seed, paths in ((1, (some, tmp_path / "moved.npz")), (2, (other,))):
        for path in paths:
            save(untrained(SIZES, seed), path)
    assert went_on(out, some) == "some.npz"  # stopped before its first game
    for same in (None, some, tmp_path / "moved.npz", out / "weights.npz", tmp_path / "gone.npz"):
        assert went_on(out, same) == "some.npz"
    with pytest.raises(
        TengenError, match=r"other\.npz: training in .*out began with some\.npz, which are others; go on"
    ):
        went_on(out, other)
    assert went_on(out, None) == "some.npz"
    kept = checkpoints(out / "checkpoints")[-1]
    state = read_checkpoint(kept)
    torch.save({**state, "began_with": None}, kept)
    with pytest.raises(TengenError, match=r"some\.npz: training in .*out began without --weights; go on without"):
        went_on(out, some)
    del state["began_with"]  # as an older Tengen wrote it
    torch.save(state, kept)
    assert went_on(out, None) == "unknown"
    assert went_on(out, other) == "other.npz"


def test_so_does_a_course(tmp_path: Path) -> None:
    taught, some, other = (tmp_path / name for name in ("taught", "some.npz", "other.npz"))
    _teach(taught, 1, 3)
    save(untrained(SIZES, 1), some)
    save(untrained(SIZES, 2), other)

    def course(weights: Path | None) -> Distillation:
        return Distillation(Course((taught,), tmp_path / "out", OPTIONS.learning, weights=weights))

    course(some).save()
    assert course(None).story["began_with"] == course(some).story["began_with"] == "some.npz"
    with pytest.raises(TengenError, match=r"other\.npz: training in .*out began with some\.npz, which are others"):
        course(other)


def test_weights_that_are_not_there_and_those_of_another_size_begin_nothing(tmp_path: Path) -> None:
    with pytest.raises(TengenError, match="there is no file of weights"):
        went_on(tmp_path / "out", tmp_path / "gone.npz")
    save(untrained(Sizes(width=16, blocks=1, heads=4, rules=4), 1), tmp_path / "wide.npz")
    with pytest.raises(TengenError, match="width=16"):
        went_on(tmp_path / "out", tmp_path / "wide.npz")
    assert not (tmp_path / "out" / "weights.npz").exists()


def test_kept_games_are_read_by_all_processes_and_learned_from_in_their_order(tmp_path: Path) -> None:
    taught, some = tmp_path / "taught", tmp_path / "some.npz"
    save(untrained(SIZES, 1), some)
    _teach(taught, 1, 6)

    def cycle(folder: Path, workers: Workers, weights: Path | None = some) -> str:
        loop = Loop(folder, replace(OPTIONS, weights=weights, taught=(taught,)))
        until = 1 if weights else 2
        assert [*loop.run(workers, lambda: loop.cycle == until)]
        fingerprint: str = loop.weights().fingerprint
        return fingerprint

    workers = Backwards()
    assert cycle(tmp_path / "here", HERE) == cycle(tmp_path / "backwards", workers)
    assert workers.read == 6
    _teach(taught, 7, 9)
    assert cycle(tmp_path / "here", HERE, None) == cycle(tmp_path / "backwards", workers, None)
    assert workers.read == 6 + 6 + 3, "those of before are read again, and then the new ones"
    assert not [*read_folder(tmp_path / "here" / "games")], "as many are played as where weights are given: none"


def _teach(folder: Path, first: int, last: int) -> None:
    with EpisodeFolder(folder) as kept:
        for number in range(first, last + 1):
            kept.add(play_episode(Plan(number, KINDS, 1)))
