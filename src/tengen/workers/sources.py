"""Whether two machines have the same Tengen: another one may find something else."""

from __future__ import annotations

import hashlib
import socket
from functools import cache
from pathlib import Path


@cache
def source_here() -> str:
    """Return a digest of Tengen's source on this machine."""
    digest, root = hashlib.sha256(), Path(__file__).parents[1]
    for path in sorted(root.rglob("*.py")):
        digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def strange_source() -> str:
    """Say that this machine has another Tengen than the one that asks."""
    return f"{socket.gethostname()} has another Tengen than this machine: install the same on each"
