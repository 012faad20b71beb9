"""Workers: this process, or several on this machine.

Work is a function of one unit, whose result depends on the unit alone, so a unit that was lost with its process is
repeated with the same result. Results are yielded as they come, in any order, each once; only the caller saves them.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from ..records import TengenError
from .units import HERE, Here, Workers

__all__ = ["HERE", "Here", "Workers", "check_jobs", "hire", "own_environment"]

_CROWD: Final = 4
"""The maximum number of processes per core, and sixteen on any machine: more would only use up memory."""


def hire(jobs: int = 1) -> Workers:
    """Return ``jobs`` worker processes, not yet started.

    Raises:
        TengenError: no jobs, or far more than cores.
    """
    check_jobs(jobs)
    if jobs == 1:
        return HERE
    from .processes import Processes

    return Processes(jobs)


def check_jobs(jobs: int) -> None:
    """Refuse no jobs, and far more than cores."""
    if jobs < 1:
        raise TengenError(f"jobs must be at least 1, not {jobs}")
    most = max(16, _CROWD * (os.cpu_count() or 1))
    if jobs > most:
        raise TengenError(f"--jobs {jobs}: must be at most {most} for this machine's cores")


def own_environment() -> dict[str, str]:
    """Return this process's environment, in which another Python finds the same package."""
    root, known = str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH", "")
    return {**os.environ, "PYTHONPATH": f"{root}{os.pathsep}{known}" if known else root}
