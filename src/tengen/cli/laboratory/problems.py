"""`tengen problems`: prove the problems of a file, and write the lines that the page plays; and find problems."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from ...files.whole import write_whole
from ...records import TengenError
from ..options import Axes, Force, Memory, SolvedBoard
from ..proofs.memory_size import read_memory
from ..records.files import check_free
from ..terminal import say


@dataclass(frozen=True)
class ProblemsOptions:
    """A file of problems to be proved, or to be found."""

    source: Annotated[Path, typer.Argument(metavar="FILE.toml", help="A file of [[problems]].")]
    check: Annotated[bool, typer.Option("--check", help="Prove the answers only, and write nothing.")] = False
    force: Force = False
    find: Annotated[
        str | None,
        typer.Option(metavar="VARIANT", help="Find problems of a game on a small --board, and write FILE.toml."),
    ] = None
    board: SolvedBoard = None
    settings: Axes = None
    rounds: Annotated[
        str, typer.Option(metavar="FROM-TO", help="How soon the tables settled a win that is looked for.")
    ] = "4-14"
    count: Annotated[int, typer.Option(metavar="PROBLEMS", min=1, help="How many problems --find writes.")] = 20
    memory: Memory = "4GiB"
    resume: Annotated[bool, typer.Option("--resume", help="Go on with a file of --find.")] = False


def problems(options: ProblemsOptions) -> None:
    """Prove that problems have exactly the answers they name, and write FILE.lines.toml, which plays every move out.

    With --find, problems are found first: positions in which one move alone wins, out of the table of every position
    that a game can reach. Their titles and sentences are left to be written.
    """
    if options.find is not None:
        _find(options, options.find)
        return
    if options.resume or options.board is not None or options.settings:
        raise TengenError("--board, --set and --resume are for --find; say which game: --find tile")
    _prove(options.source, check=options.check, force=options.force)


def _find(options: ProblemsOptions, variant: str) -> None:
    from .problem_finding import Search, find

    if options.check:
        raise TengenError("--check proves the problems of a file, and --find writes one; leave one out")
    if options.board is None:
        raise TengenError("--find lists every position of a small board; name it, such as --board 2x4")
    if not options.resume:
        check_free(options.source, options.force, " and --resume goes on with it" if options.source.exists() else "")
    search = Search(
        variant, options.board, tuple(options.settings or ()), _read_rounds(options.rounds), options.count,
        read_memory(options.memory),
    )  # fmt: skip
    find(search, options.source, resume=options.resume)


def _read_rounds(text: str) -> range:
    """Return a range of rounds, written as 4-14; TengenError where it is none."""
    found = re.fullmatch(r"(\d{1,3})-(\d{1,3})", text)
    if found is None or int(found[1]) > int(found[2]):
        raise TengenError(f"--rounds {text}: write the first and the last number, such as 4-14")
    return range(int(found[1]), int(found[2]) + 1)


def _prove(source: Path, *, check: bool, force: bool) -> None:
    from ...web.lessons.problem import read_problems
    from ...web.lessons.problem_proof import lines_file, proved_lines, right_moves
    from ...web.lessons.reading import read_text

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
