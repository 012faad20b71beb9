"""Files that one process writes at a time."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final

from ..records import TengenError

APPENDING: Final = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0)
"""How `os.open` opens a file that grows line by line; Windows would otherwise write two bytes for the end of a line."""

if sys.platform == "win32":
    import msvcrt

    _BEYOND: Final = 0x7FFF0000
    """The byte that is locked. Windows lets nobody read a locked byte, so this one is beyond all that is written."""

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
    """Keep other processes from writing into an open file; TengenError, with the words given, where one does.

    The lock goes when the file is closed, also by the end of the process. OSError: the file's disk keeps no locks.
    """
    try:
        _take(file)
    except BlockingIOError:
        raise TengenError(taken) from None


def is_taken(path: Path) -> bool:
    """Say whether a process has locked a file; one that is not there, or on a disk that keeps no locks, is free."""
    try:
        with path.open("r+b") as file:
            lock(file.fileno(), "taken")
    except TengenError:
        return True
    except OSError:
        return False
    return False
