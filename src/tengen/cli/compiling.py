"""Telling people that something is being compiled, the first time it is."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

MESSAGE = "Compiling what this needs; that takes up to half a minute, the first time only."


@contextmanager
def announced() -> Iterator[None]:
    """Say on standard error when Numba compiles something that is not in its cache, here or in another process."""
    from ..kernel.code_store import WAITING
    from ..kernel.numba_internals import event

    class Announcer(event.Listener):
        said = False

        def on_start(self, event: Any) -> None:
            if not self.said:
                self.said = True
                print(MESSAGE, file=sys.stderr, flush=True)

        def on_end(self, event: Any) -> None:
            pass

    announcer = Announcer()
    with event.install_listener("numba:compile", announcer), event.install_listener(WAITING, announcer):
        yield
