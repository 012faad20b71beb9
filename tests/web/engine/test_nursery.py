"""The nursery of workers: the loss of one is said at once, whatever the nursery is doing."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from threading import Event, Timer
from typing import Any, Final

import pytest

from tengen.systems.processes import CAN_FORK
from tengen.web.engine import worker as nurseries

pytestmark = pytest.mark.skipif(not CAN_FORK, reason="no process is forked here")

_LONGEST: Final = 60.0
"""Seconds after which a nursery that says nothing is ended."""

_NURSERY: Final = """
import json, os, signal, sys
from tengen.web.engine.worker import fork_workers

def say(message):
    os.write(1, json.dumps(message).encode() + b"\\n")

def piece(name):
    def work():
        say({"begun": name})
        os.read(0, 1)
    return work

fork_workers(1, [piece("one"), piece("two")])
say({"ready": os.getpid()})
signal.pause()
"""


class Nursery:
    """A nursery that does a piece of its work for each byte that it is sent."""

    def __init__(self) -> None:
        words = [sys.executable, "-c", _NURSERY]
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self._limit = Timer(_LONGEST, self.process.kill)
        self._limit.start()

    def hear(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        line = b""
        while not line.strip():
            line = self.process.stdout.readline()
            assert line, "all have ended"
        found: dict[str, Any] = json.loads(line)
        return found

    def hear_all(self, count: int) -> dict[str, Any]:
        return {key: value for _ in range(count) for key, value in self.hear().items()}

    def go_on(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(b".")

    def end(self) -> None:
        self._limit.cancel()
        self.process.terminate()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe is not None
            pipe.close()


def test_a_worker_that_is_killed_while_its_nursery_works_is_known_to_be_lost_before_that_ends() -> None:
    nursery = Nursery()
    try:
        said = nursery.hear_all(2)
        assert said["begun"] == "one"
        os.kill(said["ready"], signal.SIGKILL)
        assert nursery.hear() == {"lost": -signal.SIGKILL}
        nursery.go_on()  # and the next worker comes before the second piece ends
        after = nursery.hear_all(2)
        assert after["begun"] == "two"
        assert after["ready"] != said["ready"]
        nursery.go_on()
        os.kill(after["ready"], signal.SIGKILL)
        assert nursery.hear_all(2).keys() == {"lost", "ready"}
    finally:
        nursery.end()


def test_a_worker_that_somebody_else_has_waited_for_is_no_news() -> None:
    read, write = os.pipe()
    try:
        gone = subprocess.Popen([sys.executable, "-c", ""])
        gone.wait()
        nurseries._wait(gone.pid, write, Event())
        os.set_blocking(read, False)
        with pytest.raises(BlockingIOError):
            os.read(read, 1)
    finally:
        os.close(read)
        os.close(write)
