"""Telling people at the terminal of a server what is compiled beside it, the first time something is."""

from __future__ import annotations

import logging
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Final

log: Final = logging.getLogger("tengen.web")
_PATIENCE: Final = 2.0
"""Seconds within which the line is wiped when the server ends."""


@contextmanager
def compiling_shown(
    on_terminal: bool, lacking: Callable[[], Sequence[str]] | None = None, every: float = 1.0
) -> Iterator[None]:
    """Show what is yet to be compiled, and for how many seconds; nothing, where all has been.

    On a terminal a line counts on; elsewhere the log has a line at the beginning and one at the end. ``lacking``
    returns in words what is not compiled.
    """
    done = threading.Event()
    teller = threading.Thread(target=_tell, args=(on_terminal, lacking or _lacking, every, done), daemon=True)
    teller.start()
    try:
        yield
    finally:
        done.set()
        teller.join(_PATIENCE)


def _lacking() -> Sequence[str]:
    from ...players.warming import uncompiled

    return [*uncompiled()]


def _tell(on_terminal: bool, lacking: Callable[[], Sequence[str]], every: float, done: threading.Event) -> None:
    begun = time.monotonic()
    if done.wait(every):
        return
    left = lacking()
    count = len(left)
    if left and not on_terminal:
        log.info("compiling, once; games can be played meanwhile", extra={"parts": ", ".join(left)})
    while left:
        if on_terminal:
            _show(f"Compiling, once: {left[0]} ({count - len(left)} of {count} done), {time.monotonic() - begun:.0f} s")
        if done.wait(every):
            break
        left = lacking()
    seconds = time.monotonic() - begun
    if count and on_terminal:
        _show("") if left else _show(f"Everything is compiled, after {seconds:.0f} s", end="\n")
    elif count and not left:
        log.info("everything is compiled", extra={"seconds": round(seconds)})


def _show(line: str, end: str = "\r") -> None:
    """Write a line over the one before; the cursor stays at its beginning, where a line of the log may come."""
    with suppress(OSError, ValueError):  # a closed terminal needs no counting
        print(f"\r{line:<79}", end=end, file=sys.stderr, flush=True)
