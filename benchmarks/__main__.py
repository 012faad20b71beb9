"""Run the benchmarks and print a table: ``python -m benchmarks [--pairs N] [NAME ...]``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from . import games, playouts, reading, searching, starting
from .measuring import Row, machine, table

FOLDER = reading.GAMES
PARTS = {
    "playouts": lambda pairs: playouts.against_yardstick(pairs),
    "variants": lambda pairs: playouts.other_games(pairs),
    "threads": lambda pairs: playouts.two_threads(pairs),
    "searching": lambda pairs: searching.searching(pairs),
    "moves": lambda pairs: games.checked_moves(pairs),
    "reading": lambda pairs: reading.reading(pairs, FOLDER),
    "size": lambda pairs: starting.sizes(),
    "waiting": lambda pairs: starting.waiting(pairs),
    "compilation": lambda pairs: starting.cold_compilation(),
}


def main() -> int:
    """Measure what was asked for and print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", choices=[[], *PARTS], help=f"any of {', '.join(PARTS)}; all without")
    parser.add_argument("--pairs", type=int, default=7, help="how often each pair is measured in turn (7)")
    parser.add_argument("--games", type=Path, default=reading.GAMES, help="the folder of records for `reading`")
    options = parser.parse_args()
    global FOLDER
    FOLDER = options.games
    rows: list[Row] = []
    for name in options.names or PARTS:
        print(f"measuring {name} ...", file=sys.stderr, flush=True)
        rows.extend(PARTS[name](options.pairs))
    print(f"{machine()}; medians of {options.pairs} pairs measured in turn\n\n{table(rows)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
