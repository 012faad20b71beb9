"""Asking a network: positions a second of one core, beside onnxruntime and PyTorch where they are installed."""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import numpy as np

import tengen
from tengen.network.evaluator import Evaluator, Group
from tengen.network.graph import graph_of
from tengen.network.inputs import Observation, Observer
from tengen.network.making import untrained

from .measuring import Row, compare, rate

_SECONDS = 1.0
_KINDS = (("chinese", "9x9"), ("tao", "5x5"), ("gengo", "13x13"))


def _positions(variant: str, board: str, count: int) -> Group:
    """Return positions a third of a game after the start."""
    states, observer = [], None
    for seed in range(count):
        chance, game = random.Random(seed), tengen.Game(variant, board=board)
        for _ in range(len(game.board) // 3):
            game.play(chance.choice([move for move in game.legal_moves() if isinstance(move, tengen.Place)]))
        states.append(game.state())
        observer = observer or Observer(game.board, game.rules)
    assert observer is not None
    legal = np.ones((count, 2 * len(observer.board) + 2), np.uint8)
    points, tables = np.stack([state.points for state in states]), np.stack([state.table for state in states])
    return graph_of(observer.board), observer.observe(points, tables, legal), legal


def _measured(ask: Callable[[], object], count: int) -> Callable[[], float]:
    """Return a measurement of positions a second."""

    def measure() -> float:
        asked, began = 0, time.perf_counter()
        while (spent := time.perf_counter() - began) < _SECONDS:
            ask()
            asked += count
        return asked / spent

    return measure


def _onnx(group: Group) -> Callable[[], object]:
    """Return how onnxruntime is asked the same, on one thread."""
    import onnxruntime

    from tengen.train.export import onnx_inputs, write_onnx
    from tengen.train.model import Model

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "network.onnx"
        write_onnx(Model.of(untrained()), path)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
    taken = {each.name for each in session.get_inputs()}
    given = {name: value for name, value in onnx_inputs(group[0], group[1]).items() if name in taken}
    return lambda: session.run(None, given)


def _torch(group: Group) -> Callable[[], object]:
    """Return how PyTorch is asked the same, on one thread."""
    import torch

    from tengen.train.model import Model, Seen, board_tensors

    torch.set_num_threads(1)
    model, board, seen = Model.of(untrained()), board_tensors(group[0]), Seen.of(group[1])

    def ask() -> object:
        with torch.no_grad():
            return model(board, seen)

    return ask


def _many(group: Group, times: int) -> Group:
    """Return a group with each of its positions a number of times."""
    graph, seen, legal = group
    more = partial(np.repeat, repeats=times, axis=0)
    return graph, Observation(more(seen.points), more(seen.globals), more(seen.groups)), more(legal)


def _on_gpu(evaluator: Evaluator, pairs: int) -> Iterator[Row]:
    """Measure the package's network on a GPU, from arrays of the host to arrays of the host, beside one core."""
    from tengen.train.on_device import DeviceNetwork

    device = DeviceNetwork(evaluator.weights, "cuda")
    for variant, board in _KINDS:
        few = _positions(variant, board, 32)
        one_core = _measured(partial(evaluator.evaluate, [few]), 32)
        for times in (8, 32, 128):
            many = _many(few, times)
            on_gpu = _measured(partial(device.evaluate, [many]), 32 * times)
            name = f"network on a GPU, {variant} {board}, {32 * times:,} at a time; one core, 32 at a time"
            yield compare(name, on_gpu, one_core, pairs, "", "positions/s")


def _has_gpu() -> bool:
    if not find_spec("torch"):
        return False
    import torch

    return bool(torch.cuda.is_available())


def evaluating(pairs: int) -> Iterator[Row]:
    """Measure one core: one position at a time, 8 and 32; and where PyTorch has a GPU, that beside one core."""
    evaluator = Evaluator(untrained())
    others = {"onnxruntime": _onnx} if find_spec("onnxruntime") and find_spec("torch") else {}
    others |= {"PyTorch": _torch} if find_spec("torch") else {}
    for variant, board in _KINDS:
        for count in (1, 8, 32):
            group = _positions(variant, board, count)
            ours = _measured(lambda group=group: evaluator.evaluate([group]), count)  # type: ignore[misc]
            name = f"network, {variant} {board}, {count} at a time"
            if not others:
                yield rate(name, ours, "positions/s")
            for other, asking in others.items():
                yield compare(
                    f"{name}, against {other}", ours, _measured(asking(group), count), pairs, "", "positions/s"
                )
    if _has_gpu():
        yield from _on_gpu(Evaluator.load(), pairs)
