"""The nursery of a worker: a process that has loaded everything, and forks the worker and those that replace it.

A worker that is lost is so replaced in milliseconds, where to start Python and to load what is compiled takes seconds.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial

from ...systems.processes import end


def fork_workers(told_to: int, meanwhile: Iterable[Callable[[], object]]) -> None:
    """Return in the process of a worker; say of each that is lost how it ended, and return in another one.

    The process that called this does not return: it does what is left to do ``meanwhile``, piece by piece, waits, and
    ends when a worker does by itself, as nobody is there any more who tells it something. That a worker is lost is said
    at once; the next is forked between two pieces.
    """
    if sys.platform == "win32":  # where `CAN_FORK` is false
        raise NotImplementedError(sys.platform)
    pieces = iter(meanwhile)
    while worker := os.fork():
        signal.signal(signal.SIGTERM, partial(_end, worker))
        lost = threading.Event()
        waiting = threading.Thread(target=_wait, args=(worker, told_to, lost), daemon=True)
        waiting.start()
        while not lost.is_set() and (piece := next(pieces, None)) is not None:
            piece()
        waiting.join()  # so that no other thread runs when the next is forked
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _wait(worker: int, told_to: int, lost: threading.Event) -> None:
    """Wait until a worker is lost, and say so; end this process with one that ends by itself."""
    try:
        _, status = os.waitpid(worker, 0)  # others may be children of this process, too
    except ChildProcessError:
        return  # `_end` has waited for it, and ends this process
    code = os.waitstatus_to_exitcode(status)
    if code == 0:
        os._exit(0)
    lost.set()  # before anybody hears of it, and expects another
    os.write(told_to, b"\n" + json.dumps({"lost": code}).encode() + b"\n")  # a word may have been cut off


def _end(worker: int, *_: object) -> None:
    """End the worker and this process, which was told to end: a worker left behind would be nobody's."""
    end(worker)
    with suppress(ChildProcessError):
        os.waitpid(worker, 0)
    os._exit(0)
