"""A release is refused if something is missing, and has the right contents."""

import os
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
from data import text_of
from distributions import ROOT, sdist_faults, tracked, wheel_faults, wheel_names
from releasing import Refused, Release, check, main, notes, tag

import tengen
from tengen.extras import EXTRAS

_CHANGELOG = text_of("release_changelog.md")


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Return a repository that could be released as 1.1.0."""
    root = tmp_path / "repository"
    (root / "src" / "tengen").mkdir(parents=True)
    (root / "src" / "tengen" / "__init__.py").write_text('__version__ = "1.1.0"\n', "utf-8")
    (root / "CHANGELOG.md").write_text(_CHANGELOG, "utf-8")
    (root / ".gitignore").write_text("dist/\n", "utf-8")
    for words in (
        ["init", "--quiet"],
        ["config", "user.name", "A tester"],
        ["config", "user.email", "tester@example.org"],
        ["add", "--all"],
        ["commit", "--quiet", "--message=All of it"],
    ):
        subprocess.run(["git", *words], cwd=root, check=True)
    return root


def test_notes_are_a_section_of_the_changelog(repository: Path) -> None:
    assert notes(Release(repository, "1.1.0")) == "### Added\n\n- A [thing](docs/thing.md).\n"
    for version in ("1.2.0", "1.0.0"):  # missing, and without a date
        with pytest.raises(Refused, match=f"a section with text and a date: ## .{version}"):
            notes(Release(repository, version))


def test_a_clean_repository_is_tagged_once_and_nothing_is_pushed(repository: Path) -> None:
    release = Release.of(repository)
    assert check(release).startswith("1.1.0 can be made of ")
    assert "git push" in tag(release), "that is left to people"
    assert release.git("tag", "--list", "-n9", "v1.1.0").startswith("v1.1.0          Tengen 1.1.0")
    assert "### Added" in release.git("tag", "--list", "--format=%(contents)", "v1.1.0")
    with pytest.raises(Refused, match=r"v1\.1\.0 already exists"):
        tag(release)


def test_an_impossible_tag_is_refused_early(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GIT_COMMITTER_EMAIL", raising=False)
    monkeypatch.delenv("EMAIL", raising=False)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    for words in (["--unset", "user.email"], ["user.useConfigOnly", "true"]):
        subprocess.run(["git", "config", *words], cwd=repository, check=True)
    with pytest.raises(Refused, match=r"git config user\.name"):
        check(Release.of(repository))


def test_what_is_not_committed_is_not_released(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (repository / "new.txt").write_text("new", "utf-8")
    assert main(["--root", str(repository)]) == 1
    assert "No release: uncommitted changes, such as ?? new.txt" in capsys.readouterr().err
    assert not (repository / "dist").exists()


def test_a_release_needs_all_changes_in_the_changelog(repository: Path) -> None:
    assert notes(Release.of(ROOT))
    (repository / "changelog.d").mkdir()
    (repository / "changelog.d" / "+thing.added.md").write_text("A thing.\n", "utf-8")
    for words in (["add", "--all"], ["commit", "--quiet", "--message=A thing"]):
        subprocess.run(["git", *words], cwd=repository, check=True)
    with pytest.raises(Refused, match=r"\+thing\.added\.md is not in the changelog yet: make changelog"):
        check(Release.of(repository))


def test_what_is_missing_or_foreign_is_named() -> None:
    files = {"src/tengen/game.py", "src/tengen/py.typed", "tests/oracle.py", "training/log.jsonl", "README.md"}
    assert wheel_faults({"tengen/game.py", "tengen/py.typed"}, files) == []
    assert wheel_faults({"tengen/game.py", "tests/oracle.py"}, files) == [
        "the wheel lacks tengen/py.typed",
        "the wheel has tests/oracle.py, which it should not have",
    ]
    assert sdist_faults(files - {"training/log.jsonl"} | {"PKG-INFO"}, files) == []
    assert sdist_faults(files - {"README.md"}, files) == [
        "the sdist lacks README.md",
        "the sdist has training/log.jsonl, which is not tracked",
    ]


def test_the_wheel_holds_the_package_and_nothing_else(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    names = wheel_names(wheel)
    assert wheel_faults(names, tracked()) == []
    kinds = {"tengen/py.typed", "tengen/search/policy_net.npz", "tengen/rules/presets/tile.toml"}
    assert kinds <= names
    assert any(name.startswith("tengen/web/templates/") for name in names)


def test_the_extras_that_are_offered_are_those_of_the_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    bundles = {"all", "learners"}
    assert set(EXTRAS) == set(project["optional-dependencies"]) - bundles


def test_an_installed_wheel_is_what_is_tested() -> None:
    """With `make release STEP=test`: the sources in this repository do not hide it."""
    installed = Path(str(metadata.distribution("tengen-go").locate_file("tengen/__init__.py")))
    assert not installed.exists() or installed.samefile(str(tengen.__file__))
