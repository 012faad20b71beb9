"""The first minute: waiting times of each interface, with nothing compiled and with everything."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from .measuring import Row

_ROOT: Final = Path(__file__).parents[1]
_TICKS: Final = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
_SCRIPTS: Final = {
    "Game and its first move": ("import tengen; tengen.Game('chinese').play('D4')", "1 s"),
    "VectorEnv, one step": ("import tengen; env = tengen.envs.VectorEnv(board=5, games=1); env.step(env.sample())", ""),
}
_COMMANDS: Final = {
    "tengen show": ["show", "game.sgf"],
    "tengen solve, 3x2": ["solve", "--board", "3x2", "--set", "repetition=ko"],
}
_TARGETS: Final = {
    "gtp: protocol_version": "at once", "gtp: first genmove, from the opening book": "2 s",
    "gtp: first genmove that searches": "12 s", "play: first answer, from the opening book": "",
    "play: first answer that searches": "12 s", "page: it opens": "3 s", "page: first stone": "3 s after it opens",
    "page: computer's first answer, from the opening book": "2 s after the stone",
    "page: computer's first answer that searches": "12 s after it opens",
}  # fmt: skip
_RECORD: Final = "(;GM[1]FF[4]SZ[9]RU[Chinese];B[cc];W[gg])"
_GAME: Final = {"opponent": {"kind": "computer", "level": 1}, "colour": "black"}
_KNOWN, _UNKNOWN = "9", "8"
"""A board whose first moves are in the opening book, and one on which the computer has to search."""
_STONE: Final = {"id": "first", "number": 0, "intent": {"kind": "move", "move": "C3"}}


class Trial:
    """A program started with its own folder for compiled code, and its waiting times."""

    def __init__(self, cache: Path) -> None:
        self.cache = cache
        self._began = time.perf_counter()

    @property
    def environment(self) -> dict[str, str]:
        return {**os.environ, "TENGEN_CACHE": str(self.cache)}

    def waited(self, name: str, ended: float = 0.0) -> Wait:
        """Return the time so far, with the processor time of all processes of the trial and of one ended."""
        return Wait(name, time.perf_counter() - self._began, ended + sum(_processes(self.cache).values()))

    @contextmanager
    def started(self, command: list[str], **more: Any) -> Iterator[subprocess.Popen[str]]:
        """Start a program, and end it afterwards."""
        self._began = time.perf_counter()
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            env=self.environment, **more,
        ) as program:  # fmt: skip
            try:
                yield program
            finally:
                program.terminate()


@dataclass(frozen=True)
class Wait:
    """An event, the seconds since the program's start, and the processor seconds until then."""

    name: str
    seconds: float
    spent: float


Face = Callable[[Trial], Iterator[Wait]]


def starting() -> Iterator[Row]:
    """Start every interface with an empty folder for compiled code, and again with the result."""
    for name, (script, target) in _SCRIPTS.items():
        yield from _cold_and_warm(partial(_script, name, script), {name: target})
    for name, words in _COMMANDS.items():
        yield from _cold_and_warm(partial(_command, name, words), {})
    for face in (_gtp, _play, _play_unknown, _page):
        yield from _cold_and_warm(face, _TARGETS)


def _cold_and_warm(face: Face, targets: dict[str, str]) -> Iterator[Row]:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as cache:
        for state in ("cold", "warm"):
            for wait in face(Trial(Path(cache))):
                value = f"{wait.seconds:.2f} s, {wait.spent:.1f} s of CPU"
                yield Row(f"{wait.name}, {state}", value, target=targets.get(wait.name, ""))
            while _processes(Path(cache)):  # those still compiling
                time.sleep(0.5)


