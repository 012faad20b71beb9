"""What `make` does where something is missing: it installs what it may, says what it could not, and hides nothing."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import needed_programs
import pytest

from tengen.cli.server.checks import PROGRAMS

ROOT = Path(__file__).parents[2]


class Shelf:
    """A system on which some packages can be installed, and nothing is there at first."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, offered: set[str], by: list[str] | None) -> None:
        self.offered, self.here, self.ran = offered, set[str](), list[Sequence[str]]()
        monkeypatch.setattr(needed_programs, "_is_here", lambda name: PROGRAMS[name].apt in self.here)
        monkeypatch.setattr(needed_programs, "where", lambda name: name if name in self.here else None)
        monkeypatch.setattr(needed_programs, "installer", lambda: by)
        monkeypatch.setattr(needed_programs, "run", self.run)

    def run(self, command: Sequence[str]) -> bool:
        self.ran.append(command)
        asked = {*command[command.index("install") + 1 :]} if "install" in command else set[str]()
        if asked <= self.offered:
            self.here |= asked
        return asked <= self.offered


def test_a_package_that_is_not_offered_keeps_no_other_away(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shelf = Shelf(monkeypatch, {"gnugo", "postgresql", "npm"}, ["sudo", "-n"])
    assert needed_programs.main() == 1
    assert shelf.here == shelf.offered
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("Installing what tests need: gnugo, chromium, postgresql, npm")
    assert said[1].endswith(
        "Without chromium some tests are skipped; on Debian and Ubuntu: sudo apt-get install chromium"
    )
    shelf.offered |= {"chromium"}
    assert needed_programs.main() == 0


def test_without_permission_nothing_is_installed_and_nothing_is_said_of_installing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shelf = Shelf(monkeypatch, {"gnugo"}, None)
    assert needed_programs.main() == 1
    assert shelf.ran == []
    assert capsys.readouterr().out.startswith("Without gnugo, chromium, postgresql, npm some tests are skipped;")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Return a folder with the Makefile, whose environment is made, and only the programs that `make` needs."""
    for name in (".venv/bin/python", "pyproject.toml", ".venv/stamps/lint", ".venv/stamps/test"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    shutil.copy(ROOT / "Makefile", tmp_path)
    (tmp_path / "programs").mkdir()
    for name in ("make", "sh", "touch"):
        found = shutil.which(name)
        if found is None:
            pytest.skip(f"there is no {name} here")
        (tmp_path / "programs" / name).symlink_to(found)
    return tmp_path


def make(project: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    plain = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS", "CI"))}
    return subprocess.run(
        ["make", *words], cwd=project, env={**plain, "PATH": str(project / "programs"), **environment},
        capture_output=True, text=True, check=False,
    )  # fmt: skip


@pytest.mark.skipif(os.name != "posix", reason="make is run by a shell")
def test_types_that_nobody_has_looked_at_pass_for_people_and_fail_in_ci(project: Path) -> None:
    passed, failed = make(project, "types"), make(project, "types", CI="true")
    assert "nobody says whether all public names have types" in passed.stdout
    assert (passed.returncode, failed.returncode != 0) == (0, True), passed.stderr


@pytest.mark.skipif(os.name != "posix", reason="make is run by a shell")
def test_docstrings_ask_no_katago_and_heed_what_was_asked_for(project: Path) -> None:
    said = make(project, "--dry-run", "docstrings", "ARGS=-k goban").stdout
    assert "TENGEN_KATAGO= " in said
    assert "--doctest-modules src -k goban" in said
