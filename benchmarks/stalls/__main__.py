"""Print the table."""

from __future__ import annotations

import argparse
import os
import sys

from ..measuring import machine
from .cases import CASES
from .server import serving
from .visitors import AT_ONCE, measured


def main() -> None:
    """Measure the named requests, or all."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.stalls", description=__doc__)
    parser.add_argument("names", nargs="*", help="requests to measure; by default all of them")
    parser.add_argument("--where", action="store_true", help="tell also where the loop stood in its longest pause")
    parser.add_argument("--nice", type=int, default=0, help="of this program and the server; root may say -10 (0)")
    options = parser.parse_args()
    os.nice(options.nice)
    print(f"{machine()}; each request {AT_ONCE} times at once\n")
    print("| request | answer | answered within | largest answer | longest pause | own work in one | another's wait |")
    print("|---|---|---|---|---|---|---|")
    with serving(options.where) as (url, pauses):
        for name in options.names or CASES:
            found = measured(name, url, pauses, CASES[name])
            print(found.row(), flush=True)
            if options.where and found.where:
                print(found.where, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
