"""The network in PyTorch: a residual graph network, the same numbers for every board and all rules.

Every part of it is kept by all symmetries of a board (sums over relations that they keep; the larger of two opposite
sums; means and largest numbers), so that symmetric positions get the same answers and nothing has to be learnt eight
times. `network.forward` computes the same without PyTorch.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from ..network.graph import BoardGraph
from ..network.inputs import Observation
from ..network.making import untrained
from ..network.sizes import EPSILON, FIRST_RELATION, GROUP, LINES, POINT, RESULTS, Sizes
from ..network.weights import Weights, shapes_of

BLOCK = ("film", "pool", "film_bias", "mix", "mix_bias", "out")
"""The parameters of a block."""


class BoardTensors(NamedTuple):
    """A board's relations as matrices (n, n); None where the board lacks one."""

    size: int
    relations: tuple[Tensor | None, ...]
    row: Tensor | None
    column: Tensor | None


class Seen(NamedTuple):
    """An `Observation` as tensors."""

    points: Tensor
    globals: Tensor
    groups: Tensor

    @classmethod
    def of(cls, observation: Observation, device: str | torch.device = "cpu") -> Seen:
        """Return an observation on a device."""
        points, numbers, groups = (torch.from_numpy(np.ascontiguousarray(one)).to(device) for one in observation)
        return cls(points, numbers, groups.long())


class Answer(NamedTuple):
    """What the network says of B positions on n points, as the side to move sees them.

    ``policy`` are logits of all actions, legal or not; see `network.inputs.Observer.observe` for their order.
    """

    policy: Tensor  # (B, 2n + 2)
    result: Tensor  # (B, 3) logits of RESULTS
    margin: Tensor  # (B, BINS) logits of the bins of `network.sizes.margins`
    ownership: Tensor  # (B, n) from -1 to 1
    left: Tensor  # (B,) the logarithm of one more than the moves left


@lru_cache(maxsize=256)
def board_tensors(graph: BoardGraph, device: str = "cpu") -> BoardTensors:
    """Return a board's relations on a device."""

    def tensor(array: Any) -> Tensor:
        return torch.from_numpy(array).to(device)

    relations = tuple(None if links is None else tensor(links.matrix()) for links in graph.relations)
    if graph.lines is None:
        return BoardTensors(graph.size, relations, None, None)
    n = graph.size
    row, column = np.zeros((2, n, n + 1), np.float32)
    for p, (left, right, above, below) in enumerate(graph.lines):
        row[p, left] += 1
        row[p, right] += 1
        column[p, above] += 1
        column[p, below] += 1
    return BoardTensors(n, relations, tensor(row[:, :n].copy()), tensor(column[:, :n].copy()))


class Block(nn.Module):
    """One residual block: normalise, modulate by rules and pool, mix what belongs together, add."""

    film: nn.Parameter
    pool: nn.Parameter
    film_bias: nn.Parameter
    mix: nn.Parameter
    mix_bias: nn.Parameter
    out: nn.Parameter

    def __init__(self, sizes: Sizes) -> None:
        super().__init__()
        self.film, self.pool, self.film_bias, self.mix, self.mix_bias, self.out = (
            nn.Parameter(torch.empty(shapes_of(sizes)[f"blocks.0.{name}"])) for name in BLOCK
        )

    def forward(self, hidden: Tensor, rules: Tensor, board: BoardTensors, means: Tensor) -> Tensor:
        """Return the numbers of points (B, n, width) after this block."""
        film = rules @ self.film + _pool(hidden) @ self.pool + self.film_bias
        scale, shift = film[:, None].chunk(2, dim=2)
        x = _normalised(hidden) * (1 + scale) + shift
        parts, used = [x], [POINT]
        for place, matrix in enumerate(board.relations):
            if matrix is not None:
                parts.append(matrix @ x)
                used.append(FIRST_RELATION + place)
        if board.row is not None and board.column is not None:
            parts.append(torch.maximum(board.row @ x, board.column @ x))
            used.append(LINES)
        parts.append(means @ x)
        used.append(GROUP)
        mix = self.mix.index_select(0, _places(tuple(used), self.mix.device))
        mixed = torch.cat(parts, dim=2) @ mix.flatten(0, 1) + self.mix_bias
        return hidden + functional.relu(mixed) @ self.out


