"""`python -m tools.authoring.lessons FILE...` plays every task of files of lessons or problems, and reports faults."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from benchmarks.commands import main
from tengen.cli.options import Json
from tengen.cli.terminal import announced, as_json, counted, harmless, say
from tengen.web.lessons.task import LessonError, read_tasks

from .faults import faults


def lessons(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE...", help="TOML with [[tasks]], as docs/how/lessons.md says.")
    ],
    json: Json = False,
) -> None:
    """Check files of lessons or problems by playing every task: answers, refutations and claims."""
    found: dict[str, tuple[int, list[str]]] = {}
    for name in files:
        tasks = read_tasks(read_text(Path(name)), name)
        with announced():
            found[name] = len(tasks), [fault for task in tasks for fault in faults(task)]
    if json:
        listed = [{"file": name, "tasks": count, "faults": false} for name, (count, false) in found.items()]
        say(as_json(listed, indent=2))
    for name, (count, false) in {} if json else found.items():
        for fault in false:
            say(harmless(f"{name}: {fault}"))
        if not false:
            say(harmless(f"{name}: {counted(count, 'task')}, and all that is said is so."))
    if any(false for _, false in found.values()):
        raise typer.Exit(1)


def read_text(path: Path) -> str:
    """Return the text of a file; raise LessonError if it is not UTF-8."""
    try:
        return path.read_text("utf-8")
    except UnicodeDecodeError as error:
        raise LessonError(
            "{path}: is not written in UTF-8 (at byte {start})", path=path.name, start=error.start
        ) from None


if __name__ == "__main__":
    main(lessons)
