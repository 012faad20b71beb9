"""Programs that speak GTP badly, or not at all: small Python scripts for opponents."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path

_SCRIPT = """\
import os, sys
log = open({log!r}, "a", buffering=1)
on = {on!r}
known = {known!r}

def say(text):
    sys.stdout.write(text)
    sys.stdout.flush()

for line in sys.stdin:
    line = line.strip()
    print(line, file=log)
    name = line.split()[0]
    if name in on:
        exec(on[name])
    elif name == "list_commands":
        say("= " + "\\n".join(known) + "\\n\\n")
    elif name in known:
        say("= \\n\\n")
    else:
        say("? unknown command\\n\\n")
    if name == "quit":
        break
"""

USUAL = (
    "list_commands", "name", "version", "boardsize", "clear_board", "komi", "play", "genmove", "undo", "quit",
)  # fmt: skip


class Fake:
    """A program that answers every known command with nothing, except those handled by Python code."""

    def __init__(self, folder: Path, on: Mapping[str, str], known: tuple[str, ...] = USUAL) -> None:
        self.folder = folder
        self._log = folder / "log.txt"
        script = _SCRIPT.format(log=str(self._log), on=dict(on), known=known)
        (folder / "fake.py").write_text(script, encoding="utf-8")
        self.command = [sys.executable, str(folder / "fake.py")]

    @property
    def heard(self) -> list[str]:
        return self._log.read_text(encoding="utf-8").splitlines() if self._log.exists() else []


class Watch:
    """A FIFO that a process holds open as long as it lives."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "alive"
        os.mkfifo(self.path)
        self._reader = os.open(self.path, os.O_RDONLY | os.O_NONBLOCK)
        os.set_blocking(self._reader, True)

    @property
    def hold(self) -> str:
        """Python code with which a process holds the FIFO and reports that."""
        return f"held = open({str(self.path)!r}, 'w'); held.write('x'); held.flush()"

    def wait_for_death(self) -> None:
        """Wait until the holder of the FIFO has gone; AssertionError if there never was one."""
        with open(self._reader, encoding="utf-8") as reader:
            assert "x" in reader.read()
