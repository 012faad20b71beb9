"""Records read and replayed end to end, against sgfmill: Tengen parses, then plays every move with every check."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import tengen
from tengen.formats import sgf

from .measuring import Row, compare

GAMES = Path(__file__).parent.parent / "examples" / "games"


def ours(files: list[bytes]) -> Callable[[], float]:
    """Return a measurement: games a second, read and replayed under their own rules."""

    def measure() -> float:
        began = time.thread_time()
        for data in files:
            with suppress(tengen.TengenError):
                tengen.Game.from_record(sgf.read(data))
        return len(files) / (time.thread_time() - began)

    return measure


def sgfmills(files: list[bytes]) -> Callable[[], float]:
    """Return the same through sgfmill, which checks only for occupied points."""
    from sgfmill import sgf as sgfmill
    from sgfmill import sgf_moves

    def measure() -> float:
        began = time.thread_time()
        for data in files:
            with suppress(ValueError):
                board, plays = sgf_moves.get_setup_and_moves(sgfmill.Sgf_game.from_bytes(data))
                for colour, move in plays:
                    if move is not None:
                        board.play(*move, colour)
        return len(files) / (time.thread_time() - began)

    return measure


def reading(pairs: int, folder: Path = GAMES) -> Iterator[Row]:
    """Measure all records of a folder."""
    files = [path.read_bytes() for path in sorted(folder.rglob("*.sgf"))]
    name = f"{len(files)} records read and replayed"
    yield compare(name, ours(files), sgfmills(files), pairs, "at least 1.0", "games/s")
