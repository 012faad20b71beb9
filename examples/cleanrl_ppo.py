"""A loop in the style of CleanRL: PPO with masks learns 5x5 Go by playing both sides of 64 games at once.

pip install '.[rl]' torch
"""

import sys

import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical

from tengen.envs.vector_gymnasium import ManyGames

GAMES, TURNS, EPOCHS, CLIP, ENTROPY = 64, 32, 3, 0.2, 0.01
OPTIONS = {"num_envs": GAMES, "board": 5, "komi": 0.5, "superko": False, "history": 0}
updates = int(sys.argv[1]) if len(sys.argv) > 1 else 40
torch.manual_seed(1)
torch.set_num_threads(1)


class Agent(nn.Module):
    """Maps planes and globals to a distribution over legal actions, and to a value for the side to move."""

    def __init__(self, env):
        super().__init__()
        inputs = sum(int(np.prod(env.single_observation_space[name].shape)) for name in ("observation", "globals"))
        self.body = nn.Sequential(nn.Linear(inputs, 128), nn.Tanh(), nn.Linear(128, 128), nn.Tanh())
        self.policy, self.value = nn.Linear(128, int(env.single_action_space.n)), nn.Linear(128, 1)

    def forward(self, planes, numbers, masks):
        seen = self.body(torch.cat([planes.flatten(1).float() / 8, numbers / 8], 1))
        return Categorical(logits=self.policy(seen).masked_fill(masks == 0, -1e9)), self.value(seen).squeeze(1).tanh()


def tensors(seen):
    return tuple(torch.from_numpy(seen[name]) for name in ("observation", "globals", "action_mask"))


def won_against_random(agent, games=200):
    """Return the share of games that the likeliest actions win against random moves, half of them as White."""
    env = ManyGames("chinese", **OPTIONS | {"num_envs": games}, opponent="random", colour="both")
    seen, _ = env.reset(seed=7)
    results = np.full(games, np.nan)
    while np.isnan(results).any():
        with torch.inference_mode():
            actions = agent(*tensors(seen))[0].logits.argmax(1).numpy()
        seen, rewards, terminated, truncated, _ = env.step(actions)
        first = (terminated | truncated) & np.isnan(results)
        results[first] = rewards[first]
    return (results > 0).mean()


env = ManyGames("chinese", **OPTIONS, opponent="self")
agent = Agent(env)
optimiser = torch.optim.Adam(agent.parameters(), 1e-3)
seen, _ = env.reset(seed=1)
print(f"untrained: {won_against_random(agent):.0%} won against random moves")
for _update in range(updates):
    turns = []
    for _ in range(TURNS):
        now = tensors(seen)
        with torch.inference_mode():
            chances, values = agent(*now)
            actions = chances.sample()
        seen, rewards, terminated, truncated, _ = env.step(actions.numpy())
        over = torch.from_numpy(terminated | truncated)
        turns.append((now, actions, chances.log_prob(actions), values, torch.from_numpy(rewards), over))
    with torch.inference_mode():
        following = -agent(*tensors(seen))[1]  # the other side is to move: what is good for it is bad for the mover
    targets = []
    for _now, _actions, _logs, values, rewards, over in reversed(turns):
        following = torch.where(over, rewards, following)
        targets.append(following)
        following = -(0.9 * following + 0.1 * values)  # towards the value of the position, as TD(lambda) does
    seens, actions, logs, values = (list(part) for part in list(zip(*turns))[:4])
    batch = [torch.cat(part) for part in (*zip(*seens), actions, logs, values, targets[::-1])]
    for _ in range(EPOCHS):
        for part in torch.randperm(len(batch[0])).split(512):
            *now, acts, old, guessed, target = (one[part] for one in batch)
            chances, found = agent(*now)
            gains = target - guessed
            gains = (gains - gains.mean()) / (gains.std() + 1e-6)
            ratio = (chances.log_prob(acts) - old).exp()
            gained = torch.minimum(ratio * gains, ratio.clamp(1 - CLIP, 1 + CLIP) * gains).mean()
            loss = (found - target).pow(2).mean() - gained - ENTROPY * chances.entropy().mean()
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
print(f"after {updates * TURNS * GAMES} turns: {won_against_random(agent):.0%} won against random moves")
