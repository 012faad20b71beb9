"""Problems: a position, an aim, all correct first moves, and lines that play every move out.

A problem becomes a task for the same judge. The aim is to *win* the game, to *take* a stone, or to *keep* one, within a
number of moves of the side that takes. docs/how/problems.md explains the fields.

A line is a list of alternate moves, the solver's first, such as ``B5 A5 C4`` or ``B5 A5 C3? C4``. A wrong move has a
question mark, and the rest of its line refutes it. A space within a move is written ``_``. Lines are written and
proved by `tools/authoring/problems.py` of the repository.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from hashlib import sha256
from importlib.resources import files
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Final, Literal

from pydantic import BaseModel, Field

from ...records import TengenError, other
from ...rules import variants
from .task import AskedPosition, LessonError, Task, Words, read_entries, read_table

HARDEST: Final = 9
_EASY, _MEDIUM = 3, 6

Level = Literal["easy", "medium", "hard"]


@dataclass(frozen=True)
class Aim:
    """The aim of a problem: ``stone`` is the one to take or to keep; ``moves`` is the limit, if any.

    Raises:
        TengenError: a stone is given to win, or missing to take or keep; or moves are missing.
    """

    __pydantic_config__: ClassVar[dict[str, str]] = {"extra": "forbid"}  # read from problem files

    what: Literal["win", "take", "keep"] = "win"
    stone: str | None = None
    moves: int | None = None

    def __post_init__(self) -> None:
        if (self.what == "win") != (self.stone is None):
            raise TengenError(f"to {self.what} a stone: name one to take or keep, and none to win")
        if self.what != "win" and self.moves is None:
            raise TengenError(f"to {self.what} {self.stone}: say within how many moves")


class MissedMove(BaseModel, extra="forbid", frozen=True):
    move: str
    say: Words


class GoProblem(AskedPosition):
    """A problem: its position and texts, its ``grade`` from 1 to 9, its aim and its solutions.

    ``right`` are all correct first moves. ``wrong`` has sentences on some others. ``played`` are turns from the start
    of the game to the position, if the position was found by listing reachable ones. Problems with ``engine`` are used
    to measure the engine's strength.
    """

    grade: Annotated[int, Field(ge=1, le=HARDEST)]
    aim: Aim = Aim()
    right: tuple[str, ...]
    wrong: tuple[MissedMove, ...] = ()
    played: tuple[str, ...] = ()
    engine: bool = False
    lines: str = ""

    @property
    def level(self) -> Level:
        return "easy" if self.grade <= _EASY else "medium" if self.grade <= _MEDIUM else "hard"

    def task(self) -> Task:
        """Return it as a task with all its lines; LessonError if the lines' first moves are not exactly ``right``."""
        tree = _tree(self.lines.strip().splitlines())
        begins = {move for move, wrong in tree if not wrong}
        if begins != set(self.right):
            raise LessonError(
                "problem {name}: the lines begin with {begins}, not {right}",
                name=self.name,
                begins=sorted(begins),
                right=sorted(self.right),
            )
        fields = {name: getattr(self, name) for name in AskedPosition.model_fields}
        return Task.model_validate(fields | self._stage(tree, first=True) | {"buttons": "all"})

    def _stage(self, tree: _Tree, first: bool = False) -> dict[str, Any]:
        """Return the answers and refutations of a stage."""
        stage: dict[str, Any] = {"answers": [], "refuted": []}
        if self.aim.stone is not None:
            stage["marks"] = {"triangle": (self.aim.stone,)}
        right = {move for move, wrong in tree if not wrong}
        for (move, wrong), ahead in tree.items():
            if wrong:
                line = tuple(_straight(ahead))
                said = next((each.say for each in self.wrong if each.move == move), "") if first else ""
                stage["refuted"].append({"move": move, "line": line, "say": said or self._refuted(line, right)})
            else:
                answer: dict[str, Any] = {"move": move}
                for (reply, _), then in ahead.items():  # at most one
                    answer |= {"reply": reply, **(self._stage(then) if then else {})}
                stage["answers"].append(answer)
        return stage

    def _refuted(self, line: tuple[str, ...], right: set[str]) -> str:
        """Return the comment on a wrong move that a line refutes, if others are right."""
        asked = f"win-{other(self.to_play)}" if self.aim.what == "win" else self.aim.what
        said = _refutations()[asked]
        answer = line[0] if line else ""
        if answer in right and answer != "pass":
            return str(said["vital"]["say"])
        return str(said["say"])


