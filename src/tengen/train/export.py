"""The network for other programs: an ONNX file that takes positions of any board.

Tengen itself plays from a file of weights (`network.weights`), as fast on one core and without onnxruntime.
"""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any, Final

import torch
from torch import Tensor, nn

from ..boards import parse
from ..network.graph import RELATIONS, BoardGraph, graph_of
from ..network.inputs import GLOBAL_INPUTS, POINT_INPUTS, Observation
from .model import Answer, BoardTensors, Model, Seen, board_tensors

INPUTS: Final = ("points", "globals", "groups", *RELATIONS, "row", "column")
"""What the file takes: an `Observation`, and the relations of the board as matrices (n, n), 0 where it lacks one."""


class _Anywhere(nn.Module):
    """The network with the board among its inputs."""

    def __init__(self, model: Model) -> None:
        super().__init__()
        self.model = model

    def forward(self, points: Tensor, numbers: Tensor, groups: Tensor, *relations: Tensor) -> tuple[Tensor, ...]:
        *found, row, column = relations
        board = BoardTensors(points.shape[1], tuple(found), row, column)
        answer: Answer = self.model(board, Seen(points, numbers, groups))
        return tuple(answer)


def onnx_inputs(graph: BoardGraph, observation: Observation) -> dict[str, Any]:
    """Return what an exported network takes, as arrays by `INPUTS`; B positions of n points."""
    board = board_tensors(graph)
    missing = torch.zeros(graph.size, graph.size)
    matrices = [missing if matrix is None else matrix for matrix in (*board.relations, board.row, board.column)]
    return dict(zip(INPUTS, (tensor.numpy() for tensor in (*Seen.of(observation), *matrices)), strict=True))


def write_onnx(model: Model, path: Path) -> None:
    """Write a network as an ONNX file, whose outputs are the fields of `model.Answer`; needs the extra `net`."""
    n = len(parse("5x5"))
    board = board_tensors(graph_of(parse("5x5")))
    matrices = [
        torch.zeros(n, n) if matrix is None else matrix for matrix in (*board.relations, board.row, board.column)
    ]
    points, numbers = torch.zeros(2, n, len(POINT_INPUTS)), torch.zeros(2, len(GLOBAL_INPUTS))
    groups = torch.arange(n).repeat(2, 1)
    axes = {name: {0: "points", 1: "points"} for name in INPUTS}
    axes |= {"points": {0: "positions", 1: "points"}, "globals": {0: "positions"}}
    axes |= {"groups": {0: "positions", 1: "points"}}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # PyTorch's older exporter is to go; the newer one needs further packages
        torch.onnx.export(
            _Anywhere(model).eval(), (points, numbers, groups, *matrices), str(path), dynamo=False,
            input_names=list(INPUTS), output_names=list(Answer._fields), dynamic_axes=axes, opset_version=17,
        )  # fmt: skip
