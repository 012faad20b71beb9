"""`tengen train run` that ends after some cycles, or is killed with SIGKILL at a call of one function.

``WHERE CALL CYCLES ARGUMENTS``: WHERE is ``MODULE:NAME``, and the process dies at its call CALL, counted from 1; where
that is NumPy's or PyTorch's own writing, half of a file has been written. With CALL 0 it lives.
"""

from __future__ import annotations

import os
import signal
import sys
from functools import reduce
from importlib import import_module
from pathlib import Path
from typing import Any

_WRITERS = {"numpy:savez": 0, "torch:save": 1}
"""What writes a file, and which of its arguments the file is."""


def main() -> None:
    """Run the command."""
    where, call, cycles, *arguments = sys.argv[1:]
    from tengen.cli import main as run

    loop: Any = import_module("tengen.train.loop")
    loop.GATE = 0.0  # new weights always take the old ones' place, so that all writing is met
    if int(call):
        _die_at(where, int(call))
    _end_after(loop.Loop, int(cycles))
    sys.argv = ["tengen", "train", "run", *arguments]
    run()


def _die_at(where: str, call: int) -> None:
    module, _, path = where.partition(":")
    *outer, name = path.split(".")
    place = reduce(getattr, outer, import_module(module))
    real, calls = getattr(place, name), 0

    def counted(*given: Any, **named: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == call:
            if where in _WRITERS:
                _write_half(given[_WRITERS[where]])
            os.kill(os.getpid(), signal.SIGKILL)
        return real(*given, **named)

    setattr(place, name, counted)


def _write_half(file: Any) -> None:
    if isinstance(file, str | Path):
        Path(file).write_bytes(b"PK half of a file")
    else:
        file.write(b"PK half of a file")
        file.flush()


def _end_after(loop: Any, cycles: int) -> None:
    """Ask the command to end once a number of cycles has been kept."""
    real = loop.save

    def kept(self: Any) -> None:
        real(self)
        if self.cycle >= cycles:
            os.kill(os.getpid(), signal.SIGTERM)

    loop.save = kept


if __name__ == "__main__":
    main()
