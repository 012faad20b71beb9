"""`make release`: build, check, test and describe a release, and tag it; nothing is ever pushed.

Each step also runs alone (`STEP=build`).
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from glob import glob
from pathlib import Path
from typing import Final

from clean_environment import clean_environment
from distributions import ROOT, sdist_faults, sdist_names, tracked, wheel_faults, wheel_names
from trials import try_all, try_bare, try_serve, try_without_extras

from tengen.files.whole import write_whole

_PYTHONS: Final = ("3.11", "3.12", "3.13", "3.14")
"""The Pythons for testing a release, if installed."""

_PYTEST: Final = ("-n", "3", "--dist", "worksteal", "--hypothesis-profile=ci")
"""How `make test` runs the tests."""
_VERMIN: Final = "from vermin import main; main()"
"""Replaces `python -m vermin`, which does not exist."""
_OWN_NAMES: Final = ("copy.replace", "file")
"""Names of Tengen's variables that vermin mistakes for those of a newer module or of Python 2."""


class Refused(Exception):
    """A release that cannot be made; the message gives the reason and the remedy."""


@dataclass(frozen=True)
class Release:
    """A release of a repository: its version, and the places of its files."""

    root: Path
    version: str

    @classmethod
    def of(cls, root: Path) -> Release:
        """Return the release announced by the sources."""
        found = re.search(
            r'^__version__ = "([^"]+)"$', (root / "src/tengen/__init__.py").read_text("utf-8"), re.MULTILINE
        )
        if found is None:
            raise Refused("src/tengen/__init__.py has no line __version__ = ...")
        return cls(root, found[1])

    @property
    def dist(self) -> Path:
        """The folder of all results."""
        return self.root / "dist"

    @property
    def wheel(self) -> Path:
        """The wheel."""
        return self._made(f"tengen_go-{self.version}-py3-none-any.whl")

    @property
    def sdist(self) -> Path:
        """The sdist."""
        return self._made(f"tengen_go-{self.version}.tar.gz")

    @property
    def tag(self) -> str:
        """The tag's name."""
        return f"v{self.version}"

    def _made(self, name: str) -> Path:
        path = self.dist / name
        if not path.exists():
            raise Refused(f"{path} is missing: run make release STEP=build")
        return path

    def git(self, *words: str) -> str:
        """Run git and return its output."""
        return subprocess.run(
            ["git", *words], cwd=self.root, capture_output=True, encoding="utf-8", check=True
        ).stdout.strip()


def check(release: Release) -> str:
    """Refuse uncommitted changes, a version that exists or is not in the changelog, and an anonymous tag."""
    if changed := release.git("status", "--porcelain"):
        raise Refused(f"uncommitted changes, such as {changed.splitlines()[0].strip()}")
    if release.git("tag", "--list", release.tag):
        raise Refused(f"{release.tag} already exists; set the next version in src/tengen/__init__.py")
    if subprocess.run(["git", "var", "GIT_COMMITTER_IDENT"], cwd=release.root, capture_output=True).returncode:
        raise Refused("git knows nobody who could tag: git config user.name NAME, and user.email ADDRESS")
    if waiting := [path.name for path in release.root.glob("changelog.d/+*")]:
        raise Refused(f"changelog.d/{waiting[0]} is not in the changelog yet: make changelog")
    notes(release)
    return f"{release.version} can be made of {release.git('rev-parse', '--short', 'HEAD')}"


def build(release: Release) -> str:
    """Build the sdist, and the wheel from it; twine checks their descriptions."""
    _python(release, "-m", "build", "--outdir", str(release.dist), str(release.root))
    _python(release, "-m", "twine", "check", "--strict", str(release.wheel), str(release.sdist))
    sizes = (f"{path.name} {path.stat().st_size / 1e6:.2f} MB" for path in (release.wheel, release.sdist))
    return ", ".join(sizes)


def contents(release: Release) -> str:
    """Compare the contents of both with the files of the repository."""
    files, wheel, sdist = tracked(release.root), wheel_names(release.wheel), sdist_names(release.sdist)
    if faults := wheel_faults(wheel, files) + sdist_faults(sdist, files):
        raise Refused("; ".join(faults[:5]) + (f"; {len(faults) - 5} more" if len(faults) > 5 else ""))
    return f"{len(wheel):,} files in the wheel, {len(sdist):,} in the sdist, all of the repository"


def install(release: Release) -> str:
    """Install the wheel alone, outside the repository and without a compiler, and use it; then with its extras."""
    sizes: list[str] = []
    with clean_environment() as made:
        for extras, trials in (("", (try_bare, try_without_extras)), ("[web]", (try_serve,)), ("[all]", (try_all,))):
            made.install(f"{release.wheel}{extras}")
            sizes.append(f"{extras or 'alone'} {made.measured()}")
            for trial in trials:
                trial(made)
    return f"the wheel works alone, with [web] and with [all]: {'; '.join(sizes)}"


def test(release: Release) -> str:
    """Run the tests of the repository against the wheel, installed elsewhere; its sources are not in Python's path."""
    with clean_environment() as made:
        made.install("pip>=25.1")
        groups = (f"--group={release.root / 'pyproject.toml'}:{group}" for group in ("test", "lint"))
        made.install(str(release.wheel), *groups)
        made.run("tengen", "warm")
        path = os.pathsep.join((str(Path(made.program("python")).parent), os.environ["PATH"]))
        changed = {"PATH": path, "PYTHONPATH": "", "PYTHONDONTWRITEBYTECODE": ""}
        subprocess.run(
            [made.program("python"), "-m", "pytest", *_PYTEST],
            cwd=release.root, env=os.environ | changed, check=True,
        )  # fmt: skip
        return f"the wheel passes its tests with {len(made.versions())} packages"


