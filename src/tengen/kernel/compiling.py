"""Background processes that compile, since Numba holds the GIL while it compiles."""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Final

from ..workers import own_environment
from .code_store import VARIABLE, is_claimed, writable_folder

_CHILDREN: dict[str, subprocess.Popen[bytes]] = {}
"""The compiling processes, by the line of Python that each runs."""
_STARTING: Final = Lock()


def _forget() -> None:
    """Forget the parent's children in a forked process."""
    _CHILDREN.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)


@atexit.register
def _leave() -> None:
    """Let the background processes outlive this one, without Python's warning."""
    for child in _CHILDREN.values():
        child.returncode = child.returncode or 0


def claim(part: str, wide: bool) -> str:
    """Return the lock name for compiling a part: "rules", "search" or "turns"."""
    return f"{part}-{'wide' if wide else 'narrow'}"


def is_compiling(wide: bool) -> bool:
    """Return whether the rules are being compiled in the background; start it if no process has."""
    return goes_on(claim("rules", wide), f"from {__package__}.loading import compile_alone; compile_alone({wide})")


def goes_on(name: str, line: str) -> bool:
    """Return whether something is being compiled in the background; start it if no process has claimed it.

    False if nothing can be saved, or if the process started here, with a ``line`` of Python, has ended.
    """
    if line not in _CHILDREN and is_claimed(name):
        return True
    child = compile_beside(line)
    return child is not None and child.poll() is None


def compile_beside(line: str) -> subprocess.Popen[bytes] | None:
    """Start, once, a process that runs a line of Python to compile something; None if it could save nothing.

    It continues if this process ends first, so that the next one finds its work.
    """
    folder = writable_folder()
    if folder is None or not sys.executable:
        return None
    with _STARTING, suppress(OSError):
        if line not in _CHILDREN:
            _CHILDREN[line] = _begin(line, folder)
    return _CHILDREN.get(line)


def cores() -> int:
    """Return the number of cores available to this process."""
    if sys.platform != "linux":
        return os.cpu_count() or 1
    return len(os.sched_getaffinity(0))


def _begin(line: str, folder: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-P", "-c", line],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        env={**own_environment(), VARIABLE: str(folder)}, start_new_session=True,
    )  # fmt: skip
