"""The helper process: it does one job after another, and sends back what came of it.

`Helper` starts it; it ends with its input.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import IO

from ...records import TengenError, Text
from ...systems.processes import stand_back
from ..errors import RequestError
from ..languages.reader_language import speaking
from .helper import HelperAnswer, HelperJob, TooCostly


class _TimeIsUp(BaseException):
    """Ends a job from without: no clause for Tengen's own errors may take it for one of them, and go on."""


def done(job: HelperJob) -> HelperAnswer:
    """Do a job within its time, and say how much of that it took."""
    began = time.process_time()
    answer = HelperAnswer(failed=True)
    try:
        with speaking(job.language), _limited(job.limit):
            answer = HelperAnswer(job.work(*job.given))
    except _TimeIsUp:
        answer = HelperAnswer(error=TooCostly(Text("This takes the server too long.")))
    except (TengenError, RequestError) as error:
        answer = HelperAnswer(error=error)
    except Exception:
        traceback.print_exc()
    return replace(answer, seconds=time.process_time() - began)


@contextmanager
def _limited(seconds: float) -> Iterator[None]:
    """Raise _TimeIsUp within the block once it has used the processor for this time, where the system can tell."""

    def end(*_: object) -> None:
        raise _TimeIsUp

    if sys.platform == "win32":  # such a process is replaced when its patience is at an end
        yield
        return
    signal.signal(signal.SIGPROF, end)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def work(told: IO[bytes], said: IO[bytes]) -> None:
    """Do jobs until there are no more: then the process that started this one is gone."""
    with suppress(EOFError):
        while True:
            said.write(done(pickle.load(told)).packed())
            said.flush()


def main() -> None:
    """Talk over the standard streams, and let nothing else write there."""
    told, said = os.dup(0), os.dup(1)
    os.dup2(2, 1)
    stand_back()  # the server's answers must not wait for it
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it ends with the server
    with os.fdopen(told, "rb") as inbox, os.fdopen(said, "wb") as outbox:
        work(inbox, outbox)


if __name__ == "__main__":
    main()
