"""The usual interfaces of learning libraries: their conformance tests, and the games behind them."""

import copy
import sys
from types import SimpleNamespace
from typing import Any

import gymnasium
import numpy as np
import pyspiel
import pytest
from data import cases
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, seed_test
from stand_in_window import Window

import tengen.envs.openspiel  # noqa: F401 (registers the game)
from tengen.envs import VectorEnv, pettingzoo
from tengen.envs import gymnasium as against
from tengen.players import MCTS, Budget
from tengen.records import Resign, TengenError

GAMES = (("tao", "5x5"), ("cushion", "4x4"), ("gengo", "5x5"), ("aga", "graph:petersen"))
SPACES = "ignore:Observation space for each agent probably should be:UserWarning"
"""PettingZoo's own board games have dicts of planes and a mask, too; only theirs are exempt from the warning."""
NO_MASK = "ignore:Action mask numpy array is all zeros:UserWarning"
"""The side not to move has no legal action."""


@pytest.mark.filterwarnings(SPACES, NO_MASK, "ignore:Observation is not a NumPy array:UserWarning")
@pytest.mark.parametrize(("game", "board"), GAMES)
def test_pettingzoo(game: str, board: str) -> None:
    api_test(pettingzoo.env(game=game, board=board), num_cycles=100)
    seed_test(lambda: pettingzoo.env(game=game, board=board), num_cycles=50)
    parallel_api_test(pettingzoo.parallel_env(game=game, board=board), num_cycles=100)


def seeded(env: Any) -> Any:
    """Seed the action spaces, since a random action on a stone ends the game, as it should."""
    for place, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(place)
    return env


def test_pettingzoo_cycles() -> None:
    options: dict[str, Any] = {"game": "chinese", "board": "13x13"}
    module = SimpleNamespace(
        env=lambda **more: seeded(pettingzoo.env(**options, **more)),
        parallel_env=lambda **more: seeded(pettingzoo.parallel_env(**options, **more)),
    )
    max_cycles_test(module)
    parallel_seed_test(lambda: pettingzoo.parallel_env(max_cycles=20, **options), num_cycles=20)


def test_pettingzoo_plays_the_game() -> None:
    env = pettingzoo.env(game="chinese", board="3x3", komi=0.5, render_mode="ansi")
    env.reset()
    for move in ("B2", "pass", "pass"):
        env.step(env.unwrapped.vector.actions.number(move))
    assert env.rewards == {"black_0": 1.0, "white_0": -1.0}
    assert env.terminations == {"black_0": True, "white_0": True}
    assert env.infos["white_0"] == {"ending": "score"}
    assert "●" in env.render()


@pytest.mark.filterwarnings("ignore:.*[Ii]llegal move:UserWarning")
def test_an_illegal_action_loses_in_pettingzoo() -> None:
    env = pettingzoo.env(game="chinese", board="3x3")
    env.reset()
    env.step(4)
    env.step(4)
    assert env.rewards == {"black_0": 0, "white_0": -1}
    raw = pettingzoo.raw_env(game="chinese", board="3x3")
    raw.reset()
    raw.step(4)
    with pytest.raises(TengenError, match="occupied"):
        raw.step(4)


def test_both_agents_see_the_board_as_theirs() -> None:
    """The waiting side sees the planes as if it were to move."""
    env = pettingzoo.raw_env(game="tile", board="4x4")
    env.reset()
    for action in (5, 6, 9, 10, 1):
        waiting = env.possible_agents[1 - int(env.vector.to_play[0])]
        seen = env.observe(waiting)["observation"]
        assert not env.observe(waiting)["action_mask"].any()
        names = [plane.name for plane in env.vector.planes]
        black = seen if waiting == "black_0" else env.observe("black_0")["observation"]
        stones = env.vector.game(0).stones
        assert black[names.index("own stones")].sum() == sum(colour == "black" for colour in stones.values())
        assert black[names.index("opponent's stones")].sum() == sum(colour == "white" for colour in stones.values())
        env.step(action)


def test_every_id_is_registered() -> None:
    assert "tengen/Tao-5x5-v0" in gymnasium.registry
    assert "tengen/TrompTaylor-19x19-v0" in gymnasium.registry
    assert set(against.names()) <= set(gymnasium.registry)


