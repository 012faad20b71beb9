"""Turns in plain Python, while they are being compiled, equal the compiled ones."""

import numpy as np
import pytest

from tengen.envs import VectorEnv, stretch
from tengen.envs.core.steps import advance
from tengen.kernel.game_calls import StandIn, uncompiled

SEEN = ("observations", "globals", "masks", "rewards", "ends", "margins", "owners", "lengths", "to_play")


def played(variant: str, board: str, steps: int, plain: bool) -> VectorEnv:
    env = VectorEnv(variant, board=board, games=3, seed=1)
    env._stretches[0]._advance = uncompiled(advance) if plain else advance
    env.reset(1)
    for _ in range(steps):
        env.step(env.sample())
    return env


@pytest.mark.parametrize(
    ("variant", "board", "steps"),
    [
        ("chinese", "5x5", 90), ("japanese", "7x7", 40), ("tile", "5x5", 60), ("tao", "5x5", 40),
        ("atari-go", "5x5", 40), ("gengo", "gengo 5", 20), ("chinese", "honeycomb 3", 30), ("go-with-pie", "5x5", 20),
    ],
)  # fmt: skip
def test_they_leave_the_same_arrays(variant: str, board: str, steps: int) -> None:
    plain, compiled = played(variant, board, steps, True), played(variant, board, steps, False)
    for name in SEEN:
        assert np.array_equal(getattr(plain, name), getattr(compiled, name)), name
    assert all(np.array_equal(*pair) for pair in zip(plain._stretches[0].memory, compiled._stretches[0].memory))


def test_few_games_begin_at_once_and_many_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    there = iter([False, True])
    monkeypatch.setattr("tengen.kernel.game_calls._EVERY", 0.0)
    monkeypatch.setattr("tengen.kernel.game_calls.is_there", lambda entry, given: next(there))
    monkeypatch.setattr(stretch, "is_compiling", lambda wide: True)
    few = VectorEnv(board=5, games=1)
    assert isinstance(few._stretches[0]._advance, StandIn)
    few.step(few.sample())
    assert few._stretches[0]._advance is advance
    assert VectorEnv(board=5, games=200)._stretches[0]._advance is advance
