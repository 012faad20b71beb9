"""Processes in the background that compile, since Numba holds Python's lock while it compiles."""

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
"""The processes that compile, by the line of Python that each runs."""
_STARTING: Final = Lock()


def _forget() -> None:
    """Forget, in a process that was forked, the children of the one that forked it."""
    _CHILDREN.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)


@atexit.register
def _leave() -> None:
    """Let the background processes go on after this one, without Python's warning."""
    for child in _CHILDREN.values():
        child.returncode = child.returncode or 0


def claim(part: str, wide: bool) -> str:
    """Return the name under which one process claims to compile a part: "rules", "search" or "turns"."""
    return f"{part}-{'wide' if wide else 'narrow'}"


def is_compiling(wide: bool) -> bool:
    """Return whether the rules are being compiled in the background; start with it if no process has."""
    return goes_on(claim("rules", wide), f"from {__package__}.loading import compile_alone; compile_alone({wide})")


def goes_on(name: str, line: str) -> bool:
    """Return whether something is being compiled in the background; start with it if no process claims it.

    It is not if nothing can be saved, and if the process that this one started, by a ``line`` of Python, has ended.
    """
    if line not in _CHILDREN and is_claimed(name):
        return True
    child = compile_beside(line)
    return child is not None and child.poll() is None


def compile_beside(line: str) -> subprocess.Popen[bytes] | None:
    """Start, once, a process that runs a line of Python to compile something; None if it could save nothing.

    It goes on if this process ends before it, so that the next one finds its work.
    """
    folder = writable_folder()
    if folder is None or not sys.executable:
        return None
    with _STARTING, suppress(OSError):
        if line not in _CHILDREN:
            _CHILDREN[line] = _begin(line, folder)
    return _CHILDREN.get(line)


def cores() -> int:
    """Return how many cores this process may use."""
    if sys.platform != "linux":
        return os.cpu_count() or 1
    return len(os.sched_getaffinity(0))


def _begin(line: str, folder: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-P", "-c", line],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        env={**own_environment(), VARIABLE: str(folder)}, start_new_session=True,
    )  # fmt: skip
