"""Learning: batches of positions on several boards, losses, steps of the weights and their running average."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import asdict, dataclass, field
from math import cos, inf, pi
from typing import Any, Final, NamedTuple, Self

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from ..boards import Board
from ..network.graph import graph_of
from ..network.sizes import Sizes, spread
from ..network.weights import Weights
from ..records import TengenError
from .examples import Examples
from .model import Answer, Model, Seen, board_tensors, masked
from .window import Window

LOSSES: Final = ("policy", "result", "margin", "owners", "left")
"""What is learned: moves, the result, the margin's distribution, whose each point will be, and how long it takes."""
_WEIGHTS: Final = torch.tensor([1.0, 1.0, 0.1, 0.4, 0.1])


@dataclass(frozen=True)
class LearningOptions:
    """How a network learns.

    A step has ``size`` examples on each of ``boards`` boards. The rate rises over ``warmup`` steps, and falls along a
    cosine to a tenth until ``steps``. ``averaging`` is the share that the running average keeps at each step.
    """

    sizes: Sizes = field(default_factory=Sizes)
    steps: int = 20_000
    boards: int = 8
    size: int = 48
    rate: float = 2e-3
    warmup: int = 200
    decay: float = 0.02
    averaging: float = 0.999
    seed: int = 0
    device: str = "cpu"

    def __post_init__(self) -> None:
        for name in ("steps", "boards", "size", "rate"):
            if not 0 < getattr(self, name) < inf:
                raise TengenError(f"{name} must be more than 0 and finite, not {getattr(self, name):g}")

    def said(self, name: str) -> str:
        """Return one of the fields as options of `tengen train`."""
        value = getattr(self, name)
        match name:
            case "sizes":
                return f"--width {value.width} --blocks {value.blocks}"
            case "steps":
                return "another number of --steps"
            case "boards" | "size":
                return f"--{'mix' if name == 'boards' else 'batch'} {value}"
        return f"--{name} {value:g}"

    def rate_at(self, step: int) -> float:
        """Return the rate of a step."""
        risen = min(1.0, (step + 1) / max(1, self.warmup))
        along = min(1.0, step / self.steps)
        return self.rate * risen * (0.1 + 0.9 * (1 + cos(pi * along)) / 2)


class Targets(NamedTuple):
    """What should have been said of positions, as tensors; see `Examples`."""

    legal: Tensor
    policy: Tensor
    result: Tensor
    margin: Tensor
    owners: Tensor
    left: Tensor
    ends: Tensor

    @classmethod
    def of(cls, examples: Examples, device: str) -> Targets:
        """Return the targets of examples on a device."""
        margin = spread(examples.margin.astype(np.float64), examples.owners.shape[1])
        arrays = examples._replace(margin=margin)[3:]
        legal, *others = (torch.from_numpy(np.ascontiguousarray(array)).to(device) for array in arrays)
        return cls(legal, *(tensor.float() for tensor in others))


def seen_of(examples: Examples, device: str) -> Seen:
    """Return what the network sees in examples, on a device; they travel there as small as they are kept."""
    points, numbers, groups = (torch.from_numpy(np.ascontiguousarray(array)).to(device) for array in examples[:3])
    return Seen(points.float(), numbers, groups.long())


def losses(answer: Answer, targets: Targets) -> Tensor:
    """Return the mean of each of `LOSSES` over a batch: cross entropies, and mean squares of owners and moves left."""
    trusted = targets.policy.sum(dim=1)
    policy = -(targets.policy * functional.log_softmax(masked(answer.policy, targets.legal), dim=1)).sum(dim=1)
    result = -(targets.result * functional.log_softmax(answer.result, dim=1)).sum(dim=1)
    margin = -(targets.margin * functional.log_softmax(answer.margin, dim=1)).sum(dim=1)
    owners = (answer.ownership - targets.owners).square().mean(dim=1)
    left = (answer.left - targets.left).square()
    ends = targets.ends.sum().clamp(min=1)
    return torch.stack(
        [
            policy.sum() / trusted.sum().clamp(min=1),
            result.mean(),
            *((each * targets.ends).sum() / ends for each in (margin, owners, left)),
        ]
    )


