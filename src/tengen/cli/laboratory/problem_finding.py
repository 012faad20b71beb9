"""`tengen problems --find`: problems out of the table of every position of a game, kept in a file as they come."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

import typer

from ...files.whole import write_whole
from ...records import FormatError, TengenError
from ..choice import read_axes
from ..records.files import check_folder
from ..saving import ended_politely, undivided
from ..terminal import counted, gauge, say

if TYPE_CHECKING:
    from ...game import Game
    from ...solve.problems.prospecting import Prospector

_SEEN: Final = re.compile(r"^# Looked at the first (\d+) ", re.MULTILINE)


@dataclass(frozen=True)
class Search:
    """What is looked for, and how many problems at most; ``head`` says which search a file is of."""

    variant: str
    board: str
    settings: Sequence[str]
    rounds: range
    count: int
    memory: int

    @property
    def head(self) -> str:
        """What says which search it is."""
        changed = "".join(f" --set {setting}" for setting in self.settings)
        rounds = f"{self.rounds.start}-{self.rounds.stop - 1}"
        return f"# Found by tengen problems --find {self.variant} --board {self.board}{changed} --rounds {rounds}"


class _Book:
    """The file of what was found: its head, how many positions were looked at, and the problems."""

    def __init__(self, path: Path, head: str, resume: bool) -> None:
        self.path, self.head = path, head
        self.seen, self.drafts = 0, list[str]()
        if path.exists() and resume:
            self._read(path.read_text(encoding="utf-8"))

    def _read(self, text: str) -> None:
        """Take up what a file holds; TengenError where it is of another search, or of none."""
        seen = _SEEN.search(text)
        if not text.startswith("# Found by tengen problems --find ") or seen is None:
            raise FormatError(f"{self.path} is no file of tengen problems --find; name another")
        if text.splitlines()[0] != self.head:
            raise TengenError(f"{self.path} is of another search: {text.splitlines()[0][2:]}; name another file")
        self.seen = int(seen[1])
        self.drafts = ["[[problems]]\n" + part.rstrip() + "\n" for part in text.split("[[problems]]\n")[1:]]

    def starts(self) -> list[Game]:
        """Return the positions of the problems that it holds."""
        from ...web.lessons.problem import read_problems

        if not self.drafts:
            return []
        return [problem.start() for problem in read_problems("\n".join(self.drafts), "", self.path.name)]

    def write(self) -> None:
        """Write it, beside and moved."""
        told = f"# Looked at the first {self.seen} positions in which one move wins, those that look deepest first."
        write_whole(self.path, "\n".join([self.head, told, "", *self.drafts]))


def find(search: Search, path: Path, *, resume: bool) -> None:
    """Find problems and keep them in a file as they come; Ctrl-C leaves what was found, and ``resume`` goes on."""
    from ...game import Game
    from ...solve.budget import Budget
    from ...solve.problems.mining import Mine
    from ...solve.problems.prospecting import Prospector
    from ..choice import chosen_without_komi

    check_folder("FILE.toml", path)
    book = _Book(path, search.head, resume)
    game = Game(chosen_without_komi(search.variant, search.settings), board=search.board)
    with ended_politely(), gauge() as show:
        try:
            budget = Budget(memory=search.memory, report=lambda stage, share: show(max(share, 0.0), stage))
            mine = Mine(game, budget)
            prospector = Prospector(mine, Random(1), search.rounds)
            for start in book.starts():
                prospector.take(start)
            _fill(book, prospector, search, show)
        except KeyboardInterrupt:
            say(f"\nStopped. {_told(book)} --resume goes on.", err=True)
            raise typer.Exit(130) from None
    say(_told(book))


def _fill(
    book: _Book,
    prospector: Prospector,
    search: Search,
    show: Callable[[float, str], None],
) -> None:
    """Add problems to a file until there are enough."""
    from ...web.lessons.problem_draft import draft

    given, lodes = read_axes(search.settings), len(prospector.mine)
    if len(book.drafts) >= search.count:
        return
    for found in prospector.nuggets(book.seen):
        with undivided():
            number = found if isinstance(found, int) else found.number
            book.seen = number + 1
            if not isinstance(found, int):
                book.drafts.append(draft(f"found-{len(book.drafts) + 1}", found, given))
                book.write()
        show(book.seen / lodes, f"{len(book.drafts)} problems")
        if len(book.drafts) >= search.count:
            break
    book.write()


def _told(book: _Book) -> str:
    return f"{book.path} has {counted(len(book.drafts), 'problem')}; {counted(book.seen, 'position')} looked at."
