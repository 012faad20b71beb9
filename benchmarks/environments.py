"""Learning environments: random legal steps a second, including masks and observations, against those on PyPI.

The peers (`pip install open_spiel pgx pettingzoo[classic] jax`) are measured if they are installed; a row names each
missing one. Pgx runs on the CPU: `JAX_PLATFORMS=cpu` is set before it is imported. Rates are steps a second of CPU
time, all threads together, so that other programs on the machine affect the figures less.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
from typing import Any

from tengen.envs import MixedEnv, VectorEnv

from .measuring import Row, compare, rate

Measure = Callable[[], float]
Clock = Callable[[], float]
CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
UNIT = "steps/s"
_SECONDS = 0.6
_SETTLING = {9: 150, 19: 300}
"""The number of steps after which a batch holds games of every age, by board side."""


def ours(side: int, games: int, threads: int, superko: bool, clock: Clock = time.process_time) -> Measure:
    """Return a measurement of Tengen's environment under Chinese rules; each game draws from its own mask."""
    env = VectorEnv("chinese", board=side, games=games, threads=threads, superko=superko, seed=1)
    for _ in range(_SETTLING[side]):
        env.step(env.sample())

    def measure() -> float:
        steps, began = 0, clock()
        while clock() - began < _SECONDS:
            env.step(env.sample())
            steps += 1
        return steps * games / (clock() - began)

    return measure


def pgx(side: int, games: int, platform: str = "cpu", turns: int = 1, clock: Clock = time.process_time) -> Measure:
    """Return a measurement of Pgx's Go: draws, steps and resets, with ``turns`` turns in one compiled function."""
    os.environ.setdefault("JAX_PLATFORMS", platform)
    import jax
    import pgx
    from pgx.experimental.wrappers import auto_reset

    env: Any = pgx.make(f"go_{side}x{side}")
    step = auto_reset(env.step, env.init)

    def turn(state: Any, key: Any) -> Any:
        draws, steps = jax.random.split(key)
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
        actions = jax.random.categorical(draws, logits, axis=-1)
        return jax.vmap(step)(state, actions, jax.random.split(steps, games))

    def several(state: Any, key: Any) -> Any:
        return jax.lax.fori_loop(0, turns, lambda i, now: turn(now, jax.random.fold_in(key, i)), state)

    play = jax.jit(several)
    key = jax.random.PRNGKey(1)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, games))
    state = play(state, key)

    def measure() -> float:
        nonlocal state, key
        steps, began = 0, clock()
        while clock() - began < _SECONDS:
            key, now = jax.random.split(key)
            state = play(state, now)
            state.observation.block_until_ready()
            steps += turns
        return steps * games / (clock() - began)

    return measure


def openspiel(side: int) -> Measure:
    """Return a measurement of OpenSpiel's Go in a Python loop."""
    import pyspiel

    game = pyspiel.load_game(f"go(board_size={side},komi=7.5)")
    rng = random.Random(1)
    state = game.new_initial_state()

    def measure() -> float:
        nonlocal state
        steps, began = 0, time.thread_time()
        while time.thread_time() - began < _SECONDS:
            state.observation_tensor()
            state.apply_action(rng.choice(state.legal_actions()))
            steps += 1
            if state.is_terminal():
                state = game.new_initial_state()
        return steps / (time.thread_time() - began)

    return measure


def pettingzoo(side: int) -> Measure:
    """Return a measurement of PettingZoo's Go."""
    from pettingzoo.classic import go_v5

    env: Any = go_v5.env(board_size=side)
    env.reset()

    def measure() -> float:
        steps, began = 0, time.thread_time()
        while time.thread_time() - began < _SECONDS:
            seen, _reward, terminated, truncated, _info = env.last()
            if terminated or truncated:
                env.reset()
                continue
            env.step(env.action_space(env.agent_selection).sample(seen["action_mask"]))
            steps += 1
        return steps / (time.thread_time() - began)

    return measure


def missing(*modules: str) -> str:
    """Return a sentence that names the modules that are not installed, or nothing."""
    absent = [name for name in modules if find_spec(name) is None]
    return f"not measured: {' and '.join(absent)} not installed" if absent else ""


def _ko(superko: bool) -> str:
    return f"superko {'on' if superko else 'off'}"


