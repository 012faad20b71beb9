"""Files that one process writes at a time."""

from __future__ import annotations

from ..records import TengenError


def lock(file: int, taken: str) -> None:
    """Keep other processes from writing into an open file; TengenError, with the words given, where one does.

    Where the system has no such locks, as on Windows, nothing is done.

    Raises:
        OSError: the file's disk keeps no locks.
    """
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise TengenError(taken) from None
