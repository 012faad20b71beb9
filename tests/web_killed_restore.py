"""Restores a copy over a database again and again, each time killed one step later, until it completes."""

import os
import shutil
import signal
import sys
from pathlib import Path

_STEPS = ("os.", "sqlite3.connect")
"""The prefixes of counted audit events: names given and removed, and databases opened."""
_ITS_OWN = ".tengen-"
"""Events within this folder touch nothing else, and are not counted."""


def main() -> None:
    """``COPY BEFORE FOLDER``: FOLDER/1, FOLDER/2 and so on are as restoring COPY over BEFORE/games.db left them."""
    copy, before, folder = map(Path, sys.argv[1:])
    from tengen.web.operating.copies import sqlite_files

    step = 0
    while True:
        step += 1
        place = folder / str(step)
        shutil.copytree(before, place)
        child = os.fork()
        if not child:
            _kill_at(step, place)
            sqlite_files.restore(copy, place / "games.db", True, None, lambda *_: None)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        if not os.WIFSIGNALED(status):
            raise SystemExit(os.waitstatus_to_exitcode(status))


def _kill_at(step: int, place: Path) -> None:
    """Kill this process at a numbered change of a folder's files, or of its list of them."""
    seen = 0

    def look(event: str, given: tuple[object, ...]) -> None:
        nonlocal seen
        paths = [str(each) for each in given if str(place) in str(each)]
        if event.startswith(_STEPS) and any(_ITS_OWN not in path for path in paths):
            seen += 1
            if seen == step:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(look)


if __name__ == "__main__":
    main()
