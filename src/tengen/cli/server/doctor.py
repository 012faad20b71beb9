"""`tengen doctor`: checks the installation.

Each function yields its findings, and never raises.
"""

from __future__ import annotations

import os
import platform
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from importlib import import_module, metadata
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

import typer

from ... import __version__
from ...extras import DISTRIBUTION, EXTRAS, install_command
from ...records import TengenError
from ...systems.folders import data_folder
from ...systems.processes import where
from ..options import Json
from ..terminal import as_json, counted, harmless, new_table, print_table, say

if TYPE_CHECKING:
    from packaging.requirements import Requirement

State = Literal["works", "missing", "broken"]
"""``missing``: something optional is not installed; ``broken``: something needed does not work."""

_MARKS: Final = {"works": "", "missing": "missing", "broken": "BROKEN"}
_MODULES = {"charset-normalizer": "charset_normalizer"}
"""Packages whose module has another name."""

_GAMES = "tengen serve --database sqlite:///FILE keeps games elsewhere"


@dataclass(frozen=True)
class Diagnosis:
    """A finding: its name, state, details and remedy."""

    name: str
    state: State
    says: str
    remedy: str = ""


def survived(part: str, look: Callable[[], Iterable[Diagnosis]]) -> Iterator[Diagnosis]:
    """Yield the findings of a check, and its failure as another finding."""
    try:
        yield from look()
    except Exception as error:
        kind = "" if isinstance(error, TengenError) else f"{type(error).__name__}: "
        yield Diagnosis(part, "broken", f"the check failed: {harmless(f'{kind}{error}')[:300]}")


def versions() -> Iterator[Diagnosis]:
    """Yield the versions of the required packages, and whether each can be imported."""
    from packaging.requirements import Requirement

    yield Diagnosis("Tengen", "works", __version__)
    yield Diagnosis("Python", "works", f"{platform.python_version()}, {sys.executable}")
    processor = platform.processor() or platform.machine()
    yield Diagnosis("system", "works", f"{platform.platform()}, {processor}, {os.cpu_count()} cores")
    asked = map(Requirement, metadata.requires(DISTRIBUTION) or ())
    here = (each for each in asked if each.marker is None or each.marker.evaluate({"extra": ""}))
    yield from map(_package, sorted(here, key=str))
    yield _compiler()


def _package(wanted: Requirement) -> Diagnosis:
    remedy = f'pip install --upgrade "{wanted.name}{wanted.specifier}"'
    try:
        version = metadata.version(wanted.name)
        import_module(_MODULES.get(wanted.name, wanted.name))
    except metadata.PackageNotFoundError:
        return Diagnosis(wanted.name, "broken", "not installed", remedy)
    except Exception as error:
        return Diagnosis(wanted.name, "broken", f"cannot be imported: {error}", remedy)
    if not wanted.specifier.contains(version, prereleases=True):
        return Diagnosis(wanted.name, "broken", f"{version} is installed, {wanted.specifier} is needed", remedy)
    return Diagnosis(wanted.name, "works", version)


def _compiler() -> Diagnosis:
    """Compile one line, to test Numba, LLVM and the processor."""
    import llvmlite.binding
    import numba

    doubled = numba.njit(lambda number: 2 * number)
    if doubled(21) != 42:
        return Diagnosis("compiler", "broken", "what it compiles is wrong", "pip install --upgrade numba llvmlite")
    target = os.environ.get("NUMBA_CPU_NAME") or llvmlite.binding.get_host_cpu_name()
    return Diagnosis("compiler", "works", f"llvmlite {llvmlite.__version__} compiles for {target}")


