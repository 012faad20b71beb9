"""The nursery of a worker: a process that has loaded everything, and forks the worker and whoever has to replace it.

A worker that is lost is so replaced in milliseconds, where to start Python and to load what is compiled takes seconds.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from ...systems.processes import end


def fork_workers(told_to: int, meanwhile: Callable[[], None]) -> None:
    """Return in the process of a worker; say of each that is lost how it ended, and return in another one.

    The process that called this does not return: it does what is left to do ``meanwhile``, waits, and ends when a
    worker does by itself, as nobody is there any more who tells it something.
    """
    if sys.platform == "win32":  # where `CAN_FORK` is false
        raise NotImplementedError(sys.platform)
    while worker := os.fork():
        signal.signal(signal.SIGTERM, partial(_end, worker))
        meanwhile()
        code = os.waitstatus_to_exitcode(os.waitpid(worker, 0)[1])  # others may be children of this process, too
        if code == 0:
            os._exit(0)
        os.write(told_to, b"\n" + json.dumps({"lost": code}).encode() + b"\n")  # a word may have been cut off
        meanwhile = _nothing
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _end(worker: int, *_: object) -> None:
    """End the worker and this process, which was told to end: whoever is left behind would be nobody's."""
    end(worker)
    with suppress(ChildProcessError):
        os.waitpid(worker, 0)
    os._exit(0)


def _nothing() -> None:
    pass