def versions(release: Release) -> str:
    """Test the oldest packages with the oldest Python, and the newest with the newest; report what is missing here."""
    here = pythons()
    oldest, newest = min(here, key=_number), max(here, key=_number)
    lowest = subprocess.run(
        [sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--no-header", "--no-annotate", "pyproject.toml",
         "--resolution", "lowest-direct", "--python", here[oldest]],
        cwd=release.root, capture_output=True, encoding="utf-8", check=True,
    ).stdout.split("\n")  # fmt: skip
    tried: list[str] = []
    for python, wheels in ((oldest, [*filter(None, lowest), str(release.wheel)]), (newest, [str(release.wheel)])):
        with clean_environment(here[python], wheels) as made:
            try_bare(made)
            packages = made.versions()
        tried.append(f"Python {python} with NumPy {packages['numpy']} and Numba {packages['numba']}")
    _python(release, "-c", _VERMIN, "--quiet", "--no-tips", "--violations", f"--target={_PYTHONS[0]}-",
            *(word for name in _OWN_NAMES for word in ("--exclude", name)), "src/tengen")  # fmt: skip
    absent = [each for each in _PYTHONS if each not in here]
    return f"{' and '.join(tried)}; not here: Python {', '.join(absent) or 'none'}"


def docs(release: Release) -> str:
    """Draw the pictures of the documentation, and build it."""
    subprocess.run(["make", "--no-print-directory", "gallery", "docs"], cwd=release.root, check=True)
    if changed := release.git("status", "--porcelain", "docs"):
        raise Refused(f"the pictures or pages were out of date: {changed.splitlines()[0].strip()}")
    return "the documentation is in site/"


def describe(release: Release) -> str:
    """Write the notes from the changelog."""
    path = release.dist / f"notes-{release.version}.md"
    release.dist.mkdir(exist_ok=True)
    write_whole(path, notes(release))
    return f"the notes are in {path.relative_to(release.root)}"


def tag(release: Release) -> str:
    """Tag the commit, with the notes, but do not push it."""
    check(release)
    subprocess.run(
        ["git", "tag", "--annotate", release.tag, "--cleanup=verbatim", "--file=-"],
        cwd=release.root, input=f"Tengen {release.version}\n\n{notes(release)}", encoding="utf-8", check=True,
    )  # fmt: skip
    return f"{release.tag} is tagged; git push origin {release.tag} shows it to others"


STEPS: Final[Mapping[str, Callable[[Release], str]]] = {
    "check": check,
    "build": build,
    "contents": contents,
    "install": install,
    "test": test,
    "versions": versions,
    "docs": docs,
    "notes": describe,
    "tag": tag,
}


def pythons() -> dict[str, str]:
    """Return this machine's Pythons for testing a release by number, the running one first."""
    found = {f"{sys.version_info[0]}.{sys.version_info[1]}": sys.executable}
    beside = glob(str(Path(os.environ.get("PYENV_ROOT", str(Path.home() / ".pyenv"))) / "versions" / "*" / "bin"))
    for number in _PYTHONS:
        for folder in (*os.get_exec_path(), *beside):
            path = Path(folder) / f"python{number}"
            if number not in found and path.exists() and _runs(path, number):
                found[number] = str(path)
    return found


def _runs(path: Path, number: str) -> bool:
    code = "import ensurepip, ssl, sys, venv; print('%d.%d' % sys.version_info[:2])"
    done = subprocess.run([path, "-c", code], capture_output=True, encoding="utf-8", check=False)
    return done.returncode == 0 and done.stdout.strip() == number


def _number(python: str) -> tuple[int, ...]:
    return tuple(map(int, python.split(".")))


def notes(release: Release) -> str:
    """Return the changelog's section about the version."""
    found = re.search(
        rf"^## \[{re.escape(release.version)}\](?P<date> - \d{{4}}-\d{{2}}-\d{{2}})?$(?P<text>.*?)(?=^## \[|\Z)",
        (release.root / "CHANGELOG.md").read_text("utf-8"),
        re.MULTILINE | re.DOTALL,
    )
    if found is None or not found["date"] or not found["text"].strip():
        raise Refused(f"CHANGELOG.md needs a section with text and a date: ## [{release.version}] - YYYY-MM-DD")
    return f"{found['text'].strip()}\n"


def _python(release: Release, *words: str) -> None:
    done = subprocess.run(
        [sys.executable, *words], cwd=release.root, capture_output=True, encoding="utf-8", check=False
    )
    if done.returncode:
        raise Refused(f"{' '.join(words[:3])} failed:\n{(done.stdout + done.stderr)[-3000:]}")


def main(words: list[str] | None = None) -> int:
    """Make a release, or a step of one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("step", choices=["all", *STEPS], nargs="?", default="all")
    parser.add_argument("--root", type=Path, default=ROOT, help="the repository")
    given = parser.parse_args(words)
    try:
        release = Release.of(given.root)
        for name in STEPS if given.step == "all" else [given.step]:
            print(f"{name}: {STEPS[name](release)}", flush=True)
    except (Refused, RuntimeError, subprocess.TimeoutExpired) as error:  # RuntimeError: the build does not work
        print(f"No release: {error}", file=sys.stderr)
        return 1
    except subprocess.CalledProcessError as error:
        print(f"{' '.join(map(str, error.cmd))} ended with {error.returncode}\n{error.stderr or ''}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
