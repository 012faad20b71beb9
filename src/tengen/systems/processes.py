"""Child processes: ended with all their children, at low priority, from typed command lines."""

from __future__ import annotations

import contextlib
import os
import shlex
import shutil
import signal
import subprocess
import sys
from glob import glob
from typing import Any, Final

_STANDING_BACK: Final = 5
"""The niceness of a process that yields to more urgent ones."""

if sys.platform == "win32":
    KILL: Final = signal.SIGTERM
    """The signal of `os.kill` that ends a process at once: Windows has no gentler one."""
    GROUP: Final[dict[str, Any]] = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    """Arguments of `subprocess.Popen` for a process that `end_group` can end with all its children."""
    BEHIND: Final[dict[str, Any]] = {"creationflags": subprocess.BELOW_NORMAL_PRIORITY_CLASS}
    """Arguments of `subprocess.Popen` for a process of low priority; see `let_stand_back`."""
    GROUP_BEHIND: Final[dict[str, Any]] = {"creationflags": GROUP["creationflags"] | BEHIND["creationflags"]}
    """Both."""

    def end_group(process: subprocess.Popen[bytes]) -> None:
        """End a process and all its children at once; wait for its end."""
        if process.poll() is None:
            subprocess.run(["taskkill", "/F", "/T", "/PID", str(process.pid)], capture_output=True, check=False)
            process.kill()
        process.wait()

    def stand_back() -> None:
        """Lower this process's priority: on Windows `BEHIND` has done it."""

    def let_stand_back(pid: int) -> None:
        """Lower a new process's priority: on Windows `BEHIND` has done it."""

else:
    KILL: Final = signal.SIGKILL
    """The signal of `os.kill` that ends a process at once."""
    GROUP: Final[dict[str, Any]] = {"start_new_session": True}
    """Arguments of `subprocess.Popen` for a process that `end_group` can end with all its children."""
    BEHIND: Final[dict[str, Any]] = {}
    """Arguments of `subprocess.Popen` for a process of low priority; see `let_stand_back`."""
    GROUP_BEHIND: Final[dict[str, Any]] = GROUP
    """Both."""

    def end_group(process: subprocess.Popen[bytes]) -> None:
        """End a process and all its children at once; wait for its end."""
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except OSError:  # the group is empty
            process.kill()
        process.wait()

    def stand_back() -> None:
        """Lower this process's priority from now on."""
        os.nice(_STANDING_BACK)

    def let_stand_back(pid: int) -> None:
        """Lower the priority of a new process, and of all its children, below this one's."""
        with contextlib.suppress(ProcessLookupError):
            os.setpriority(os.PRIO_PROCESS, pid, os.getpriority(os.PRIO_PROCESS, 0) + _STANDING_BACK)


def split_command(text: str) -> list[str]:
    r"""Return the words of a typed command line: on Windows a backslash is part of a name.

    Raises:
        ValueError: an unterminated quotation.

    >>> split_command("'my program' --mode gtp")
    ['my program', '--mode', 'gtp']
    """
    posix = sys.platform != "win32"
    words = shlex.split(text, posix=posix)
    if posix:
        return words
    return [word[1:-1] if len(word) > 1 and word[0] == word[-1] and word[0] in "'\"" else word for word in words]


_BESIDE: Final = ("/usr/games", "/usr/local/bin", "/opt/homebrew/bin", "/usr/lib/postgresql/*/bin")
"""Common folders of programs that are often not in the path."""


def where(name: str) -> str | None:
    """Return the full path of a program, in the path or in these folders, or None."""
    folders = (folder for pattern in _BESIDE for folder in glob(pattern))
    return shutil.which(name) or next(filter(None, (shutil.which(name, path=folder) for folder in folders)), None)
