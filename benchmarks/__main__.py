"""Run the benchmarks and print a table: ``python -m benchmarks [--pairs N] [NAME ...]``."""

from __future__ import annotations

import argparse
import sys

from . import games, playouts, starting
from .measuring import Row, machine, table

PARTS = {
    "playouts": lambda pairs: playouts.against_yardstick(pairs),
    "variants": lambda pairs: playouts.other_games(pairs),
    "threads": lambda pairs: playouts.two_threads(pairs),
    "moves": lambda pairs: games.checked_moves(pairs),
    "size": lambda pairs: starting.sizes(),
    "waiting": lambda pairs: starting.waiting(pairs),
    "compilation": lambda pairs: starting.cold_compilation(),
}


def main() -> int:
    """Measure what was asked for and print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", choices=[[], *PARTS], help=f"any of {', '.join(PARTS)}; all without")
    parser.add_argument("--pairs", type=int, default=7, help="how often each pair is measured in turn (7)")
    options = parser.parse_args()
    rows: list[Row] = []
    for name in options.names or PARTS:
        print(f"measuring {name} ...", file=sys.stderr, flush=True)
        rows.extend(PARTS[name](options.pairs))
    print(f"{machine()}; medians of {options.pairs} pairs measured in turn\n\n{table(rows)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
