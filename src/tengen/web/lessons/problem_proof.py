"""The proof of a problem: which first moves do what it asks, and the lines that play every move out."""

from __future__ import annotations

from collections.abc import Mapping

from ...solve.problems.aims import Prober, lines_of
from .problem import Problem

_HEAD = "# Written by `tengen problems`: every right move with the best answer, every wrong one (?) refuted.\n"
_MOST = 20_000


def right_moves(problem: Problem) -> list[str]:
    """Return every first move after which what the problem asks can still be forced; all others are proved not to be.

    Raises:
        Undecided, OutOfBudget: it was not found out.
    """
    game = problem.start()
    return Prober(game, problem.aim.aim).right_moves(game)


def proved_lines(problem: Problem) -> str:
    """Return the lines of a problem, one a row.

    Raises:
        Undecided, OutOfBudget: the moves of a position could not be told apart.
    """
    return "\n".join(lines_of(Prober(problem.start(), problem.aim.aim, _MOST)))


def lines_file(lines: Mapping[str, str]) -> str:
    """Return the text of a file of lines by the names of their problems."""
    return _HEAD + "".join(f'\n{name} = """\n{text.strip()}\n"""\n' for name, text in lines.items())
