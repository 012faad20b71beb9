"""Random playouts: against the C++ yardstick, and the rates of the other games."""

from __future__ import annotations

import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import networkx

import tengen
from tengen import boards
from tengen.kernel import playouts

from .measuring import Row, compare, rate

_HERE = Path(__file__).parent
_BUILD = _HERE / "build"
_YARDSTICK_SECONDS = "0.5"


def yardstick(general: bool) -> Path | None:
    """Compile the yardstick (``-DGENERAL=1``: with footprint loops); None without a compiler."""
    if shutil.which("g++") is None:
        return None
    _BUILD.mkdir(exist_ok=True)
    program = _BUILD / ("general" if general else "plain")
    options = ["-O3", "-march=native", *(["-DGENERAL=1"] if general else [])]
    subprocess.run(["g++", *options, str(_HERE / "reference.cpp"), "-o", str(program)], check=True)
    return program


def yardstick_rate(program: Path, side: int) -> float:
    """Return the yardstick's placements per second of CPU time."""
    done = subprocess.run([program, str(side), _YARDSTICK_SECONDS], capture_output=True, text=True, check=True)
    found = re.search(r"moves/s (\d+)", done.stdout)
    assert found is not None, done.stdout
    return float(found[1])


def our_rate(
    board: boards.Board, rules: tengen.Rules, games: int, footprints: bool = False, threads: int = 1
) -> Callable[[], float]:
    """Return a measurement of placements per second: of CPU time on one thread, of wall-clock time on more."""
    seeds = iter(range(1, 1_000_000))
    clock = time.perf_counter if threads > 1 else time.thread_time

    def measure() -> float:
        began = clock()
        result = playouts(board, rules, games=games, seed=next(seeds), threads=threads, footprints=footprints)
        return float(result.moves.sum()) / (clock() - began)

    return measure


def against_yardstick(pairs: int) -> Iterator[Row]:
    """Measure ordinary Go on 9x9 and 19x19: the games that the yardstick plays, and the scoring that it leaves out."""
    rules = tengen.Rules(repetition="ko")
    for general in (False, True):
        program = yardstick(general)
        for side, games in ((9, 15_000), (19, 700)):
            name = f"playouts {side}x{side}, " + ("with footprint loops" if general else "ordinary")
            if program is None:
                yield Row(name, "not measured: g++ is not installed")
                continue
            ours = our_rate(boards.parse(side), rules, games // (2 if general else 1), footprints=general)
            yield compare(name, ours, lambda p=program, s=side: yardstick_rate(p, s), pairs, "at least 1.0", "moves/s")  # type: ignore[misc]


def other_games(pairs: int) -> Iterator[Row]:
    """Measure Gengo, Tile Go, Tao Go and a random cubic graph."""
    cubic = networkx.random_regular_graph(3, 100, seed=1)
    for name, variant, board, games in (
        ("playouts Gengo 19x19", "gengo", "19", 100),
        ("playouts Gengo 23x23", "gengo", "23", 60),
        ("playouts Tile Go 9x9", "tile", "9", 3_000),
        ("playouts Tao Go 9x9", "tao", "9", 8_000),
        ("playouts, random cubic graph of 100 points", "chinese", cubic, 8_000),
    ):
        chosen = tengen.variant(variant)
        place = boards.parse(board, footprint=chosen.footprint)
        yield rate(name, our_rate(place, chosen.rules, games), "moves/s", pairs)


def two_threads(pairs: int) -> Iterator[Row]:
    """Compare two threads with one, by wall-clock time."""
    board, rules = boards.parse(9), tengen.Rules()
    one, two = our_rate(board, rules, 30_000, threads=1), our_rate(board, rules, 60_000, threads=2)
    began = time.perf_counter

    def single() -> float:
        start = began()
        result = playouts(board, rules, games=30_000, seed=1)
        return float(result.moves.sum()) / (began() - start)

    one()
    yield compare("playouts 9x9 on two threads, against one", two, single, pairs, "at least 1.7", "moves/s")
