"""Comparison with Pgx's Go in JAX, which `make test` does not install (`make test-slow-jax`)."""

from typing import Any

import numpy as np
import pytest

from tengen.envs import LEAVE, Ending, VectorEnv

GAMES, LIMIT = 1000, 75


def begun(size: int) -> Any:
    """Begin a batch of Pgx's games on a square board; return their state, and a function for a turn."""
    jax = pytest.importorskip("jax", reason="JAX is not installed")
    go = pytest.importorskip("pgx.go", reason="Pgx is not installed")
    env = go.Go(size=size, komi=7.5, max_terminal_steps=LIMIT)
    return jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(1), GAMES)), jax.jit(jax.vmap(env.step))


@pytest.mark.slow
@pytest.mark.parametrize(("size", "repetitions"), [(3, 5), (5, 0)])
def test_pgx_plays_the_same_games(size: int, repetitions: int) -> None:
    """Masks, stones of eight turns and results. Pgx masks only simple ko: there a repeated position loses."""
    state, step = begun(size)
    env = VectorEnv("chinese", board=size, komi=7.5, games=GAMES, superko=True, limit=LIMIT, autoreset=False,
                    planes=["stones", "history"])  # fmt: skip
    rng, each, black = np.random.default_rng(1), np.arange(GAMES), np.asarray(state.current_player)
    going, repeated, scored = np.ones(GAMES, np.bool_), 0, 0
    while going.any():
        legal, seen = np.asarray(state.legal_action_mask), np.moveaxis(np.asarray(state.observation), 3, 1)
        assert np.array_equal(env.observations[going], seen[going, :16])
        assert not (env.masks & ~legal)[going].any()
        actions = (legal / rng.exponential(size=legal.shape)).argmax(1)
        state = step(state, actions)
        again = going & ~env.masks[each, actions]
        going &= ~again
        env.step(np.where(going, actions, LEAVE))
        over, rewards = np.asarray(state.terminated), np.asarray(state.rewards)[each, black]
        assert over[again].all()
        assert np.array_equal(rewards[again], np.where(env.to_play[again] == 0, -1, 1))
        assert np.array_equal(over[going], env.ends[going] > 0)
        counted = going & (env.ends == Ending.SCORE)
        assert np.array_equal(rewards[counted], env.rewards[counted, 0])
        repeated, scored = repeated + again.sum(), scored + counted.sum()
        going &= ~over
    assert repeated >= repetitions
    assert scored >= 10
