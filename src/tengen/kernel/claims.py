"""Claims: what one process compiles is not compiled by another one, which waits for it instead."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Final, TypeVar

from numba.core import event

from ..records import TengenError
from ..systems.locking import is_taken, lock
from . import code_store

T = TypeVar("T")

WAITING: Final = "tengen:waiting"
"""The event, of Numba's kind, of a process that waits for what another one compiles."""
_AGAIN: Final = 0.05
_PATIENCE: Final = 300.0
"""Seconds after which nobody waits any longer for what another process compiles."""
_held: dict[str, BinaryIO] = {}
"""What this process compiles, by the names that others know."""


def awaited(name: str, look: Callable[[], T | None]) -> T | None:
    """Return what a look finds, as soon as whichever process compiles it has done so.

    None where nobody does: this process has to compile it, has claimed it, and calls `release` afterwards.
    """
    found = look()
    folder = None if found is not None else claims_folder()
    if folder is None:
        return found
    if not _claim(name, folder):
        event.start_event(WAITING)
        event.end_event(WAITING)
        until = time.monotonic() + _PATIENCE
        while time.monotonic() < until and not _claim(name, folder):
            time.sleep(_AGAIN)
    found = look()
    if found is not None:
        release(name)
    return found


def stand_back() -> None:
    """Wait while other processes compile: what they make is wanted sooner than what this one makes.

    A process that was killed leaves the files of its claims, but no lock on them.
    """
    folder, until = claims_folder(), time.monotonic() + _PATIENCE
    while folder is not None and time.monotonic() < until and any(map(is_taken, folder.glob("*.claim"))):
        time.sleep(_AGAIN)


def claims_folder() -> Path | None:
    """Return where processes share what they compile, and make it; None where nothing can be written."""
    kept = code_store.writable_folder()
    if kept is None:
        return None
    try:
        (kept / code_store.PARTS).mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return kept / code_store.PARTS


def _claim(name: str, folder: Path) -> bool:
    """Say to others that this process compiles something; False where another one does."""
    if name in _held:
        return True
    try:
        file = (folder / f"{name}.claim").open("ab")
    except OSError:
        return True  # the worst is that two compile the same
    try:
        lock(file.fileno(), "another process compiles it")
    except TengenError:
        file.close()
        return False
    except OSError:
        file.close()
        return True
    _held[name] = file
    return True


def release(name: str) -> None:
    """Let others see that this process is done with something."""
    file = _held.pop(name, None)
    if file is not None:
        with suppress(OSError):
            Path(file.name).unlink()
        file.close()


def release_all() -> None:
    """Let nobody wait for what will not come: the compiler was interrupted, or has failed."""
    for name in [*_held]:
        release(name)
