"""Run the tests that a change can reach, nearest first: ``python tools/changed.py [--minutes N] [PYTEST...]``.

`make test-changed` runs this. A test reaches a module through imports, at the top of a file or within functions; a name
imported from a package leads to the file that defines it. The tests of the changed folders come first, then those that
are few imports away; after N minutes no further batch begins, and the remaining files are counted. Programs that a test
starts are not found by imports. `make test` runs everything.
"""

from __future__ import annotations

import argparse
import ast
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
FOLDERS: Final = ("src", "tests", "benchmarks", "examples", "tools", "training")
BATCH: Final = 40
"""The files of one batch: pytest and its workers take seconds to start."""
NONE_COLLECTED: Final = 5
"""Pytest's exit code if the files have no tests for this run, such as only slow ones."""


def changed_files(base: str) -> list[str]:
    """Return the files changed since this branch left ``base``, including untracked ones."""
    fork = _git("merge-base", base, "HEAD").strip()
    listed = _git("diff", "--name-only", fork) + _git("ls-files", "--others", "--exclude-standard")
    return sorted(set(listed.splitlines()))


def _git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout


class Imports:
    """The Python files of a checkout, by their paths from its root, and their imports."""

    def __init__(self, root: Path = ROOT) -> None:
        files = sorted(
            path.relative_to(root).as_posix() for folder in FOLDERS for path in (root / folder).rglob("*.py")
        )
        self.trees: Final = {file: ast.parse((root / file).read_text("utf-8")) for file in files}
        self._file_of: Final = {name: file for file in files for name in _module_names(file)}

    def imported_by(self, file: str) -> set[str]:
        """Return the files that a file imports, and the ``conftest.py`` of its folder and those above it."""
        package = next(_module_names(file)).split(".")[: None if file.endswith("/__init__.py") else -1]
        found = {f"{folder}/conftest.py" for folder in Path(file).parents if file.startswith("tests/")}
        for node in ast.walk(self.trees[file]):
            match node:
                case ast.Import(names=names):
                    found.update(self._file_of.get(alias.name, "") for alias in names)
                case ast.ImportFrom(names=names):
                    found.update(self._defining(_absolute(node, package), alias.name) for alias in names)
                case ast.Attribute(value=ast.Name(id="tengen"), attr=name):
                    found.add(self._defining("tengen", name))
        return (found & self.trees.keys()) - {file}

    def _defining(self, module: str, name: str) -> str:
        """Return the file that defines a name, which the ``__init__.py`` of ``module`` may import from elsewhere."""
        if inner := self._file_of.get(f"{module}.{name}"):
            return inner
        source = self._passed_on.get(module, {}).get(name)
        return self._defining(source, name) if source else self._file_of.get(module, "")

    @cached_property
    def _passed_on(self) -> dict[str, dict[str, str]]:
        """The modules from which each package's ``__init__.py`` imports its names."""
        found = defaultdict[str, dict[str, str]](dict)
        for module, file in self._file_of.items():
            for node in ast.walk(self.trees[file]) if file.endswith("/__init__.py") else ():
                if isinstance(node, ast.ImportFrom):
                    source = _absolute(node, module.split("."))
                    found[module].update((alias.asname or alias.name, source) for alias in node.names)
        return found

    @cached_property
    def importers(self) -> dict[str, set[str]]:
        """The files that import each file."""
        found = defaultdict[str, set[str]](set)
        for file in self.trees:
            for other in self.imported_by(file):
                found[other].add(file)
        return found

    def distances(self, changed: Iterable[str]) -> dict[str, int]:
        """Return how many imports lead from each file that can reach a changed one to the nearest of them."""
        ring = {file for file in changed if file in self.trees}
        found = dict.fromkeys(ring, 0)
        while ring:
            ring = {file for near in ring for file in self.importers.get(near, ())} - found.keys()
            found |= dict.fromkeys(ring, max(found.values()) + 1)
        return found


def _module_names(file: str) -> Iterator[str]:
    """Yield the names under which a file is imported; ``tests`` and each folder of tests are in the path of imports."""
    folder, *parts = file.removesuffix(".py").removesuffix("/__init__").split("/")
    yield ".".join([folder, *parts] if folder in ("benchmarks", "training") else parts)
    if folder == "tests" and parts:
        yield parts[-1]


def _absolute(node: ast.ImportFrom, package: list[str]) -> str:
    above = package[: len(package) - node.level + 1] if node.level else []
    return ".".join([*above, *(node.module or "").split(".")]).strip(".")


def standing_for(file: str) -> list[str]:
    """Return the Python files that a changed file stands for: for data, those of the nearest folder with some."""
    if file.endswith(".py"):
        return [file]
    for folder in Path(file).parents:
        if beside := sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / folder).glob("*.py")):
            return beside if folder != Path() else []
    return []


def mentions(name: str) -> Iterator[str]:
    """Yield the test files with the name of a page of the documentation or another file."""
    for path in (ROOT / "tests").rglob("test_*.py"):
        if name in path.read_text("utf-8"):
            yield path.relative_to(ROOT).as_posix()


def test_folder(file: str) -> str:
    """Return the folder with the tests of a file's folder, or of the next one above it that has tests of its own."""
    if file.startswith(("src/tengen/web/static/", "src/tengen/web/templates/")):
        return "tests/web/browser"
    for folder in Path(file.replace("src/tengen", "tests", 1)).parents:
        if any((ROOT / folder).glob("test_*.py")):
            return folder.as_posix() if folder != Path("tests") else ""
    return ""


def nearest_first(changed: list[str], imports: Imports) -> list[str]:
    """Return the test files that changed files can reach: those of the same folders first, then by distance."""
    stand = {python for file in changed for python in standing_for(file)}
    folders = {test_folder(file) for file in changed}
    found = imports.distances(stand)
    found |= {file: 1 for name in changed if not name.endswith(".py") for file in mentions(Path(name).name)}
    found |= {file: 1 for file in imports.trees if Path(file).parent.as_posix() in folders and file not in found}
    tests = [file for file in found if Path(file).name.startswith("test_") and file.startswith("tests/")]
    return sorted(
        tests, key=lambda file: (found[file] > 0, Path(file).parent.as_posix() not in folders, found[file], file)
    )


def main() -> int:
    """Run the tests, and return 1 if one failed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--base", default="main", help="the branch or commit to compare with [main]")
    parser.add_argument("--minutes", type=float, default=2.5, help="begin no further batch after this time [2.5]")
    parser.add_argument("--list", action="store_true", help="print the test files and run none")
    options, words = parser.parse_known_args()
    changed = changed_files(options.base)
    tests = nearest_first(changed, Imports())
    if options.list:
        print(*tests, sep="\n")
        return 0
    sources = [file for file in changed if file.startswith("src/") and file.endswith(".py") and (ROOT / file).exists()]
    print(f"{len(changed)} files changed; {len(tests)} test files can reach them", flush=True)
    stop, failed = time.monotonic() + 60 * options.minutes, False
    for start in range(0, len(tests) or 1, BATCH):
        if time.monotonic() > stop:
            print(f"{len(tests) - start} files that are further away were left out; `make test` runs them")
            break
        files = tests[start : start + BATCH] + (
            ["--doctest-modules", "--doctest-ignore-import-errors", *sources] if start == 0 else []
        )
        command = [sys.executable, "-m", "pytest", "-q", "--hypothesis-profile=ci", *words, *files]
        if files:
            failed |= subprocess.run(command, cwd=ROOT).returncode not in (0, NONE_COLLECTED)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
