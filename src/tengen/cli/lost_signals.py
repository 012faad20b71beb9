"""Ctrl-C, and signals that end a program, where Python lets their exceptions go, or does not answer them any more.

LLVM calls back into Python while it compiles. What a signal raises there does not get out of the callback: Python
prints it and goes on, and what was being compiled fails with an error that says nothing of the signal.
"""

from __future__ import annotations

import atexit
import signal
import sys

_lost: list[BaseException] = []


def note_lost_signals() -> None:
    """Keep the exceptions of signals that Python lets go, in place of printing them; all others are printed as ever."""
    print_it = sys.unraisablehook

    def note(unraisable: sys.UnraisableHookArgs) -> None:
        if isinstance(unraisable.exc_value, KeyboardInterrupt | SystemExit):
            _lost.append(unraisable.exc_value)
        else:
            print_it(unraisable)

    sys.unraisablehook = note


def outlive_ctrl_c() -> None:
    """Disregard a Ctrl-C that comes while Python ends: the work is done, and the exit code says how.

    For some tenths of a second before the process has gone, Python answers no signals, and Ctrl-C would kill it.
    """
    atexit.register(signal.signal, signal.SIGINT, signal.SIG_IGN)


def lost_code() -> int | None:
    """Return the exit code of the first signal whose exception was lost, 130 for Ctrl-C; None where none was."""
    for error in _lost:
        return int(error.code or 1) if isinstance(error, SystemExit) else 130
    return None
