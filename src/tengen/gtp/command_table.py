"""The commands by name. Every module of `commands` enters its own; what a command is for is its first line."""

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
"""Returns the answer (None: an empty one), or its lines one by one; an empty line is an occasion to stop."""

_Run = TypeVar("_Run", bound=Run)

FAMILIES: Final = (
    "standard", "tournament", "regression", "analysis", "kata", "settings", "gnugo", "gogui", "own",
)  # fmt: skip
"""The modules of `commands`, in the order in which they are listed."""


@dataclass(frozen=True)
class Command:
    """A command: what it does, and in words; an ``endless`` one goes on until the next line comes in."""

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
    """Enter a command by its form: its name, and the arguments behind it."""
    name, _, usage = form.partition(" ")
    _TABLE[name] = Command(name, usage, about, run.__module__.rpartition(".")[2], run, endless)


def command(form: str, about: str = "") -> Callable[[_Run], _Run]:
    """Enter a function as a command, for which there may be several names; ``about`` defaults to its docstring."""

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
