"""PPO of TorchRL learns 5x5 Go against random moves, with masked actions: pip install '.[rl]' torchrl."""

import sys

import gymnasium
import torch
from tensordict.nn import TensorDictModule
from torch import nn
from torchrl.collectors import Collector
from torchrl.envs import CatTensors, Compose, FlattenObservation, GymWrapper, TransformedEnv
from torchrl.envs.transforms import ActionMask, DTypeCastTransform
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

import tengen.envs.gymnasium  # noqa: F401 (registers tengen/Chinese-5x5-v0 and similar environments)

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
torch.manual_seed(1)
env = TransformedEnv(
    GymWrapper(
        gymnasium.make("tengen/Chinese-5x5-v0", komi=0.5, superko=False, history=0), categorical_action_encoding=True
    ),
    Compose(
        DTypeCastTransform(torch.int8, torch.bool, in_keys=["action_mask"]),
        ActionMask(),
        FlattenObservation(-3, -1, in_keys=["observation"], out_keys=["planes"]),
        DTypeCastTransform(torch.uint8, torch.float32, in_keys=["planes"]),
        CatTensors(in_keys=["planes", "globals"], out_key="seen", del_keys=False),
    ),
)
inputs, actions = env.observation_spec["seen"].shape[-1], env.action_spec.n


def network(outputs: int) -> nn.Module:
    return nn.Sequential(nn.LayerNorm(inputs), nn.Linear(inputs, 128), nn.Tanh(), nn.Linear(128, outputs))


actor = ProbabilisticActor(
    TensorDictModule(network(actions), in_keys=["seen"], out_keys=["logits"]),
    in_keys={"logits": "logits", "mask": "action_mask"},
    distribution_class=MaskedCategorical,
    spec=env.action_spec,
    return_log_prob=True,
)
critic = ValueOperator(network(1), in_keys=["seen"])
advantage = GAE(gamma=1.0, lmbda=0.95, value_network=critic)
loss = ClipPPOLoss(actor, critic, entropy_coeff=0.01)
optimiser = torch.optim.Adam(loss.parameters(), 1e-3)
frames = min(steps, 1000)
for batch in Collector(env, actor, frames_per_batch=frames, total_frames=steps):
    results = batch["next", "reward"][batch["next", "done"]]
    print(f"{len(results)} games, mean result {results.mean():+.2f} against random moves")
    for _ in range(4):
        advantage(batch)
        for part in torch.randperm(frames).split(128):
            found = loss(batch[part])
            optimiser.zero_grad()
            sum(value for name, value in found.items() if name.startswith("loss_")).backward()
            optimiser.step()
