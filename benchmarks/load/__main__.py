"""Print the table: ``python -m benchmarks load [--live 50 200 ...] [--servers 1 2 3 --database URL] [--busy 8]``."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import time
from collections.abc import Sequence

from . import __doc__ as about
from .playing import Found, Load, play
from .servers import busy, servers

_HEAD = """| games | servers | moves/s | 50 % | 95 % | 99 % | longest | CPU a move | bytes a move | memory | failed |
|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the measurements of the command line."""
    options = _options(arguments)
    os.nice(options.nice)
    print(f"{_HEAD}", flush=True)
    for number in options.servers:
        for live in options.live:
            load = Load(live, options.seconds, options.every, options.board, tuple(options.themes), options.together)
            print(_row(load, number, options), flush=True)
    print(f"\n{_conditions(options)}")
    return 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks load", description=about)
    add = parser.add_argument
    add("--live", type=int, nargs="+", default=[50, 200, 500, 1000, 2000], help="games at a time, a row each")
    add("--seconds", type=float, default=30, help="the duration of each row in seconds (30)")
    add("--every", type=float, default=4, help="seconds between two moves of a game (4)")
    add("--servers", type=int, nargs="+", default=[1], help="server processes, rows each; several need --database (1)")
    add("--database", help="a PostgreSQL URL, whose server gets a database for each row [SQLite]")
    add("--busy", type=int, default=0, help="other busy processes on the machine (0)")
    add(
        "--nice",
        type=int,
        default=0,
        help="of the servers and of this program; the systemd unit has -10, which root may (0)",
    )
    add("--together", action="store_true", help="both pages of a game at one server; else at two neighbours")
    add("--board", default="9", help="the board (9)")
    add("--themes", nargs=2, default=["light", "light"], help="how Black and White see it (light light)")
    options = parser.parse_args(arguments)
    if max(options.servers) > 1 and not (options.database or "").startswith("postgres"):
        parser.error("several servers need one PostgreSQL: --database postgresql://...")
    return options


def _row(load: Load, number: int, options: argparse.Namespace) -> str:
    """Measure a row of the table."""
    with servers(number, options.database) as running, busy(options.busy, -options.nice):
        urls = [server.url for server in running]
        found = asyncio.run(play(urls, load, lambda: sum(server.seconds for server in running)))
        memory = max(server.megabytes for server in running)
    for error in found.errors[:5]:
        print(error, file=sys.stderr)
    moves = max(1, len(found.seconds))
    times = " | ".join(_share(found, part) for part in (0.5, 0.95, 0.99, 1))
    cpu = 1000 * (found.used[1] - found.used[0]) / moves
    cells = f"{load.games:,} | {number} | {len(found.seconds) / load.seconds:,.0f} | {times} | {cpu:.2f} ms"
    return f"| {cells} | {found.bytes / moves:,.0f} | {memory:,.0f} MiB | {len(found.errors)} |"


def _share(found: Found, part: float) -> str:
    ordered = sorted(found.seconds)
    return f"{1000 * ordered[min(len(ordered) - 1, int(part * len(ordered)))]:.0f} ms" if ordered else "-"


def _conditions(options: argparse.Namespace) -> str:
    kept = (options.database or "sqlite:").partition(":")[0]
    beside = f", {options.busy} other busy processes" if options.busy else ""
    return (
        f"Board {options.board}, two WebSockets a game, a move in each every {options.every:g} s for "
        f"{options.seconds:g} s, {kept}, {os.cpu_count()} cores{beside}; Python adds ten million "
        f"numbers in {_additions():.2f} s here; load of the machine "
        f"{' '.join(f'{each:.1f}' for each in os.getloadavg())}. Times are what the opponent's socket takes to hear "
        "of a move; CPU is that of the servers alone, memory the largest one's with its workers."
    )


def _additions() -> float:
    """Return the processor time of ten million additions, in seconds, to compare machines."""
    begin, total = time.process_time(), 0
    for number in range(10_000_000):
        total += number
    return time.process_time() - begin


if __name__ == "__main__":
    sys.exit(main())
