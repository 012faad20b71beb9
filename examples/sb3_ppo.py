"""MaskablePPO of Stable-Baselines3 learns 5x5 Go against random moves: pip install '.[rl]' sb3-contrib."""

import sys

import gymnasium
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy

import tengen.envs.gymnasium  # noqa: F401 (registers tengen/Chinese-5x5-v0 and similar environments)

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 50_000
env = gymnasium.make("tengen/Chinese-5x5-v0", komi=0.5, superko=False, history=0)
model = MaskablePPO("MultiInputPolicy", env, n_steps=min(steps, 1024), batch_size=64, gamma=1.0, seed=1)
for when in ("before", "after"):
    mean, _ = evaluate_policy(model, env, n_eval_episodes=min(100, steps // 5), warn=False)
    print(f"{when} {steps if when == 'after' else 0} steps: mean result {mean:+.2f} against random moves")
    if when == "before":
        model.learn(steps)