def compiled() -> Iterator[Diagnosis]:
    """Yield the compiled code in each folder searched, and whether more can be stored."""
    from ...kernel.code_store import VARIABLE, folders

    held = [folder for folder in folders() if folder.is_dir()]
    for folder in held:
        count = len([*folder.glob("*.nbc")])
        how = f"{counted(count, 'compiled function')}, {shown(size(folder))}, in {folder}"
        yield Diagnosis("compiled code", "works", how)
    if not held:
        about = "none: each rule is compiled on first use"
        yield Diagnosis("compiled code", "missing", about, "tengen warm")
    remedy = f"the environment variable {VARIABLE} names another folder"
    kept = [writable("kept in", folder, remedy) for folder in folders()]
    yield next((each for each in kept if each.state == "works"), kept[0])


def folders() -> Iterator[Diagnosis]:
    """Yield the folders that commands write to."""
    try:
        yield writable("games of the web page", data_folder(), _GAMES)
    except TengenError as error:
        yield Diagnosis("games of the web page", "broken", str(error), _GAMES)
    try:
        yield writable("temporary files", Path(tempfile.gettempdir()), "the environment variable TMPDIR names another")
    except OSError as error:
        yield Diagnosis("temporary files", "broken", str(error), "the environment variable TMPDIR names a folder")


def writable(name: str, folder: Path, remedy: str) -> Diagnosis:
    """Return whether a folder is or can be made writable, and how much it holds."""
    there = next((each for each in (folder, *folder.parents) if each.exists()), None)
    if there is None or not there.is_dir():
        return Diagnosis(name, "broken", f"{folder}: {there or folder} is not a folder", remedy)
    if not os.access(there, os.W_OK | os.X_OK):
        return Diagnosis(name, "broken", f"{folder}: {there} is not writable", remedy)
    held = "not created yet" if there != folder else f"{shown(size(folder))}"
    return Diagnosis(name, "works", f"{folder}: {held}, room for {shown(shutil.disk_usage(there).free)}")


def size(folder: Path) -> int:
    """Return the total bytes of the files directly in a folder."""
    return sum(entry.stat().st_size for entry in os.scandir(folder) if entry.is_file(follow_symlinks=False))


def shown(number: int) -> str:
    """Return a number of bytes in a readable form.

    >>> shown(2_500_000)
    '2.5 MB'
    """
    amount, unit = float(number), "bytes"
    for larger in ("kB", "MB", "GB", "TB"):
        if amount < 1000:
            break
        amount, unit = amount / 1000, larger
    return f"{amount:.3g} {unit}"


def extras() -> Iterator[Diagnosis]:
    """Yield each extra, installed or missing."""
    for name, extra in EXTRAS.items():
        absent = [module for module in extra.modules if not _is_there(module)]
        if not absent:
            yield Diagnosis(name, "works", extra.serves)
        else:
            lack = "" if len(absent) == len(extra.modules) else f" (without {', '.join(absent)})"
            yield Diagnosis(name, "missing", f"{extra.serves}{lack}", install_command(name))


