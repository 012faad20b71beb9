"""The contents of the wheel and the sdist: everything that runs, nothing that does not."""

from __future__ import annotations

import subprocess
import tarfile
import zipfile
from collections.abc import Set
from pathlib import Path, PurePosixPath
from typing import Final

ROOT: Final = Path(__file__).parents[1]
_PACKAGE: Final = PurePosixPath("src")
_FOREIGN: Final = {"tests", "training", "benchmarks", "docs", "examples", "tools", "__pycache__"}
_LEFT_OUT: Final = {"training"}
"""Files left out of the sdist: large games for learning."""


def tracked(root: Path = ROOT) -> set[str]:
    """Return the files of the repository that are not ignored, by their paths from its root."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=root, capture_output=True, check=True).stdout.decode("utf-8")
    return {name for name in listed.split("\0") if name and (root / name).exists()}


def wheel_names(wheel: Path) -> set[str]:
    """Return the names of a wheel's files, without its own metadata."""
    with zipfile.ZipFile(wheel) as file:
        return {name for name in file.namelist() if ".dist-info/" not in name}


def sdist_names(sdist: Path) -> set[str]:
    """Return the names of an sdist's files, from the root of the project."""
    with tarfile.open(sdist) as file:
        return {each.name.partition("/")[2] for each in file.getmembers() if each.isfile()}


def wheel_faults(names: Set[str], files: Set[str]) -> list[str]:
    """Return the package's files missing from a wheel, and files that do not belong in it."""
    wanted = {str(PurePosixPath(file).relative_to(_PACKAGE)) for file in files if file.startswith("src/tengen/")}
    foreign = {name for name in names if _FOREIGN & {*PurePosixPath(name).parts[:1], *PurePosixPath(name).parts[-2:-1]}}
    missing = [f"the wheel lacks {name}" for name in sorted(wanted - names)]
    return missing + [f"the wheel has {name}, which it should not have" for name in sorted((names - wanted) | foreign)]


def sdist_faults(names: Set[str], files: Set[str]) -> list[str]:
    """Return the repository's files missing from an sdist, and files that do not belong in it."""
    wanted = {file for file in files if PurePosixPath(file).parts[0] not in _LEFT_OUT}
    missing = [f"the sdist lacks {name}" for name in sorted(wanted - names)]
    return missing + [f"the sdist has {name}, which is not tracked" for name in sorted(names - wanted - {"PKG-INFO"})]
