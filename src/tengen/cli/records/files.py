"""Files that a command writes: their names checked before any work, and what was written told after it."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from ...files.whole import write_whole
from ...records import TengenError
from ..terminal import harmless, say
from .sources import STREAM


def check_target(option: str, name: str, endings: tuple[str, ...], source: str) -> None:
    """Refuse a file's name that says it is something else, is the source's or lies nowhere."""
    if name == STREAM:
        return
    check_name(option, name)
    if Path(name).suffix.lower() not in endings:
        raise TengenError(f"{option} {name}: such a file's name ends in {' or '.join(endings)}")
    check_folder(option, name)
    if source != STREAM and os.path.exists(name) and os.path.exists(source) and os.path.samefile(source, name):
        raise TengenError(f"{option} {name}: that is the file that is read")


def check_name(what: str, name: str) -> None:
    """Refuse an empty name, and the name of a folder."""
    if not name.strip():
        raise TengenError(f"{what}: the name of the file is empty")
    if name.endswith(("/", os.sep)) or os.path.isdir(name):
        raise TengenError(f"{what} {name}: that is a folder; name a file in it")


def check_free(name: str | Path, force: bool, more: str = "") -> None:
    """Refuse to replace a file unasked; ``more`` says what else goes with it."""
    if str(name) != STREAM and not force and os.path.lexists(name):
        raise TengenError(f"{name} is there already; --force replaces it{more}")


def check_folder(option: str, name: str | Path | None) -> None:
    """Refuse the name of a file in a folder that does not exist."""
    if name is not None and not (folder := Path(name).parent).is_dir():
        raise TengenError(f"{option} {name}: there is no folder {folder}")


def make_folder(option: str, folder: Path) -> None:
    """Make a folder where it is not there; refuse the name of a file."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise TengenError(f"{option} {folder}: that is a file, or lies in one; name a folder") from None


def put(name: str, data: str | bytes) -> None:
    """Write a file, or on standard output."""
    if name != STREAM:
        write_whole(Path(name), data)
        return
    sys.stdout.flush()
    sys.stdout.buffer.write(data.encode("utf-8") if isinstance(data, str) else data)
    sys.stdout.buffer.flush()


def tell_written(files: list[str]) -> None:
    """Say which files were written, where standard output is not one of them."""
    named = [name for name in files if name != STREAM]
    if named:
        *others, last = named
        say(harmless(f"Wrote {', '.join(others)}{' and ' if others else ''}{last}."), err=STREAM in files)
