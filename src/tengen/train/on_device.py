"""A network that is asked on a device, for many games side by side whose positions come by the thousand.

On a GPU a question is some two hundred small kernels, and starting one takes longer than running it. So they are
captured once for each board and number of positions, and started together (CUDA graphs).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from ..network.evaluator import Group, Opinion
from ..network.graph import BoardGraph
from ..network.inputs import GLOBAL_INPUTS, POINT_INPUTS
from ..network.sizes import margins
from ..network.weights import Weights
from .model import Answer, BoardTensors, Model, Seen, board_tensors, masked

_MOST: Final = 1 << 17
"""The number of points, about, that are worked on at a time, so that all of it has room on the device."""
_FEWEST: Final = 32
"""The number of positions that the smallest slot has room for; larger ones have room for powers of two."""
_CLIPPED: Final = 12.0
"""The most that the logarithm of the moves left may say."""
_NUMBERS: Final = 5
"""The numbers of an opinion beside the policy and the owners."""


class Question(NamedTuple):
    """Positions on one board as they travel to a device: `Observation` in few bytes, and what may be done in them."""

    points: Tensor  # (B, n, POINT_INPUTS) float16
    globals: Tensor  # (B, GLOBAL_INPUTS) float32
    groups: Tensor  # (B, n) int16
    legal: Tensor  # (B, 2n + 2) uint8

    @classmethod
    def room(cls, count: int, n: int, device: str) -> Question:
        """Return room on a device for a number of positions, in all of which nothing is legal."""
        return cls(
            torch.zeros(count, n, len(POINT_INPUTS), dtype=torch.float16, device=device),
            torch.zeros(count, len(GLOBAL_INPUTS), device=device),
            torch.zeros(count, n, dtype=torch.int16, device=device),
            torch.zeros(count, 2 * n + 2, dtype=torch.uint8, device=device),
        )

    @classmethod
    def of(cls, group: Group) -> Question:
        """Return a group's positions, on the host."""
        _, seen, legal = group
        points, numbers, groups, allowed = (torch.from_numpy(np.ascontiguousarray(array)) for array in (*seen, legal))
        return cls(points.half(), numbers, groups.short(), allowed)

    def take(self, rows: slice) -> Question:
        """Return some of them."""
        return Question(*(tensor[rows] for tensor in self))


def row_length(points: int) -> int:
    """Return how many numbers an opinion on a position has in one row: policy, owners, and five more."""
    return 3 * points + 2 + _NUMBERS


def opinion_of(rows: NDArray[np.float32], points: int) -> Opinion:
    """Return the opinion that is written in rows (B, `row_length`)."""
    policy, ownership, numbers = np.split(rows, [2 * points + 2, 3 * points + 2], axis=1)
    value, margin, left, no_result, margin_rms = np.ascontiguousarray(numbers.T)
    return Opinion(policy, value, margin, ownership, left, no_result, margin_rms)


