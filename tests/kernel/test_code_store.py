"""Compiled code on disk: copied, read-only, damaged, and compiled by only one process."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from threading import Thread

import numpy as np
import pytest
from example_counts import first

from tengen.kernel import code_store, jit, processors
from tengen.records import TengenWarning
from tengen.systems.locking import lock
from tengen.workers import own_environment

SOURCE = '''"""A small kernel."""

from tengen.kernel.jit import entry


@entry
def total(numbers):
    found = 0
    for number in numbers:
        found += number
    return found
'''
CALL = """
import sys; sys.dont_write_bytecode = True; sys.path.insert(0, sys.argv[1])
import numpy as np, small
print(small.total(np.arange(5)), sum(small.total.stats.cache_hits.values()))
"""
COMPILING = """
import numba
print("numba.np.linalg" in sys.modules, numba.njit(lambda number: number + 1)(2))
"""


def call(home: Path, cache: Path, calling: str = CALL, **also: str) -> tuple[list[str], str]:
    """Call the small kernel in a new process: return its result, the number of loads, and the output."""
    home.mkdir(exist_ok=True)
    (home / "small.py").write_text(SOURCE, "utf-8")
    kept = {**own_environment(), "TENGEN_CACHE": str(cache), "XDG_CACHE_HOME": str(home / "users"), **also}
    command = [sys.executable, "-c", calling, str(home)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=kept)
    return done.stdout.split(), done.stderr


@pytest.mark.slow
def test_a_copied_folder_serves_a_copy_of_the_source(tmp_path: Path) -> None:
    assert call(tmp_path / "one", tmp_path / "cache") == (["10", "0"], "")
    shutil.copytree(tmp_path / "cache", tmp_path / "image")
    assert call(tmp_path / "two", tmp_path / "image") == (["10", "1"], "")
    assert [*(tmp_path / "image").glob("*.nbc")] == [tmp_path / "image" / each.name for each in files(tmp_path)]


@pytest.mark.slow
def test_code_is_loaded_without_what_only_compiling_needs(tmp_path: Path) -> None:
    said = [call(tmp_path / "one", tmp_path / "cache", CALL + COMPILING)[0] for _ in range(2)]
    assert said == [["10", "0", "True", "3"], ["10", "1", "False", "3"]], "other code is compiled as ever"


def files(folder: Path) -> list[Path]:
    return [*(folder / "cache").glob("*.nbc")]


@pytest.mark.parametrize("harm", first(1, [b"nonsense", b"", None]))
def test_a_damaged_file_is_compiled_again_with_a_warning(tmp_path: Path, harm: bytes | None) -> None:
    call(tmp_path / "one", tmp_path / "cache")
    (file,) = files(tmp_path)
    whole = file.read_bytes()
    file.write_bytes(whole[:-1] if harm is None else harm)
    found, said = call(tmp_path / "one", tmp_path / "cache")
    assert found == ["10", "0"]
    assert "is damaged: it is compiled again" in said
    assert "Traceback" not in said


def test_code_falls_back_to_the_users_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Root may write everywhere, so this runs as another user."""
    closed = tmp_path / "closed"
    closed.mkdir()
    writable = os.access
    monkeypatch.setattr("os.access", lambda path, how: Path(path) != closed and writable(path, how))
    monkeypatch.setenv("TENGEN_CACHE", str(closed))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "users"))
    code_store.save("a.b.c.nbc", b"code")
    assert [*closed.iterdir()] == []
    assert code_store.load("a.b.c.nbc") == b"code"
    shutil.copy(next(code_store.folders()[1].iterdir()), closed / "d.e.f.nbc")
    assert code_store.has("d.e.f.nbc")
    assert code_store.load("d.e.f.nbc") == b"code"


def test_code_that_was_replaced_goes_after_a_week(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TENGEN_CACHE", str(tmp_path))
    for name in ("one.kind.old.nbc", "one.kind.recent.nbc", "one.other.old.nbc"):
        code_store.save(name, b"code")
    for name in ("one.kind.old.nbc", "one.other.old.nbc"):
        os.utime(tmp_path / name, (1, 1))
    code_store.save("one.kind.new.nbc", b"code")
    assert sorted(each.name for each in tmp_path.iterdir()) == [
        "one.kind.new.nbc", "one.kind.recent.nbc", "one.other.old.nbc",
    ]  # fmt: skip


def test_what_a_file_holds_is_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TENGEN_CACHE", str(tmp_path))
    (tmp_path / "one.kind.code.nbc").write_bytes(b"x" * 100)
    with pytest.warns(TengenWarning, match="is damaged"):
        assert code_store.load("one.kind.code.nbc") is None


@pytest.mark.slow
def test_portable_code_serves_every_processor_of_the_family(tmp_path: Path) -> None:
    portable = processors.portable_environment()
    if not portable:
        pytest.skip("this processor belongs to no family that code can be made for")
    assert call(tmp_path / "one", tmp_path / "cache", **portable) == (["10", "0"], "")
    assert call(tmp_path / "one", tmp_path / "cache") == (["10", "1"], "")
    assert len(files(tmp_path)) == 1


# -- one process compiles, others wait ---------------------------------------------------------------------------------


@pytest.mark.slow
def test_processes_that_need_an_entry_at_once_compile_it_once(tmp_path: Path) -> None:
    (tmp_path / "small.py").write_text(SOURCE, "utf-8")
    kept = {**own_environment(), "TENGEN_CACHE": str(tmp_path / "cache")}
    command = [sys.executable, "-c", CALL, str(tmp_path)]
    both = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=kept) for _ in range(2)]
    assert sorted(each.communicate()[0] for each in both) == ["10 0\n", "10 1\n"]
    assert [*(tmp_path / "cache").glob("*.lock")] == []


def test_a_process_waits_for_another_that_compiles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TENGEN_CACHE", str(tmp_path))
    name = "one.kind.code.nbc"
    found: list[bytes | None] = []
    (tmp_path / f"{name}.lock").touch()  # a process that was killed leaves its file, but no lock
    assert not code_store.is_claimed(name)
    with (tmp_path / f"{name}.lock").open("ab") as file:
        lock(file.fileno(), "taken")
        waiting = Thread(target=lambda: found.append(code_store.awaited(name, lambda: code_store.load(name))))
        waiting.start()
        waiting.join(0.3)
        assert waiting.is_alive()
        assert code_store.is_claimed(name)
        code_store.save(name, b"code")
    waiting.join(60)
    assert found == [b"code"]
    assert code_store._held == {}


def test_no_wait_for_a_process_that_has_failed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from numba.core.errors import TypingError

    monkeypatch.setenv("TENGEN_CACHE", str(tmp_path))
    with pytest.raises(TypingError):
        jit.entry(lambda number: number.nothing)(np.zeros(3))
    assert code_store._held == {}
    assert [*tmp_path.glob("*.lock")] == []
