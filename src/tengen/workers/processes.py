"""Several processes on this machine.

Each has a pipe to this process that nothing else reads or writes. So a process can be ended at any time, even in the
middle of its answer: the reader sees the end of the pipe, and no lock stays taken.
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
    """A process that does one unit after the other; ``is_busy``: it has one."""

    def __init__(self) -> None:
        ours, theirs = _CONTEXT.Pipe()
        self.pipe: Final[Pipe] = ours
        self.process: Final[SpawnProcess] = _CONTEXT.Process(target=_serve, args=(theirs,), daemon=True)
        with _unheard():
            self.process.start()
        theirs.close()
        self.is_busy: bool = False

    def begin(self, message: bytes) -> None:
        """Give it a unit; if the process is gone, `answer` reports it."""
        self.is_busy = True
        with suppress(OSError):
            self.pipe.send_bytes(message)

    def answer(self) -> Answer[Any]:
        """Return the result of its unit.

        Raises:
            Lost: the process is gone.
            Exception: raised by the work.
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
        """Wait for the end of the process, which was told to stop."""
        self.process.join()
        self.pipe.close()


class Processes(Pool[Hand]):
    """A number of processes, each started when needed and reused."""

    def __init__(self, jobs: int) -> None:
        self.room = jobs
        self._hands: list[Hand] = []

    def begin(self, work: Callable[[U], R], unit: U) -> Hand:
        """Give a unit to a free process."""
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
        """Return the result of a unit; if its process was ended from outside, only that unit is lost."""
        try:
            return handle.answer()
        except Lost:
            self._end([handle])
            raise

    def abandon(self, handles: Sequence[Hand]) -> None:
        """End all busy processes, including one that is being given a unit."""
        self._end([hand for hand in self._hands if hand.is_busy])

    def __exit__(self, *_: object) -> None:
        self._end([*self._hands])

    def _end(self, hands: Sequence[Hand]) -> None:
        """End processes, even in the middle of a unit; if Ctrl-C interrupts that, another call continues."""
        for hand in hands:
            hand.process.terminate()
        for hand in hands:
            hand.end()
            self._hands.remove(hand)


@contextmanager
def _unheard() -> Iterator[None]:
    """Handle Ctrl-C in this process only: processes started in the block ignore it."""
    if sys.platform == "win32":  # Ctrl-C goes to each process, and the parent ends them
        yield
        return
    from multiprocessing.resource_tracker import ensure_running

    ensure_running()  # Python starts that with the first process, which re-enables Ctrl-C
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(pipe: Pipe) -> None:
    """Do units until the pipe is closed."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with suppress(EOFError, OSError):
        while True:
            pipe.send_bytes(_done(pipe.recv_bytes()))


def _end_with_parent() -> None:
    """End this process, whatever it does, with its parent."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _done(message: bytes) -> bytes:
    """Return the answer to a unit, or its error with a note on the place."""
    try:
        work, unit = pickle.loads(message)
        return pickle.dumps(attempt(work, unit))
    except Exception as error:
        where = format_exc()
        error.add_note(f"In a process of its own:\n{where}")
        try:
            said = pickle.dumps(error)
            pickle.loads(said)
        except Exception:  # some errors cannot be pickled or rebuilt
            return pickle.dumps(RuntimeError(where))
        return said
