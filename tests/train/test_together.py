"""Games and learning side by side: one network on a device for all, which answers as the player's own does."""

from __future__ import annotations

import socket
import sys
from collections import Counter
from dataclasses import replace
from itertools import count
from pathlib import Path

import numpy as np
import pytest
from network_seen import group_of, middle, stirred

from tengen.network.evaluator import Evaluator, Group
from tengen.network.making import untrained
from tengen.network.sizes import Sizes
from tengen.network.weights import load, save
from tengen.records import TengenError
from tengen.train.curriculum import own_kinds
from tengen.train.episode_folder import EpisodeFolder, read_folder
from tengen.train.selfplay import SelfPlayOptions
from tengen.train.teacher import Plan, play_episode
from tengen.train.window import Replay
from tengen.workers import HERE, hire

torch = pytest.importorskip("torch")
from reading_backwards import Backwards  # noqa: E402

from tengen.train import serving  # noqa: E402
from tengen.train.learning import Learner, LearningOptions  # noqa: E402
from tengen.train.loop import Loop, LoopOptions  # noqa: E402
from tengen.train.on_device import DeviceNetwork  # noqa: E402
from tengen.train.serving import ServedNetwork, Server  # noqa: E402
from tengen.train.together import Together, TogetherOptions  # noqa: E402

SIZES = Sizes(width=8, blocks=2, heads=4, rules=8)
KINDS = (*own_kinds("chinese", ["3x3"]), *own_kinds("tile", ["graph:cube"]))
NO_GPU = pytest.mark.skipif(not torch.cuda.is_available(), reason="PyTorch finds no GPU here")
OPTIONS = TogetherOptions(
    KINDS, steps=5, learning=LearningOptions(SIZES, steps=100, boards=2, size=4),
    selfplay=SelfPlayOptions(full=4, quick=2, games=2),
)  # fmt: skip


@pytest.fixture(scope="module")
def groups() -> list[Group]:
    """Positions on boards of several kinds, and none at all on one of them."""
    kinds = (("chinese", "7x7", 40), ("tao", "5x5", 3), ("gengo", "9x9", 2), ("cushion", "graph:dodecahedron", 33))
    found = [group_of([middle(game, board, seed) for seed in range(size)]) for game, board, size in kinds]
    graph, seen, legal = found[1]
    return [*found, (graph, seen._replace(**{name: array[:0] for name, array in seen._asdict().items()}), legal[:0])]


@pytest.mark.parametrize("device", ["cpu", pytest.param("cuda", marks=NO_GPU)])
def test_a_device_answers_as_the_player_does(device: str, groups: list[Group]) -> None:
    weights = stirred(SIZES)
    network, evaluator = DeviceNetwork(untrained(SIZES, 9), device), Evaluator(weights)
    network.evaluate(groups)
    network.take(DeviceNetwork(weights, device).model)
    for _ in range(2):  # on a GPU the first time notes down what the second does
        for said, expected in zip(network.evaluate(groups), evaluator.evaluate(groups), strict=True):
            for name, array in expected._asdict().items():
                assert getattr(said, name) == pytest.approx(array, rel=0.02, abs=0.01), name


def test_what_others_ask_is_answered_part_by_part(groups: list[Group], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "_ROOM", 50_000)
    network = DeviceNetwork(stirred(SIZES), "cpu")
    server = Server(network)
    with server.answering():
        asking = ServedNetwork(server.address)
        assert len([*serving._rounds(groups)]) > 2
        for asked in (groups, groups[::-1]):
            for said, expected in zip(asking.evaluate(asked), network.evaluate(asked), strict=True):
                for name, array in expected._asdict().items():
                    assert getattr(said, name) == pytest.approx(array, abs=1e-4), name


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has pipes there")
def test_who_is_gone_before_it_asks_keeps_nobody_from_asking(groups: list[Group]) -> None:
    server = Server(DeviceNetwork(stirred(SIZES), "cpu"))
    with server.answering():
        for _ in range(3):
            with socket.socket(socket.AF_UNIX) as gone:
                gone.connect(server.address)
        assert len(ServedNetwork(server.address).evaluate(groups)) == len(groups)


def test_too_little_memory_to_share_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(serving, "_SHARED", tmp_path)
    monkeypatch.setattr(serving, "_ROOM", 1 << 60)
    with (
        pytest.raises(TengenError, match="MiB free, and each process that plays shares"),
        Server(DeviceNetwork(stirred(SIZES), "cpu")).answering(),
    ):
        pass


@pytest.mark.parametrize("reuse", [0.0, -1.0, float("nan"), float("inf")])
def test_positions_are_learned_from_a_number_of_times(reuse: float) -> None:
    with pytest.raises(TengenError, match="--reuse must be more than 0"):
        replace(OPTIONS, reuse=reuse)