@pytest.mark.parametrize("name", ["tengen/Tao-5x5-v0", "tengen/Cushion-5x5-v0", "tengen/Gengo-7x7-v0"])
@pytest.mark.parametrize("colour", ["black", "white", "random"])
def test_gymnasium(name: str, colour: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pygame", Window())  # every render mode is tried
    check_env(gymnasium.make(name, colour=colour, render_mode="ansi").unwrapped, skip_render_check=False)


def play_gymnasium(env: Any, seed: int) -> tuple[float, dict[str, Any], int]:
    observation, info = env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    for turn in range(1000):
        action = rng.choice(np.flatnonzero(observation["action_mask"]))
        observation, reward, terminated, truncated, info = env.step(action)
        if terminated or truncated:
            return reward, info, turn
    raise AssertionError("the game does not end")


def test_a_player_is_the_opponent() -> None:
    """A level beats random moves; the agent is White, so the opponent begins."""
    opponent = MCTS(budget=Budget(simulations=100), seed=1, tidy=True)
    env = gymnasium.make("tengen/Tao-5x5-v0", opponent=opponent, colour="white", komi=0.5)
    results = [play_gymnasium(env, seed)[0] for seed in range(4)]
    assert results.count(-1.0) >= 3


@pytest.mark.parametrize("options", [{"colour": "red"}, {"opponent": "strong"}])
def test_wrong_options(options: dict[str, Any]) -> None:
    with pytest.raises(TengenError, match="it must be"):
        against.AgainstOpponent("tao", board="5x5", **options)
    with pytest.raises(TengenError, match="it must be"):
        pettingzoo.raw_env(render_mode="rgb")


def test_pettingzoo_is_cut_off_by_turns_or_cycles() -> None:
    """A cycle is a turn of each agent, or one turn in the parallel form."""
    assert pettingzoo.env(game="tao", board="5x5", limit=7).unwrapped.vector.limit == 7
    assert pettingzoo.env(game="tao", board="5x5", max_cycles=7).unwrapped.vector.limit == 14
    assert pettingzoo.parallel_env(game="tao", board="5x5", limit=7).aec_env.unwrapped.vector.limit == 7
    with pytest.raises(TengenError, match="give one of them"):
        pettingzoo.parallel_env(game="tao", board="5x5", limit=7, max_cycles=7)
    wrong: tuple[Any, ...] = (0, "7", 1 << 20)
    for cycles in wrong:
        with pytest.raises(TengenError, match="max_cycles must be"):
            pettingzoo.env(game="tao", board="5x5", max_cycles=cycles)


def test_interfaces_are_copied_whole() -> None:
    """A copy follows only its own moves: PettingZoo's and Gymnasium's searches copy environments."""
    env: Any = pettingzoo.raw_env(game="chinese", board="3x3")
    env.reset()
    other = copy.deepcopy(env)
    other.step(4)
    assert other.observe("black_0")["observation"][0].sum() == 1
    assert env.observe("black_0")["observation"][0].sum() == 0
    single: Any = gymnasium.make("tengen/Tao-5x5-v0").unwrapped
    single.reset(seed=1)
    other = copy.deepcopy(single)
    seen = [each.step(12)[0]["observation"] for each in (single, other)]
    assert seen[0].any()
    assert np.array_equal(*seen)


class Resigning:
    """An opponent that resigns at once."""

    name = "Resigning"

    def choose(self, game: Any, budget: Budget | None = None) -> Any:
        return Resign


def test_a_game_that_is_over_stays_so_in_gymnasium() -> None:
    env = against.AgainstOpponent("chinese", board="3x3", opponent=Resigning(), colour="white")
    assert env.reset()[1] == {"ending": "resignation"}
    assert env.step(0)[1:] == (1.0, True, False, {"ending": "resignation"})
    env = against.AgainstOpponent("chinese", board="3x3")
    env.reset(seed=1)
    env.step(4)
    for action in (4, 0, 1):  # the first is on a stone
        assert env.step(action)[1:] == (-1.0, True, False, {"ending": "illegal action"})
    assert len(env.vector.game(0).moves) == 2
    assert env.reset()[1] == {}


@pytest.mark.parametrize(("game", "board"), GAMES)
@pytest.mark.parametrize("serialize", [False, True])
def test_openspiel(game: str, board: str, serialize: bool) -> None:
    pyspiel.random_sim_test(pyspiel.load_game("tengen", {"game": game, "board": board}), 1, serialize, False)


def test_openspiel_plays_the_game() -> None:
    game = pyspiel.load_game("tengen(game=chinese,board=3x3,axes=komi:0.5;passes:3)")
    state = game.new_initial_state()
    for move in ("B2", "pass", "pass", "pass"):
        assert not state.is_terminal()
        state.apply_action(state.string_to_action(move))
    assert state.returns() == [1.0, -1.0]
    assert state.clone().played.moves == state.played.moves
    short = pyspiel.load_game("tengen(game=chinese,board=3x3,limit=2)").new_initial_state()
    short.apply_action(4)
    short.apply_action(0)
    assert short.is_terminal()
    assert short.returns() == [0.0, 0.0]


def test_openspiel_sees_what_the_environment_sees() -> None:
    game = pyspiel.load_game("tengen(game=cushion,board=4x4)")
    env = VectorEnv("cushion", board="4x4", games=1, autoreset=False)
    state = game.new_initial_state()
    for action in (5, 6, 9, 10, 1, 2):
        assert np.array_equal(np.array(state.observation_tensor(0)), env.observations[0].reshape(-1))
        assert np.flatnonzero(env.masks[0]).tolist() == state.legal_actions()
        state.apply_action(action)
        env.step([action])


@pytest.mark.parametrize(("options", "words"), cases("interfaces", "openspiel_refuses_wrong_options"))
def test_openspiel_refuses_wrong_options(options: dict[str, Any], words: str) -> None:
    with pytest.raises(Exception, match=words):
        pyspiel.load_game("tengen", {"game": "chinese", "board": "3x3", **options})
