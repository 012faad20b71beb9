"""Lines from a file descriptor, and processes that end when their input closes."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from tengen import __version__
from tengen.gtp.protocol import LONGEST, Descriptor

STUCK = """
import sys, threading
from types import SimpleNamespace
from tengen.gtp import Descriptor, Engine, Session
from tengen.rules import variant
from tengen.boards import parse

class Stuck:
    make = lambda self, cleaning=False: self
    known = lambda self, game, timed: None
    def choose(self, game, budget=None):
        print("thinking", file=sys.stderr, flush=True)
        threading.Event().wait()

rules = variant("go").rules
game = SimpleNamespace(outcome=None, rules=rules, to_play="black", board="12345", moves=(), write_move=str)
engine = Engine(variant("go"), parse(5), Stuck(), opening=lambda *_: game)
engine._budget_for = lambda *_: None
Session(engine, Descriptor(0, watched=1), sys.stdout).run()
"""


PIPES: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    reader, writer = os.pipe()
    yield reader, writer
    os.close(reader)


def test_lines_come_as_they_are_written(pipe: tuple[int, int]) -> None:
    reader, writer = pipe
    lines = Descriptor(reader)
    assert not lines.is_waiting()
    os.write(writer, b"na")
    os.write(writer, b"me\r\n\xe4 \xc3\xa4\n# interrupt\nlast")
    assert lines.next() == "name\r"
    assert lines.next() == "\udce4 ä"
    lines.wait()
    assert lines.is_interrupted()
    assert lines.next() == "# interrupt"
    assert not lines.is_interrupted()
    os.close(writer)
    assert lines.next() == "last"
    lines.wait()
    assert lines.is_waiting()
    assert lines.next() is None
    assert lines.next() is None


def test_endless_lines_are_cut(pipe: tuple[int, int]) -> None:
    reader, writer = pipe
    lines = Descriptor(reader)

    def write() -> None:
        for _ in range(LONGEST // 2**16 + 2):
            os.write(writer, b"x" * 2**16)
        os.write(writer, b"\nname\n")
        os.close(writer)

    thread = threading.Thread(target=write)
    thread.start()
    line = lines.next()
    assert line is not None
    assert len(line) == LONGEST + 1
    assert lines.next() == "name"
    assert lines.next() is None, "a thread that reads on would read whatever is opened under the number next"
    thread.join()


def test_what_cannot_be_read_is_at_its_end() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    os.close(writer)
    assert Descriptor(reader).next() is None


def gtp(*words: str) -> Any:
    """Start ``tengen gtp``, with signals as in a terminal, however the tests are run."""

    def in_a_terminal() -> None:
        for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
            signal.signal(number, signal.SIG_DFL)

    command = [sys.executable, "-m", "tengen.cli", "gtp", *words]
    return subprocess.Popen(command, **PIPES, text=True, encoding="utf-8", preexec_fn=in_a_terminal)


def test_it_answers_at_once_and_leaves_when_told() -> None:
    with gtp("--board", "9x9 torus", "--level", "3", "--threads", "1", "--seed", "5") as process:
        process.stdin.write("1 name\n")
        process.stdin.flush()
        assert [process.stdout.readline(), process.stdout.readline()] == ["=1 Tengen\n", "\n"]
        said, complaints = process.communicate("query_boardsize\nkomi 3\ngomill-describe_engine\nquit\nname\n", 60)
    described = f"Tengen {__version__}\nlevel 3, 1 thread, seed 5\nGo, Chinese rules on 9x9 torus"
    assert said == f"= 9\n\n= \n\n= {described}\n\n= \n\n"
    assert (complaints, process.returncode) == ("", 0)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_it_ends_on_a_signal(number: signal.Signals) -> None:
    with gtp() as process:
        process.stdin.write("name\n")
        process.stdin.flush()
        assert process.stdout.readline() == "= Tengen\n"
        process.send_signal(number)
        _, complaints = process.communicate(timeout=60)
    assert process.returncode == (130 if number == signal.SIGINT else -number)
    assert "Traceback" not in complaints


def test_it_ends_when_its_output_closes() -> None:
    with gtp() as process:
        process.stdin.write("name\n")
        process.stdin.flush()
        process.stdout.readline()
        process.stdout.close()
        process.stdin.write("name\n" * 3)
        process.stdin.flush()
        assert process.wait(60) == 0
        assert process.stderr.read() == ""


def test_it_ends_in_mid_search_when_its_input_closes() -> None:
    stuck: Any = subprocess.Popen([sys.executable, "-c", STUCK], **PIPES, text=True)
    with stuck as process:
        process.stdin.write("genmove b\n")
        process.stdin.flush()
        assert process.stderr.readline() == "thinking\n"
        process.stdout.close()
        process.stdin.close()
        assert process.wait(60) == 1


def test_an_analysis_runs_until_input_or_the_end() -> None:
    with gtp("--board", "5", "--threads", "2") as process:
        for command, answer in (("6 name", "=6 Tengen\n"), ("stop", "= \n"), ("genmove w", "= ")):
            process.stdin.write("5 kata-analyze b 2\n")
            process.stdin.flush()
            assert process.stdout.readline() == "=5\n"
            for _ in range(3):
                assert process.stdout.readline().startswith("info move ")
            process.stdin.write(f"{command}\n")
            process.stdin.flush()
            while (line := process.stdout.readline()) != "\n":
                assert line.startswith("info move ")
            assert process.stdout.readline().startswith(answer)
            assert process.stdout.readline() == "\n"
        said, _ = process.communicate("lz-analyze 1\n", 60)
    assert said.startswith("=\n")
    assert process.returncode == 0
