"""A worker process: it reads jobs as lines of JSON, and writes its results in the same way.

Input: ``{"job": 7, "kind": "move", "request": {...}}`` starts a job, ``{"job": 7}`` continues it and suspends the
current one, and ``{"cancel": 7}`` cancels it. Output: ``{"ready": PID}`` once, ``{"alive": true}`` twice a second, and
for a job ``{"job": 7, "spent": 0.25}`` every quarter of a second, ``{"job": 7, "update": ...}``,
``{"job": 7, "answer": ...}``, ``{"job": 7, "error": "why"}`` or ``{"job": 7, "cancelled": true}``.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable
from functools import partial
from queue import SimpleQueue
from typing import IO, Final

from greenlet import getcurrent, greenlet

from ...players import warming
from ...records import TengenError
from .engine_jobs import EngineJobs
from .messages import FromWorker, JobAnswer, ToWorker, written

BEAT: Final = 0.5
"""Seconds between signs of life."""
_SLICE: Final = 0.25
"""Seconds between reports of a job's time."""


class EngineWorker:
    """Does one job at a time in the main thread, while another thread reads; any job may interrupt another.

    Each job is a greenlet, which yields at every pause of its search. ``send`` writes a message; ``settings`` are the
    arguments of `EngineJobs`.
    """

    def __init__(self, send: Callable[[FromWorker], None], settings: dict[str, int]) -> None:
        self._say = send
        self._jobs = EngineJobs(**settings, pause=self._pause)
        self._inbox: SimpleQueue[ToWorker] = SimpleQueue()
        self._begun: dict[int, greenlet] = {}
        self._at_hand: int | None = None
        self._since = 0.0

    def listen(self, told: IO[bytes]) -> None:
        """Read messages to the end of the input, when the parent process has gone; then end this process."""
        try:
            for line in told:
                self._inbox.put(json.loads(line))
        finally:  # also after a line that was cut off
            os._exit(0)

    def work(self) -> None:
        while True:
            while self._at_hand is None or not self._inbox.empty():
                self._take_in(self._inbox.get())
            self._go_on(self._at_hand)

    def _take_in(self, message: ToWorker) -> None:
        if "cancel" in message:
            number = message["cancel"]
            if number in self._begun:
                self._begun.pop(number).throw()
                self._at_hand = None if self._at_hand == number else self._at_hand
                self._say({"job": number, "cancelled": True})
            return
        number = message["job"]
        if "kind" in message:
            self._begun[number] = greenlet(partial(self._answered, message))
        if number in self._begun:
            self._at_hand = number

    def _go_on(self, number: int) -> None:
        """Continue a job until its next pause or its end; report its time."""
        job, self._since = self._begun[number], time.perf_counter()
        said: FromWorker | None = job.switch()
        if job.dead:
            del self._begun[number]
            self._at_hand = None
        self._say({**(said or {}), "job": number, "spent": round(time.perf_counter() - self._since, 4)})

    # -- in the greenlet of a job --------------------------------------------------------------------------------------

    def _pause(self) -> None:
        """Yield to the main loop if a message has arrived or the job's time must be reported."""
        if not self._inbox.empty() or time.perf_counter() - self._since >= _SLICE:
            main = getcurrent().parent
            assert main is not None  # only jobs pause
            main.switch()

    def _answered(self, message: ToWorker) -> FromWorker:
        try:
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
        if message["kind"] == "ponder":
            self._jobs.ponder(request["text"], request["level"], request["key"])
            return ""
        if message["kind"] == "dead":
            return self._jobs.dead(request["text"], request["simulations"])
        if message["kind"] == "trial":
            return self._jobs.trial(request["text"], request["simulations"], request["number"])
        for found in self._jobs.analyse(request["text"], request["simulations"], request["played"]):
            self._say({"job": message["job"], "update": found})
        return found


def main() -> None:
    """Run a worker over the standard streams, and let nothing else write there."""
    told, told_to = os.dup(0), os.dup(1)
    os.dup2(2, 1)
    lock = threading.Lock()

    def send(message: FromWorker) -> None:
        rest = memoryview(written(message))
        with lock:
            while rest:
                rest = rest[os.write(told_to, rest) :]

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server handles the signal
    settings = json.loads(sys.argv[1])
    if settings["warm"]:  # wide stones are rare: their code is loaded with the first job
        warming.load_search(wide=False)
    worker = EngineWorker(send, settings["jobs"])
    for task in (partial(worker.listen, os.fdopen(told, "rb")), partial(_live, send, os.getppid())):
        threading.Thread(target=task, daemon=True).start()
    send({"ready": os.getpid()})
    worker.work()


def _live(send: Callable[[FromWorker], None], parent: int) -> None:
    """Send heartbeats, which stop if the process is suspended or holds the GIL; end with the parent."""
    while os.getppid() == parent:
        send({"alive": True})
        time.sleep(BEAT)
    os._exit(0)
