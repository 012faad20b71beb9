"""AlphaZero in small: 5x5 Tao Go learnt from nothing but its rules, in some minutes on two cores.

    pip install tengen[torch]
    python examples/alphazero.py --minutes 8 --plot learning.png

A network is asked for moves and a value, a tree search of a few simulations makes better moves of them, and the network
learns these and who won (Silver et al., *A general reinforcement learning algorithm that masters chess, shogi, and Go
through self-play*, 2018). All games are advanced and searched together, in one `VectorEnv` for playing and another for
looking ahead. Every so often the network alone, without search, plays against random moves.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from tengen.envs import LEAVE, VectorEnv

GAMES, SIMULATIONS, CHANNELS, LIMIT = 96, 24, 48, 75
RULES = {"game": "tao", "board": "5x5", "komi": 0.5, "history": 1, "limit": LIMIT}


class Network(nn.Module):
    """Planes in; a logit for every action and a value for the side to move out."""

    def __init__(self, planes: int, actions: int, cells: int) -> None:
        super().__init__()
        layers: list[nn.Module] = []
        for width in (planes, CHANNELS, CHANNELS, CHANNELS):
            layers += [nn.Conv2d(width, CHANNELS, 3, padding=1), nn.BatchNorm2d(CHANNELS), nn.ReLU()]
        self.body = nn.Sequential(*layers)
        self.policy = nn.Sequential(nn.Conv2d(CHANNELS, 8, 1), nn.ReLU(), nn.Flatten(), nn.Linear(8 * cells, actions))
        self.value = nn.Sequential(
            nn.Conv2d(CHANNELS, 8, 1), nn.ReLU(), nn.Flatten(), nn.Linear(8 * cells, 48), nn.ReLU(), nn.Linear(48, 1)
        )

    def forward(self, planes: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        seen = self.body(planes)
        return self.policy(seen), torch.tanh(self.value(seen)).squeeze(1)


def ask(network: Network, env: VectorEnv) -> tuple[np.ndarray, np.ndarray]:
    """Return the network's chances for the legal actions of every game, and its values."""
    network.eval()
    with torch.inference_mode():
        logits, values = network(torch.from_numpy(env.observations).float())
        logits = logits.masked_fill(~torch.from_numpy(env.masks), -1e9)
    return functional.softmax(logits, 1).numpy() * env.masks, values.numpy()


class Search:
    """A tree for each game of a batch; node 0 is the root, and what is not there yet is a child 0."""

    def __init__(self, games: int, rng: np.random.Generator) -> None:
        self.env, self.rng = VectorEnv(games=games, autoreset=False, **RULES), rng
        self.every = np.arange(games)

    def run(self, network: Network, env: VectorEnv) -> np.ndarray:
        """Return how often each action was tried at the root of each game."""
        root, (games, actions) = env.save(), env.masks.shape
        shape = (games, SIMULATIONS + 1, actions)
        self.priors, self.visits, self.sums = (np.zeros(shape, np.float32) for _ in range(3))
        self.children = np.zeros(shape, np.int32)
        priors, _ = ask(network, env)
        noise = self.rng.gamma(0.3, size=priors.shape) * env.masks + 1e-9 * env.masks
        self.priors[:, 0] = 0.75 * priors + 0.25 * noise / noise.sum(1, keepdims=True)
        for simulation in range(1, SIMULATIONS + 1):
            self.env.restore(root)
            self.simulate(network, simulation)
        return self.visits[:, 0]

    def choose(self, nodes: np.ndarray) -> np.ndarray:
        """Return the action that looks best at a node of every game (PUCT)."""
        at = self.every, nodes
        visits, sums, priors = self.visits[at], self.sums[at], self.priors[at]
        means = sums / np.maximum(visits, 1)
        wonder = 1.5 * priors * np.sqrt(visits.sum(1, keepdims=True) + 1) / (1 + visits)
        return np.where(priors > 0, means + wonder, -np.inf).argmax(1)

    def simulate(self, network: Network, simulation: int) -> None:
        """Walk down every tree to a new node, ask the network there, and credit the path."""
        nodes, walking = np.zeros(len(self.every), np.int32), np.ones(len(self.every), np.bool_)
        path: list[tuple[np.ndarray, np.ndarray, np.ndarray]] = []
        leaves = nodes.copy(), nodes.copy()
        while walking.any():
            chosen = self.choose(nodes)
            self.env.step(np.where(walking, chosen, LEAVE).astype(np.int32))
            path.append((nodes.copy(), chosen, walking.copy()))
            following = self.children[self.every, nodes, chosen]
            stops = walking & ((following == 0) | (self.env.ends > 0))
            leaves[0][stops], leaves[1][stops] = nodes[stops], chosen[stops]
            walking &= ~stops
            nodes = np.where(walking, following, nodes)
        self.credit(network, simulation, path, leaves)

    def credit(self, network: Network, simulation: int, path: list, leaves: tuple) -> None:
        """Put new nodes where games go on, and add the values of all leaves to the actions that led there."""
        priors, values = ask(network, self.env)
        over = self.env.ends > 0
        values = np.where(over, result(self.env)[self.every, self.env.to_play], values)
        new = self.every[~over]
        self.children[new, leaves[0][new], leaves[1][new]] = simulation
        self.priors[new, simulation] = priors[new]
        depths = sum(walking.astype(np.int32) for _, _, walking in path)
        for depth, (nodes, chosen, walking) in enumerate(path):
            at = self.every[walking], nodes[walking], chosen[walking]
            sign = np.where((depths - depth)[walking] % 2 == 1, -1, 1)  # the mover's, not that of the side to move
            self.visits[at] += 1
            self.sums[at] += sign * values[walking]


