"""`tengen doctor` finds broken or missing parts, and survives them; `tengen warm` compiles the requested code, once."""

import ast
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import metadata
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from command_line import Run
from trials import BARE

import tengen
from tengen.cli.server import doctor, warm
from tengen.cli.server.doctor import Diagnosis, survived
from tengen.extras import extra_of
from tengen.kernel.jit import dispatcher_of
from tengen.search.tree import keep
from tengen.workers import own_environment

SOURCE = Path(tengen.__file__).parent


def told(run: Run, code: int = 0) -> dict[str, Any]:
    result = run("doctor", "--json")
    assert result.exit_code == code, result.stdout
    found: dict[str, Any] = json.loads(result.stdout)
    assert found["works"] is (code == 0)
    return found


def one(run: Run, name: str, code: int = 0) -> dict[str, str]:
    (found,) = (each for each in told(run, code)["findings"] if each["name"] == name)
    return dict(found)


def test_a_sound_installation_works(run: Run) -> None:
    found = told(run)
    assert found["tengen"] == tengen.__version__
    assert {each["part"] for each in found["findings"]} == {
        *("versions", "compiled rules", "network", "opening book", "folders", "extras", "GPU", "engines", "programs")
    }
    assert all(
        each["remedy"]
        for each in found["findings"]
        if each["part"] in ("extras", "programs") and each["state"] != "works"
    )
    parts = [part for part, _ in groupby(each["part"] for each in found["findings"])]
    assert len(parts) == len({*parts}), "each part comes once"
    shown = run("doctor").stdout
    assert re.search({words: pattern for words, _, pattern in BARE}["tengen", "doctor"], shown)
    assert f"{sys.version_info[0]}.{sys.version_info[1]}." in shown


def test_an_old_package_is_broken(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    known = metadata.version
    monkeypatch.setattr(metadata, "version", lambda name: "0.1" if name == "networkx" else known(name))
    found = one(run, "networkx", 1)
    assert found["says"].startswith("0.1 is installed, >=")
    assert found["remedy"].startswith('pip install --upgrade "networkx>=')
    assert "1 required part broken" in run("doctor").stdout


def test_a_package_that_cannot_be_imported_is_broken(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(name: str) -> Any:
        raise OSError("libLLVM.so: cannot open shared object file")

    monkeypatch.setattr(doctor, "import_module", broken)
    assert one(run, "igraph", 1)["says"] == "cannot be imported: libLLVM.so: cannot open shared object file"


def test_a_cache_that_cannot_be_used_is_passed_over_or_broken(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("no folder", "utf-8")
    monkeypatch.setenv("TENGEN_CACHE", str(tmp_path / "file" / "cache"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "users"))
    assert one(run, "kept in")["says"].startswith(str(tmp_path / "users"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file" / "users"))
    found = one(run, "kept in", 1)
    assert "is not a folder" in found["says"]
    assert "TENGEN_CACHE" in found["remedy"]


def test_an_unusable_home_is_reported(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere() -> Path:
        raise tengen.TengenError("this user has no home folder")

    monkeypatch.setattr(doctor, "data_folder", nowhere)
    found = one(run, "games of the web page", 1)
    assert (found["says"], "--database" in found["remedy"]) == ("this user has no home folder", True)


def test_a_damaged_opening_book_is_broken(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert re.fullmatch(r"\d+ games, [\d,]+ positions", one(run, "first moves")["says"])
    (tmp_path / "openings.csv").write_text("rules,board", "utf-8")
    monkeypatch.setattr("tengen.opening.book.FILE", tmp_path / "openings.csv")
    assert "an opening book must begin with the line" in one(run, "opening book", 1)["says"]


def test_what_fails_in_an_unforeseen_way_is_a_finding() -> None:
    def fails() -> Iterator[Diagnosis]:
        yield Diagnosis("first", "works", "")
        raise RuntimeError("two\nlines")

    first, second = survived("part", fails)
    assert (first.name, second.state, second.says) == (
        "first",
        "broken",
        "the check failed: RuntimeError: two lines",
    )


def test_missing_extras_and_programs_name_their_installation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "find_spec", lambda name: None if name == "PIL" else object())
    found = {each.name: each for each in doctor.extras()}
    assert (found["pictures"].state, found["web"].state) == ("missing", "works")
    assert "(without PIL)" in found["pictures"].says
    assert found["pictures"].remedy == "pip install 'tengen-go[pictures]'"
    for system, remedy in (
        ("linux", "sudo apt-get install gnugo"),
        ("darwin", "brew install gnu-go"),
        ("win32", "https"),
    ):
        monkeypatch.setattr(doctor, "where", lambda name: None)
        monkeypatch.setattr(sys, "platform", system)
        assert remedy in next(each.remedy for each in doctor.programs() if each.name == "GNU Go")


def test_a_missing_module_is_named_with_its_extra(tmp_path: Path) -> None:
    """In its own process, since imports cannot be undone here without harm to other tests."""
    code = "import sys; sys.modules['sqlalchemy'] = None; from tengen.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, "backup", "copy.db"],
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 2
    assert "pip install 'tengen-go[web]'" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_everything_that_is_imported_is_needed_or_in_an_extra() -> None:
    needed = {"igraph", "llvmlite", "networkx", "numba", "numpy", "packaging", "platformdirs", "rich"}
    needed |= {"charset_normalizer", "click", "typer", "tengen", "_typeshed"}  # the last only for type checkers
    for path in SOURCE.rglob("*.py"):
        for name in _imported(ast.parse(path.read_text("utf-8"))):
            top = name.partition(".")[0]
            assert top in sys.stdlib_module_names or top in needed or extra_of(top), (
                f"{path}: {name} belongs to no extra"
            )


def _imported(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            yield node.module


def warmed(cache: Path, *words: str) -> subprocess.CompletedProcess[str]:
    kept = {**own_environment(), "TENGEN_CACHE": str(cache)}
    return subprocess.run(
        [sys.executable, "-m", "tengen.cli", "warm", *words], capture_output=True, text=True, env=kept
    )


def test_every_step_is_done_from_what_is_compiled_already() -> None:
    """In this process, whose compiled code `make warm` has made, so that no step needs missing code."""
    for purpose, steps in warm.STEPS.items():
        for step in steps:
            warm.do((purpose, step))
    assert dispatcher_of(keep).signatures, "a second move keeps the tree"


@pytest.mark.slow
def test_what_was_compiled_serves_a_game_at_once(tmp_path: Path) -> None:
    done = warmed(tmp_path, "--for", "play")
    assert (done.returncode, done.stdout) == (0, f"{tmp_path}\n")
    assert "compiled" in done.stderr
    again = warmed(tmp_path, "--for", "play")
    assert again.stderr == "Everything was already compiled\n"
    entries = {each.name.rsplit(".", 3)[0] for each in tmp_path.glob("*.nbc")}
    rules = {"kernel.build.rebuild", "kernel.moves.judge_points", "kernel.moves.turn", "kernel.taxes.score"}
    search = {"search.tree.search", "search.tree.keep", "search.ladders.read_chain"}  # hints read chains
    network = {"search.policy_net.infer", "search.priors.weigh_anew"}
    reading = {"reading.proof_search.prove", "reading.proof_search.best_line"}
    assert entries == rules | search | network | reading