def against_pgx(pairs: int) -> Iterator[Row]:
    """Compare with Pgx; both use one core if the benchmark does (`taskset -c 0 python -m benchmarks environments`)."""
    without = missing("jax", "pgx")
    for side, games, superko, target in (
        (9, 1, True, ""), (9, 256, True, "30"), (9, 4096, True, "30"),
        (9, 1, False, ""), (9, 256, False, "30"), (9, 4096, False, "30"),
        (19, 1, True, ""), (19, 256, True, "more"), (19, 4096, True, "more"),
        (19, 1, False, ""), (19, 256, False, "more"), (19, 4096, False, "more"),
    ):  # fmt: skip
        name = f"steps {side}x{side}, {games:,} at once, {_ko(superko)}, {CORES} threads; Pgx, CPU"
        mine = ours(side, games, CORES, superko)
        said = without or ("not measured: one step takes minutes and gigabytes" if side == 19 and games > 256 else "")
        if said:
            yield rate(f"{name}: {said}", mine, UNIT, pairs, target)
        else:
            yield compare(name, mine, pgx(side, games), pairs, target, UNIT)


def against_loops(pairs: int) -> Iterator[Row]:
    """Compare one thread of Tengen with Python loops, both by CPU time."""
    for peer, measure, modules, target in (
        ("OpenSpiel", openspiel, ("pyspiel",), "3"),
        ("PettingZoo", pettingzoo, ("pettingzoo", "pygame"), "100"),
    ):
        without = missing(*modules)
        for side in (9, 19):
            name = f"steps {side}x{side}, 256 at once, superko on, 1 thread; {peer}"
            mine = ours(side, 256, 1, True, time.thread_time)
            if without:
                yield rate(f"{name}: {without}", mine, UNIT, pairs, target)
            else:
                yield compare(name, mine, measure(side), pairs, target, UNIT)


_MIXED = (
    ("chinese", "9x9"), ("tile", "9x9 torus"), ("tao", "9x9"), ("cushion", "9x9"),
    ("japanese", "9x9"), ("chinese", "graph:dodecahedron"), ("gengo", "9x9"), ("aga", "7x7"),
)  # fmt: skip
"""The kinds of games in a mixed batch, an eighth each."""


def mixed(games: int) -> Measure:
    """Return a measurement of one batch of all kinds, with ``games`` of each."""
    env = MixedEnv([{"game": name, "board": board} for name, board in _MIXED], games=games, seed=1)
    return _stepping([env])


def unmixed(games: int) -> Measure:
    """Return a measurement of a batch of each kind by itself, with ``games`` in each, stepped in turn."""
    return _stepping([VectorEnv(name, board=board, games=games, seed=1) for name, board in _MIXED])


def _stepping(envs: Sequence[VectorEnv | MixedEnv]) -> Measure:
    """Return a measurement of steps in some batches, each as often as every other; settled first."""
    for _ in range(_SETTLING[9]):
        for env in envs:
            env.step(env.sample())

    def measure() -> float:
        steps, began = 0, time.thread_time()
        while time.thread_time() - began < _SECONDS:
            for env in envs:
                env.step(env.sample())
                steps += env.games
        return steps / (time.thread_time() - began)

    return measure


def mixtures(pairs: int) -> Iterator[Row]:
    """Compare a mixed batch with batches of one kind each that play as many games of every kind."""
    for plain in (32, 256):
        name = f"steps of 8 kinds in one batch, 256 games; a batch for each, {plain} games each"
        yield compare(name, mixed(32), unmixed(plain), pairs, "0.7", UNIT)


def keeping(pairs: int) -> Iterator[Row]:
    """Compare restores and copies with steps, all of 256 games on 9x9."""
    env = VectorEnv("chinese", board=9, games=256, seed=1)
    for _ in range(100):
        env.step(env.sample())
    saved, others = env.save(), list(range(1, 256))
    acts: dict[str, Callable[[], Any]] = {
        "save": env.save,
        "restore": lambda: env.restore(saved),
        "copy of one game into 255": lambda: env.copy(0, others),
    }
    for name, act in acts.items():
        step = _often(lambda: env.step(env.sample()))
        yield compare(f"{name}, 256 games 9x9; a step", _often(act), step, pairs, "", "calls/s")


def _often(act: Callable[[], Any]) -> Measure:
    """Return a measurement of calls a second."""

    def measure() -> float:
        calls, began = 0, time.thread_time()
        while time.thread_time() - began < _SECONDS:
            act()
            calls += 1
        return calls / (time.thread_time() - began)

    return measure


def memory() -> Iterator[Row]:
    """Measure the memory of a game, including its planes and mask."""
    for side in (9, 19):
        for superko in (True, False):
            env = VectorEnv("chinese", board=side, games=4, superko=superko)
            yield Row(
                f"memory of a game {side}x{side}, superko {'on' if superko else 'off'}",
                f"{env.memory_per_game:,} bytes",
            )


def environments(pairs: int) -> Iterator[Row]:
    """Measure everything about environments."""
    yield from against_pgx(pairs)
    yield from against_loops(pairs)
    yield from mixtures(pairs)
    yield from keeping(pairs)
    yield from memory()
