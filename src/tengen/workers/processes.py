"""Several processes on this machine."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing.process import BaseProcess
from types import TracebackType
from typing import Any, TypeVar

from .units import Answer, Lost, Pool, attempt

U = TypeVar("U")
R = TypeVar("R")


class Processes(Pool["Future[Answer[Any]]"]):
    """A number of processes, begun with the first unit and kept for the next work."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self._pool: ProcessPoolExecutor | None = None
        self._ending: list[BaseProcess] = []

    def beginner(self, work: Callable[[U], R], threads: int) -> Callable[[U], Future[Answer[R]]]:
        """Return what gives a unit to a process that is free."""

        def begin(unit: U) -> Future[Answer[R]]:
            try:
                return self._submit(work, unit)
            except BrokenProcessPool:
                self._end()
                return self._submit(work, unit)

        return begin

    def room(self, threads: int) -> int:
        """One unit for each process."""
        return self.jobs

    def finished(self, running: Mapping[Future[Answer[Any]], Any]) -> Iterable[Future[Answer[Any]]]:
        """Wait for the first ones."""
        return wait(running, return_when=FIRST_COMPLETED).done

    def answer(self, handle: Future[Answer[Any]]) -> Answer[Any]:
        """Return what came of a unit; with one process that was ended from outside all units in progress are lost."""
        try:
            return handle.result()
        except BrokenProcessPool:
            raise Lost from None

    def abandon(self, handles: Sequence[Future[Answer[Any]]]) -> None:
        """End the processes if any of them has something to do."""
        if handles:
            self._end()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._end()

    def _submit(self, work: Callable[[U], R], unit: U) -> Future[Answer[R]]:
        if self._pool is None:  # outside of `_unheard`: with the first one Python starts what watches over semaphores
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self.jobs, mp_context=context, initializer=_settle_in)
        with _unheard():
            return self._pool.submit(attempt, work, unit)

    def _end(self) -> None:
        """End all processes, also in the middle of a unit; where Ctrl-C interrupts that, another call goes on."""
        pool = self._pool
        if pool is not None:
            self._ending += (getattr(pool, "_processes", None) or {}).values()
            self._pool = None
            pool.shutdown(wait=False, cancel_futures=True)
        for process in self._ending:
            process.terminate()
        for process in self._ending:
            process.join()
        self._ending.clear()


@contextmanager
def _unheard() -> Iterator[None]:
    """Leave Ctrl-C to this process: those started meanwhile inherit that they do not hear of it."""
    if sys.platform == "win32":  # where Ctrl-C goes to each process, and `_settle_in` ends them
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _settle_in() -> None:
    """End with the process that started this one."""
    parent = multiprocessing.parent_process()

    def follow() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=follow, daemon=True).start()
