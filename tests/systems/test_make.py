"""What `make` does where something is missing: it hides nothing."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


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
