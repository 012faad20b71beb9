"""Learning a policy from game records: ``python -m tengen.train.policy GAMES.sgf --out FILE`` (needs PyTorch).

Positions are drawn from games on 19x19, turned and mirrored at random; the network of `search.policy_net` learns which
move was played in them. Every five minutes what was learnt so far is written, and so it is after Ctrl-C.
"""

from __future__ import annotations

import argparse
import shlex
import sys
import time
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import cos, pi
from pathlib import Path
from queue import Queue
from threading import Event, Thread
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from .. import boards
from ..records import TengenError
from ..search import Search
from ..search.planes import LIKELIHOOD, MOVE, PLANES, SCALE
from ..search.policy_net import DIMMED, Layers, write_layers
from ..search.strengths_file import the_strengths
from .played import Moves, collection
from .policy_steps import note_planes
from .strengths import counted, workshop

SIDE = 19
POINTS = SIDE * SIDE
_BOARD = boards.parse(f"{SIDE}x{SIDE}")
_ASIDE = 250  # games, at most, that nothing is learnt from
_TESTED = 0.05  # the share of their positions that the policy is tried on
_WAITING = 40  # games whose positions wait to be taken into the pool
_SPOKEN = 300.0  # seconds between two reports
_RECENT = 200  # batches whose mean loss is reported


@dataclass(frozen=True)
class Course:
    """How a policy is learnt.

    The rate rises over ``warmup`` steps and falls along a cosine to nought. Batches are drawn from a pool of positions
    in which new ones take the place of old ones at the pace at which they are used; ``share`` of a game's are taken
    each time that it comes.
    """

    positions: int = 2_000_000
    width: int = 48
    layers: int = 8
    batch: int = 128
    rate: float = 2e-3
    warmup: int = 300
    decay: float = 0.02
    averaging: float = 0.999
    share: float = 0.2
    pool: int = 24_000
    seed: int = 1

    def rate_at(self, seen: int) -> float:
        """Return the rate after some positions."""
        risen = min(1.0, (seen / self.batch + 1) / self.warmup)
        return 1e-5 + self.rate * risen * (1 + cos(pi * min(1.0, seen / self.positions))) / 2


class Noted(NamedTuple):
    """Positions, and which point was played in each."""

    planes: NDArray[np.uint8]  # k, n, PLANES
    played: NDArray[np.int32]  # k


class Seen(NamedTuple):
    """Positions as the network reads them."""

    planes: Tensor  # (B, PLANES, 19, 19)
    barred: Tensor  # (B, n): where no move is
    likelihood: Tensor  # (B, n): logarithms by strengths
    played: Tensor  # (B,)


class PolicyModel(nn.Module):
    """The network as it learns: residual blocks of two convolutions, each followed by a normalisation of batches."""

    def __init__(self, width: int, layers: int) -> None:
        super().__init__()
        self.first: nn.Sequential = _layer(PLANES, width)
        self.layers: nn.ModuleList = nn.ModuleList(_layer(width, width) for _ in range(layers))
        self.last: nn.Conv2d = nn.Conv2d(width, 1, 1, bias=False)
        self.trust: nn.Parameter = nn.Parameter(torch.ones(1))
        nn.init.zeros_(self.last.weight)

    def forward(self, seen: Seen) -> Tensor:
        """Return the logarithms of moves' probabilities, but for a constant: (B, n)."""
        with torch.autocast("cpu", torch.bfloat16, enabled=_short_is_fast()):
            hidden = functional.relu(self.first(seen.planes))
            for inner, outer in zip(self.layers[::2], self.layers[1::2], strict=True):
                hidden = functional.relu(hidden + outer(functional.relu(inner(hidden))))
            said = self.last(hidden)
        return (said.flatten(1).float() + self.trust * seen.likelihood).masked_fill(seen.barred, -1e9)

    def export(self, story: dict[str, Any]) -> Layers:
        """Return the weights with the normalisations folded in."""
        folded = [_folded(layer) for layer in (self.first, *self.layers)]
        return Layers(
            first=folded[0][0],
            blocks=np.stack([matrix for matrix, _ in folded[1:]]),
            biases=np.stack([bias for _, bias in folded]),
            last=_array(self.last.weight).reshape(-1),
            trust=_array(self.trust),
            story=story,
        )


@cache
def _short_is_fast() -> bool:
    """Say whether convolutions of numbers of two bytes take less time here; on some processors they take 15 times."""
    with torch.random.fork_rng():
        window, took = nn.Conv2d(48, 48, 3, padding=1), dict[bool, float]()
    for short in (False, True, False, True):  # the first two prepare, and their times are not looked at
        with torch.no_grad(), torch.autocast("cpu", torch.bfloat16, enabled=short):
            began = time.perf_counter()
            window(torch.zeros(4, 48, SIDE, SIDE))
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
    found: NDArray[np.float32] = tensor.detach().float().numpy().copy()
    return found


