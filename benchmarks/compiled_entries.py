"""The compiled functions that Python calls: compile times, and the number of argument types."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator

from .measuring import Row

_SCRIPT = """
import json, os, time
from numba.core import event

if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})  # no parallel compiling

from tengen.cli.server.warm import STEPS, do


class Compiled(event.Listener):
    def __init__(self):
        self.open, self.found = [], {}

    def on_start(self, ev):
        self.open.append((ev.data["dispatcher"].py_func.__qualname__, time.process_time()))

    def on_end(self, ev):
        name, began = self.open.pop()
        entry = self.found.setdefault(self.open[0][0] if self.open else name, [0.0, 0, 0])
        if self.open:
            entry[2] += 1
        else:
            entry[0] += time.process_time() - began
            entry[1] += 1


with event.install_listener("numba:compile", Compiled()) as compiled:
    for purpose, steps in STEPS.items():
        for step in steps:
            compiled.found = {}
            do((purpose, step))
            print(json.dumps((f"{purpose}: {step}", compiled.found)), flush=True)
"""


def entries() -> Iterator[Row]:
    """Compile everything that `tengen warm` does, step by step, from an empty cache; report each entry's time."""
    with tempfile.TemporaryDirectory() as folder:
        command, environment = [sys.executable, "-c", _SCRIPT], {**os.environ, "TENGEN_CACHE": folder}
        done = subprocess.run(command, check=True, env=environment, stdout=subprocess.PIPE, text=True)
    for line in done.stdout.splitlines():
        step, found = json.loads(line)
        for name, (seconds, kinds, parts) in found.items():
            about = f"{seconds:.1f} s of CPU, for {kinds} kind{'s' * (kinds != 1)} of arguments, with {parts} parts"
            yield Row(f"{step}: {name}", about)
