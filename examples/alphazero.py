"""A small AlphaZero learns 5x5 Tao Go from its rules alone, in minutes on a CPU.

    pip install '.[torch]'
    python examples/alphazero.py --minutes 5

A network predicts good moves and the winner of a position. A tree search (PUCT) turns these predictions into better
moves, and the network learns from the games played with them, in a loop (Silver et al., *A general reinforcement
learning algorithm that masters chess, shogi, and Go through self-play*, 2018). All games are played, and all trees
grown, at the same time: one `VectorEnv` plays, another searches, and the network evaluates all games at once. The
network's first choice, without any search, plays against random moves at regular intervals.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from tengen.envs import LEAVE, VectorEnv
from tengen.match.rating import wilson

SIDE, LIMIT = 5, 75
RULES = {"game": "tao", "board": SIDE, "komi": 0.5, "limit": LIMIT,
         "planes": ("stones", "liberties", "ko", "tao", "prisoners", "passes", "side")}  # fmt: skip
GAMES, SIMULATIONS, EXPLORATION, NOISE = 96, 24, 1.5, 0.25
CHANNELS, BATCH, STEPS, KEPT = 32, 256, 2, 300


class Network(nn.Module):
    """Map planes to a logit for every action, and to a value from -1 to 1 for the side to move."""

    def __init__(self, env: VectorEnv) -> None:
        super().__init__()
        planes, cells = len(env.planes), SIDE * SIDE
        layers: list[nn.Module] = [nn.BatchNorm2d(planes)]  # some planes are counts
        for width in (planes, CHANNELS, CHANNELS):
            layers += [nn.Conv2d(width, CHANNELS, 3, padding=1), nn.BatchNorm2d(CHANNELS), nn.ReLU()]
        self.body = nn.Sequential(*layers, nn.Conv2d(CHANNELS, 8, 1), nn.ReLU(), nn.Flatten())
        self.policy = nn.Linear(8 * cells, len(env.actions))
        self.value = nn.Sequential(nn.Linear(8 * cells, 64), nn.ReLU(), nn.Linear(64, 1), nn.Tanh())

    def forward(self, planes: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        seen = self.body(planes.float())
        return self.policy(seen), self.value(seen).squeeze(1)

    def ask(self, env: VectorEnv) -> tuple[np.ndarray, np.ndarray]:
        """Return the probabilities of the legal actions of every game of a batch, and the values."""
        self.eval()
        with torch.inference_mode():
            logits, values = self(torch.from_numpy(env.observations))
            chances = logits.masked_fill(~torch.from_numpy(env.masks), -1e9).softmax(1)
        return chances.numpy() * env.masks, values.numpy()


class Search:
    """A tree for every game of a batch; each simulation adds a node to every one of them.

    The axes of the arrays are games, nodes and actions. Node 0 is the root and node i that of simulation i, so child 0
    means that there is no child yet.
    """

    def __init__(self, games: int, rng: np.random.Generator) -> None:
        self.env, self.rng = VectorEnv(games=games, autoreset=False, **RULES), rng

    def run(self, network: Network, env: VectorEnv) -> np.ndarray:
        """Return how often each action was tried at the root of each game."""
        root, (games, actions) = env.save(), env.masks.shape
        shape = games, SIMULATIONS + 1, actions
        self.priors, self.visits, self.sums = (np.zeros(shape, np.float32) for _ in range(3))
        self.children, self.values = np.zeros(shape, np.int32), np.zeros(shape[:2], np.float32)
        priors, self.values[:, 0] = network.ask(env)
        noise = self.rng.gamma(0.4, size=priors.shape) * env.masks  # Dirichlet's, over the legal actions
        self.priors[:, 0] = (1 - NOISE) * priors + NOISE * noise / noise.sum(1, keepdims=True)
        for node in range(1, SIMULATIONS + 1):
            self.env.restore(root)
            self.simulate(network, node)
        return self.visits[:, 0]

    def simulate(self, network: Network, new: int) -> None:
        """Walk down every tree to a node that is new or ends the game, and add its value to the path."""
        games, nodes, path = np.arange(len(self.values)), np.zeros(len(self.values), np.int32), []
        while len(games):  # the games whose walk goes on
            actions = self.choose(games, nodes)
            path.append((games, nodes, actions))
            orders = np.full(len(self.values), LEAVE, np.int32)
            orders[games] = actions
            self.env.step(orders)
            children = self.children[games, nodes, actions]
            self.children[games, nodes, actions] = np.where(children, children, new)
            on = (children > 0) & (self.env.ends[games] == 0)
            games, nodes = games[on], children[on]
        self.priors[:, new], values = network.ask(self.env)
        black = results(self.env)
        values = np.where(self.env.ends > 0, np.where(self.env.to_play == 0, black, -black), values)
        self.values[:, new] = values
        for games, nodes, actions in reversed(path):
            values[games] *= -1  # from the side to move to the side that moved
            self.visits[games, nodes, actions] += 1
            self.sums[games, nodes, actions] += values[games]

    def choose(self, games: np.ndarray, nodes: np.ndarray) -> np.ndarray:
        """Return the most promising action at a node of each game; an untried action promises the node's value."""
        visits, sums, priors = (array[games, nodes] for array in (self.visits, self.sums, self.priors))
        means = np.where(visits > 0, sums / np.maximum(visits, 1), self.values[games, nodes, None])
        curiosity = EXPLORATION * priors * np.sqrt(visits.sum(1, keepdims=True) + 1) / (visits + 1)
        return np.where(priors > 0, means + curiosity, -np.inf).argmax(1)


