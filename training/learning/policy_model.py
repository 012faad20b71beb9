"""The network of `search.policy_net` in training, with PyTorch, and its positions."""

from __future__ import annotations

import time
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from tengen.boards import Board
from tengen.search import Search
from tengen.search.planes import DIMMED, LIKELIHOOD, MOVE, PLANES, SCALE
from tengen.search.policy_net import SPREADS, Layers

from .learning_steps import note_planes
from .played import Played

_SPREAD = 1.5  # the logarithm of the spread at first: 4.5 points


class Noted(NamedTuple):
    """Positions of a board from the mover's view, and their targets; NaN if unknown."""

    planes: NDArray[np.uint8]  # k, n, PLANES
    policy: NDArray[np.float32]  # k, n: the probability of each point; all 0 if unknown
    needed: NDArray[np.float32]  # k: the lead in points that the mover needs
    chance: NDArray[np.float32]  # k: that the mover wins
    lead: NDArray[np.float32]  # k: in points, regardless of the needed lead
    owners: NDArray[np.float32]  # k, n: 1 the mover, -1 the other

    def take(self, rows: Any) -> Noted:
        """Return a subset of them."""
        return Noted(*(array[rows] for array in self))


def joined(parts: list[Noted]) -> Noted:
    """Return positions of a board together."""
    return Noted(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))


def known_turns(game: Played) -> NDArray[np.bool_]:
    """Return the positions of a game with any known target."""
    if game.said is None:
        return np.asarray(game.aims < len(game.board))
    return np.array([thought is not None for thought in game.said.thoughts])


def note(search: Search, game: Played, share: float, rng: np.random.Generator) -> Noted:
    """Return random positions of a game among those with any known target."""
    n = len(game.board)
    wanted = (known_turns(game) & (rng.random(len(game.moves)) < share)).astype(np.uint8)
    planes = np.zeros((int(wanted.sum()), n, PLANES), np.uint8)
    count = note_planes(search.task, search.workers[0], game.moves, wanted, planes)
    rows = [_targets(game, int(turn)) for turn in np.flatnonzero(wanted)[:count]]
    policy, numbers, owners = (
        np.array([row[k] for row in rows], np.float32).reshape(-1, width) for k, width in enumerate((n, 3, n))
    )
    policy *= planes[:count, :, MOVE]
    found = Noted(planes[:count], policy, numbers[:, 0], numbers[:, 1], numbers[:, 2], owners)
    return found.take((policy.sum(1) > 0) | ~np.isnan(found.chance))


def _targets(game: Played, turn: int) -> tuple[Any, tuple[float, float, float], Any]:
    """Return a position's targets: policy; needed, chance and lead; owners."""
    n, said = len(game.board), game.said
    policy, unknown = np.zeros(n, np.float32), np.full(n, np.nan)
    if said is None:
        policy[game.aims[turn]] = 1
        return policy, (0.0, np.nan, np.nan), unknown
    thought, sign = said.thoughts[turn], 1 - 2 * (turn % 2)
    assert thought is not None
    visits = sum(thought.visits.values())
    for action, count in thought.visits.items():
        if action < n:
            policy[action] = count / visits
    if not said.needed:
        return policy, (0.0, np.nan, np.nan), unknown
    needed, owners = said.needed[turn], unknown
    if thought.owners or turn >= said.settled:
        owners = sign * (thought.ownership() if thought.owners else np.array(said.owners, np.float32))
    return policy, (sign * needed, thought.win_rate, sign * (thought.lead + needed)), owners


class Seen(NamedTuple):
    """Positions as the network's input and targets; see `Noted`."""

    planes: Tensor  # (B, PLANES, h, w)
    barred: Tensor  # (B, n): points that are not moves
    likelihood: Tensor  # (B, n): logarithms by strengths
    policy: Tensor  # (B, n)
    needed: Tensor  # (B,)
    chance: Tensor  # (B,)
    lead: Tensor  # (B,)
    owners: Tensor  # (B, n)


def see(noted: Noted, board: Board, symmetry: int = 0, device: str = "cpu") -> Seen:
    """Return positions as tensors, mirrored and, on a square, turned by one of eight symmetries."""
    height, width = len(board.rows), len(board.rows[0])
    planes, policy, owners = (
        torch.from_numpy(array).to(device).reshape(-1, height, width, array[0, 0].size)
        for array in (noted.planes, noted.policy, noted.owners)
    )
    for bit, axis in ((1, 1), (2, 2)):
        if symmetry & bit:
            planes, policy, owners = (each.flip(axis) for each in (planes, policy, owners))
    if symmetry & 4 and height == width:
        planes, policy, owners = (each.transpose(1, 2) for each in (planes, policy, owners))
    n = height * width
    barred = planes[..., MOVE].reshape(-1, n) == 0
    likelihood = planes[..., LIKELIHOOD].reshape(-1, n).float() / -SCALE
    inputs = planes.float()
    inputs[..., LIKELIHOOD] /= DIMMED
    inputs = inputs.permute(0, 3, 1, 2).contiguous(memory_format=torch.channels_last)
    needed, chance, lead = (torch.from_numpy(array).to(device) for array in (noted.needed, noted.chance, noted.lead))
    return Seen(inputs, barred, likelihood, policy.reshape(-1, n), needed, chance, lead, owners.reshape(-1, n))


class Saying(NamedTuple):
    """The network's output for positions."""

    logits: Tensor  # (B, n): the logarithms of moves' probabilities, up to a constant
    owners: Tensor  # (B, n)
    margins: Tensor  # (B,): as `policy_net.Foreseen`
    spreads: Tensor  # (B,)

    def odds(self, needed: Tensor) -> Tensor:
        """Return the logarithms of the odds that the mover's points exceed the other's by more than ``needed``."""
        return (self.margins - needed) / self.spreads


