"""`tengen problems`: prove the problems of a file, and write the lines that the page plays."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from ...files.whole import write_whole
from ...records import TengenError
from ...web.lessons.problem_library import lines_file, proved_lines, read_problems, right_moves
from ...web.lessons.task import read_text
from ..files import check_free
from ..options import Force
from ..terminal import say


@dataclass(frozen=True)
class ProblemsOptions:
    """A file of problems to prove."""

    source: Annotated[Path, typer.Argument(metavar="FILE.toml", help="A file of [[problems]].")]
    check: Annotated[bool, typer.Option("--check", help="Prove the answers only, and write nothing.")] = False
    force: Force = False


def problems(options: ProblemsOptions) -> None:
    """Prove that problems have exactly the answers they name, and write FILE.lines.toml, which plays every move out."""
    source, target, kept = options.source, options.source.with_suffix(".lines.toml"), dict[str, str]()
    if not options.check:
        check_free(target, options.force)
    for problem in read_problems(read_text(source), "", source.name):
        right = right_moves(problem)
        if set(right) != set(problem.right):
            given, proved = ", ".join(problem.right), ", ".join(right) or "none"
            raise TengenError(f"problem {problem.name}: the answers are {proved}, not {given}")
        if not options.check:
            kept[problem.name] = proved_lines(problem)
        say(f"{problem.name}: {', '.join(right)}")
    if not options.check:
        write_whole(target, lines_file(kept))
        say(f"{target} has the lines of {len(kept)} problems")
