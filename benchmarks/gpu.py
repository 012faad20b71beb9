"""Games on a GPU: playouts and steps per second against Tengen on all CPU cores, and against Pgx on the same GPU.

Needs the extra `gpu` and a GPU, and for Pgx `pip install pgx "jax[cuda12]"`; rows name missing packages. Pgx makes many
turns in one compiled function; Tengen queues its turns one by one. Run this part alone: once started, JAX stays on the
CPU to which `environments` assigned it.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from typing import Any

import tengen
from tengen import kernel
from tengen.gpu import finding

from . import environments
from .environments import CORES, Measure
from .measuring import Row, compare, rate

_SECONDS = 0.6
_TURNS = 20
"""Steps between two readings of the clock, each of which waits for the GPU; Pgx makes as many at once."""


def steps(side: int, games: int, superko: bool) -> Measure:
    """Return a measurement of random legal steps on the GPU, including masks and observations."""
    from tengen.gpu import GpuGames, target

    running = GpuGames("chinese", board=side, games=games, superko=superko, seed=1)

    def play(count: int) -> None:
        for _ in range(count):
            running.step(running.sample(), trusted=True)
        target.cuda.synchronize()

    play(3 * side * side // 2)  # until games have all ages

    def measure() -> float:
        made, began = 0, time.perf_counter()
        while time.perf_counter() - began < _SECONDS:
            play(_TURNS)
            made += _TURNS
        return made * games / (time.perf_counter() - began)

    return measure


def playouts_on_gpu(side: int, games: int) -> Measure:
    """Return a measurement of whole random games a second on the GPU."""
    from tengen.gpu import GpuGames

    running = GpuGames("chinese", board=side, games=games, superko=False)
    seeds = iter(range(1, 1_000_000))

    def measure() -> float:
        began = time.perf_counter()
        running.playout(next(seeds)).scores.to_host()
        return games / (time.perf_counter() - began)

    return measure


def playouts_on_cpu(side: int, games: int) -> Measure:
    """Return a measurement of the same games on all cores."""
    board, rules = tengen.boards.parse(side), tengen.variant("chinese").rules
    seeds = iter(range(1, 1_000_000))

    def measure() -> float:
        began = time.perf_counter()
        kernel.playouts(board, rules, games=games, seed=next(seeds), threads=CORES)
        return games / (time.perf_counter() - began)

    return measure


def pgx_missing() -> str:
    """Return the reason why Pgx cannot be measured on the GPU, or nothing."""
    if reason := environments.missing("jax", "pgx"):
        return reason
    os.environ.setdefault("JAX_PLATFORMS", "cuda")
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")  # JAX would take the games' memory
    import jax

    try:
        devices: list[Any] = jax.devices("gpu")
    except RuntimeError as error:
        return f"not measured: JAX finds no GPU ({str(error).splitlines()[0]})"
    return "" if devices else "not measured: JAX finds no GPU"


def gpu(pairs: int) -> Iterator[Row]:
    """Measure everything about games on a GPU; without one, yield a row that names the reason."""
    if lack := finding.missing():
        yield Row("games on a GPU", f"not measured: {lack}")
        return
    for side, games in ((9, 65_536), (19, 16_384)):
        name = f"playouts {side}x{side}, {games:,} at once on the GPU; our CPU, {CORES} threads"
        yield compare(name, playouts_on_gpu(side, games), playouts_on_cpu(side, games // 16), pairs, "", "games/s")
    without = pgx_missing()
    for side, games in ((9, 4096), (9, 65_536), (19, 4096), (19, 16_384)):
        for superko in (True, False):
            name = f"steps {side}x{side}, {games:,} at once on the GPU, superko {'on' if superko else 'off'}"
            ours, cpu = steps(side, games, superko), environments.ours(side, 4096, CORES, superko, time.perf_counter)
            yield compare(f"{name}; our CPU, {CORES} threads", ours, cpu, pairs, "", environments.UNIT)
            if without:
                yield rate(f"{name}; Pgx, same GPU: {without}", ours, environments.UNIT, pairs)
            else:
                theirs = environments.pgx(side, games, "cuda", _TURNS, time.perf_counter)
                yield compare(f"{name}; Pgx, same GPU", ours, theirs, pairs, "", environments.UNIT)
