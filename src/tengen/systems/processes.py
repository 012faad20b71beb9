"""Processes that others start: ended with all they started, behind others in their turn, by typed command lines."""

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
"""How far a process stands back behind those whose answers must not wait for it."""

if sys.platform == "win32":
    KILL: Final = signal.SIGTERM
    """What `os.kill` ends a process with at once: Windows knows nothing gentler."""
    GROUP: Final[dict[str, Any]] = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    """What `subprocess.Popen` is given for a process that `end_group` is to end with all it has started."""
    BEHIND: Final[dict[str, Any]] = {"creationflags": subprocess.BELOW_NORMAL_PRIORITY_CLASS}
    """What `subprocess.Popen` is given for a process that stands back behind others; see `let_stand_back`."""
    GROUP_BEHIND: Final[dict[str, Any]] = {"creationflags": GROUP["creationflags"] | BEHIND["creationflags"]}
    """Both."""

    def end_group(process: subprocess.Popen[bytes]) -> None:
        """End a process at once with all it has started; wait for its end."""
        if process.poll() is None:
            subprocess.run(["taskkill", "/F", "/T", "/PID", str(process.pid)], capture_output=True, check=False)
            process.kill()
        process.wait()

    def stand_back() -> None:
        """Stand back behind other processes: on Windows `BEHIND` has done it."""

    def let_stand_back(pid: int) -> None:
        """Have a process that was just started stand back: on Windows `BEHIND` has done it."""

else:
    KILL: Final = signal.SIGKILL
    """What `os.kill` ends a process with at once."""
    GROUP: Final[dict[str, Any]] = {"start_new_session": True}
    """What `subprocess.Popen` is given for a process that `end_group` is to end with all it has started."""
    BEHIND: Final[dict[str, Any]] = {}
    """What `subprocess.Popen` is given for a process that stands back behind others; see `let_stand_back`."""
    GROUP_BEHIND: Final[dict[str, Any]] = GROUP
    """Both."""

    def end_group(process: subprocess.Popen[bytes]) -> None:
        """End a process at once with all it has started; wait for its end."""
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except OSError:  # nobody is left in the group
            process.kill()
        process.wait()

    def stand_back() -> None:
        """Stand back behind other processes, from now on."""
        os.nice(_STANDING_BACK)

    def let_stand_back(pid: int) -> None:
        """Have a process that was just started stand back behind this one, with all that it will start."""
        with contextlib.suppress(ProcessLookupError):
            os.setpriority(os.PRIO_PROCESS, pid, os.getpriority(os.PRIO_PROCESS, 0) + _STANDING_BACK)


def split_command(text: str) -> list[str]:
    r"""Return the words of a command line as people type it: on Windows a backslash is part of a name.

    Raises:
        ValueError: a quotation has no end.

    >>> split_command("'my program' --mode gtp")
    ['my program', '--mode', 'gtp']
    """
    posix = sys.platform != "win32"
    words = shlex.split(text, posix=posix)
    if posix:
        return words
    return [word[1:-1] if len(word) > 1 and word[0] == word[-1] and word[0] in "'\"" else word for word in words]


_BESIDE: Final = ("/usr/games", "/usr/local/bin", "/opt/homebrew/bin", "/usr/lib/postgresql/*/bin")
"""Folders in which programs lie that are often not in the path."""


def where(name: str) -> str | None:
    """Return the full name of a program, in the path or beside it; None where it is in neither."""
    folders = (folder for pattern in _BESIDE for folder in glob(pattern))
    return shutil.which(name) or next(filter(None, (shutil.which(name, path=folder) for folder in folders)), None)
