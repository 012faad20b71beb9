"""`tengen warm`: compiles in advance, also for other machines."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final

import typer

from ...boards import parse
from ...records import TengenError
from ...workers import check_jobs
from ...workers.processes import Processes
from .. import RUNS
from ..signals import uninterrupted
from ..terminal import counted, gauge, say

if RUNS:
    from ... import envs, kernel, rules
    from ...kernel.code_store import forget_parts, writable_folder
    from ...kernel.processors import portable_environment
    from ...players import warming
    from ...reading.fate import compile_reader
    from ...solve.precompile import STEPS as SOLVERS

Step = tuple[str, str]
"""A purpose, and its step that compiles something."""

STEPS: Final[dict[str, tuple[str, ...]]] = {
    "play": ("search", "rules", "search for wide stones", "rules for wide stones", "reading", "network"),
    "train": ("environments", "random games", "environments for wide stones", "random games for wide stones"),
    "solve": ("counts", "proofs", "recurrence", "states", "life"),
}  # fmt: skip
"""The steps of each purpose, longest first."""
_WIDE: Final = " for wide stones"


def warm(
    purposes: Annotated[
        list[str] | None,
        typer.Option("--for", metavar="PURPOSE", help="Purpose: play, train or solve; repeatable. [default: all]"),
    ] = None,
    portable: Annotated[bool, typer.Option("--portable", help="Compile for the processor's whole family.")] = False,
    jobs: Annotated[int | None, typer.Option("--jobs", help="Processes. [default: one per core]")] = None,
) -> None:
    """Compile now instead of at first use, unless already compiled.

    The environment variable TENGEN_CACHE names the folder of compiled code, which can be copied to other machines.
    """
    steps = [(purpose, step) for purpose in _checked(purposes) for step in STEPS[purpose]]
    jobs = os.cpu_count() or 1 if jobs is None else jobs
    check_jobs(jobs)
    folder = writable_folder()
    if folder is None:
        raise TengenError("no folder for compiled code is writable; set TENGEN_CACHE to another one")
    if portable:
        family = portable_environment()
        if not family:
            raise TengenError("--portable: the family of this processor is unknown")
        os.environ.update(family)
    before = _count(folder)
    workers = Processes(min(jobs, len(steps)))
    try:
        with gauge() as show:
            for number, ((_, step), _) in enumerate(workers.run(do, steps), 1):
                show(number / len(steps), f"Compiling; {step}: done")
    finally:
        with uninterrupted():
            workers.__exit__(None, None, None)
    forget_parts()
    made = _count(folder) - before
    say(f"{counted(made, 'function')} compiled" if made else "Everything was already compiled", err=True)
    say(str(folder))


def _checked(purposes: Sequence[str] | None) -> list[str]:
    """Return the purposes to compile for; TengenError for an unknown one."""
    chosen = [*dict.fromkeys(purposes or STEPS)]
    if wrong := next((each for each in chosen if each not in STEPS), None):
        raise TengenError(f"--for {wrong}: must be {', '.join([*STEPS][:-1])} or {[*STEPS][-1]}")
    return chosen


def _count(folder: Path) -> int:
    return sum(1 for _ in folder.glob("*.nbc"))


def do(chosen: Step) -> None:
    """Compile what a step needs, in this process."""
    purpose, step = chosen
    wide, kind = step.endswith(_WIDE), step.removesuffix(_WIDE)
    if purpose == "solve":
        SOLVERS[step]()
    elif kind == "network":
        warming.warm_up_network()
    elif kind == "reading":
        compile_reader()
    elif purpose == "play":
        (warming.warm_up_rules if kind == "rules" else warming.warm_up_search)(wide)
    else:
        name = "gengo" if wide else "chinese"
        if kind == "environments":
            envs.warm_up((name,))
        else:
            kernel.playouts(parse("gengo 5" if wide else "3x3"), rules.variant(name).rules, games=1)
