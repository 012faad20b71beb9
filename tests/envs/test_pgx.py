"""Another implementation's word on it: Pgx's Go in JAX, which `make test` does not install (`make test-slow-jax`)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tengen.envs import LEAVE, Ending, VectorEnv

GAMES, LIMIT = 200, 75


@pytest.fixture(scope="module")
def theirs() -> Any:
    """Pgx's 5x5 Go for a batch: what begins it, and what makes a turn."""
    jax = pytest.importorskip("jax", reason="JAX is not installed")
    go = pytest.importorskip("pgx.go", reason="Pgx is not installed")
    env = go.Go(size=5, komi=7.5, max_terminal_steps=LIMIT)
    begin = jax.jit(jax.vmap(env.init))
    return begin(jax.random.split(jax.random.PRNGKey(1), GAMES)), jax.jit(jax.vmap(env.step))


@pytest.mark.slow
def test_pgx_plays_the_same_games(theirs: Any) -> None:
    """Masks, stones of eight turns and results. Pgx masks simple ko only: there whoever repeats a position has lost."""
    state, step = theirs
    env = VectorEnv("chinese", board=5, komi=7.5, games=GAMES, superko=True, limit=LIMIT, autoreset=False,
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
    assert repeated > 10
    assert scored > 10