class PolicyModel(nn.Module):
    """The network in training: residual blocks of two convolutions, each followed by a batch normalisation."""

    def __init__(self, width: int, layers: int) -> None:
        super().__init__()
        self.first: nn.Sequential = _layer(PLANES, width)
        self.layers: nn.ModuleList = nn.ModuleList(_layer(width, width) for _ in range(layers))
        self.mixes: nn.ParameterList = nn.ParameterList(torch.zeros(width, width) for _ in range(layers // 2))
        self.last: nn.Conv2d = nn.Conv2d(width, 1, 1, bias=False)
        self.trust: nn.Parameter = nn.Parameter(torch.ones(1))
        self.owner: nn.Conv2d = nn.Conv2d(width, 1, 1)
        self.spread: nn.Linear = nn.Linear(width, 1)
        for weights in (self.last.weight, self.spread.weight):
            nn.init.zeros_(weights)
        nn.init.constant_(self.spread.bias, _SPREAD)

    def forward(self, seen: Seen) -> Saying:
        """Return the output for positions."""
        device = seen.planes.device.type
        with torch.autocast(device, torch.bfloat16, enabled=device != "cpu" or _short_is_fast()):
            hidden = functional.relu(self.first(seen.planes))
            for mix, inner, outer in zip(self.mixes, self.layers[::2], self.layers[1::2], strict=True):
                hidden = hidden + (hidden.mean((2, 3)) @ mix)[:, :, None, None]
                hidden = functional.relu(hidden + outer(functional.relu(inner(hidden))))
            said, owners = self.last(hidden), self.owner(hidden)
        owners = torch.tanh(owners.flatten(1).float())
        logits = (said.flatten(1).float() + self.trust * seen.likelihood).masked_fill(seen.barred, -1e9)
        spreads = torch.exp(self.spread(hidden.float().mean((2, 3)))[:, 0].clamp(*SPREADS))
        return Saying(logits, owners, owners.sum(1), spreads)

    def export(self, story: dict[str, Any]) -> Layers:
        """Return the weights with normalisations folded in."""
        folded = [_folded(layer) for layer in (self.first, *self.layers)]
        owner, spread = (
            np.append(_array(each.weight).reshape(-1), _array(each.bias)) for each in (self.owner, self.spread)
        )
        return Layers(
            first=folded[0][0],
            blocks=np.stack([matrix for matrix, _ in folded[1:]]),
            biases=np.stack([bias for _, bias in folded]),
            last=_array(self.last.weight).reshape(-1),
            trust=_array(self.trust),
            mixes=np.stack([_array(mix) for mix in self.mixes]),
            owner=owner,
            spread=spread,
            story=story,
        )


class Losses(NamedTuple):
    """The losses, averaged over the positions with known targets."""

    moves: Tensor  # cross entropy
    chances: Tensor  # cross entropy
    owners: Tensor  # squares
    leads: Tensor  # relative to the board's side, squared if small

    def total(self) -> Tensor:
        """Return the total loss, weighted so that no part hides the others."""
        return self.moves + 1.5 * self.chances + self.owners + 0.3 * self.leads


def losses(said: Saying, seen: Seen) -> Losses:
    """Return the losses of the output for positions."""
    likely = functional.log_softmax(said.logits, 1).masked_fill(seen.barred, 0)
    known = seen.policy.sum().clamp(min=1e-6)  # positions where passing is likely weigh less
    moves = -(seen.policy * likely).sum() / known
    odds = said.odds(seen.needed)
    chances = functional.binary_cross_entropy_with_logits(odds, seen.chance.nan_to_num(0.5), reduction="none")
    owners = (said.owners - seen.owners.nan_to_num()).square().mean(1)
    side = seen.owners.shape[1] ** 0.5
    leads = functional.smooth_l1_loss(said.margins / side, seen.lead.nan_to_num() / side, reduction="none", beta=0.1)
    return Losses(
        moves, _mean(chances, ~seen.chance.isnan()),
        _mean(owners, ~seen.owners[:, 0].isnan()), _mean(leads, ~seen.lead.isnan()),
    )  # fmt: skip


def _mean(values: Tensor, known: Tensor) -> Tensor:
    """Return the mean of the known values, zero if there are none."""
    return (values * known).sum() / known.sum().clamp(min=1)


@cache
def _short_is_fast() -> bool:
    """Return whether convolutions of two-byte numbers are faster; on some processors they take 15 times as long."""
    with torch.random.fork_rng():
        window, took = nn.Conv2d(48, 48, 3, padding=1), dict[bool, float]()
    for short in (False, True, False, True):  # the first two warm up; their times are ignored
        with torch.no_grad(), torch.autocast("cpu", torch.bfloat16, enabled=short):
            began = time.perf_counter()
            window(torch.zeros(4, 48, 19, 19))
            took[short] = time.perf_counter() - began
    return took[True] < took[False]


def _layer(sources: int, width: int) -> nn.Sequential:
    return nn.Sequential(nn.Conv2d(sources, width, 3, padding=1, bias=False), nn.BatchNorm2d(width))


def _folded(layer: Any) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return a layer as one matrix and a bias."""
    window, norm = layer
    scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
    taps = (window.weight * scale[:, None, None, None]).permute(2, 3, 1, 0)
    return _array(taps).reshape(-1, len(scale)), _array(norm.bias - norm.running_mean * scale)


def _array(tensor: Tensor) -> NDArray[np.float32]:
    found: NDArray[np.float32] = tensor.detach().float().cpu().numpy().copy()
    return found
