"""A module of Tengen on a machine of a Ray cluster, as though it ran here.

``python -m tengen.workers.away ADDRESS MODULE ARGUMENT...`` is to the cluster what ``python -m MODULE ARGUMENT...`` is
to this machine. Lines that come in go to it, and what it says comes out. It ends with this process, and this process
with it, by the same exit code; by 255 where it was killed or its machine is lost, and by 2 where there is none.
"""

from __future__ import annotations

import os
import signal
import sys
from functools import partial
from queue import SimpleQueue
from threading import Thread
from typing import Final

from ..records import TengenError
from .cluster import Away, Cluster

LOST: Final = 255
"""The exit code where the machine is lost: it says nothing of the program."""
_NOWHERE: Final = 2


def main(words: list[str]) -> int:
    """Run a module on some machine of the cluster until it ends, or this process is told to; return the exit code."""
    address, module, *arguments = words
    codes: SimpleQueue[int] = SimpleQueue()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: codes.put(0))
    try:
        with Cluster(address) as cluster:
            program = cluster.program(module, arguments)
            for work in (_pass_in, partial(_pass_out, codes)):
                Thread(target=work, args=(program,), daemon=True).start()
            try:
                return codes.get()
            finally:
                program.end()
    except TengenError as error:
        print(error, file=sys.stderr)
        return _NOWHERE


def _pass_in(program: Away) -> None:
    """Pass on what is said to the program; without anybody who speaks to it there is no use in it."""
    for line in sys.stdin.buffer:
        program.tell(line)
    os.kill(os.getpid(), signal.SIGTERM)


def _pass_out(codes: SimpleQueue[int], program: Away) -> None:
    """Pass on what the program says, and then its exit code."""
    code = LOST
    try:
        for said in program.said():
            if isinstance(said, int):
                code = LOST if said < 0 else said  # a signal ended it
            else:
                sys.stdout.buffer.write(said)
                sys.stdout.buffer.flush()
    except TengenError as error:
        print(error, file=sys.stderr)
        code = _NOWHERE
    codes.put(code)


if __name__ == "__main__":
    code: int = main(sys.argv[1:])
    sys.stdout.flush()
    os._exit(code)  # at once: the thread that reads the input holds its lock
