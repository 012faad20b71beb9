"""`python -m tools.authoring.problems FILE.toml` proves problems, and writes the lines that play them out."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Final

import typer

from benchmarks.commands import main
from tengen.cli.files import check_free
from tengen.cli.options import Force
from tengen.cli.terminal import say
from tengen.files.whole import write_whole
from tengen.records import TengenError
from tengen.web.lessons.problem_library import GoProblem, read_problems

from .lessons import read_text
from .proving import Prober, lines_of

_HEAD: Final = """\
# Written by `python -m tools.authoring.problems`: every right move with the best answer, every wrong one (?) refuted.
"""
_MOST: Final = 20_000


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


def right_moves(problem: GoProblem) -> list[str]:
    """Return every first move that forces the goal; Undecided or OutOfBudget if it is unknown."""
    game = problem.start()
    return Prober(game, problem.aim).right_moves(game)


def proved_lines(problem: GoProblem) -> str:
    """Return the lines of a problem, one per row; Undecided or OutOfBudget if a move is undecided."""
    return "\n".join(lines_of(Prober(problem.start(), problem.aim, _MOST)))


def lines_file(lines: Mapping[str, str]) -> str:
    """Return the text of a file of lines by the names of their problems."""
    return _HEAD + "".join(f'\n{name} = """\n{text.strip()}\n"""\n' for name, text in lines.items())


if __name__ == "__main__":
    main(problems)
