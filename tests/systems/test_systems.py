"""Differences of other systems, simulated on this one with replicas of Windows' modules."""

import os
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

from tengen.records import TengenError
from tengen.systems import folders
from tengen.systems.locking import APPENDING, is_taken, lock
from tengen.systems.processes import GROUP, end_group, split_command, where

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="these show on other systems what Windows does")

_WINDOWS = """
import os, subprocess, sys, types
import asyncio, ctypes, shutil, tempfile, pathlib, inspect, importlib.util  # as this system has them
sys.platform = "win32"
def locking(file, mode, count):
    import fcntl
    assert (mode, count) == (2, 1)
    try:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, count, os.lseek(file, 0, os.SEEK_CUR))
    except OSError:
        raise PermissionError(13, "Permission denied") from None
sys.modules["msvcrt"] = types.SimpleNamespace(LK_NBLCK=2, locking=locking)
subprocess.CREATE_NEW_PROCESS_GROUP, subprocess.BELOW_NORMAL_PRIORITY_CLASS = 0x200, 0x4000
"""
"""Windows, as far as our modules see it: locks of bytes, and the numbers of `subprocess`."""


def as_windows(code: str, *words: str) -> str:
    """Run code with `sys.platform` set to Windows', and return its output."""
    command = [sys.executable, "-c", _WINDOWS + textwrap.dedent(code), *words]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_a_locked_file_is_taken_until_it_is_closed(tmp_path: Path) -> None:
    first, second = (os.open(tmp_path / "ledger", APPENDING, 0o666) for _ in range(2))
    lock(first, "taken")
    with pytest.raises(TengenError, match=r"^taken$"):
        lock(second, "taken")
    assert is_taken(tmp_path / "ledger")
    os.close(first)
    assert not is_taken(tmp_path / "ledger")
    assert not is_taken(tmp_path / "missing")
    lock(second, "taken")
    os.close(second)


_HOLD = """
from tengen.systems.locking import APPENDING, lock
from tengen.records import TengenError
file = os.open(sys.argv[1], APPENDING, 0o666)
lock(file, "taken")
os.write(file, b"a line\\n")
"""
_TRY = (
    _HOLD
    + """
other = "import os, sys" + chr(10) + sys.argv[2]
print(subprocess.run([sys.executable, "-c", other, sys.argv[1]], capture_output=True, encoding="utf-8").stdout)
print(open(sys.argv[1], encoding="utf-8").read(), os.lseek(file, 0, os.SEEK_CUR))
"""
)
_OTHER = f"{_WINDOWS}\ntry:\n{textwrap.indent(_HOLD.strip(), '    ')}\nexcept TengenError as error:\n    print(error)\n"


def test_on_windows_only_a_byte_beyond_the_file_is_locked(tmp_path: Path) -> None:
    said = as_windows(_TRY, str(tmp_path / "ledger"), _OTHER)
    assert said.split("\n") == ["taken", "", "a line", " 7"]


def test_on_windows_a_backslash_is_part_of_a_name() -> None:
    said = as_windows(
        "from tengen.systems.processes import split_command; print(split_command(sys.argv[1]))",
        r'"C:\Program Files\gnugo.exe" --mode gtp C:\opening.sgf',
    )
    assert eval(said) == [r"C:\Program Files\gnugo.exe", "--mode", "gtp", r"C:\opening.sgf"]
    assert split_command(r"'a b' c\ d") == ["a b", "c d"]


def test_on_windows_all_that_a_process_started_ends_with_it(tmp_path: Path) -> None:
    program = tmp_path / "taskkill"
    program.write_text(f'#!/bin/sh\necho "$@" > {tmp_path}/asked\n', "utf-8")
    program.chmod(0o755)
    code = """
        from tengen.systems.processes import BEHIND, GROUP, end_group
        os.environ["PATH"] = sys.argv[1] + os.pathsep + os.environ["PATH"]
        process = subprocess.Popen(["sleep", "60"])
        end_group(process)
        print(process.pid, process.returncode, GROUP["creationflags"], BEHIND["creationflags"])
    """
    pid, code_, group, behind = as_windows(code, str(tmp_path)).split()
    assert (tmp_path / "asked").read_text("utf-8") == f"/F /T /PID {pid}\n"
    assert (int(code_) < 0, group, behind) == (True, str(0x200), str(0x4000))


def test_a_group_ends_as_a_whole() -> None:
    process = subprocess.Popen(["sh", "-c", "sleep 60 & echo started; wait"], stdout=subprocess.PIPE, **GROUP)
    assert process.stdout is not None
    assert process.stdout.readline() == b"started\n"
    end_group(process)
    assert process.stdout.read() == b"", "the end of the pipe shows that it is closed everywhere"
    process.stdout.close()


def test_games_lie_where_programs_keep_their_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert folders.data_folder() == tmp_path / "tengen"


def test_who_has_no_home_is_helped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    unchanged: Callable[[str], str] = lambda path: path  # noqa: E731
    monkeypatch.setattr(os.path, "expanduser", unchanged)
    with pytest.raises(TengenError, match="no home folder; set the environment variable HOME"):
        folders.data_folder()


def test_programs_lie_in_the_path_or_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for folder in ("games", "path"):
        program = tmp_path / folder / f"of-{folder}"
        program.parent.mkdir()
        program.write_text("#!/bin/sh\n", encoding="utf-8")
        program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path / "path"))
    monkeypatch.setattr("tengen.systems.processes._BESIDE", (str(tmp_path / "ga*"),))
    assert where("of-path") == str(tmp_path / "path" / "of-path")
    assert where("of-games") == str(tmp_path / "games" / "of-games")
    assert where("of-nowhere") is None
