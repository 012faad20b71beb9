"""A Gymnasium agent that plays random legal moves loses to three levels of Tengen's engine."""

import gymnasium

import tengen.envs.gymnasium  # noqa: F401 (registers tengen/Tao-5x5-v0 and similar environments)
from tengen.players import MCTS

for level in (1, 2, 3):
    env = gymnasium.make("tengen/Tao-5x5-v0", opponent=MCTS(level=level, seed=1, tidy=True), colour="white")
    seen, info = env.reset(seed=level)
    over = False
    while not over:
        seen, reward, terminated, truncated, info = env.step(env.action_space.sample(seen["action_mask"]))
        over = terminated or truncated
    print(f"level {level}: {reward:+.0f}, {info['ending']}")
