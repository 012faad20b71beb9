"""Processes beside this one that compile what a game calls: Numba holds Python's lock while it compiles."""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock
from typing import Final

from ..records import TengenError
from ..systems.locking import is_taken, lock
from ..workers import own_environment
from .code_store import VARIABLE, writable_folder

_AGAIN: Final = 0.2
_CHILDREN: dict[str, subprocess.Popen[bytes]] = {}
"""The processes that compile, by the line of Python that each runs."""
_STARTING: Final = Lock()


def _forget() -> None:
    """Forget, in a process that was forked, the children of the one that forked it."""
    _CHILDREN.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)


@atexit.register
def _leave() -> None:
    """Let those who compile go on after this process: Python would warn of them."""
    for child in _CHILDREN.values():
        child.returncode = child.returncode or 0


def is_compiling(wide: bool) -> bool:
    """Say whether what games call is being compiled beside this process; begin with it where nobody has.

    It is not where nothing can be kept on disk, and where the process that this one started has failed.
    """
    folder = writable_folder()
    if folder is None or not sys.executable:
        return False
    line = f"from {__package__}.loading import compile_alone; compile_alone({wide})"
    with _STARTING:
        if line not in _CHILDREN:
            if is_taken(_lock_file(folder, wide)):
                return True
            try:
                _CHILDREN[line] = _begin(line, folder)
            except OSError:
                return False
    return _CHILDREN[line].poll() is None


def compile_beside(line: str) -> None:
    """Start, once, a process that runs a line of Python, where it has a core of its own and can share what it makes.

    That is to compile what this process will need later.
    """
    folder = writable_folder()
    if folder is None or not sys.executable or _cores() < 2:
        return
    with _STARTING, suppress(OSError):
        if line not in _CHILDREN:
            _CHILDREN[line] = _begin(line, folder)


def _cores() -> int:
    """Return how many cores this process may use."""
    if sys.platform != "linux":
        return os.cpu_count() or 1
    return len(os.sched_getaffinity(0))


def _lock_file(folder: Path, wide: bool) -> Path:
    return folder / f"compiling-{'wide' if wide else 'narrow'}.lock"


def _begin(line: str, folder: Path) -> subprocess.Popen[bytes]:
    """Start the process that compiles; it goes on if this one ends before it, so that the next one need not."""
    return subprocess.Popen(
        [sys.executable, "-P", "-c", line],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        env={**own_environment(), VARIABLE: str(folder)}, start_new_session=True,
    )  # fmt: skip


@contextmanager
def alone(wide: bool) -> Iterator[None]:
    """Compile what games call when no other process does: others wait for this one, and start none of their own."""
    folder = writable_folder()
    if folder is None:
        yield
        return
    folder.mkdir(parents=True, exist_ok=True)
    with _lock_file(folder, wide).open("ab") as file:
        while True:
            try:
                lock(file.fileno(), "another process compiles it")
                break
            except TengenError:
                time.sleep(_AGAIN)
            except OSError:  # the disk keeps no locks: the worst is that two compile the same
                break
        yield
