"""Training the network of `search.policy_net` with PyTorch; docs/how/training.md explains it."""

from __future__ import annotations

import sys
import time
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import cos, inf, pi
from pathlib import Path
from queue import Queue
from threading import Event, Thread
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from tengen.boards import Board
from tengen.files.whole import whole_file
from tengen.records import TengenError
from tengen.search.policy_net import is_seen, write_layers
from tengen.search.strengths_file import the_strengths

from .played import Played, collection
from .policy_model import Noted, PolicyModel, Seen, joined, known_turns, losses, note, see
from .strengths import workshop

_ASIDE = 250  # the most games that are put aside
_TESTED = 0.05  # the share of their positions for tests
_WAITING = 40  # games whose positions wait to be taken into a pool
_RECENT = 200  # batches whose mean loss is reported


@dataclass(frozen=True)
class PolicyTraining:
    """How a policy is learnt.

    Learning ends after ``positions`` or ``minutes``, whichever is first. The rate rises over ``warmup`` steps and falls
    along a cosine to zero. Batches are drawn from a pool of positions in which ``replayers`` threads per board replace
    old positions by new ones after ``reuse`` uses on average; ``share`` of a game's are taken each time it comes. All
    positions of a batch are of one board. Every ``pause`` seconds there is a report.
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
    reuse: float = 1.0
    replayers: int = 1
    minutes: float = inf
    pause: float = 300.0
    seed: int = 1
    device: str = "cpu"

    def rate_at(self, steps: int, done: float) -> float:
        """Return the rate after some steps, with a part of the course ``done``."""
        risen = min(1.0, (steps + 1) / self.warmup)
        return 1e-5 + self.rate * risen * (1 + cos(pi * min(1.0, done))) / 2


class PositionPool:
    """Positions of one board to draw from; threads replay games for it."""

    def __init__(self, games: Sequence[Played], course: PolicyTraining, room: int) -> None:
        self.board: Final = games[0].board
        self._games, self._course, self._room = games, course, max(course.batch, room)
        if not any(known_turns(game).any() for game in games):
            raise TengenError(f"nothing is known of any position of the games on {self.board.text}")
        self._chance = np.random.default_rng(course.seed)
        self._held: Noted | None = None
        self._filled, self._owed = 0, self._room / 3 / course.reuse
        self._waiting: Queue[Noted | BaseException] = Queue(_WAITING)
        self._stopped = Event()
        self._threads = [Thread(target=self._replay, args=[k], daemon=True) for k in range(course.replayers)]
        for thread in self._threads:
            thread.start()

    def draw(self) -> Noted:
        """Return a batch; the pool takes in as many new positions, and three times as many until it is full."""
        size = self._course.batch
        self._owed += (size if self._filled == self._room else 3 * size) / self._course.reuse
        while self._owed > 0:
            came = self._waiting.get()
            if isinstance(came, BaseException):
                raise came
            self._take(came)
        assert self._held is not None
        return self._held.take(self._chance.integers(0, self._filled, size))

    def close(self) -> None:
        """End the threads."""
        self._stopped.set()
        for thread in self._threads:
            while thread.is_alive():
                if not self._waiting.empty():
                    self._waiting.get()
                thread.join(0.01)

    def _take(self, noted: Noted) -> None:
        if self._held is None:
            self._held = Noted(*(np.zeros((self._room, *array.shape[1:]), array.dtype) for array in noted))
        count, room = len(noted.policy), self._room - self._filled
        self._owed -= count
        if room:
            count = min(count, room)
            places: Any = slice(self._filled, self._filled + count)
            self._filled += count
        else:
            count = min(count, self._room)
            places = self._chance.choice(self._room, count, replace=False)
        held: tuple[NDArray[Any], ...] = self._held
        taken: tuple[NDArray[Any], ...] = noted.take(slice(count))
        for array, new in zip(held, taken, strict=True):
            array[places] = new

    def _replay(self, number: int) -> None:
        """Put positions of all games into the queue, each time in a new random order."""
        try:
            chance = np.random.default_rng(self._course.seed + 1 + number)
            search = workshop(self.board, the_strengths())
            while True:
                for place in chance.permutation(len(self._games)):
                    noted = note(search, self._games[place], self._course.share, chance)
                    if len(noted.policy):
                        self._waiting.put(noted)
                    if self._stopped.is_set():
                        return
        except BaseException as error:
            self._waiting.put(error)  # otherwise `draw` would wait for ever


Tested = Mapping[Board, Noted]
"""Test positions, by board."""


def report(model: PolicyModel, tested: Tested) -> str:
    """Return how well a network predicts moves, and chances if they are known."""
    ranks, likely, wrong = list[Tensor](), list[Tensor](), list[Tensor]()
    device = model.trust.device.type
    model.eval()
    with torch.no_grad():
        for board, noted in tested.items():
            for begin in range(0, len(noted.policy), 256):
                seen = see(noted.take(slice(begin, begin + 256)), board, device=device)
                said = model(seen)
                known, told = seen.policy.sum(1) > 0, ~seen.chance.isnan()
                policy, logits = seen.policy[known], said.logits[known]
                likely.append((policy * torch.log_softmax(logits, 1)).sum(1) / policy.sum(1))
                ranks.append((logits > logits.gather(1, policy.argmax(1)[:, None])).sum(1))
                wrong.append((torch.sigmoid(said.odds(seen.needed)) - seen.chance)[told].abs())
    rank, off = torch.cat(ranks), torch.cat(wrong)
    parts = [(first, 100 * float((rank < first).float().mean())) for first in (1, 5, 20)]
    shares = ", ".join(f"{part:.1f} % among the first {first}" for first, part in parts)
    moves = f"log-likelihood {float(torch.cat(likely).mean()):.3f}; the best move was {shares}"
    chances = f"; chances were wrong by {float(off.mean()):.3f}" if len(off) else ""
    return f"{moves}{chances}, in {sum(len(noted.policy) for noted in tested.values())} positions put aside"


class PolicyLearner:
    """A network in training, and the running average of its weights."""

    def __init__(self, course: PolicyTraining) -> None:
        torch.manual_seed(course.seed)
        self._course, self._steps = course, 0
        self.spent: float = 0.0
        """Seconds of learning, including those before a checkpoint."""
        model = PolicyModel(course.width, course.layers).to(course.device)
        self.model: PolicyModel = model.to(memory_format=torch.channels_last)
        self.average: PolicyModel = PolicyModel(course.width, course.layers).to(course.device)
        self.average.load_state_dict(self.model.state_dict())
        matrices = [weights for weights in model.parameters() if weights.dim() > 1]  # only these have weight decay
        others = [weights for weights in model.parameters() if weights.dim() <= 1]
        groups = [{"params": matrices, "weight_decay": course.decay}, {"params": others, "weight_decay": 0.0}]
        self._optimiser = torch.optim.AdamW(groups, betas=(0.9, 0.98))

    @property
    def seen(self) -> int:
        """The number of positions learnt from."""
        return self._steps * self._course.batch

    @property
    def done(self) -> float:
        """The completed part of the course; 1 is all."""
        return max(self.seen / self._course.positions, self.spent / (60 * self._course.minutes))

    @property
    def _held(self) -> tuple[Any, ...]:
        return self.model, self.average, self._optimiser

    def save(self, file: Path) -> None:
        """Write a checkpoint."""
        kept = {"states": [each.state_dict() for each in self._held], "steps": self._steps, "spent": self.spent}
        with whole_file(file) as opened:
            torch.save(kept | {"size": (self._course.width, self._course.layers)}, opened)

    def resume(self, file: Path) -> None:
        """Resume from a checkpoint; TengenError for one of a network of another size."""
        kept = torch.load(file, map_location=self._course.device, weights_only=True)
        if tuple(kept["size"]) != (self._course.width, self._course.layers):
            raise TengenError(f"{file} has {kept['size']} channels and layers; remove it to start again")
        for each, state in zip(self._held, kept["states"], strict=True):
            each.load_state_dict(state)
        self._steps, self.spent = kept["steps"], kept["spent"]

    def step(self, batch: Seen) -> float:
        """Learn from a batch; return its loss."""
        for group in self._optimiser.param_groups:
            group["lr"] = self._course.rate_at(self._steps, self.done)
        loss = losses(self.model(batch), batch).total()
        self._optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self._optimiser.step()
        self._steps += 1
        kept = min(self._course.averaging, self._steps / (9 + self._steps))
        with torch.no_grad():
            for old, new in zip(self.average.state_dict().values(), self.model.state_dict().values(), strict=True):
                if old.dtype.is_floating_point:
                    old.lerp_(new, 1 - kept)
                else:
                    old.copy_(new)
        return float(loss.detach())


def learn(
    games: Sequence[Played], tested: Tested, course: PolicyTraining, checkpoint: Path | None = None
) -> Iterator[tuple[int, PolicyModel]]:
    """Learn from games; yield the number of positions seen and the running average of the network's weights.

    It yields at every report, at the end, and after Ctrl-C. Before the end a ``checkpoint`` is kept, from which the
    next call continues.
    """
    learner = PolicyLearner(course)
    if checkpoint is not None and checkpoint.exists():
        learner.resume(checkpoint)
    chance = np.random.default_rng([course.seed, learner.seen])
    boards = list(dict.fromkeys(game.board for game in games))
    by_board = [[game for game in games if game.board == board] for board in boards]
    pools = [PositionPool(each, course, course.pool // len(boards)) for each in by_board]
    moves = np.array([sum(len(game.moves) for game in each) for each in by_board], float)
    spoken, recent = time.monotonic(), deque[float](maxlen=_RECENT)
    begun = spoken - learner.spent
    try:
        while learner.done < 1:
            pool = pools[int(chance.choice(len(pools), p=moves / moves.sum()))]
            recent.append(learner.step(see(pool.draw(), pool.board, int(chance.integers(8)), course.device)))
            learner.spent = time.monotonic() - begun
            if time.monotonic() - spoken > course.pause or learner.done >= 1:
                spoken, mean = time.monotonic(), sum(recent) / len(recent)
                said = f"{learner.seen} positions, {100 * learner.done:.0f} % done: loss {mean:.3f}; "
                print(said + report(learner.average, tested), file=sys.stderr)
                if checkpoint is not None:
                    learner.save(checkpoint)
                yield learner.seen, learner.average
        if checkpoint is not None:
            checkpoint.unlink(missing_ok=True)
    except KeyboardInterrupt:
        print("stopped; what was learnt so far is written, and the same command goes on", file=sys.stderr)
        if checkpoint is not None:
            learner.save(checkpoint)
        yield learner.seen, learner.average
    finally:
        for pool in pools:
            pool.close()


def teach(
    paths: Iterable[Path], out: Path, boards: Sequence[str], course: PolicyTraining, story: Mapping[str, Any]
) -> None:
    """Train a network on the games of files and folders, and write its weights; ``story`` goes into their header."""
    games = collection(paths, out, boards or ("19x19",))
    for board in dict.fromkeys(game.board for game in games):
        if not is_seen(board):
            raise TengenError(f"the network does not support {board.text}: it needs a full grid of three lines or more")
    aside = min(_ASIDE, max(1, len(games) // 20))
    games = [games[place] for place in np.random.default_rng(course.seed).permutation(len(games))]
    tested = put_aside(games[:aside], course)
    for seen, model in learn(games[aside:], tested, course, out.with_name(f"{out.name}.checkpoint")):
        told = {**story, "games": len(games) - aside, "positions": seen, "report": report(model, tested)}
        write_layers(out, model.export(told))


def put_aside(games: Sequence[Played], course: PolicyTraining) -> Tested:
    """Return positions of games that are not learnt from."""
    chance, found = np.random.default_rng(course.seed), dict[Board, list[Noted]]()
    searches = {board: workshop(board, the_strengths()) for board in dict.fromkeys(game.board for game in games)}
    for game in games:
        noted = note(searches[game.board], game, max(_TESTED, 1 / len(game.moves)), chance)
        found.setdefault(game.board, []).append(noted)
    tested = {board: joined(parts) for board, parts in found.items()}
    if not sum(len(noted.policy) for noted in tested.values()):
        raise TengenError(f"no position of {len(games)} games put aside was drawn: more games are needed")
    return tested
