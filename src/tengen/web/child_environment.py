"""The environment of processes that the server starts."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

_ROOT: Final = Path(__file__).parents[2]


def child_environment() -> dict[str, str]:
    """Return this process's environment, in which a child finds the package where this process found it."""
    known = os.environ.get("PYTHONPATH", "")
    return {**os.environ, "PYTHONPATH": f"{_ROOT}{os.pathsep}{known}" if known else str(_ROOT)}
