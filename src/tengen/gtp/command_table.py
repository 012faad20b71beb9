"""The commands by name, entered by the modules of `commands`; the help of a command is its docstring's first line."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Final, TypeVar

from .parameters import Arguments

if TYPE_CHECKING:
    from .engine import Engine

Run = Callable[["Engine", Arguments], str | Generator[str, None, None] | None]
"""Returns the response (None: empty) or yields its lines; after an empty line the command may be stopped."""

_Run = TypeVar("_Run", bound=Run)

FAMILIES: Final = (
    "standard", "tournament", "regression", "analysis", "kata", "settings", "gnugo", "gogui", "own",
)  # fmt: skip
"""The modules of `commands`, in listing order."""


@dataclass(frozen=True)
class Command:
    """A command and its help; an ``endless`` one runs until the next line arrives."""

    name: str
    usage: str
    about: str
    family: str
    run: Run
    endless: bool = False


_TABLE: Final[dict[str, Command]] = {}

# The first import of a package makes it an attribute of its parent: now, before the function below takes that name.
import_module(f"{__package__}.commands")


def enter(form: str, about: str, run: Run, *, endless: bool = False) -> None:
    """Enter a command by its form: its name and its arguments."""
    name, _, usage = form.partition(" ")
    _TABLE[name] = Command(name, usage, about, run.__module__.rpartition(".")[2], run, endless)


def command(form: str, about: str = "") -> Callable[[_Run], _Run]:
    """Enter a function as a command, under one or several names; ``about`` defaults to its docstring's first line."""

    def decorate(run: _Run) -> _Run:
        enter(form, about or (run.__doc__ or "").strip().partition("\n")[0], run)
        return run

    return decorate


@cache
def commands() -> dict[str, Command]:
    """Return every command by its name, family by family."""
    for family in FAMILIES:
        import_module(f".commands.{family}", __package__)
    return dict(sorted(_TABLE.items(), key=lambda item: FAMILIES.index(item[1].family)))
