"""Workers: this process, or several on this machine.

Work is a function of one unit, whose result depends on the unit alone: so a unit that was lost with its process is done
again, and the results are the same wherever they come from. Units go in, results come out as they are
found, in any order, each once; the caller, and nobody else, writes them down.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from ..records import TengenError
from .units import HERE, Here, Workers

__all__ = ["HERE", "Here", "Workers", "check_jobs", "hire", "own_environment"]

_CROWD: Final = 4
"""The processes that may be asked for per core, and sixteen anywhere: more would only fill the memory."""


def hire(jobs: int = 1) -> Workers:
    """Return workers that have not begun: ``jobs`` processes.

    Raises:
        TengenError: no jobs at all, or far more than cores.
    """
    check_jobs(jobs)
    if jobs == 1:
        return HERE
    from .processes import Processes

    return Processes(jobs)


def check_jobs(jobs: int) -> None:
    """Refuse no jobs at all, and far more than cores."""
    if jobs < 1:
        raise TengenError(f"jobs must be at least 1, not {jobs}")
    most = max(16, _CROWD * (os.cpu_count() or 1))
    if jobs > most:
        raise TengenError(f"--jobs {jobs}: up to {most} processes are of use to this machine's cores")


def own_environment() -> dict[str, str]:
    """Return this process's environment, in which another Python finds the package where this one found it."""
    root, known = str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH", "")
    return {**os.environ, "PYTHONPATH": f"{root}{os.pathsep}{known}" if known else root}