def note(search: Search, moves: Moves, share: float, chance: np.random.Generator) -> Noted:
    """Return some of a game's positions, drawn at random."""
    wanted = (chance.random(len(moves)) < share).astype(np.uint8)
    most = int(wanted.sum())
    planes, played = np.zeros((most, POINTS, PLANES), np.uint8), np.zeros(most, np.int32)
    count = note_planes(search.task, search.workers[0], moves, wanted, planes, played)
    return Noted(planes[:count], played[:count])


def see(noted: Noted, symmetry: int = 0) -> Seen:
    """Return positions as tensors, turned and mirrored by one of eight symmetries."""
    planes = torch.from_numpy(noted.planes).view(-1, SIDE, SIDE, PLANES)
    played = functional.one_hot(torch.from_numpy(noted.played).long(), POINTS).view(-1, SIDE, SIDE)
    for bit, axis in ((1, 1), (2, 2)):
        if symmetry & bit:
            planes, played = planes.flip(axis), played.flip(axis)
    if symmetry & 4:
        planes, played = planes.transpose(1, 2), played.transpose(1, 2)
    barred = planes[..., MOVE].reshape(-1, POINTS) == 0
    likelihood = planes[..., LIKELIHOOD].reshape(-1, POINTS).float() / -SCALE
    inputs = planes.float()
    inputs[..., LIKELIHOOD] /= DIMMED
    inputs = inputs.permute(0, 3, 1, 2).contiguous(memory_format=torch.channels_last)
    return Seen(inputs, barred, likelihood, played.reshape(-1, POINTS).argmax(1))


class Pool:
    """Positions to draw from; a thread replays games for it."""

    def __init__(self, games: Sequence[Moves], course: Course) -> None:
        self._games, self._course = games, course
        self._chance = np.random.default_rng(course.seed)
        self._planes = np.zeros((course.pool, POINTS, PLANES), np.uint8)
        self._played = np.zeros(course.pool, np.int32)
        self._filled, self._owed = 0, course.pool // 3
        self._waiting: Queue[Noted | BaseException] = Queue(_WAITING)
        self._stopped = Event()
        self._thread = Thread(target=self._replay, daemon=True)
        self._thread.start()

    def draw(self) -> Noted:
        """Return a batch; the pool takes in as many new positions, and three times as many until it is full."""
        size = self._course.batch
        self._owed += size if self._filled == len(self._played) else 3 * size
        while self._owed > 0:
            came = self._waiting.get()
            if isinstance(came, BaseException):
                raise came
            self._take(came)
        places = self._chance.integers(0, self._filled, size)
        return Noted(self._planes[places], self._played[places])

    def close(self) -> None:
        """End the thread."""
        self._stopped.set()
        while self._thread.is_alive():
            if not self._waiting.empty():
                self._waiting.get()
            self._thread.join(0.01)

    def _take(self, noted: Noted) -> None:
        count, room = len(noted.played), len(self._played) - self._filled
        self._owed -= count
        if room:
            count = min(count, room)
            places: Any = slice(self._filled, self._filled + count)
            self._filled += count
        else:
            count = min(count, len(self._played))
            places = self._chance.choice(len(self._played), count, replace=False)
        self._planes[places], self._played[places] = noted.planes[:count], noted.played[:count]

    def _replay(self) -> None:
        """Put positions of all games, in an order drawn anew each time, into the queue."""
        try:
            self._replay_all()
        except BaseException as error:
            self._waiting.put(error)  # whoever draws would wait for ever

    def _replay_all(self) -> None:
        chance, search = np.random.default_rng(self._course.seed + 1), workshop(_BOARD, the_strengths())
        while True:
            for number in chance.permutation(len(self._games)):
                noted = note(search, self._games[number], self._course.share, chance)
                if len(noted.played):
                    self._waiting.put(noted)
                if self._stopped.is_set():
                    return


def report(model: PolicyModel, tested: Noted) -> str:
    """Return how well a policy foresees moves."""
    loss, ranks = 0.0, list[Tensor]()
    model.eval()
    with torch.no_grad():
        for begin in range(0, len(tested.played), 256):
            seen = see(Noted(tested.planes[begin : begin + 256], tested.played[begin : begin + 256]))
            said = model(seen)
            loss += float(functional.cross_entropy(said, seen.played, reduction="sum"))
            ranks.append((said > said.gather(1, seen.played[:, None])).sum(1))
    rank, count = torch.cat(ranks), len(tested.played)
    parts = [(first, 100 * float((rank < first).float().mean())) for first in (1, 5, 20)]
    shares = ", ".join(f"{part:.1f} % among the first {first}" for first, part in parts)
    return f"log-likelihood {-loss / count:.3f}; the move played was {shares} of {count} positions put aside"


