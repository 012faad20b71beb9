"""Waiting times: compilation, once; the first move; the help. And the size of a game."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from statistics import median

import tengen
from tengen.kernel import State

from .measuring import Row

_COMPILE = """
import tengen
from tengen.kernel import playouts
from tengen.kernel.loading import compile_all
for board in ("5x5", "gengo 7"):
    game = tengen.Game("tile", board=board)
    compile_all(game.state())
    playouts(tengen.boards.parse(board), game.rules, games=1)
"""

_THINK = """
import tengen
from tengen.players import MCTS, Budget
MCTS(budget=Budget(simulations=1)).choose(tengen.Game("chinese", board="5x5"))
"""


def cold_compilation() -> Iterator[Row]:
    """Compile the whole package, both kernels, with an empty cache: CPU seconds minus those of a warm run."""
    with tempfile.TemporaryDirectory() as folder:
        cold = _cpu([sys.executable, "-c", _COMPILE], folder)
        warm = _cpu([sys.executable, "-c", _COMPILE], folder)
    yield Row("cold compilation, all kernels", f"{cold - warm:.1f} s of CPU", target="at most 30 s")
    yield Row("the same program warm", f"{warm:.1f} s of CPU")
    with tempfile.TemporaryDirectory() as folder:
        cold = _cpu([sys.executable, "-c", _THINK], folder)
        warm = _cpu([sys.executable, "-c", _THINK], folder)
    yield Row("cold compilation, kernel and search", f"{cold - warm:.1f} s of CPU", target="at most 30 s")


def _cpu(command: list[str], cache: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, env={**os.environ, "TENGEN_CACHE": cache})
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


_PLAY = ["play", "--board", "9x9", "--opponent", "human"]


def waiting(pairs: int) -> Iterator[Row]:
    """Measure `tengen --help` and a first move of `tengen play`, warm, by wall-clock time."""
    for name, words, lines, target in (
        ("tengen --help, warm", ["--help"], "", "within 0.3 s"),
        (
            "tengen play: a first move, warm",
            _PLAY,
            "E5\nquit\n",
            "under 2 s",
        ),
    ):
        times = []
        with tempfile.TemporaryDirectory() as folder:
            for _ in range(pairs + 1):
                began = time.perf_counter()
                subprocess.run([sys.executable, "-m", "tengen.cli", *words], input=lines, text=True, check=True,
                               stdout=subprocess.DEVNULL, cwd=folder)  # fmt: skip
                times.append(time.perf_counter() - began)
        yield Row(name, f"{median(times[1:]):.2f} s", target=target)


def sizes() -> Iterator[Row]:
    """Measure the memory of a 19x19 game."""
    state = State.empty(tengen.boards.parse("19"), tengen.Rules())
    yield Row("one 19x19 state", f"{state.buffer.nbytes:,} bytes", target="at most 32 KiB")
