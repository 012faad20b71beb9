"""Games and learning side by side: one network on a device for all, which answers as the player's own does."""

from __future__ import annotations

from collections import Counter
from itertools import count
from pathlib import Path

import numpy as np
import pytest
from network_seen import group_of, middle, stirred

from tengen.network.evaluator import Evaluator, Group
from tengen.network.making import untrained
from tengen.network.sizes import Sizes
from tengen.network.weights import load
from tengen.train.curriculum import own_kinds
from tengen.train.episode_folder import read_folder
from tengen.train.selfplay import SelfPlayOptions
from tengen.workers import HERE, hire

torch = pytest.importorskip("torch")
from tengen.train import serving  # noqa: E402
from tengen.train.learning import Learner, LearningOptions  # noqa: E402
from tengen.train.loop import LoopOptions  # noqa: E402
from tengen.train.on_device import DeviceNetwork  # noqa: E402
from tengen.train.serving import ServedNetwork, Server  # noqa: E402
from tengen.train.together import Together  # noqa: E402

SIZES = Sizes(width=8, blocks=2, heads=4, rules=8)
KINDS = (*own_kinds("chinese", ["3x3"]), *own_kinds("tile", ["graph:cube"]))
NO_GPU = pytest.mark.skipif(not torch.cuda.is_available(), reason="PyTorch finds no GPU here")
OPTIONS = LoopOptions(
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


def test_games_and_learning_go_on_where_they_stopped(tmp_path: Path) -> None:
    steps = []
    for _ in range(2):
        loop = Together(tmp_path, OPTIONS)
        steps.append(loop.learner.step)
        wanted = steps[-1] + 10
        told = [*loop.run(HERE, lambda loop=loop, wanted=wanted: loop.learner.step >= wanted)]  # type: ignore[misc]
        assert "games, " in told[0]
        seen = loop.learner.step * 8 / OPTIONS.reuse
        assert seen <= loop.seen
    assert steps[1] >= 10
    episodes = [*read_folder(tmp_path / "games")]
    assert max(Counter(episode.number for episode in episodes).values()) == 1
    assert {episode.level.partition(" ")[0] for episode in episodes} == {"step"}
    assert len({episode.level for episode in episodes}) > 1
    assert load(tmp_path / "weights.npz").story["steps"] == loop.learner.step
    searched = sum(pace == "full" for episode in episodes for pace in episode.paces)
    assert len(loop.window) + len(loop.tests) == searched == loop.seen


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
