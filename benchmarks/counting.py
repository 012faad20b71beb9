"""Counting legal positions by the frontier method, and games: processor time and results."""

from __future__ import annotations

import time
from collections.abc import Iterator

from tengen import Rules, boards
from tengen.solve.checkpoints import Count
from tengen.solve.counting import count_of_positions

from .game_counts.counts import GameCount
from .measuring import Row


def counting() -> Iterator[Row]:
    """Square boards up to 10x10, and every game on 4x1 under positional superko."""
    _seconds(count_of_positions(boards.parse("2x2")))
    _seconds(GameCount(boards.parse("2x1"), Rules(repetition="positional")))
    for size, target in ((7, "seconds"), (8, ""), (9, ""), (10, "")):
        count = count_of_positions(boards.parse(f"{size}x{size}"))
        seconds = _seconds(count)
        states = count.details()["states"]
        yield Row(f"legal positions of {size}x{size}, {states:,} states", f"{seconds:.1f} s of CPU", target=target)
    count = GameCount(boards.parse("4x1"), Rules(repetition="positional"))
    seconds = _seconds(count)
    yield Row(f"games on 4x1, positional superko: {count.result:,}", f"{seconds:.1f} s of CPU")


def _seconds(count: Count) -> float:
    began = time.process_time()
    for _ in count.run():
        pass
    return time.process_time() - began