class Learner:
    """A network that learns: its weights, their running average, the optimiser, and how many steps it has made."""

    def __init__(self, options: LearningOptions) -> None:
        torch.manual_seed(options.seed)
        if options.device != "cpu":
            torch.set_float32_matmul_precision("high")
        self.options = options
        self.step: int = 0
        self.drawn: int = 0
        """How many examples were learned from, each counted as often as it was."""
        self.model: Model = Model(options.sizes).to(options.device)
        self.average: Model = deepcopy(self.model).requires_grad_(False)
        matrices = [each for each in self.model.parameters() if each.ndim > 1]
        others = [each for each in self.model.parameters() if each.ndim <= 1]
        self._optimiser = torch.optim.AdamW(
            [{"params": matrices, "weight_decay": options.decay}, {"params": others, "weight_decay": 0.0}],
            lr=options.rate,
        )

    def learn(self, window: Window) -> list[float]:
        """Make a step; return the losses. Which examples are drawn depends on the seed and the step alone."""
        chance = np.random.default_rng((self.options.seed, self.step))
        batch = window.draw(chance, self.options.boards, self.options.size)
        self.drawn += sum(len(examples.left) for _, examples in batch)
        for group in self._optimiser.param_groups:
            group["lr"] = self.options.rate_at(self.step)
        self._optimiser.zero_grad()
        found = torch.stack([self._losses(self.model, *part) for part in batch]).mean(dim=0)
        (found * _WEIGHTS.to(found.device)).sum().backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self._optimiser.step()
        self.step += 1
        self._take_average()
        return [float(each) for each in found.detach()]

    def test(self, window: Window, batches: int = 8) -> list[float]:
        """Return the losses of the averaged weights on examples that were not learned from: always the same draws."""
        chance = np.random.default_rng(self.options.seed)
        with torch.no_grad():
            parts = [part for _ in range(batches) for part in window.draw(chance, self.options.boards, 64)]
            found = torch.stack([self._losses(self.average, *part) for part in parts]).mean(dim=0)
        return [float(each) for each in found]

    def _losses(self, model: Model, board: Board, examples: Examples) -> Tensor:
        device = self.options.device
        answer = model(board_tensors(graph_of(board), device), seen_of(examples, device))
        return losses(answer, Targets.of(examples, device))

    def _take_average(self) -> None:
        """Move the average a little towards the weights; in the first steps faster."""
        kept = min(self.options.averaging, self.step / (self.step + 10))
        with torch.no_grad():
            for mean, new in zip(self.average.parameters(), self.model.parameters()):
                mean.lerp_(new, 1 - kept)

    def weights(self, story: Mapping[str, Any]) -> Weights:
        """Return the averaged weights, to be saved and played with."""
        made: Weights = self.average.weights(story)
        return made

    def take(self, weights: Weights) -> None:
        """Begin with weights of the same sizes.

        Raises:
            TengenError: they are of others.
        """
        if weights.sizes != self.options.sizes:
            raise TengenError(f"these weights are of {weights.sizes}, and the network is of {self.options.sizes}")
        self.model.take(weights)
        self.average.take(weights)

    # -- keeping -------------------------------------------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        """Return all that it takes to go on."""
        return {
            "options": asdict(self.options),
            "step": self.step,
            "drawn": self.drawn,
            "model": self.model.state_dict(),
            "average": self.average.state_dict(),
            "optimiser": self._optimiser.state_dict(),
        }

    @classmethod
    def from_state(cls, state: dict[str, Any], options: LearningOptions) -> Learner:
        """Return the learner that a state was taken of, on the same device or another.

        Raises:
            TengenError: it was to learn otherwise.
        """
        try:
            before = LearningOptions(**state["options"] | {"sizes": Sizes(**state["options"]["sizes"])})
            wanted = vars(options) | {"device": before.device}
            other = [name for name, value in vars(before).items() if value != wanted[name]]
            if not other:
                return cls(options)._restored(state)
        except (KeyError, TypeError, RuntimeError) as error:
            trouble = f"this checkpoint is damaged, or of another version of Tengen ({type(error).__name__})"
            raise TengenError(trouble) from None
        raise TengenError(
            f"learning in this folder began with {before.said(other[0])}: go on with that, or begin in another folder"
        )

    def _restored(self, state: dict[str, Any]) -> Self:
        self.step = state["step"]
        self.drawn = state.get("drawn", self.step * self.options.boards * self.options.size)
        self.model.load_state_dict(state["model"])
        self.average.load_state_dict(state["average"])
        self._optimiser.load_state_dict(state["optimiser"])
        return self
