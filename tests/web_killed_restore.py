"""Restores a copy over a database again and again, each time killed one step later, until it is not killed any more."""

from __future__ import annotations

import os
import shutil
import signal
import sys
from pathlib import Path

_STEPS = ("open", "os.", "shutil.", "sqlite3.connect")


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
    """Kill this process when it does something to files of a folder for so many times."""
    seen = 0

    def look(event: str, given: tuple[object, ...]) -> None:
        nonlocal seen
        if event.startswith(_STEPS) and any(str(place) in str(each) for each in given):
            seen += 1
            if seen == step:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(look)


if __name__ == "__main__":
    main()
