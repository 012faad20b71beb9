"""Compiled code on disk, in files named by everything that they depend on, so that folders can be moved.

A file's name has the entry, a digest of its argument types and the processor, and a digest of the code, but no path or
time: a folder filled on one machine serves another with the same versions of Python, Numba and llvmlite. The code is
loaded into the process, so trust such a folder only as far as the program itself.
"""

from __future__ import annotations

import hashlib
import os
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, Final, TypeVar

from ..files.whole import whole_file
from ..records import TengenError, TengenWarning
from ..systems.locking import is_taken, lock
from .numba_internals import event

T = TypeVar("T")

VARIABLE: Final = "TENGEN_CACHE"
"""The environment variable that names the folder."""
PARTS: Final = "parts"
"""The subfolder of parts that processes share while they compile."""
WAITING: Final = "tengen:waiting"
"""The Numba event of a process that waits for another one's compilation."""
_PACKAGE: Final = Path(__file__).parents[1] / "__pycache__" / "kernels"
_DIGEST: Final = 32
_OLD: Final = 7 * 24 * 3600
"""Seconds until replaced code is deleted, as another version may still use it."""
_AGAIN: Final = 0.05
_PATIENCE: Final = 300.0
"""Seconds that a process waits for another one's compilation."""
_held: dict[str, BinaryIO] = {}
"""The locked files of this process's compilations, by name."""


def folders() -> list[Path]:
    """Return the folders searched for compiled code; it is saved in the first writable one.

    The first is ``TENGEN_CACHE``, or ``NUMBA_CACHE_DIR``, or a folder next to the source. If that is not writable, the
    user's cache folder comes second.
    """
    named = os.environ.get(VARIABLE) or os.environ.get("NUMBA_CACHE_DIR")
    first = Path(named).expanduser().absolute() if named else _PACKAGE
    return [first] if _is_writable(first) else [first, _users()]


def writable_folder() -> Path | None:
    """Return the folder where compiled code is saved; None if none is writable."""
    return next((folder for folder in folders() if _is_writable(folder)), None)


def _users() -> Path:
    from platformdirs import user_cache_path  # late: only if the first folder is not writable

    return user_cache_path("tengen", appauthor=False) / "kernels"


def _is_writable(folder: Path) -> bool:
    there = next((each for each in (folder, *folder.parents) if each.exists()), None)
    return there is not None and there.is_dir() and os.access(there, os.W_OK | os.X_OK)


def file_name(entry: str, kind: str | None, stamp: str) -> str:
    """Return the file name of an entry for argument types and processor (None: any) and a stamp of the code."""
    return f"{entry}.{'*' if kind is None else _short(kind)}.{_short(f'{sys.implementation.cache_tag} {stamp}')}.nbc"


def _short(words: str) -> str:
    return hashlib.sha256(words.encode()).hexdigest()[:20]


def has(name: str) -> bool:
    """Return whether such a file exists."""
    return any((folder / name).exists() for folder in folders())


def sealed(data: bytes) -> bytes:
    """Return a file's content for some data: a digest, then the data."""
    return hashlib.sha256(data).digest() + data


def unsealed(held: bytes) -> bytes | None:
    """Return the data of a file's content; None if it is damaged."""
    data = held[_DIGEST:]
    return data if hashlib.sha256(data).digest() == held[:_DIGEST] else None


def load(name: str) -> bytes | None:
    """Return a file's data; None if it is missing, or damaged (with a warning)."""
    for folder in folders():
        with suppress(OSError):
            data = unsealed((folder / name).read_bytes())
            if data is not None:
                return data
            warnings.warn(f"{folder / name} is damaged: it is compiled again", TengenWarning, stacklevel=2)
    return None


def save(name: str, data: bytes) -> None:
    """Save a file, if possible, and delete what it replaces."""
    folder = writable_folder()
    if folder is None:
        return
    with suppress(OSError):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        with whole_file(folder / name) as file:
            file.write(sealed(data))
        if not name.startswith(PARTS):
            _forget_old(folder, name)


def forget_parts(older: float = 0) -> None:
    """Delete the parts written more than some seconds ago: they are only useful during compilation."""
    folder = writable_folder()
    kept_since = time.time() - older
    for part in () if folder is None else (folder / PARTS).glob("*"):
        with suppress(OSError):
            if part.stat().st_mtime <= kept_since:
                part.unlink()


def _forget_old(folder: Path, name: str) -> None:
    forget_parts(_OLD)
    kept_since = time.time() - _OLD
    for other in folder.glob(f"{name.rsplit('.', 2)[0]}.*"):
        if other.name != name and other.stat().st_mtime < kept_since:
            other.unlink()


# -- one process compiles, others wait ---------------------------------------------------------------------------------


def awaited(name: str, look: Callable[[], T | None]) -> T | None:
    """Return the result of ``look``, waiting if another process is compiling it.

    None if no process is: this one must compile it, and call `release` afterwards.
    """
    found = look()
    if found is None:
        _claim(name)
        found = look()
        if found is not None:
            release(name)
    return found


@contextmanager
def claimed(name: str) -> Iterator[None]:
    """Keep other processes from the same work; wait for one that is doing it."""
    _claim(name)
    try:
        yield
    finally:
        release(name)


def is_claimed(name: str) -> bool:
    """Return whether a process compiles something; a killed one leaves its file, but no lock on it."""
    folder = writable_folder()
    return folder is not None and is_taken(folder / f"{name}.lock")


def release(name: str) -> None:
    """Let the processes that wait for some code check for it."""
    file = _held.pop(name, None)
    if file is not None:
        with suppress(OSError):
            Path(file.name).unlink()
        file.close()


def release_all() -> None:
    """Stop all waiting: the compiler was interrupted, or has failed."""
    for name in [*_held]:
        release(name)


def _claim(name: str) -> None:
    """Lock a file while this process compiles something; wait while another one does.

    Without a lock (not writable, no lock support, timeout) two processes at worst compile the same.
    """
    folder = writable_folder()
    if folder is None or name in _held:
        return
    with suppress(OSError):
        path = folder / f"{name}.lock"
        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.open("ab")
        try:
            _lock(file)
        except BaseException:
            file.close()
            raise
        _held[name] = file


def _lock(file: BinaryIO) -> None:
    """Lock a file once no other process does, or give up after `_PATIENCE`."""
    until = time.monotonic() + _PATIENCE
    waits = False
    while time.monotonic() < until:
        with suppress(TengenError):
            lock(file.fileno(), "another process compiles it")
            return
        if not waits:
            event.start_event(WAITING)
            event.end_event(WAITING)
            waits = True
        time.sleep(_AGAIN)
