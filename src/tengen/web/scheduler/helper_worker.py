"""The helper process: it runs one job after another, and returns their results.

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
    """Interrupts a job; not an Exception, so that no handler of the job catches it."""


def done(job: HelperJob) -> HelperAnswer:
    """Run a job within its time limit."""
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
    """Raise _TimeIsUp in the block after this processor time, if the system can measure it."""

    def end(*_: object) -> None:
        raise _TimeIsUp

    if sys.platform == "win32":  # replaced after its deadline instead
        yield
        return
    signal.signal(signal.SIGPROF, end)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def work(told: IO[bytes], said: IO[bytes]) -> None:
    """Run jobs until the input ends, when the parent process has gone."""
    with suppress(EOFError):
        while True:
            said.write(done(pickle.load(told)).packed())
            said.flush()


def main() -> None:
    """Run over the standard streams, and let nothing else write there."""
    told, said = os.dup(0), os.dup(1)
    os.dup2(2, 1)
    stand_back()  # lower priority than the server
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it ends with the server
    with os.fdopen(told, "rb") as inbox, os.fdopen(said, "wb") as outbox:
        work(inbox, outbox)


if __name__ == "__main__":
    main()
