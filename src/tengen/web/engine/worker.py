"""A worker process's side: it reads jobs as lines of JSON, and writes what it finds in the same way.

Told: ``{"to": PID, "job": 7, "kind": "move", "request": {...}}`` to begin a job, ``{"to": PID, "job": 7}`` to go on
with it, in place of another that stands still meanwhile, and ``{"to": PID, "cancel": 7}``. It says ``{"ready": PID}``
once, ``{"alive": true}`` twice a second, and of a job ``{"job": 7, "spent": 0.25}`` every quarter of a second,
``{"job": 7, "update": ...}``, ``{"job": 7, "answer": ...}``, ``{"job": 7, "error": "why"}`` or
``{"job": 7, "cancelled": true}``.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from queue import SimpleQueue
from typing import IO, Final

from greenlet import getcurrent, greenlet

from ...players import warming
from ...records import TengenError
from ...systems.processes import CAN_FORK, end
from .engine_jobs import EngineJobs
from .messages import AnalysisResult, FromWorker, JobAnswer, ToWorker, written

BEAT: Final = 0.5
"""Seconds between two signs of life."""
_SLICE: Final = 0.25
"""Seconds of a job after which its time is reported."""


class EngineWorker:
    """Does one job at a time in the main thread, while another thread reads; any job may be interrupted by another.

    Each job is a greenlet, which hands over at every pause of its search. ``send`` writes a message; ``settings`` are
    the arguments of `EngineJobs`.
    """

    def __init__(self, send: Callable[[FromWorker], None], settings: dict[str, int]) -> None:
        self._say = send
        self._jobs = EngineJobs(**settings, pause=self._pause)
        self._inbox: SimpleQueue[ToWorker] = SimpleQueue()
        self._begun: dict[int, greenlet] = {}
        self._at_hand: int | None = None
        self._since = 0.0

    def listen(self, told: IO[bytes]) -> None:
        """Take in messages to their end: the process that started this one is gone then, and this one ends."""
        for line in told:
            with suppress(ValueError):  # the worker before this one may have read a part
                message: ToWorker = json.loads(line)
                if message["to"] == os.getpid():
                    self._inbox.put(message)
        os._exit(0)

    def work(self) -> None:
        """Do jobs for ever."""
        while True:
            while self._at_hand is None or not self._inbox.empty():
                self._take_in(self._inbox.get())
            self._go_on(self._at_hand)

    def _take_in(self, message: ToWorker) -> None:
        if "cancel" in message:
            self._cancel(message["cancel"])
            return
        number = message["job"]
        if "kind" in message:
            self._begun[number] = greenlet(partial(self._answered, message))
        if number in self._begun:
            self._at_hand = number

    def _cancel(self, number: int) -> None:
        job = self._begun.pop(number, None)
        if job is not None:
            job.throw()
            self._at_hand = None if self._at_hand == number else self._at_hand
            self._say({"job": number, "cancelled": True})

    def _go_on(self, number: int) -> None:
        """Go on with a job until it makes a pause or ends; tell what it took."""
        job, self._since = self._begun[number], time.perf_counter()
        said: FromWorker | None = job.switch()
        if job.dead:
            del self._begun[number]
            self._at_hand = None
        self._say({**(said or {}), "job": number, "spent": round(time.perf_counter() - self._since, 4)})

    # -- in the greenlet of a job --------------------------------------------------------------------------------------

    def _pause(self) -> None:
        """Hand over, if a message has come or it is time to tell what the job takes."""
        if not self._inbox.empty() or time.perf_counter() - self._since >= _SLICE:
            main = getcurrent().parent
            assert main is not None  # only jobs make pauses
            main.switch()

    def _answered(self, message: ToWorker) -> FromWorker:
        """Return a job's answer, or why there is none."""
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
        found = self._jobs.analyse(request["text"], request["simulations"], request["played"])
        return self._last(message["job"], found)

    def _last(self, number: int, found: Iterator[AnalysisResult]) -> AnalysisResult:
        """Return the last result of an analysis; send those before it."""
        last = next(found)
        for result in found:
            self._say({"job": number, "update": last})
            last = result
        return last


def main() -> None:
    """Be a worker: talk over the standard streams, and let nothing else write there."""
    told, told_to = os.dup(0), os.dup(1)
    os.dup2(2, 1)
    lock = threading.Lock()

    def send(message: FromWorker) -> None:
        rest = memoryview(written(message))
        with lock:
            while rest:
                rest = rest[os.write(told_to, rest) :]

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server's business
    settings = json.loads(sys.argv[1])
    if settings["warm"] == "first":  # wide stones are seldom asked for: they come after
        warming.warm_up_search(wide=False)
    if CAN_FORK:
        fork_workers(told_to, warming.pieces() if settings["warm"] != "no" else ())
    worker = EngineWorker(send, settings["jobs"])
    for task in (partial(worker.listen, os.fdopen(told, "rb")), partial(_live, send, os.getppid())):
        threading.Thread(target=task, daemon=True).start()
    send({"ready": os.getpid()})
    worker.work()


def _live(send: Callable[[FromWorker], None], parent: int) -> None:
    """Say that the process runs: one that stands still, or holds Python's lock, does not. End with its parent."""
    while os.getppid() == parent:
        send({"alive": True})
        time.sleep(BEAT)
    os._exit(0)


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
