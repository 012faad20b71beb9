"""A worker process's side: it reads jobs as lines of JSON, and writes what it finds in the same way.

Told: ``{"job": 7, "kind": "move", "request": {...}}`` and ``{"cancel": 7}``. It says ``{"ready": true}`` once, and of
a job ``{"job": 7, "update": ...}``, ``{"job": 7, "answer": ...}``, ``{"job": 7, "error": "why"}`` or
``{"job": 7, "cancelled": true}``. While an analysis goes on it takes other jobs in between.
"""

from __future__ import annotations

import _thread
import json
import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import SimpleQueue
from typing import IO, Final

from ...players import warm_up
from ...records import TengenError
from .engine_jobs import EngineJobs
from .messages import AnalysisResult, FromWorker, JobAnswer, ToWorker

_NICE: Final = 5
"""How far a worker stands back behind the server, whose answers must not wait for it."""


class _Cancelled(BaseException):
    """The job at hand is not wanted any more."""


class EngineWorker:
    """Does jobs one after another in the main thread, while another thread reads.

    ``say`` sends a message; ``jobs`` does the work.
    """

    def __init__(self, say: Callable[[FromWorker], None], jobs: EngineJobs) -> None:
        self._say, self._jobs = say, jobs
        self._inbox: SimpleQueue[ToWorker] = SimpleQueue()
        self._known: set[int] = set()
        self._cancelled: set[int] = set()
        self._at_hand: list[int] = []

    # -- the reading thread --------------------------------------------------------------------------------------------

    def listen(self, told: IO[bytes]) -> None:
        """Take in messages until there are no more: then whoever started this process is gone, and so is it."""
        for line in told:
            message = json.loads(line)
            if "cancel" in message:
                self._cancel(message["cancel"])
            else:
                self._known.add(message["job"])
                self._inbox.put(message)
        os._exit(0)

    def _cancel(self, number: int) -> None:
        if number in self._known:
            self._cancelled.add(number)
            _thread.interrupt_main(signal.SIGINT)

    # -- the main thread -----------------------------------------------------------------------------------------------

    def interrupted(self, *_: object) -> None:
        """Break off the job at hand if it was cancelled; a SIGINT from elsewhere is the server's business."""
        if self._at_hand and self._at_hand[-1] in self._cancelled:
            self._cancelled.discard(self._at_hand[-1])  # raised once only: whoever handles it is left in peace
            raise _Cancelled

    def work(self) -> None:
        """Do jobs for ever."""
        while True:
            self._do(self._inbox.get())

    def _do(self, message: ToWorker) -> None:
        number, depth = message["job"], len(self._at_hand)
        try:
            said = self._answered(message)
            del self._at_hand[depth:]
        except _Cancelled:
            said = {"cancelled": True}
            del self._at_hand[depth:]
        self._known.discard(number)
        self._cancelled.discard(number)
        said["job"] = number
        self._say(said)

    def _answered(self, message: ToWorker) -> FromWorker:
        """Return a job's answer, or why there is none."""
        try:
            self._at_hand.append(message["job"])
            self.interrupted()
            return {"answer": self._worked_out(message)}
        except TengenError as error:
            return {"error": str(error)}
        except Exception as error:
            traceback.print_exc()
            return {"error": f"the engine failed: {type(error).__name__}: {error}"}

    def _worked_out(self, message: ToWorker) -> JobAnswer:
        request = message["request"]
        if message["kind"] == "move":
            return self._jobs.move(request["text"], request["level"], request["key"])
        if message["kind"] == "dead":
            return self._jobs.dead(request["text"], request["simulations"])
        return self._last(message["job"], self._jobs.analyse(request["text"], request["simulations"]))

    def _last(self, number: int, found: Iterator[AnalysisResult]) -> AnalysisResult:
        """Return the last result of an analysis; send those before it, and do what is more urgent meanwhile."""
        last = next(found)
        for result in found:
            with self._aside():
                self._say({"job": number, "update": last})
                while not self._inbox.empty():
                    self._do(self._inbox.get())
            self.interrupted()
            last = result
        return last

    @contextmanager
    def _aside(self) -> Iterator[None]:
        """Say something, or do other jobs, without being broken off for the sake of the job at hand."""
        number = self._at_hand.pop()
        try:
            yield
        finally:
            self._at_hand.append(number)


def main() -> None:
    """Be a worker: talk over the standard streams, and let nothing else write there."""
    told, told_to = os.dup(0), os.dup(1)
    os.dup2(2, 1)

    def say(message: FromWorker) -> None:
        rest = memoryview(json.dumps(message, separators=(",", ":")).encode() + b"\n")
        while rest:
            rest = rest[os.write(told_to, rest) :]

    if hasattr(os, "nice"):
        os.nice(_NICE)
    settings = json.loads(sys.argv[1])
    worker = EngineWorker(say, EngineJobs(**settings["jobs"]))
    signal.signal(signal.SIGINT, worker.interrupted)
    threading.Thread(target=worker.listen, args=(os.fdopen(told, "rb"),), daemon=True).start()
    if settings["warm"]:
        warm_up()
    say({"ready": True})
    worker.work()
