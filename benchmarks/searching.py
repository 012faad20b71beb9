"""Tree search: simulations a second, what a second thread adds, and what a guided search costs beside its network."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import numpy as np

import tengen
from tengen.network.evaluator import Opinion
from tengen.search import Search
from tengen.search.guided import Forest

from .measuring import Row, compare, rate

_SECONDS = 2.0


def search_rate(variant: str, board: str, threads: int = 1) -> Callable[[], float]:
    """Return a measurement of simulations per second of wall-clock time, from the empty board."""
    game = tengen.Game(variant, board=board)
    seeds = iter(range(1, 1_000_000))

    def measure() -> float:
        search = Search(game.board, game.rules, threads=threads, seed=next(seeds))
        search.begin(game.state())
        began = time.perf_counter()
        done = search.run(seconds=_SECONDS)
        return done / (time.perf_counter() - began)

    return measure


def guided_rate(variant: str, board: str, roots: int = 16, simulations: int = 400) -> Callable[[], float]:
    """Return a measurement of simulations per second of a guided search whose leaves are judged at no cost.

    The processor's time is counted, since the searches run on one thread; the memory has been used before.
    """
    game = tengen.Game(variant, board=board)
    n = len(game.board)
    forest = Forest(game.board, game.rules, roots=roots, nodes=roots * (simulations + 1))
    rng = np.random.default_rng(1)
    said = Opinion(
        rng.random((roots, 2 * n + 2), np.float32), rng.random(roots, np.float32) - np.float32(0.5),
        np.zeros(roots, np.float32), np.zeros((roots, n), np.float32), np.zeros(roots, np.float32),
    )  # fmt: skip

    def measure() -> float:
        began = time.process_time()
        for root in range(roots):
            forest.begin(root, game.state(), simulations=simulations)
        while forest.is_busy:
            leaves = forest.select(each=1)
            forest.absorb(Opinion(*(part[: len(leaves.roots)] for part in said)))
        return roots * simulations / (time.process_time() - began)

    return measure


def searching(pairs: int) -> Iterator[Row]:
    """Measure playouts inside the search: 9x9 on two threads against one, larger boards, and the other games."""
    yield compare(
        "search 9x9 on two threads, against one",
        search_rate("chinese", "9", threads=2),
        search_rate("chinese", "9"),
        pairs,
        "at least 25,000 playouts/s",
        "playouts/s",
    )
    for variant, board in (("chinese", "13"), ("chinese", "19"), ("tile", "7"), ("tao", "9"), ("gengo", "15")):
        yield rate(f"search, {variant} {board}, one thread", search_rate(variant, board), "playouts/s", repeats=3)
    for variant, board in (("chinese", "9"), ("tromp-taylor", "9"), ("tao", "9"), ("cushion", "9"), ("gengo", "13")):
        measured = guided_rate(variant, board)
        yield rate(
            f"guided search, {variant} {board}, without its network", measured, "simulations/s", repeats=3,
            target="at least 50,000 on 9x9",
        )  # fmt: skip
