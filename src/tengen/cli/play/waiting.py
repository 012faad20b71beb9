"""Telling people what they wait for, once it takes a second."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

_MESSAGE: Final = "Computer is thinking"


@contextmanager
def thinking(message: str = _MESSAGE, every: float = 1.0) -> Iterator[None]:
    """Show on a terminal what is waited for, and how long already, from the first second on."""
    if not sys.stdout.isatty():
        yield
        return
    done = threading.Event()
    teller = threading.Thread(target=_tell, args=(message, every, done), daemon=True)
    teller.start()
    try:
        yield
    finally:
        done.set()
        teller.join()


def _tell(message: str, every: float, done: threading.Event) -> None:
    """Count on one line, and leave it empty."""
    seconds, shown = 0, ""
    with suppress(OSError, ValueError):  # a closed terminal needs no counting
        while not done.wait(every):
            seconds += 1
            shown = f"{message}, {seconds} s"
            print(f"\r{shown}", end="", flush=True)
        if shown:
            print(f"\r{' ' * len(shown)}\r", end="", flush=True)
