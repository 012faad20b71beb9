"""`python -m benchmarks.regress`: tables, files of results, two programs side by side, and interruption."""

import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from command_line import Run
from data import text_of
from fake_programs import Fake, Watch

from benchmarks.regress.__main__ import regress
from tengen.cli.terminal import MESSAGE

SCRIPTS = (regress,)

DATA = Path(__file__).parents[1] / "data" / "regression"
INTERRUPTIBLE = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from benchmarks.regress.__main__ import main, regress
main(regress)
"""
GNUGO = shutil.which("gnugo") or shutil.which("gnugo", path="/usr/games")
SUITE = text_of("regress_command_suite.tst")


ECHO = {
    "say": "say('= ' + line.partition(' ')[2] + '\\n\\n')",
    "die": "sys.exit(3)",
    "hang": "import time; time.sleep(3600)",
}
"""How a program reacts to the commands of tests: it gives set answers, ends, or stays silent."""


def program(folder: Path, name: str, says: str = "") -> str:
    """Return the command line of a program with set answers, or with a single one."""
    (folder / name).mkdir()
    named = {"name": f"say('= {name}\\n\\n')", "version": "say('= 1.0\\n\\n')"}
    stubborn = {"say": f"say('= {says}\\n\\n')"} if says else {}
    return shlex.join(Fake(folder / name, {**ECHO, **named, **stubborn}, ("quit",)).command)


def words(text: str) -> list[str]:
    """Return the lines of a text with single blanks."""
    return [" ".join(line.split()) for line in text.splitlines()]


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    path = tmp_path / "a.tst"
    path.write_text(SUITE)
    return path


def test_one_program(run: Run, tmp_path: Path, suite: Path) -> None:
    command = program(tmp_path, "echo")
    result = run("regress", "a.tst", "--engine", command)
    assert result.exit_code == 1
    lines = words(result.stdout)
    assert lines[0] == f"echo 1.0 ({command})"
    head = next(line for line in lines if line.startswith("file"))
    assert head == "file tests passed failed PASSED FAILED refused ended not asked time"
    assert any(line.startswith("a.tst 5 2 3 1 2 1 1 0 ") for line in lines)
    assert "2 of 5 tests passed, 40.0% (95%: 11.8% to 76.9%)" in lines
    assert "level (a.tst, line 1): refused: unknown command" in lines
    assert "3 tests failed:" in lines
    assert "a.tst 20 FAILED say D4 E5|E6 D4" in lines
    assert "a.tst 40 failed owl_attack D4 1 .* refused: unknown command" in lines
    assert "a.tst 50 FAILED die any answer it ended with code 3" in lines
    assert "1 test passed, which was not expected:" in lines
    assert "a.tst 30 PASSED say E5 E5 E5" in lines


def test_two_programs_side_by_side(run: Run, tmp_path: Path) -> None:
    for name, numbers in (("a.tst", (1, 2)), ("b.tst", (3, 4))):
        (tmp_path / name).write_text("".join(f"{n} say D{n}\n#? [D{n}|D2]\n" for n in numbers))
    one, two = program(tmp_path, "echo"), program(tmp_path, "stubborn", "D2")
    (tmp_path / "c.tst").write_text("7 say A1\n#? [!A1]\n")
    result = run("regress", "a.tst", "b.tst", "c.tst", "--engine", one, "--against", two, "--jobs", "2")
    lines = words(result.stdout)
    assert f"first: echo 1.0 ({one})" in lines
    assert f"second: stubborn 1.0 ({two})" in lines
    at = lines.index("file tests both pass first alone second alone neither")
    assert lines[at + 2 : at + 6] == ["a.tst 2 2 0 0 0", "b.tst 2 2 0 0 0", "c.tst 1 0 0 1 0", "total 5 4 0 1 0"]
    assert lines[lines.index("1 test passed by the second alone:") + 4] == "c.tst 7 say A1 !A1 A1 D2"
    assert not [line for line in lines if "by the first alone" in line]


@pytest.mark.slow
def test_tengens_own_engine(run: Run, tmp_path: Path) -> None:
    shutil.copytree(DATA, tmp_path / "suites")
    (tmp_path / "suites" / "random.py").write_text("1/0")  # files next to the tests are not imported
    result = run("regress", "suites/small.tst", "--level", "6")
    assert result.exit_code == 0, result.output
    assert any(line.startswith("suites/small.tst 6 5 1 0 0 0 0 0 ") for line in words(result.stdout))
    assert "(tengen gtp --level 6 --threads 1 --seed 0 --no-book)" in result.stdout
    assert result.stderr in ("", MESSAGE + "\n")


@pytest.mark.skipif(GNUGO is None, reason="GNU Go is not installed: apt-get install gnugo")
def test_gnu_go(run: Run) -> None:
    result = run("regress", DATA / "small.tst", "--engine", f"{GNUGO} --mode gtp")
    assert result.exit_code == 0, result.output
    assert "5 of 6 tests passed" in result.stdout
    assert result.stdout.startswith("GNU Go 3.")


@pytest.mark.slow
def test_control_c_leaves_a_partial_table_and_no_processes(tmp_path: Path) -> None:
    (tmp_path / "a.tst").write_text("10 say D4\n#? [D4]\n20 hold\n30 hang\n40 hold\n")
    watch = Watch(tmp_path)
    fake = Fake(tmp_path, {**ECHO, "hold": f"{watch.hold}; say('= \\n\\n')"}, ("name", "version"))
    command = shlex.join(fake.command)
    process = subprocess.Popen(
        [sys.executable, "-c", INTERRUPTIBLE, "a.tst", "--engine", command, "--out", "r.json"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path, start_new_session=True,
        env={**os.environ, "PYTHONPATH": str(DATA.parents[2])},
    )  # fmt: skip
    try:
        while "hang" not in fake.heard and process.poll() is None:
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)
        said, complaints = process.communicate(timeout=60)
    finally:
        process.kill()
        process.wait()
    watch.wait_for_death()
    assert process.returncode == 130
    assert b"2 of 2 tests passed" in said
    assert b"Stopped after 2 of 4 tests: 2 passed." in complaints
    assert b"Traceback" not in complaints
    data = json.loads((tmp_path / "r.json").read_text("utf-8"))
    assert (data["whole"], len(data["tests"])) == (False, 2)