@cache
def _refutations() -> Mapping[str, Any]:
    """Return the general comments on wrong moves."""
    path = files(__package__) / "problems" / "refutations.toml"
    return read_table(path.read_text("utf-8"), path.name)


_Tree = dict[tuple[str, bool], "_Tree"]
"""Moves, each with whether it is wrong, and their continuations."""


def _tree(lines: Iterable[str]) -> _Tree:
    """Return lines as a tree that merges common beginnings."""
    tree: _Tree = {}
    for line in lines:
        at = tree
        for step in read_line(line):
            at = at.setdefault(step, {})
    return tree


def read_line(line: str) -> list[tuple[str, bool]]:
    """Return a line's moves, each with whether it is wrong.

    >>> read_line("B5 tao_A5? pass")
    [('B5', False), ('tao A5', True), ('pass', False)]
    """
    return [(move.rstrip("?").replace("_", " "), move.endswith("?")) for move in line.split()]


def _straight(tree: _Tree) -> Iterable[str]:
    """Yield the moves of a tree that does not branch."""
    while tree:
        ((move, _), tree), = tree.items()  # fmt: skip
        yield move


def read_problems(text: str, lines: str, file: str) -> tuple[GoProblem, ...]:
    """Return the problems of a file, with their lines from another file, by name."""
    table, played = read_table(text, file), read_table(lines, f"the lines of {file}")
    names = [str(each.get("name")) for each in table.get("problems", ()) if isinstance(each, Mapping)]
    wrong = [f"these are lines of an unknown problem {name!r}" for name in sorted(set(played) - set(names))]

    def read(each: Mapping[str, Any]) -> GoProblem:
        return GoProblem.model_validate({"lines": played.get(str(each.get("name")), ""), **each})

    return read_entries(table, file, "problem", read, wrong)


# -- all problems ------------------------------------------------------------------------------------------------------

COLLECTION: Final = "problems"
"""The collection's name in the API."""


@cache
def problems() -> Mapping[str, tuple[GoProblem, ...]]:
    """Return the problems of every game by grade, within a grade those with komi last.

    Each file is named by its game, "go" for ordinary Go.
    """
    folder = files(__package__) / "problems"
    order = ("go", *(each.name for each in variants()))
    found = {}
    for game in order:
        if (file := folder / f"{game}.toml").is_file():
            read = read_problems(file.read_text("utf-8"), (folder / f"{game}.lines.toml").read_text("utf-8"), file.name)
            found[game] = tuple(sorted(read, key=_place))
    return MappingProxyType(found)


def _place(problem: GoProblem) -> tuple[int, bool, int]:
    return max(problem.grade, _EASY), "komi" in problem.ask, problem.grade


@cache
def by_name() -> Mapping[str, GoProblem]:
    return MappingProxyType({each.name: each for some in problems().values() for each in some})


@cache
def task(name: str) -> Task | None:
    found = by_name().get(name)
    return None if found is None else found.task()


def game_of(name: str) -> str:
    return next(game for game, some in problems().items() if any(each.name == name for each in some))


def daily(day: date) -> GoProblem:
    """Return the problem of a day, the same for everyone; each round goes through all problems in a new order."""
    names = sorted(by_name())
    turn, place = divmod(day.toordinal(), len(names))
    order = sorted(names, key=lambda name: sha256(f"{turn} {name}".encode()).digest())
    return by_name()[order[place]]
