"""Where games and temporary files lie, and whether they can be written there."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from ....records import TengenError
from ....systems.folders import data_folder
from .finding import Finding

PART = "folders"
_GAMES = "tengen serve --database sqlite:///FILE keeps games elsewhere"


def folders() -> Iterator[Finding]:
    """Yield the folders that commands write to."""
    yield _games()
    try:
        yield writable("temporary files", Path(tempfile.gettempdir()), "the environment variable TMPDIR names another")
    except OSError as error:
        yield Finding(PART, "temporary files", "broken", str(error), "the environment variable TMPDIR names a folder")


def _games() -> Finding:
    try:
        folder = data_folder()
    except TengenError as error:
        return Finding(PART, "games of the web page", "broken", str(error), _GAMES)
    return writable("games of the web page", folder, _GAMES)


def writable(name: str, folder: Path, remedy: str) -> Finding:
    """Return whether files can be written in a folder, or where it can be made; and how much is there."""
    there = next((each for each in (folder, *folder.parents) if each.exists()), None)
    if there is None or not there.is_dir():
        return Finding(PART, name, "broken", f"{folder}: {there or folder} is no folder", remedy)
    if not os.access(there, os.W_OK | os.X_OK):
        return Finding(PART, name, "broken", f"{folder}: nothing can be written in {there}", remedy)
    held = "not there yet" if there != folder else f"{shown(size(folder))}"
    return Finding(PART, name, "works", f"{folder}: {held}, room for {shown(shutil.disk_usage(there).free)}")


def size(folder: Path) -> int:
    """Return how many bytes the files directly in a folder have."""
    return sum(entry.stat().st_size for entry in os.scandir(folder) if entry.is_file(follow_symlinks=False))


def shown(number: int) -> str:
    """Return a number of bytes as people read it.

    >>> shown(2_500_000)
    '2.5 MB'
    """
    amount, unit = float(number), "bytes"
    for larger in ("kB", "MB", "GB", "TB"):
        if amount < 1000:
            break
        amount, unit = amount / 1000, larger
    return f"{amount:.3g} {unit}"
