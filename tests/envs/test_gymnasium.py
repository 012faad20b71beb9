"""Gymnasium's vector environment, and how learning libraries use the spaces."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from data import cases
from gymnasium.vector import AutoresetMode

import tengen.envs.gymnasium  # noqa: F401 (registers the environments)
from tengen.envs import GLOBALS, VectorEnv
from tengen.envs.vector_gymnasium import ManyGames
from tengen.records import TengenError


def drawn(env: ManyGames, rng: Any) -> Any:
    return (rng.random(env.action_masks().shape) * env.action_masks()).argmax(axis=1)


def test_it_is_registered_and_its_spaces_hold() -> None:
    env: Any = gymnasium.make_vec("tengen/Tao-5x5-v0", num_envs=3, vectorization_mode="vector_entry_point")
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    assert (env.num_envs, env.single_action_space.n) == (3, 51)
    seen, infos = env.reset(seed=1)
    assert infos == {}
    rng = np.random.default_rng(1)
    ends = 0
    for _ in range(300):
        assert env.observation_space.contains(seen)
        seen, rewards, terminated, truncated, infos = env.step(drawn(env.unwrapped, rng))
        ended = terminated | truncated
        assert not rewards[~ended].any()
        assert ("final_obs" in infos) == ended.any()
        for game in np.flatnonzero(ended):
            ends += 1
            assert env.single_observation_space.contains(infos["final_obs"][game])
            assert infos["final_info"]["ending"][game] in ("score", "too long")
            assert seen["observation"][game, :2].sum() == 0
    assert ends > 3
    env.close()


def test_both_sides_are_played_by_one_agent() -> None:
    env = ManyGames("chinese", num_envs=2, board="3x3", komi=0.5, opponent="self")
    env.reset(seed=1)
    env.vector.set_komi(20, games=[1])
    for actions in ([4, 4], [9, 0]):
        _, rewards, *_ = env.step(actions)
        assert rewards.tolist() == [0, 0]
    seen, rewards, terminated, _, infos = env.step([9, 9])
    assert (rewards.tolist(), terminated.tolist()) == ([1, 0], [True, False])  # Black passes last, and has won
    assert infos["final_info"]["ending"].tolist() == ["score", None]
    assert infos["final_obs"][0]["globals"][GLOBALS.index("passes")] == 2
    assert seen["observation"][0, :2].sum() == 0
    seen, rewards, terminated, _, infos = env.step([9, 9])
    assert (rewards.tolist(), terminated.tolist()) == ([0, 1], [False, True])  # White passes last, and has won
    assert infos["final_obs"].tolist()[0] is None


@pytest.mark.parametrize("colour", ["black", "white", "both"])
def test_an_opponent_answers_in_every_game(colour: Any) -> None:
    """It gets the view of the side to move, and its move is visible after the step."""
    asked: list[Any] = []

    def first(seen: Any) -> Any:
        asked.append(seen["globals"][:, GLOBALS.index("Black to move")].copy())
        return seen["action_mask"].argmax(axis=1)

    env = ManyGames("chinese", num_envs=4, board="3x3", opponent=first, colour=colour)
    env.reset(seed=2)
    sides = {"black": [0] * 4, "white": [1] * 4, "both": [0, 1, 0, 1]}[colour]
    rng = np.random.default_rng(2)
    for _ in range(60):
        assert env.vector.to_play.tolist() == sides
        env.step(drawn(env, rng))
    assert len(asked) >= 60


def test_an_illegal_action_loses_and_the_next_game_begins() -> None:
    env = ManyGames("chinese", num_envs=3, board="3x3", opponent="self")
    env.reset(seed=1)
    env.step([4, 4, 4])
    seen, rewards, terminated, truncated, infos = env.step([4, 0, 77])
    assert (rewards.tolist(), terminated.tolist(), truncated.any()) == ([-1, 0, -1], [True, False, True], False)
    assert infos["final_info"]["ending"].tolist() == ["illegal action", None, "illegal action"]
    assert infos["final_obs"][0]["observation"][:2].sum() == 1
    assert seen["observation"][:, :2].sum(axis=(1, 2, 3)).tolist() == [0, 2, 0]


def test_some_games_are_reset() -> None:
    env = ManyGames("chinese", num_envs=3, board="3x3", opponent="self")
    env.reset(seed=[1, 2, 3])
    env.step([4, 4, 4])
    seen, _ = env.reset(options={"reset_mask": np.array([True, False, True])})
    assert seen["observation"][:, :2].sum(axis=(1, 2, 3)).tolist() == [0, 1, 0]


@pytest.mark.parametrize(("options", "words"), cases("gymnasium", "wrong_options"))
def test_wrong_options(options: dict[str, Any], words: str) -> None:
    with pytest.raises(TengenError, match=words):
        ManyGames("chinese", board="3x3", **options)


def test_observations_are_no_images() -> None:
    """Planes of stones end at 1, so that Stable-Baselines3 flattens them on boards of any size."""
    space: Any = gymnasium.make("tengen/Chinese-5x5-v0").observation_space
    planes = VectorEnv("chinese", board=5, games=1).planes
    assert space["observation"].high[:, 0, 0].tolist() == [plane.most for plane in planes]
    assert {1, 255} == set(space["observation"].high.reshape(-1).tolist())
