"""A thousand games of Tao Go at once, played at random: Black's share of wins and the length of games."""

from tengen.envs import VectorEnv

env = VectorEnv("tao", board="7x7", games=1000, threads=2, seed=1)
black, ended, turns = 0, 0, 0
while ended < 1000:
    step = env.step(env.sample())
    over = step.terminated | step.truncated
    black, ended = black + (step.rewards[over, 0] > 0).sum(), ended + over.sum()
    turns += env.lengths[over].sum()
print(f"{ended} games: Black won {black / ended:.0%}, {turns / ended:.0f} turns a game")
