"""OpenSpiel's own tree search plays Tile Go against itself for a few moves."""

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

import tengen.envs.openspiel  # noqa: F401 (registers the game)

game = pyspiel.load_game("tengen(game=tile,board=4x4)")
rollouts = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
bot = mcts.MCTSBot(game, 1.4, 10, rollouts, random_state=np.random.RandomState(1))
state = game.new_initial_state()
while not state.is_terminal() and state.move_number() < 4:
    state.apply_action(bot.step(state))
print(state)