def results(env: VectorEnv) -> np.ndarray:
    """Return the results of the finished games for Black, 1 or -1; a game cut off counts as it stands."""
    return np.where(env.truncated, np.sign(env.margins), env.rewards[:, 0]).astype(np.float32)


class Memory:
    """The latest turns of all games: planes, the search's probabilities, and results once they are known."""

    def __init__(self, env: VectorEnv) -> None:
        self.planes = np.zeros((KEPT, *env.observations.shape), np.uint8)
        self.chances = np.zeros((KEPT, *env.masks.shape), np.float32)
        self.sides, self.results = np.zeros((KEPT, GAMES), np.uint8), np.full((KEPT, GAMES), np.nan, np.float32)
        self.turn = -1

    def add(self, env: VectorEnv, chances: np.ndarray) -> None:
        self.turn = (self.turn + 1) % KEPT
        self.planes[self.turn], self.chances[self.turn] = env.observations, chances
        self.sides[self.turn], self.results[self.turn] = env.to_play, np.nan

    def close(self, env: VectorEnv) -> int:
        """Store the results of the games that have just ended; return their number."""
        black, ended = results(env), np.flatnonzero(env.ends)
        for game in ended:
            turns = (self.turn - np.arange(env.lengths[game])) % KEPT
            self.results[turns, game] = np.where(self.sides[turns, game] == 0, black[game], -black[game])
        return len(ended)

    def batch(self, rng: np.random.Generator) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor] | None:
        """Draw positions, all turned or mirrored in the same way: one of the board's eight symmetries."""
        known = np.argwhere(~np.isnan(self.results))
        if len(known) < 8 * BATCH:
            return None
        turns, games = known[rng.integers(len(known), size=BATCH)].T
        turned, mirrored = int(rng.integers(4)), bool(rng.integers(2))

        def seen(grids: np.ndarray) -> np.ndarray:
            grids = np.rot90(grids, turned, (-2, -1))
            return grids[..., ::-1] if mirrored else grids

        stones, passes, taos = np.split(self.chances[turns, games], (SIDE * SIDE, SIDE * SIDE + 1), axis=1)
        stones, taos = (seen(part.reshape(-1, SIDE, SIDE)).reshape(BATCH, -1) for part in (stones, taos))
        chances = np.concatenate([stones, passes, taos], 1)
        parts = seen(self.planes[turns, games]), chances, self.results[turns, games]
        return tuple(torch.from_numpy(np.ascontiguousarray(part)) for part in parts)


