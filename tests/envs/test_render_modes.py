"""Rendering like PettingZoo's own Go, and invalid options: `data/faults/protocols.toml`."""

import copy
import sys
import tomllib
from functools import partial
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from stand_in_window import Window

from tengen import RulesConflict, TengenError
from tengen.envs import VectorEnv, pettingzoo
from tengen.envs.gymnasium import AgainstOpponent
from tengen.envs.vector_gymnasium import ManyGames

_OPTIONS: list[dict[str, Any]] = tomllib.loads(
    (Path(__file__).parents[1] / "data" / "faults" / "protocols.toml").read_text(encoding="utf-8")
)["option"]


@pytest.fixture
def window(monkeypatch: pytest.MonkeyPatch) -> Window:
    made = Window()
    monkeypatch.setitem(sys.modules, "pygame", made)
    return made


@pytest.mark.parametrize("make", [pettingzoo.env, pettingzoo.parallel_env, pettingzoo.raw_env, AgainstOpponent])
def test_pixels_are_returned(make: Any) -> None:
    env: Any = make(game="chinese", board="3x2", render_mode="rgb_array", screen_height=150)
    env.reset()
    pixels = env.render()
    assert (pixels.dtype, pixels.shape[1:], pixels.max() <= 255) == (np.uint8, (150, 3), True)
    assert pixels.shape[0] < 150
    env.close()


def test_pixels_follow_the_game() -> None:
    env: Any = pettingzoo.env(game="chinese", board="3x3", render_mode="rgb_array", screen_height=90)
    env.reset()
    before = env.render()
    env.step(4)
    after = env.render()
    assert before[42:48, 42:48].mean() > 100 > after[42:48, 42:48].mean()


@pytest.mark.parametrize("make", [pettingzoo.raw_env, AgainstOpponent])
def test_a_window_follows_the_game(make: Any, window: Window) -> None:
    env: Any = make(game="chinese", board="3x2", render_mode="human", screen_height=150)
    env.reset()
    env.step(0)
    assert env.render() is None
    assert [pixels.shape[0] for pixels in window.shown] == [150] * 3
    assert window.opened == [window.shown[0].shape[:2]]
    other = copy.deepcopy(env)
    env.close()
    assert window.closed == 1
    other.render()
    assert len(window.opened) == 2


def test_many_games_are_rendered_one_by_one() -> None:
    env = ManyGames("chinese", num_envs=2, board="3x3", render_mode="ansi")
    env.reset(seed=1)
    assert [text.count("A B C") for text in env.render() or ()] == [2, 2]
    with pytest.raises(TengenError, match="'human'"):
        ManyGames("chinese", num_envs=2, board="3x3", render_mode="human")


@pytest.mark.parametrize(("mode", "module"), [("human", "pygame"), ("rgb_array", "typst"), ("rgb_array", "PIL.Image")])
def test_what_is_not_installed_is_named(mode: str, module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(TengenError, match="pip install"):
        pettingzoo.raw_env(game="chinese", board="3x3", render_mode=mode)


@pytest.mark.parametrize("height", [0, 49, 10**6, "800"])
def test_heights_that_cannot_be_are_refused(height: Any) -> None:
    with pytest.raises(TengenError, match="screen_height"):
        pettingzoo.raw_env(game="chinese", board="3x3", screen_height=height)


@pytest.mark.parametrize("case", _OPTIONS, ids=lambda case: case["name"])
def test_an_option_that_does_not_exist_has_a_hint(case: dict[str, Any]) -> None:
    registered = partial(gymnasium.make, "tengen/Chinese-5x5-v0")
    makers: tuple[Any, ...] = (VectorEnv, pettingzoo.env, pettingzoo.parallel_env, ManyGames, registered)
    for make in makers:
        with pytest.raises(RulesConflict, match=f"did you mean {case['hint']}"):
            make(**{case["name"]: 5})
