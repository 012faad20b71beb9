"""`tengen lessons`: plays a file of lessons or problems, and reports every statement in it that is false."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ...web.lessons.check import faults
from ...web.lessons.task import read_tasks, read_text
from ..options import Json
from ..terminal import announced, as_json, harmless, say


def lessons(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE...", help="TOML with [[tasks]], as docs/lessons.md says.")
    ],
    json: Json = False,
) -> None:
    """Check files of lessons or problems by playing every task: answers, refutations and claims."""
    found = {name: _faults(name) for name in files}
    if json:
        say(as_json(found, indent=2))
    for name, (count, false) in {} if json else found.items():
        for fault in false:
            say(harmless(f"{name}: {fault}"))
        if not false:
            say(harmless(f"{name}: {count} task{'s' if count != 1 else ''}, and all that is said is so."))
    if any(false for _, false in found.values()):
        raise typer.Exit(1)


def _faults(name: str) -> tuple[int, list[str]]:
    tasks = read_tasks(read_text(Path(name)), name)
    with announced():
        return len(tasks), [fault for task in tasks for fault in faults(task)]
