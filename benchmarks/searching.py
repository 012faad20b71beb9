"""Tree search: simulations a second, and what a second thread adds."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import tengen
from tengen.search import Search

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
