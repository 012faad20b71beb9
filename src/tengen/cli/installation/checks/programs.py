"""Programs of others that Tengen can use."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from ....systems.processes import where
from .finding import Finding

PART = "programs"


@dataclass(frozen=True)
class Program:
    """A program: its names, what it ``serves``, and how to get it on each system ("" where nobody offers it)."""

    names: tuple[str, ...]
    serves: str
    apt: str
    brew: str
    elsewhere: str


PROGRAMS: Final[Mapping[str, Program]] = {
    "GNU Go": Program(("gnugo",), "an opponent, by GTP", "gnugo", "gnu-go", "https://www.gnu.org/software/gnugo/"),
    "Java": Program(
        ("java",), "GoGui, a board for programs that speak GTP", "default-jre", "openjdk", "https://adoptium.net/"
    ),
    "GoGui": Program(
        ("gogui",), "a board for programs that speak GTP", "gogui", "", "https://github.com/Remi-Coulom/gogui"
    ),
    "PostgreSQL": Program(
        ("pg_dump",),
        "backup and restore of a server's PostgreSQL database",
        "postgresql",
        "postgresql",
        "https://www.postgresql.org/",
    ),
    "Chromium": Program(
        ("chromium", "chromium-browser", "google-chrome", "chrome"),
        "the tests of the page",
        "chromium",
        "chromium",
        "https://www.chromium.org/",
    ),
    "make": Program(
        ("make",), "the commands of developers (make test)", "make", "make", "https://gnuwin32.sourceforge.net/"
    ),
    "npm": Program(
        ("npm",), "the types of the page's scripts, and Pyright (make lint)", "npm", "node", "https://nodejs.org/"
    ),
}


def programs() -> Iterator[Finding]:
    """Yield each program: where it is, or how to get it."""
    for name, program in PROGRAMS.items():
        found = next(filter(None, map(where, program.names)), None)
        if found is None:
            yield Finding(PART, name, "missing", program.serves, _how(program))
        else:
            yield Finding(PART, name, "works", f"{found}: {program.serves}")


def _how(program: Program) -> str:
    if sys.platform == "linux" and program.apt:
        return f"on Debian and Ubuntu: sudo apt-get install {program.apt}"
    if sys.platform == "darwin" and program.brew:
        return f"brew install {program.brew}"
    return program.elsewhere