def test_weights_in_the_folder_play_and_learn_on(tmp_path: Path) -> None:
    save(untrained(SIZES, 7), tmp_path / "weights.npz")
    loop = Together(tmp_path, OPTIONS)
    assert not [*loop.run(is_over=lambda: True)]
    assert torch.equal(loop.learner.model.policy_out, loop.server.network.model.policy_out)
    other = replace(OPTIONS, learning=LearningOptions(Sizes(width=16, blocks=1, heads=4, rules=4)))
    with pytest.raises(TengenError, match="width=8"):
        next(Together(tmp_path, other).run())


def test_games_and_learning_go_on_where_they_stopped(tmp_path: Path) -> None:
    steps: list[int] = []
    for _ in range(2):
        loop = Together(tmp_path, OPTIONS)
        wanted = sum(steps) + 10
        told = [*loop.run(HERE, lambda loop=loop, wanted=wanted: loop.learner.step >= wanted)]  # type: ignore[misc]
        assert "games, " in told[0]
        assert loop.learner.drawn <= OPTIONS.reuse * loop.replay.window.added + 8
        steps.append(loop.learner.step - sum(steps))
    assert min(steps) >= 10
    episodes = [*read_folder(tmp_path / "games")]
    assert max(Counter(episode.number for episode in episodes).values()) == 1
    assert {episode.level.partition(" ")[0] for episode in episodes} == {"step"}
    assert len({episode.level for episode in episodes}) > 1
    assert load(tmp_path / "weights.npz").story["steps"] == loop.learner.step
    searched = sum(pace == "full" for episode in episodes for pace in episode.paces)
    assert len(loop.replay.window) + len(loop.replay.tests) == searched


def test_games_put_aside_stay_aside_in_whatever_order_they_are_read(tmp_path: Path) -> None:
    with EpisodeFolder(tmp_path / "games") as folder:
        for number in range(1, 61):
            folder.add(play_episode(Plan(number, own_kinds("chinese", ["3x3"]), 1)))
    replay = Replay([tmp_path / "games"], Together.PACES)
    replay.read()
    loop = Together(tmp_path, OPTIONS)
    asked = count()
    assert not [*loop.run(Backwards(), lambda: next(asked) >= 59)]
    assert (len(loop.replay.tests), len(loop.replay.window)) == (len(replay.tests), len(replay.window))
    assert len(replay.tests) > 0
    (_, drawn), (_, same) = (each.window.draw(np.random.default_rng(1), 1, 8)[0] for each in (replay, loop.replay))
    assert all(np.array_equal(one, two) for one, two in zip(drawn, same))


def test_what_was_begun_goes_on_in_the_same_way(tmp_path: Path) -> None:
    loop = Together(tmp_path, OPTIONS)
    assert [*loop.run(HERE, lambda: loop.learner.step >= 5)]
    with pytest.raises(TengenError, match="was trained with --together: go on with that"):
        next(Loop(tmp_path, LoopOptions(KINDS, learning=OPTIONS.learning)).run())
    other = replace(OPTIONS, learning=replace(OPTIONS.learning, rate=0.5))
    with pytest.raises(TengenError, match=r"began with --rate 0.002: go on with that, or begin in another folder"):
        next(Together(tmp_path, other).run())


def test_a_folder_of_cycles_is_left_alone(tmp_path: Path) -> None:
    options = LoopOptions(KINDS, first=4, games=0, gating=2, steps=1, learning=OPTIONS.learning)
    loop = Loop(tmp_path, options)
    assert [*loop.run(is_over=lambda: loop.cycle == 1)]
    before = (tmp_path / "weights.npz").read_bytes()
    with pytest.raises(TengenError, match="was trained in cycles: go on without --together"):
        next(Together(tmp_path, OPTIONS).run())
    assert (tmp_path / "weights.npz").read_bytes() == before


def test_trouble_in_learning_ends_the_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("no more memory")

    monkeypatch.setattr(Learner, "learn", broken)
    patience = count()
    with pytest.raises(RuntimeError, match="no more memory"):
        for _ in Together(tmp_path, OPTIONS).run(HERE, lambda: next(patience) > 200):
            pass
    assert [*read_folder(tmp_path / "games")]


@pytest.mark.slow
def test_processes_play_with_one_network(tmp_path: Path) -> None:
    loop = Together(tmp_path, OPTIONS)
    with hire(2) as workers:
        told = [*loop.run(workers, lambda: loop.learner.step >= 30)]
    assert any(line.startswith("step") for line in told) or len(told) > 1
    before = np.concatenate([array.ravel() for array in untrained(SIZES, 0).arrays.values()])
    after = np.concatenate([array.ravel() for array in load(tmp_path / "weights.npz").arrays.values()])
    assert before.shape == after.shape
    assert (before != after).any()
