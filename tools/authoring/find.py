"""Find problems in the table of every position of a game (``--variant tile --board 2x4``).

    python -m tools.authoring.find found.toml --variant tile --board 2x4

A file is written after each problem, in the authors' format, without titles and sentences. Ctrl-C ends the search, and
``--resume`` continues with the file. docs/how/problems.md describes the result.
"""

from __future__ import annotations

import argparse
import json
import re
from pathlib import Path
from random import Random

from tengen import Game
from tengen.files.whole import write_whole
from tengen.solve.budget import GIGABYTE, Budget
from tengen.web.lessons.problem_library import read_problems

from .draft import draft
from .mining import Mine
from .prospecting import Prospector

_SEEN = re.compile(r"^# Looked at the first (\d+) ", re.MULTILINE)
_BEGIN = "[[problems]]\n"


def arguments() -> argparse.Namespace:
    """Return the command line's options."""
    parser = argparse.ArgumentParser(description="Find positions in which one move alone wins.")
    parser.add_argument("file", type=Path, help="file of problems to write")
    parser.add_argument("--variant", required=True)
    parser.add_argument("--board", required=True, help="small board, such as 2x4")
    parser.add_argument("--axes", type=json.loads, default={}, help="rules to change, as JSON: '{\"komi\": 0}'")
    parser.add_argument("--rounds", type=int, nargs=2, default=(4, 14), help="turns a win may take [4 14]")
    parser.add_argument("--count", type=int, default=20, help="number of problems [20]")
    parser.add_argument("--memory", type=int, default=4, help="GiB of memory [4]")
    parser.add_argument("--resume", action="store_true", help="continue with an existing file")
    return parser.parse_args()


def main() -> None:
    """Find problems and write them."""
    options = arguments()
    head = f"# Found in {options.variant} {options.board} {json.dumps(options.axes)}, rounds {options.rounds}"
    drafts, seen = list[str](), 0
    if options.file.exists():
        text = options.file.read_text(encoding="utf-8")
        found = _SEEN.search(text)
        if not options.resume or text.splitlines()[0] != head or found is None:
            raise SystemExit(f"{options.file} exists; --resume continues a search with the same options")
        drafts = [_BEGIN + part.rstrip() + "\n" for part in text.split(_BEGIN)[1:]]
        seen = int(found[1])
    first, last = options.rounds
    game = Game(options.variant, board=options.board, **options.axes)
    prospector = Prospector(Mine(game, Budget(memory=options.memory * GIGABYTE)), Random(1), range(first, last + 1))
    for problem in read_problems("\n".join(drafts), "", options.file.name) if drafts else ():
        prospector.take(problem.start())

    def write() -> None:
        told = f"# Looked at the first {seen} positions in which one move wins, deepest first."
        write_whole(options.file, "\n".join([head, told, "", *drafts]))

    for found_or_number in prospector.nuggets(seen) if len(drafts) < options.count else ():
        if isinstance(found_or_number, int):
            seen = found_or_number + 1
            continue
        seen = found_or_number.number + 1
        drafts.append(draft(f"found-{len(drafts) + 1}", found_or_number, options.axes))
        write()
        if len(drafts) >= options.count:
            break
    write()


if __name__ == "__main__":
    main()
