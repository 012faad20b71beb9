"""Several processes on this machine.

Each has a pipe to this process that no other process and no thread reads or writes. So a process can be ended at any
time, in the middle of its answer, too: whoever waits for that sees the end of the pipe, and no lock stays taken.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess
from traceback import format_exc
from typing import Any, Final, TypeVar

from .units import Answer, Lost, Pool, attempt

if sys.platform == "win32":
    from multiprocessing.connection import PipeConnection as Pipe
else:
    from multiprocessing.connection import Connection as Pipe

U = TypeVar("U")
R = TypeVar("R")

_CONTEXT: Final = multiprocessing.get_context("spawn")


class Hand:
    """A process that does one unit after the other; ``is_busy`` says whether it has one."""

    def __init__(self) -> None:
        ours, theirs = _CONTEXT.Pipe()
        self.pipe: Final[Pipe] = ours
        self.process: Final[SpawnProcess] = _CONTEXT.Process(target=_serve, args=(theirs,), daemon=True)
        with _unheard():
            self.process.start()
        theirs.close()
        self.is_busy: bool = False

    def begin(self, message: bytes) -> None:
        """Give it a unit; where the process is gone, `answer` says so."""
        self.is_busy = True
        with suppress(OSError):
            self.pipe.send_bytes(message)

    def answer(self) -> Answer[Any]:
        """Return what came of its unit.

        Raises:
            Lost: the process is gone.
            Exception: the work has raised it.
        """
        try:
            message = self.pipe.recv_bytes()
        except (EOFError, OSError):
            raise Lost from None
        self.is_busy = False
        found = pickle.loads(message)
        if isinstance(found, Answer):
            return found
        raise found

    def end(self) -> None:
        """Wait until the process, which was told to end, has gone."""
        self.process.join()
        self.pipe.close()


class Processes(Pool[Hand]):
    """A number of processes, each begun when a unit needs it and kept for the next work."""

    def __init__(self, jobs: int) -> None:
        self.room = jobs
        self._hands: list[Hand] = []

    def begin(self, work: Callable[[U], R], unit: U) -> Hand:
        """Give a unit to a process that is free."""
        message = pickle.dumps((work, unit))
        hand = next((hand for hand in self._hands if not hand.is_busy), None)
        if hand is None:
            hand = Hand()
            self._hands.append(hand)
        hand.begin(message)
        return hand

    def finished(self, running: Mapping[Hand, Any]) -> Iterable[Hand]:
        ready = set(wait([hand.pipe for hand in running]))
        return [hand for hand in running if hand.pipe in ready]

    def answer(self, handle: Hand) -> Answer[Any]:
        """Return what came of a unit; where its process was ended from outside, that unit alone is lost."""
        try:
            return handle.answer()
        except Lost:
            self._end([handle])
            raise

    def abandon(self, handles: Sequence[Hand]) -> None:
        """End the processes that have something to do, also one whose unit was being given to it."""
        self._end([hand for hand in self._hands if hand.is_busy])

    def __exit__(self, *_: object) -> None:
        self._end([*self._hands])

    def _end(self, hands: Sequence[Hand]) -> None:
        """End processes, also in the middle of a unit; where Ctrl-C interrupts that, another call goes on."""
        for hand in hands:
            hand.process.terminate()
        for hand in hands:
            hand.end()
            self._hands.remove(hand)


@contextmanager
def _unheard() -> Iterator[None]:
    """Leave Ctrl-C to this process: those started meanwhile inherit that they do not hear of it."""
    if sys.platform == "win32":  # where Ctrl-C goes to each process, and its parent ends it
        yield
        return
    from multiprocessing.resource_tracker import ensure_running

    ensure_running()  # Python starts that with the first process, and hears Ctrl-C again then
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(pipe: Pipe) -> None:
    """Do units until nobody is left who could ask for one."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with suppress(EOFError, OSError):
        while True:
            pipe.send_bytes(_done(pipe.recv_bytes()))


def _end_with_parent() -> None:
    """End this process, whatever it does, with the one that started it."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _done(message: bytes) -> bytes:
    """Return the answer to a unit, or the error that its work has raised, with a note where that was."""
    try:
        work, unit = pickle.loads(message)
        return pickle.dumps(attempt(work, unit))
    except Exception as error:
        where = format_exc()
        error.add_note(f"In a process of its own:\n{where}")
        try:
            said = pickle.dumps(error)
            pickle.loads(said)
        except Exception:  # some errors cannot be pickled, and some cannot be made again
            return pickle.dumps(RuntimeError(where))
        return said
