"""All problems by game and grade, and which of them is the problem of a day."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from functools import cache
from hashlib import sha256
from importlib.resources import files
from types import MappingProxyType
from typing import Final

from .problem import Problem, read_problems
from .task import Task

GAMES: Final = ("go", "tile", "cushion", "tao", "gengo")
"""The files of problems, in the order in which the page lists them."""
COLLECTION: Final = "problems"
"""The address under which the server judges them."""


@cache
def problems() -> Mapping[str, tuple[Problem, ...]]:
    """Return the problems of every game, easy ones first."""
    folder = files(__package__) / "problems"
    found = {}
    for game in GAMES:
        text, lines = ((folder / name).read_text("utf-8") for name in (f"{game}.toml", f"{game}.lines.toml"))
        found[game] = tuple(sorted(read_problems(text, lines, f"{game}.toml"), key=lambda each: each.grade))
    return MappingProxyType(found)


@cache
def by_name() -> Mapping[str, Problem]:
    """Return every problem by its name."""
    return MappingProxyType({each.name: each for some in problems().values() for each in some})


@cache
def task(name: str) -> Task | None:
    """Return a problem as a task; None where there is none of the name."""
    found = by_name().get(name)
    return None if found is None else found.task()


def game_of(name: str) -> str:
    """Return the game to which a problem belongs."""
    return next(game for game, some in problems().items() if any(each.name == name for each in some))


def daily(day: date) -> Problem:
    """Return the problem of a day: the same for everybody, and none comes again before all have been.

    Every round of days goes through all problems in an order of its own.
    """
    names = sorted(by_name())
    turn, place = divmod(day.toordinal(), len(names))
    order = sorted(names, key=lambda name: sha256(f"{turn} {name}".encode()).digest())
    return by_name()[order[place]]
