"""Standard output that nobody reads any more, as after ``| head``."""

from __future__ import annotations

import os
import sys


def write_to_nobody() -> None:
    """Let what is still written to standard output go nowhere, so that the process ends without a word about it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
