"""PPO of RLlib learns 5x5 Go against random moves, with masked actions: pip install '.[rl]' 'ray[rllib]' torch."""

import sys

import numpy as np
import ray
import torch
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.apis import ValueFunctionAPI
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.core.rl_module.torch import TorchRLModule
from ray.tune.registry import register_env
from torch import nn

import tengen.envs.gymnasium

rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 20


class MaskedNetwork(TorchRLModule, ValueFunctionAPI):
    """Planes and globals to logits, in which illegal actions are as good as impossible, and to a value."""

    def setup(self):
        inputs = sum(int(np.prod(self.observation_space[name].shape)) for name in ("observation", "globals"))
        self.body = nn.Sequential(nn.LayerNorm(inputs), nn.Linear(inputs, 128), nn.Tanh())
        self.policy, self.value = nn.Linear(128, int(self.action_space.n)), nn.Linear(128, 1)

    def _seen(self, batch):
        seen = batch[Columns.OBS]
        return self.body(torch.cat([seen["observation"].flatten(1).float(), seen["globals"]], 1))

    def _forward(self, batch, **kwargs):
        seen = self._seen(batch)
        legal = batch[Columns.OBS]["action_mask"] > 0
        return {
            Columns.EMBEDDINGS: seen,
            Columns.ACTION_DIST_INPUTS: self.policy(seen).masked_fill(~legal, -1e9),
        }

    def compute_values(self, batch, embeddings=None):
        return self.value(self._seen(batch) if embeddings is None else embeddings).squeeze(1)


def make(options):
    """Return a game against random moves."""
    return tengen.envs.gymnasium.AgainstOpponent("chinese", board=5, komi=0.5, superko=False, history=0)


register_env("tengen", make)
ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False)
config = (
    PPOConfig()
    .environment("tengen")
    .env_runners(num_env_runners=0)
    .rl_module(rl_module_spec=RLModuleSpec(module_class=MaskedNetwork))
    .training(gamma=1.0, lr=1e-3, train_batch_size=1000, minibatch_size=128, num_epochs=4, entropy_coeff=0.01)
)
algorithm = config.build_algo()
for number in range(1, rounds + 1):
    found = algorithm.train()["env_runners"]
    print(f"round {number}: mean result {found['episode_return_mean']:+.2f} against random moves")
algorithm.stop()
ray.shutdown()
