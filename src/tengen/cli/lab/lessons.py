"""`tengen lessons` plays files of lessons or problems, and `tengen problems` proves problems and writes their lines."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ...files.whole import write_whole
from ...records import TengenError
from ...web.lessons.check import faults
from ...web.lessons.problem_library import lines_file, proved_lines, read_problems, right_moves
from ...web.lessons.task import read_tasks, read_text
from ..files import check_free
from ..options import Force, Json
from ..terminal import announced, as_json, counted, harmless, say


def lessons(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE...", help="TOML with [[tasks]], as docs/lessons.md says.")
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


def problems(
    source: Annotated[Path, typer.Argument(metavar="FILE.toml", help="A file of [[problems]].")],
    check: Annotated[bool, typer.Option("--check", help="Prove the answers only, and write nothing.")] = False,
    force: Force = False,
) -> None:
    """Prove that problems have exactly the answers they name, and write FILE.lines.toml, which plays every move out."""
    target, kept = source.with_suffix(".lines.toml"), dict[str, str]()
    if not check:
        check_free(target, force)
    for problem in read_problems(read_text(source), "", source.name):
        right = right_moves(problem)
        if set(right) != set(problem.right):
            given, proved = ", ".join(problem.right), ", ".join(right) or "none"
            raise TengenError(f"problem {problem.name}: the answers are {proved}, not {given}")
        if not check:
            kept[problem.name] = proved_lines(problem)
        say(f"{problem.name}: {', '.join(right)}")
    if not check:
        write_whole(target, lines_file(kept))
        say(f"{target} has the lines of {len(kept)} problems")