class PolicyLearner:
    """A network that learns, and the running average of its weights."""

    def __init__(self, course: Course) -> None:
        torch.manual_seed(course.seed)
        self._course, self._steps = course, 0
        self.model: PolicyModel = PolicyModel(course.width, course.layers).to(memory_format=torch.channels_last)
        self.average: PolicyModel = PolicyModel(course.width, course.layers)
        self.average.load_state_dict(self.model.state_dict())
        self._optimiser = _optimiser(self.model, course.decay)

    @property
    def seen(self) -> int:
        """How many positions were learnt from."""
        return self._steps * self._course.batch

    def step(self, batch: Seen) -> float:
        """Learn from a batch; return its loss."""
        for group in self._optimiser.param_groups:
            group["lr"] = self._course.rate_at(self.seen)
        loss = functional.cross_entropy(self.model(batch), batch.played)
        self._optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self._optimiser.step()
        self._steps += 1
        _average(self.average, self.model, min(self._course.averaging, self._steps / (9 + self._steps)))
        return float(loss.detach())


def learn(games: Sequence[Moves], tested: Noted, course: Course) -> Iterator[tuple[int, PolicyModel]]:
    """Learn from games; yield how many positions were seen, and the running average of the network's weights.

    That is every five minutes, at the end, and after Ctrl-C.
    """
    learner, chance = PolicyLearner(course), np.random.default_rng(course.seed)
    pool, spoken, losses = Pool(games, course), time.monotonic(), deque[float](maxlen=_RECENT)
    try:
        while learner.seen < course.positions:
            losses.append(learner.step(see(pool.draw(), int(chance.integers(8)))))
            if time.monotonic() - spoken > _SPOKEN or learner.seen >= course.positions:
                spoken, recent = time.monotonic(), sum(losses) / len(losses)
                said = f"{learner.seen} of {course.positions} positions: loss {recent:.3f}; "
                print(said + report(learner.average, tested), file=sys.stderr)
                yield learner.seen, learner.average
    except KeyboardInterrupt:
        print("stopped; what was learnt so far is written", file=sys.stderr)
        yield learner.seen, learner.average
    finally:
        pool.close()


def _optimiser(model: nn.Module, decay: float) -> torch.optim.Optimizer:
    """Return what changes a model's weights; only matrices fade."""
    matrices = [weights for weights in model.parameters() if weights.dim() > 1]
    others = [weights for weights in model.parameters() if weights.dim() <= 1]
    groups = [{"params": matrices, "weight_decay": decay}, {"params": others, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, betas=(0.9, 0.98))


def _average(average: nn.Module, model: nn.Module, kept: float) -> None:
    """Move a running average a little towards a model."""
    with torch.no_grad():
        for old, new in zip(average.state_dict().values(), model.state_dict().values(), strict=True):
            if old.dtype.is_floating_point:
                old.lerp_(new, 1 - kept)
            else:
                old.copy_(new)


def _parser() -> argparse.ArgumentParser:
    """Return what the command understands."""
    parser = argparse.ArgumentParser(prog="python -m tengen.train.policy", description=__doc__)
    parser.add_argument("games", nargs="+", type=Path, help="files of SGF, and folders of them")
    parser.add_argument("--out", type=Path, required=True, help="the file to write")
    parser.add_argument("--positions", type=counted, default=Course.positions, help="how many to learn from")
    parser.add_argument("--width", type=counted, default=Course.width, help="channels of a layer")
    parser.add_argument("--blocks", type=counted, default=Course.layers // 2, help="blocks of two layers")
    parser.add_argument("--pool", type=counted, default=Course.pool, help="positions in memory to draw from")
    parser.add_argument("--source", default="", help="where the games come from, for the file's header")
    return parser


def main(words: Sequence[str] | None = None) -> int:
    """Learn a policy from the games of files and folders; return the command's exit status."""
    given = _parser().parse_args(words)
    command = shlex.join(["python", "-m", "tengen.train.policy", *(sys.argv[1:] if words is None else words)])
    course = Course(positions=given.positions, width=given.width, layers=2 * given.blocks, pool=given.pool)
    try:
        games = [game.moves for game in collection(given.games, given.out)]
        aside = min(_ASIDE, max(1, len(games) // 20))
        games = [games[place] for place in np.random.default_rng(course.seed).permutation(len(games))]
        tested = put_aside(games[:aside], course)
        for seen, model in learn(games[aside:], tested, course):
            story = {"source": given.source, "command": command, "games": len(games) - aside, "positions": seen}
            write_layers(given.out, model.export({**story, "report": report(model, tested)}))
    except (TengenError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("stopped before anything was learnt; nothing is written", file=sys.stderr)
        return 130
    return 0


def put_aside(games: Sequence[Moves], course: Course) -> Noted:
    """Return positions of games that nothing is learnt from."""
    search, chance = workshop(_BOARD, the_strengths()), np.random.default_rng(course.seed)
    noted = [note(search, moves, max(_TESTED, 1 / len(moves)), chance) for moves in games]
    tested = Noted(np.concatenate([each.planes for each in noted]), np.concatenate([each.played for each in noted]))
    if not len(tested.played):
        raise TengenError(f"no position of {len(games)} games put aside was drawn: more games are needed")
    return tested


if __name__ == "__main__":
    sys.exit(main())
