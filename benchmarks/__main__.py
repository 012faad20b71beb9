"""Run the benchmarks and print a table: ``python -m benchmarks [--pairs N] [NAME ...]``.

Others have separate tables: ``python -m benchmarks opponents`` plays matches on every board, ``python -m benchmarks
load`` measures servers under load, ``python -m benchmarks.stalls`` how long one visitor's expensive requests make
another wait, and ``python -m benchmarks soak`` plays for minutes or hours while servers, workers and databases are
killed. ``python -m benchmarks handover`` restarts two servers by turns under play. ``python -m benchmarks calibration``
plays games to check predicted chances, ``hostile`` measures parsing of hostile input, ``ladder`` plays neighbouring
levels against each other on many boards, and ``handicaps`` a weaker level with more and more stones. ``variants`` plays
every known variant of Go against itself and searches for cycles, and ``cures`` compares cures for cycles. ``python -m
benchmarks.regress`` runs suites of GTP regression tests, ``python -m benchmarks.leads`` compares the leads of two
analysis engines, ``python -m benchmarks.surveys`` solves every small board, ``python -m benchmarks.game_counts`` counts
the games on one, ``python -m benchmarks.smallest_groups`` finds the smallest living groups, ``python -m
benchmarks.whole_board`` proves in many processes whether a side gets the whole board, and ``python -m
benchmarks.balance_plots`` draws the games of ``tengen balance``.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from . import (
    calibration,
    compiled_entries,
    counting,
    cures,
    environments,
    first_minute,
    games,
    gpu,
    handicaps,
    handover,
    hostile,
    ladder,
    opponents,
    pages,
    playouts,
    reading,
    restarting,
    searching,
    soak,
    solving,
    starting,
    variants,
)
from .measuring import Row, machine, table

FOLDER = reading.GAMES
PARTS = {
    "playouts": lambda pairs: playouts.against_yardstick(pairs),
    "other-games": lambda pairs: playouts.other_games(pairs),
    "threads": lambda pairs: playouts.two_threads(pairs),
    "searching": lambda pairs: searching.searching(pairs),
    "solving": lambda pairs: solving.solving(pairs),
    "environments": lambda pairs: environments.environments(pairs),
    "gpu": lambda pairs: gpu.gpu(pairs),
    "moves": lambda pairs: games.checked_moves(pairs),
    "counting": lambda pairs: counting.counting(),
    "reading": lambda pairs: reading.reading(pairs, FOLDER),
    "size": lambda pairs: starting.sizes(),
    "waiting": lambda pairs: starting.waiting(pairs),
    "restart": lambda pairs: restarting.restarting(pairs),
    "page": lambda pairs: pages.waiting(pairs),
    "starting": lambda pairs: first_minute.starting(),
    "compilation": lambda pairs: starting.cold_compilation(),
    "entries": lambda pairs: compiled_entries.entries(),
}

KEPT = {
    "calibration": calibration.main,
    "cures": cures.main,
    "handicaps": handicaps.main,
    "ladder": ladder.main,
    "variants": variants.main,
}
"""Commands with their own options; most keep their games in a folder, and resume from it."""
MATCHES = "opponents"
LOAD = "load"


def main() -> int:
    """Run the named benchmarks and print the table."""
    if sys.argv[1:2] == [LOAD]:
        from .load.__main__ import main as load  # late: it needs packages that the others do not

        return load(sys.argv[2:])
    if sys.argv[1:2] == ["handover"]:
        return handover.main(sys.argv[2:])
    if sys.argv[1:2] and sys.argv[1] in KEPT:
        return KEPT[sys.argv[1]](sys.argv[2:])
    if sys.argv[1:2] == ["hostile"]:
        return hostile.main(sys.argv[2:])
    if sys.argv[1:2] == ["soak"]:
        return soak.main(sys.argv[2:])
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(
        "names",
        nargs="*",
        choices=[[], *PARTS, MATCHES],
        help=f"any of {', '.join(PARTS)}, by default all of them; or {MATCHES}",
    )
    parser.add_argument("--pairs", type=int, default=7, help="the number of alternating measurements of each pair (7)")
    parser.add_argument("--games", type=Path, default=reading.GAMES, help="the folder of records for `reading`")
    parser.add_argument("--only", default="", help=f"run only rows of `{MATCHES}` with this text, such as a game")
    parser.add_argument("--jobs", type=int, default=1, help=f"the number of games of `{MATCHES}` played at once (1)")
    parser.add_argument("--json", type=Path, help=f"a file for the results of `{MATCHES}`")
    options = parser.parse_args()
    if MATCHES in options.names:
        print(opponents.opponents(options.only, options.jobs, options.json))
        return 0
    global FOLDER
    FOLDER = options.games
    rows: list[Row] = []
    for name in options.names or PARTS:
        print(f"measuring {name} ...", file=sys.stderr, flush=True)
        rows.extend(PARTS[name](options.pairs))
    print(f"{machine()}; medians of {options.pairs} alternating pairs\n\n{table(rows)}")
    return 0


def main_or_nobody() -> int:
    """Run a command; end silently on a broken pipe, as in ``| head``."""
    try:
        status = main()
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return status


if __name__ == "__main__":
    sys.exit(main_or_nobody())