class Model(nn.Module):
    """The whole network: `forward` takes positions of one board, whatever their rules.

    >>> import tengen
    >>> from tengen.network.graph import graph_of
    >>> from tengen.network.inputs import Observer
    >>> game = tengen.Game("cushion", board="5x5 torus")
    >>> state, observer = game.state(), Observer(game.board, game.rules)
    >>> seen = observer.observe(state.points[None], state.table[None], np.ones((1, 52), np.uint8))
    >>> Model(Sizes(width=8, blocks=1))(board_tensors(graph_of(observer.board)), Seen.of(seen)).policy.shape
    torch.Size([1, 52])
    """

    def __init__(self, sizes: Sizes | None = None, seed: int = 0) -> None:
        super().__init__()
        self.sizes: Final = sizes or Sizes()
        self.blocks: nn.ModuleList = nn.ModuleList(Block(self.sizes) for _ in range(self.sizes.blocks))
        for name, shape in shapes_of(self.sizes).items():
            if "." not in name:
                self.register_parameter(name, nn.Parameter(torch.empty(shape)))
        self.take(untrained(self.sizes, seed))

    @classmethod
    def of(cls, weights: Weights) -> Model:
        """Return the network of a file of weights."""
        model = cls(weights.sizes)
        model.take(weights)
        return model

    def take(self, weights: Weights) -> None:
        """Take over weights of the same sizes; their names are those of the parameters."""
        self.load_state_dict({name: torch.from_numpy(array.copy()) for name, array in weights.arrays.items()})

    def weights(self, story: Mapping[str, Any]) -> Weights:
        """Return the network as weights that can be saved and played with, and how they came about."""
        state = self.state_dict()
        arrays = {name: state[name].detach().cpu().float().numpy().copy() for name in shapes_of(self.sizes)}
        return Weights(self.sizes, arrays, story)

    def forward(self, board: BoardTensors, seen: Seen) -> Answer:
        """Return what the network says of positions on a board."""
        rules = functional.relu(seen.globals @ self.rules_in + self.rules_in_bias)
        rules = functional.relu(rules @ self.rules_deep + self.rules_deep_bias)
        hidden = seen.points @ self.point_in + (rules @ self.rules_to_points)[:, None]
        means = _group_means(seen.groups)
        for block in self.blocks:
            hidden = block(hidden, rules, board, means)
        return self._heads(_normalised(hidden), rules)

    def _heads(self, hidden: Tensor, rules: Tensor) -> Answer:
        pool = _pool(hidden)
        side = torch.ones_like(hidden[:, :, 0]).sum(dim=1, keepdim=True).sqrt()  # not as a number: ONNX would fix it
        whole = torch.cat([pool, pool[:, : self.sizes.width] * (side / 9 - 1), rules], dim=1)
        shared = whole @ self.policy_whole + self.policy_whole_bias
        on_points = functional.relu(hidden @ self.policy_point + shared[:, None]) @ self.policy_out
        others = functional.relu(shared) @ self.other_out + self.other_out_bias
        value = functional.relu(whole @ self.value_in + self.value_in_bias) @ self.value_out + self.value_out_bias
        return Answer(
            policy=torch.cat([on_points[:, :, 0], on_points[:, :, 1], others], dim=1),
            result=value[:, : len(RESULTS)],
            margin=value[:, len(RESULTS) : -1],
            ownership=torch.tanh((hidden @ self.owner_out)[:, :, 0]),
            left=value[:, -1],
        )


@lru_cache(maxsize=64)
def _places(used: tuple[int, ...], device: torch.device) -> Tensor:
    """Return places as an index that lies on a device: a list would be taken there each time, and waited for."""
    return torch.tensor(used, device=device)


def masked(policy: Tensor, legal: Tensor) -> Tensor:
    """Return the logits of a policy, those of actions that are not legal (1) so low that they never happen."""
    return policy.masked_fill(legal != 1, -1e9)


def _normalised(hidden: Tensor) -> Tensor:
    """Return the numbers of every point divided by the root of their mean square."""
    return hidden * torch.rsqrt(hidden.square().mean(dim=2, keepdim=True) + EPSILON)


def _pool(hidden: Tensor) -> Tensor:
    """Return mean and maximum over the points (B, 2 * width)."""
    return torch.cat([hidden.mean(dim=1), hidden.amax(dim=1)], dim=1)


def _group_means(groups: Tensor) -> Tensor:
    """Return matrices (B, n, n) that take the mean over the group of every point."""
    same = (groups[:, :, None] == groups[:, None, :]).float()
    return same / same.sum(dim=2, keepdim=True)