def result(env: VectorEnv) -> np.ndarray:
    """Return what games that are over came to for Black and White; what was cut off counts as it stands."""
    black = np.where(env.truncated, np.sign(env.margins), env.rewards[:, 0])
    return np.stack([black, -black], 1).astype(np.float32)


class Memory:
    """The latest positions: planes, chances of the search, and who won for the side to move."""

    def __init__(self, most: int = 30_000) -> None:
        self.most, self.kept = most, []
        self.open: list[list] = [[] for _ in range(GAMES)]

    def add(self, env: VectorEnv, chances: np.ndarray) -> None:
        for game in range(GAMES):
            self.open[game].append((env.observations[game].copy(), chances[game], int(env.to_play[game])))

    def close(self, env: VectorEnv) -> int:
        """Keep the positions of the games that have just ended; return their number."""
        results = result(env)
        ended = np.flatnonzero(env.ends)
        for game in ended:
            self.kept += [(seen, chances, results[game, side]) for seen, chances, side in self.open[game]]
            self.open[game] = []
        self.kept = self.kept[-self.most :]
        return len(ended)

    def batch(self, rng: np.random.Generator, size: int = 256) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Draw positions, all turned and mirrored alike."""
        drawn = [self.kept[i] for i in rng.integers(len(self.kept), size=size)]
        seen, chances, values = (np.stack(column) for column in zip(*drawn))
        turns, mirrored = int(rng.integers(4)), bool(rng.integers(2))

        def turned(grids: np.ndarray) -> np.ndarray:
            found = np.rot90(grids, turns, (-2, -1))
            return found[..., ::-1] if mirrored else found

        stones, taos = (
            turned(part.reshape(size, 5, 5)).reshape(size, 25) for part in (chances[:, :25], chances[:, 26:])
        )
        chances = np.concatenate([stones, chances[:, 25:26], taos], 1)
        return tuple(torch.from_numpy(np.ascontiguousarray(part)).float() for part in (turned(seen), chances, values))


def learn(network: Network, optimiser: torch.optim.Optimizer, memory: Memory, rng: np.random.Generator) -> None:
    """Take one step towards the search's moves and the games' results."""
    network.train()
    planes, chances, values = memory.batch(rng)
    logits, guesses = network(planes)
    loss = functional.mse_loss(guesses, values) - (chances * functional.log_softmax(logits, 1)).sum(1).mean()
    optimiser.zero_grad()
    loss.backward()
    optimiser.step()


def against_random(network: Network, games: int = 200, seed: int = 1) -> float:
    """Return the share of games that the network's first choice wins against random moves, half of them as White."""
    env = VectorEnv(games=games, autoreset=False, seed=seed, **RULES)
    colours = np.arange(games) % 2
    wins = np.zeros(games, np.bool_)
    for _ in range(LIMIT):
        actions = env.sample().copy()
        mine = (env.to_play == colours) & (env.ends == 0)
        actions[mine] = ask(network, env)[0].argmax(1)[mine]
        env.step(actions)
        wins |= env.rewards[np.arange(games), colours] > 0
    return float(wins.mean())


def train(minutes: float, seed: int = 1, enough: float = 2.0) -> list[tuple[float, int, float]]:
    """Play and learn for so long; return minutes, games and the share won against random moves, at every look."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    env, search, memory = VectorEnv(games=GAMES, seed=seed, **RULES), Search(GAMES, rng), Memory()
    network = Network(len(env.planes), len(env.actions), len(env.board))
    optimiser = torch.optim.Adam(network.parameters(), 2e-3, weight_decay=1e-4)
    began, games, turns = time.monotonic(), 0, 0
    found = [(0.0, 0, against_random(network))]
    while found[-1][0] < minutes and found[-1][2] < enough:
        visits = search.run(network, env)
        chances = visits / visits.sum(1, keepdims=True)
        memory.add(env, chances)
        drawn = (chances.cumsum(1) > rng.random((GAMES, 1)) * 0.999999).argmax(1)
        env.step(np.where(env.turns < 10, drawn, visits.argmax(1)).astype(np.int32))
        games += memory.close(env)
        if len(memory.kept) > 2000:
            for _ in range(4):
                learn(network, optimiser, memory, rng)
        turns += 1
        if turns % 40 == 0:
            found.append(((time.monotonic() - began) / 60, games, against_random(network)))
            print(f"{found[-1][0]:5.1f} minutes, {games:5d} games: {found[-1][2]:.0%} against random moves", flush=True)
    return found


def plot(found: list[tuple[float, int, float]], path: Path) -> None:
    """Draw how the share of games won grew."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(6, 3.5), layout="constrained")
    axes.plot([look[0] for look in found], [100 * look[2] for look in found], marker="o", markersize=3, color="black")
    axes.axhline(80, linestyle=":", color="grey")
    axes.set(xlabel="minutes", ylabel="won against random moves, %", ylim=(0, 101), title="5x5 Tao Go from nothing")
    figure.savefig(path)


def main() -> None:
    parser = argparse.ArgumentParser(description="Learn 5x5 Tao Go.")
    parser.add_argument("--minutes", type=float, default=8, help="how long (8)")
    parser.add_argument("--plot", type=Path, help="a file for a plot: .png, .svg")
    options = parser.parse_args()
    found = train(options.minutes)
    if options.plot:
        plot(found, options.plot)


if __name__ == "__main__":
    main()
