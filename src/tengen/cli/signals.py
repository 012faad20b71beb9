"""Ctrl-C, and signals that end a program: exit cleanly, defer a signal, or recover one that Python lost.

LLVM calls back into Python while it compiles. Python prints an exception that a signal raises in such a callback
and continues, and the compilation fails with an error that does not mention the signal.
"""

from __future__ import annotations

import atexit
import signal
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final

_lost: list[BaseException] = []


_OCCASION: Final = 1.0
"""Seconds after a terminating signal in which further ones are ignored."""

_ENDS: Final = tuple(signal.Signals[name] for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
"""Signals that end a program from outside; Windows has no SIGHUP."""


def note_lost_signals() -> None:
    """Keep the exceptions of signals that Python would discard and print; others are printed as usual."""
    print_it = sys.unraisablehook

    def note(unraisable: sys.UnraisableHookArgs) -> None:
        if isinstance(unraisable.exc_value, KeyboardInterrupt | SystemExit):
            _lost.append(unraisable.exc_value)
        else:
            print_it(unraisable)

    sys.unraisablehook = note


def outlive_ctrl_c() -> None:
    """Ignore a Ctrl-C during Python's shutdown: the work is done, and the exit code is set.

    For some tenths of a second before the process ends, Python handles no signals, and Ctrl-C would kill it.
    """
    atexit.register(signal.signal, signal.SIGINT, signal.SIG_IGN)


def lost_code() -> int | None:
    """Return the exit code of the first signal whose exception was lost (130 for Ctrl-C), or None."""
    for error in _lost:
        return int(error.code or 1) if isinstance(error, SystemExit) else 130
    return None


def is_interrupt(error: BaseException | None) -> bool:
    """Return whether Ctrl-C caused an error; interrupted code may raise an error of its own."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None or lost_code() == 130


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Keep a second Ctrl-C, and a hang-up after it, from interrupting the cleanup that the first began."""
    with _answering((signal.SIGINT, *_ENDS), signal.SIG_IGN):
        yield


@contextmanager
def undivided() -> Iterator[None]:
    """Defer Ctrl-C until the end of the block."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    pressed: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: pressed.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed:
        raise KeyboardInterrupt


@contextmanager
def noting_ctrl_c() -> Iterator[list[int]]:
    """Record every Ctrl-C in a list and raise KeyboardInterrupt as usual; the block may then report what it has."""
    pressed: list[int] = []

    def note(number: int, frame: Any) -> None:
        pressed.append(number)
        signal.default_int_handler(number, frame)

    with _answering((signal.SIGINT,), note):
        yield pressed


@contextmanager
def ended_politely() -> Iterator[None]:
    """Turn the signals that end a program into SystemExit, so that there is time to save.

    Signals right after the first are ignored. A later one is handled again, since Python drops exceptions raised
    while it cleans up.
    """
    again = 0.0

    def leave(number: int, _: object) -> None:
        nonlocal again
        if time.monotonic() >= again:
            again = time.monotonic() + _OCCASION
            raise SystemExit(128 + number)

    with _answering(_ENDS, leave):
        yield


def stop_code(error: BaseException) -> int | None:
    """Return the exit code if Ctrl-C, or a signal within `ended_politely`, caused an error; otherwise None."""
    if isinstance(error, SystemExit):
        return int(error.code or 1)
    return 130 if is_interrupt(error) else lost_code()


@contextmanager
def _answering(signals: Iterable[signal.Signals], answer: Any) -> Iterator[None]:
    """Handle signals in one way for a while, except those already ignored, as under ``nohup``."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {name: signal.getsignal(name) for name in signals}
    changed = {name: old for name, old in before.items() if old not in (signal.SIG_IGN, None)}
    for name in changed:
        signal.signal(name, answer)
    try:
        yield
    finally:
        for name, old in changed.items():
            signal.signal(name, old)
