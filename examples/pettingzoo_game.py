"""Cushion Go between two random agents of PettingZoo."""

from tengen.envs.pettingzoo import env

game = env(game="cushion", board="5x5", render_mode="ansi")
game.reset(seed=1)
for place, agent in enumerate(game.possible_agents):
    game.action_space(agent).seed(place)
for agent in game.agent_iter():
    seen, reward, terminated, truncated, info = game.last()
    if not (terminated or truncated):
        board = game.render()
    game.step(None if terminated or truncated else game.action_space(agent).sample(seen["action_mask"]))
    if terminated or truncated:
        print(f"{agent}: {reward:+.0f}, {info['ending']}")
print(board)