def _is_there(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except (ImportError, ValueError):
        return False


def network() -> Iterator[Diagnosis]:
    """Check the network that Tengen plays with, loaded as a player loads it."""
    from ...search.policy_net import the_layers

    layers = the_layers()
    yield Diagnosis("weights", "works", f"{len(layers.blocks) // 2} blocks of {len(layers.last)} channels")


def opening_book() -> Iterator[Diagnosis]:
    """Check the opening book, loaded as a player loads it."""
    from ...opening.book import FILE, read_rows

    rows = [*read_rows(FILE)]
    games, positions = (len({row[:count] for row in rows}) for count in (2, 3))
    yield Diagnosis("first moves", "works", f"{games:,} games, {positions:,} positions")


def graphics() -> Iterator[Diagnosis]:
    """Yield whether games can be played on a GPU."""
    from ...gpu.finding import lack

    if found := lack():
        yield Diagnosis("games (tengen.gpu)", "missing", found.says, found.remedy)
    else:
        yield Diagnosis("games (tengen.gpu)", "works", "a GPU plays")


def engines() -> Iterator[Diagnosis]:
    """Yield each engine of `tengen engines`, or how to get one."""
    from ...engines.registry import installations

    known = installations()
    for each in known:
        network = each.network or "its default_model"
        yield Diagnosis(each.name, "works", f"{each.program} ({each.found}) with {network}")
    if not known:
        serves = "stronger opinions on ordinary Go"
        yield Diagnosis("KataGo", "missing", serves, "https://katagotraining.org/, then: tengen engines add katago")


@dataclass(frozen=True)
class KnownProgram:
    """A program: its names, what it ``serves``, and how to get it on each system ("" if not available)."""

    names: tuple[str, ...]
    serves: str
    apt: str
    brew: str
    elsewhere: str


PROGRAMS: Final[Mapping[str, KnownProgram]] = {
    "GNU Go": KnownProgram(("gnugo",), "an opponent, by GTP", "gnugo", "gnu-go", "https://www.gnu.org/software/gnugo/"),
    "Java": KnownProgram(
        ("java",), "GoGui, a board for programs that speak GTP", "default-jre", "openjdk", "https://adoptium.net/"
    ),
    "GoGui": KnownProgram(
        ("gogui",), "a board for programs that speak GTP", "gogui", "", "https://github.com/Remi-Coulom/gogui"
    ),
    "PostgreSQL": KnownProgram(
        ("pg_dump",),
        "backup and restore of a server's PostgreSQL database",
        "postgresql",
        "postgresql",
        "https://www.postgresql.org/",
    ),
    "Chromium": KnownProgram(
        ("chromium", "chromium-browser", "google-chrome", "chrome"),
        "the tests of the page",
        "chromium",
        "chromium",
        "https://www.chromium.org/",
    ),
    "make": KnownProgram(
        ("make",), "the commands of developers (make test)", "make", "make", "https://gnuwin32.sourceforge.net/"
    ),
    "npm": KnownProgram(
        ("npm",), "the types of the page's scripts, and Pyright (make lint)", "npm", "node", "https://nodejs.org/"
    ),
}


def programs() -> Iterator[Diagnosis]:
    """Yield each program: its path, or how to get it."""
    for name, program in PROGRAMS.items():
        found = next(filter(None, map(where, program.names)), None)
        if found is None:
            yield Diagnosis(name, "missing", program.serves, _how(program))
        else:
            yield Diagnosis(name, "works", f"{found}: {program.serves}")


def _how(program: KnownProgram) -> str:
    if sys.platform == "linux" and program.apt:
        return f"on Debian and Ubuntu: sudo apt-get install {program.apt}"
    if sys.platform == "darwin" and program.brew:
        return f"brew install {program.brew}"
    return program.elsewhere


PARTS: Final[Mapping[str, Callable[[], Iterator[Diagnosis]]]] = {
    "versions": versions,
    "compiled rules": compiled,
    "network": network,
    "opening book": opening_book,
    "folders": folders,
    "extras": extras,
    "GPU": graphics,
    "engines": engines,
    "programs": programs,
}
"""The checks by part of the installation."""


def doctor(json: Json = False) -> None:
    """Report what is installed, missing or broken; exit with 1 if something needed is broken."""
    found = [(part, each) for part, look in PARTS.items() for each in survived(part, look)]
    broken = sum(each.state == "broken" for _, each in found)
    if json:
        listed = [{"part": part, **asdict(each)} for part, each in found]
        say(as_json({"tengen": __version__, "works": not broken, "findings": listed}, indent=2))
    else:
        table, last = new_table("part", "", "state"), ""
        for part, each in found:
            if part != last:
                last = part
                table.add_section()
                table.add_row(part.upper() if part != "GPU" else part)
            remedy = f"\n→ {each.remedy}" if each.remedy else ""
            table.add_row(f"  {each.name}", _MARKS[each.state], harmless(each.says) + remedy)
        print_table(table)
        if broken:
            say(f"{counted(broken, 'required part')} broken; see the remedy below each.")
        else:
            say("Everything needed works.")
    if broken:
        raise typer.Exit(1)
