"""Files with one writing process at a time."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final

from ..records import TengenError

APPENDING: Final = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0)
"""Flags of `os.open` for a file that grows line by line; Windows would otherwise write two bytes per line end."""

if sys.platform == "win32":
    import msvcrt

    _BEYOND: Final = 0x7FFF0000
    """The locked byte. On Windows a locked byte cannot be read, so this one is beyond all content."""

    def _take(file: int) -> None:
        place = os.lseek(file, 0, os.SEEK_CUR)
        os.lseek(file, _BEYOND, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            raise BlockingIOError from None
        finally:
            os.lseek(file, place, os.SEEK_SET)

else:
    import fcntl

    def _take(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def lock(file: int, taken: str) -> None:
    """Lock an open file against writing by other processes; TengenError, with the given message, if it is locked.

    The lock ends when the file is closed, or with the process. OSError: the disk does not support locks.
    """
    try:
        _take(file)
    except BlockingIOError:
        raise TengenError(taken) from None


def is_taken(path: Path) -> bool:
    """Return whether a process has locked a file; False if it does not exist or its disk does not support locks."""
    try:
        with path.open("r+b") as file:
            lock(file.fileno(), "taken")
    except TengenError:
        return True
    except OSError:
        return False
    return False