def _processes(cache: Path) -> dict[int, float]:
    """Return the processes that keep compiled code in a folder, with the CPU seconds of each and its ended children.

    Only on systems that show processes as files.
    """
    wanted = f"TENGEN_CACHE={cache}\0".encode()
    found: dict[int, float] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError, ValueError):
            if wanted in (folder / "environ").read_bytes():
                words = (folder / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()
                if words[0] != "Z":
                    found[int(folder.name)] = sum(map(int, words[11:15])) / _TICKS
    return found


def _script(name: str, script: str, trial: Trial) -> Iterator[Wait]:
    with trial.started([sys.executable, "-c", f"{script}; print('done', flush=True); input()"]) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == "done\n"
        yield trial.waited(name)


def _command(name: str, words: list[str], trial: Trial) -> Iterator[Wait]:
    (trial.cache / "game.sgf").write_text(_RECORD, "utf-8")
    with trial.started([sys.executable, "-m", "tengen.cli", *words], cwd=trial.cache) as program:
        assert program.stdout is not None
        assert program.stdout.read(), f"{name} prints something"
        _, code, used = os.wait4(program.pid, 0)
        program.returncode = os.waitstatus_to_exitcode(code)
        assert program.returncode == 0, name
        yield trial.waited(name, used.ru_utime + used.ru_stime)


def _gtp(trial: Trial) -> Iterator[Wait]:
    questions = (
        ("gtp: protocol_version", "protocol_version"),
        ("gtp: first genmove, from the opening book", "genmove black"),
        ("", f"boardsize {_UNKNOWN}"),
        ("gtp: first genmove that searches", "genmove black"),
    )
    with trial.started([sys.executable, "-m", "tengen.cli", "gtp", "--board", _KNOWN]) as engine:
        assert engine.stdin is not None
        assert engine.stdout is not None
        for name, line in questions:
            print(line, file=engine.stdin, flush=True)
            while not engine.stdout.readline().startswith("="):
                assert engine.poll() is None, "the engine goes on"
            engine.stdout.readline()
            if name:
                yield trial.waited(name)


def _play(trial: Trial, board: str = _KNOWN, answer: str = "answer, from the opening book") -> Iterator[Wait]:
    """Make a first move in the terminal, and wait for the computer's."""
    words = ["play", "--board", board, "--opponent", "1"]
    with trial.started([sys.executable, "-m", "tengen.cli", *words], cwd=trial.cache) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        print("C3", file=program.stdin, flush=True)
        while not re.search(r"White [A-H]\d", line := program.stdout.readline()):
            assert line, "it answers"
        yield trial.waited(f"play: first {answer}")


def _play_unknown(trial: Trial) -> Iterator[Wait]:
    yield from _play(trial, _UNKNOWN, "answer that searches")


def _page(trial: Trial) -> Iterator[Wait]:
    """Open the page with `make play` if that installs nothing, otherwise directly."""
    words = ["--port", "0", "--database", f"sqlite:///{trial.cache}/games.db"]
    command = [sys.executable, "-m", "tengen.cli", "serve", *words]
    if shutil.which("make") and not subprocess.run(["make", "-q", ".venv/stamps/play"], cwd=_ROOT).returncode:
        command = ["make", "--silent", "play", f"ARGS={' '.join(words)}"]
    with trial.started(command, cwd=_ROOT) as server:
        assert server.stdout is not None
        said = re.search(r"http://localhost:\d+", server.stdout.readline())
        assert said is not None, "the server says where it is"
        yield from _visit(said[0], trial)


def _visit(base: str, trial: Trial) -> Iterator[Wait]:
    """Open the page, begin games against the computer, place a stone in each and wait for the answer."""
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())

    def ask(path: str, body: object = None) -> bytes:
        data = None if body is None else json.dumps(body).encode()
        headers = {"content-type": "application/json", "origin": base}
        with browser.open(urllib.request.Request(base + path, data, headers), timeout=600) as answer:
            return bytes(answer.read())

    ask("/")
    yield trial.waited("page: it opens")
    for board, answer in ((_KNOWN, "answer, from the opening book"), (_UNKNOWN, "answer that searches")):
        made = json.loads(ask("/api/games", {**_GAME, "board": board}))
        ask(f"/api/games/{made['id']}/intents", _STONE)
        if board == _KNOWN:
            yield trial.waited("page: first stone")
        while len(json.loads(ask(f"/api/games/{made['id']}"))["moves"]) < 2:
            time.sleep(0.05)
        yield trial.waited(f"page: computer's first {answer}")