def learn(network: Network, optimiser: torch.optim.Optimizer, batch: tuple[torch.Tensor, ...]) -> None:
    """Take a step towards the moves of the search and the results of the games."""
    planes, chances, values = batch
    network.train()
    logits, guesses = network(planes)
    loss = functional.mse_loss(guesses, values) + functional.cross_entropy(logits, chances)
    optimiser.zero_grad()
    loss.backward()
    optimiser.step()


class Look(NamedTuple):
    """The number of games won against random moves, and the time and games of learning before them."""

    minutes: float
    learnt: int
    won: int
    games: int

    def __str__(self) -> str:
        share, (low, high) = self.won / self.games, wilson(self.won, self.games)
        won = f"{self.won:4} of {self.games} {share:4.0%} ({low:.0%} to {high:.0%})"
        return f"{self.minutes:7.1f} {self.learnt:10} {won:28} {'#' * round(30 * share)}"


def against_random(network: Network, games: int = 200, seed: int = 1) -> int:
    """Return the number of games that the network's first choices win against random moves, half of them as White."""
    env = VectorEnv(games=games, autoreset=False, seed=seed, **RULES)
    mine = np.arange(games) % 2
    won = np.zeros(games, np.bool_)
    while not (env.ends > 0).all():
        best = network.ask(env)[0].argmax(1)
        env.step(np.where(env.to_play == mine, best, env.sample()))
        won |= env.rewards[np.arange(games), mine] > 0
    return int(won.sum())


def train(network: Network, seed: int = 1, every: int = 30) -> Iterator[Look]:
    """Play and learn forever; yield the network's strength after every ``every`` turns."""
    began, learnt, rng = time.monotonic(), 0, np.random.default_rng(seed)
    env, search = VectorEnv(games=GAMES, seed=seed, **RULES), Search(GAMES, rng)
    memory, optimiser = Memory(env), torch.optim.AdamW(network.parameters(), 2e-3, weight_decay=1e-3)
    yield Look(0, 0, against_random(network), 200)
    while True:
        for _ in range(every):
            visits = search.run(network, env)
            memory.add(env, visits / visits.sum(1, keepdims=True))
            drawn = (visits / rng.exponential(size=visits.shape)).argmax(1)  # in proportion to the visits
            env.step(np.where(env.turns < 8, drawn, visits.argmax(1)))
            learnt += memory.close(env)
            for _ in range(STEPS):
                if (batch := memory.batch(rng)) is not None:
                    learn(network, optimiser, batch)
        yield Look((time.monotonic() - began) / 60, learnt, against_random(network), 200)


def start(seed: int = 1) -> Network:
    """Return an untrained network."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)  # the network is so small that threads would wait for one another
    return Network(VectorEnv(games=1, **RULES))


def main() -> None:
    parser = argparse.ArgumentParser(description="Learn 5x5 Tao Go from its rules.")
    parser.add_argument("--minutes", type=float, default=5, help="how long to train (5); Ctrl-C ends it sooner")
    options = parser.parse_args()
    if not options.minutes >= 0:
        parser.error("--minutes must be a number from 0 on")
    network, look = start(), None
    print("minutes  own games  won against random moves (95%)")
    try:
        for look in train(network):
            print(look, flush=True)
            if look.minutes >= options.minutes:
                break
    except KeyboardInterrupt:
        print("Interrupted")
    if look:
        print(
            "At the end, in 400 other games:", look._replace(won=against_random(network, 400, 2), games=400), sep="\n"
        )


if __name__ == "__main__":
    main()