class DeviceNetwork:
    """A network on one of PyTorch's devices; it answers as `network.evaluator.Evaluator` does, up to rounding.

    ``device`` is "cpu" or a CUDA device. Not for two threads at a time.
    """

    def __init__(self, weights: Weights, device: str) -> None:
        self.device: Final = device
        self.model: Model = Model.of(weights).to(device).requires_grad_(False)
        self._stream = torch.cuda.Stream(device, priority=-1) if device != "cpu" else None
        self._pool = None if self._stream is None else torch.cuda.graph_pool_handle()
        self._slots: dict[tuple[BoardGraph, int], _Slot] = {}

    def take(self, model: Model) -> None:
        """Answer by the weights of another model of the same sizes from now on."""
        if self._stream is not None:
            self._stream.wait_stream(torch.cuda.current_stream(self.device))
        with torch.cuda.stream(self._stream), torch.no_grad():
            for mine, new in zip(self.model.parameters(), model.parameters()):
                mine.copy_(new)

    def evaluate(self, groups: Sequence[Group]) -> list[Opinion]:
        """Return the opinion on each group; a group may be empty, and none depends on the others."""
        found = [torch.empty(len(legal), row_length(graph.size)) for graph, _, legal in groups]
        for group, rows in zip(groups, found):
            self.ask(group[0], Question.of(group), rows)
        self.wait()
        return [opinion_of(rows.numpy(), group[0].size) for group, rows in zip(groups, found)]

    def ask(self, graph: BoardGraph, question: Question, answer: Tensor) -> None:
        """Have opinions written into rows (B, `row_length`) on the host; they stand there after `wait`."""
        most = max(_FEWEST, 1 << (_MOST // graph.size).bit_length() - 1)
        with torch.cuda.stream(self._stream), torch.no_grad():
            for at in range(0, len(answer), most):
                part, rows = question.take(slice(at, at + most)), answer[at : at + most]
                if self._stream is None:
                    rows.copy_(self._said(graph, part))
                else:
                    self._slot(graph, len(rows)).ask(part, rows)

    def wait(self) -> None:
        """Wait until all that was asked is answered."""
        if self._stream is not None:
            self._stream.synchronize()

    def mark(self) -> torch.cuda.Event | None:
        """Return an event that can be waited for: what was asked until now is answered then. None: it is already."""
        return None if self._stream is None else self._stream.record_event()

    def _slot(self, graph: BoardGraph, count: int) -> _Slot:
        room = max(_FEWEST, 1 << (count - 1).bit_length())
        if (graph, room) not in self._slots:
            question = Question.room(room, graph.size, self.device)
            self._slots[graph, room] = _Slot(
                question, lambda: self._said(graph, question), self._pool, self._known(graph)
            )
        return self._slots[graph, room]

    def _known(self, graph: BoardGraph) -> tuple[BoardTensors, tuple[Tensor, Tensor]]:
        """Return a board's relations and the margins of the bins there, on the device."""
        return board_tensors(graph, self.device), _bins(graph.size, self.device)

    def _said(self, graph: BoardGraph, question: Question) -> Tensor:
        """Return opinions on positions as rows, on the device."""
        points, numbers, groups, legal = question
        seen = Seen(points.float(), numbers, groups.long())
        board, (bins, squares) = self._known(graph)
        answer: Answer = self.model(board, seen)
        policy = masked(answer.policy, legal).softmax(dim=1) * (legal == 1)
        win, no_result, loss = answer.result.softmax(dim=1).unbind(dim=1)
        spread = answer.margin.softmax(dim=1)
        left = answer.left.clamp(0, _CLIPPED).expm1()
        others = torch.stack((win - loss, spread @ bins, left, no_result, (spread @ squares).sqrt()), dim=1)
        return torch.cat([policy, answer.ownership, others], dim=1)


class _Slot:
    """Room for a number of positions on a board, and the captured kernels that answer for them.

    These use the memory of all that ``say`` uses, so it is kept with them.
    """

    def __init__(self, question: Question, say: Callable[[], Tensor], pool: Any, kept: Any) -> None:
        self._question, self._kept = question, kept
        say()  # what is allocated once, and which kernels are fastest, is settled now
        self._graph = torch.cuda.CUDAGraph()
        self._graph.capture_begin(pool, capture_error_mode="thread_local")
        self._answer = say()
        self._graph.capture_end()

    def ask(self, question: Question, answer: Tensor) -> None:
        for mine, given in zip(self._question, question):
            mine[: len(given)].copy_(given, non_blocking=True)
        self._graph.replay()
        answer.copy_(self._answer[: len(answer)], non_blocking=True)


@lru_cache(maxsize=256)
def _bins(points: int, device: str) -> tuple[Tensor, Tensor]:
    """Return the margins of the bins on a device, and their squares."""
    bins = torch.tensor(margins(points), dtype=torch.float32, device=device)
    return bins, bins.square()
