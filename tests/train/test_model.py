"""The network in PyTorch: what the player computes without it, and what an exported file says."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from network_seen import drawn, group_of, middle, stirred

from tengen.game import Game
from tengen.network.evaluator import Group
from tengen.network.forward import Forward
from tengen.network.graph import BoardGraph
from tengen.network.inputs import Observation
from tengen.network.sizes import Sizes
from tengen.network.weights import load, save

torch = pytest.importorskip("torch")
from tengen.train.export import onnx_inputs, write_onnx  # noqa: E402
from tengen.train.model import Answer, Model, Seen, board_tensors, masked  # noqa: E402

pytestmark = pytest.mark.slow
STORED = Path(__file__).parents[1] / "network" / "stored"
SIZES = Sizes(width=8, blocks=2, heads=4, rules=8)


def answer_of(model: Model, graph: BoardGraph, observation: Observation) -> dict[str, Any]:
    with torch.no_grad():
        answer: Answer = model(board_tensors(graph), Seen.of(observation))
    return {name: value.numpy() for name, value in answer._asdict().items()}


def assert_same(model: Model, forward: Forward, group: Group) -> None:
    graph, seen, _ = group
    answer = answer_of(model, graph, seen)
    [raw] = forward([(graph, seen)])
    for name, said in raw._replace(ownership=np.tanh(raw.ownership))._asdict().items():
        assert said == pytest.approx(answer[name], abs=1e-4), name


KINDS = [
    ("chinese", "9x9"), ("tile", "5x5 torus"), ("tao", "7x7"), ("gengo", "9x9"), ("cushion", "graph:dodecahedron"),
    ("japanese", "honeycomb 3x3"), ("chinese", "7x7 klein"),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "board"), KINDS)
def test_the_player_computes_what_pytorch_does(kind: str, board: str) -> None:
    weights = stirred(Sizes(width=64, blocks=6))
    model, forward = Model.of(weights), Forward(weights)
    assert_same(model, forward, group_of([middle(kind, board, seed) for seed in range(5)]))


def test_the_player_computes_what_pytorch_does_on_any_board() -> None:
    weights = stirred(SIZES)
    model, forward = Model.of(weights), Forward(weights)
    for seed in range(60):
        assert_same(model, forward, group_of([drawn(seed)]))


def test_weights_go_to_pytorch_and_back(tmp_path: Path) -> None:
    weights = stirred(SIZES)
    save(Model.of(weights).weights({"command": "a test"}), tmp_path / "weights.npz")
    found = load(tmp_path / "weights.npz")
    assert found.story == {"command": "a test"}
    assert all(np.array_equal(found.arrays[name], array) for name, array in weights.arrays.items())


def test_every_parameter_learns() -> None:
    """On boards that have all relations between them, each is moved by a loss."""
    model = Model.of(stirred(SIZES))
    for game in (middle("chinese", "5x5"), Game("gengo", board="5x5 footprint noo/nxn/..n"), middle("gengo", "7x7")):
        graph, seen, legal = group_of([game])
        answer: Answer = model(board_tensors(graph), Seen.of(seen))
        loss = torch.logsumexp(masked(answer.policy, torch.from_numpy(legal)), 1).sum()
        (loss + sum(part.square().sum() for part in answer[1:])).backward()
    for name, parameter in model.named_parameters():
        assert parameter.grad.abs().sum() > 0, name


def test_an_exported_file_says_the_same_on_other_boards(tmp_path: Path) -> None:
    pytest.importorskip("onnx")
    runtime = pytest.importorskip("onnxruntime")
    model = Model.of(stirred(SIZES))
    write_onnx(model, tmp_path / "network.onnx")
    session = runtime.InferenceSession(tmp_path / "network.onnx", providers=["CPUExecutionProvider"])
    taken = {each.name for each in session.get_inputs()}
    for kind, board in KINDS:
        graph, seen, _ = group_of([middle(kind, board, seed) for seed in range(3)])
        said = session.run(None, {name: value for name, value in onnx_inputs(graph, seen).items() if name in taken})
        answer = answer_of(model, graph, seen)
        for name, value in zip(Answer._fields, said, strict=True):
            assert value == pytest.approx(answer[name], abs=1e-4), (kind, board, name)


def test_stored_answers_are_those_of_this_network() -> None:
    """Run with TENGEN_SNAPSHOTS=1 it writes them anew, which changed inputs make necessary."""
    weights = stirred(SIZES)
    found: dict[str, Any] = {}
    for kind, board in [("chinese", "5x5"), ("tile", "graph:petersen"), ("gengo", "5x5"), ("tao", "4x5 torus")]:
        graph, seen, _ = group_of([middle(kind, board, seed, turns=4 + seed) for seed in range(2)])
        said = seen._asdict() | answer_of(Model.of(weights), graph, seen)
        found |= {f"{graph.board.text}|{name}": value for name, value in said.items()}
    if os.environ.get("TENGEN_SNAPSHOTS"):
        STORED.mkdir(exist_ok=True)
        save(weights, STORED / "weights.npz")
        np.savez_compressed(STORED / "answers.npz", **found)
    with np.load(STORED / "answers.npz") as stored:
        assert set(stored.files) == set(found)
        assert all(stored[name] == pytest.approx(value, abs=1e-4) for name, value in found.items())
