"""The first minute: what each face makes people wait for, with nothing compiled and with everything."""

from __future__ import annotations

import json
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from .measuring import Row

Waits = Iterator[tuple[str, float]]
"""What was waited for, and the seconds since the program was started."""

_MOVE: Final = "import tengen; tengen.Game('chinese').play('D4')"
_SCRIPTS: Final = {
    "Game and its first move": (_MOVE, "1 s"),
    "VectorEnv, one step": ("import tengen; env = tengen.envs.VectorEnv(board=5, games=1); env.step(env.sample())", ""),
    "a proof on 2x1": ("import tengen; tengen.solve.value(tengen.Game(board='2x1', repetition='ko'))", ""),
}
_TARGETS: Final = {
    "gtp: protocol_version": "at once", "gtp: first genmove": "12 s", "page: it opens": "3 s",
    "page: first stone": "3 s after it opens", "page: computer's first answer": "12 s after it opens",
}  # fmt: skip
_GAME: Final = {"board": "9", "opponent": {"kind": "computer", "level": 1}, "colour": "black"}
_STONE: Final = {"id": "first", "number": 0, "intent": {"kind": "move", "move": "C3"}}


def starting() -> Iterator[Row]:
    """Start every face twice with an empty folder for compiled code, the second time with what the first one left."""
    for name, (script, target) in _SCRIPTS.items():
        yield from _cold_and_warm(lambda cache, name=name, script=script: _script(name, script, cache), {name: target})
    for face in (_gtp, _page):
        yield from _cold_and_warm(face, _TARGETS)


def _cold_and_warm(face: Callable[[str], Waits], targets: dict[str, str]) -> Iterator[Row]:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as cache:
        for state in ("cold", "warm"):
            before = _cpu()
            found = list(face(cache))
            spent = _cpu() - before
            for name, seconds in found:
                yield Row(f"{name}, {state}", f"{seconds:.2f} s", target=targets.get(name, ""))
            yield Row(f"  all of it, {state}", f"{spent:.1f} s of CPU")
            _settle(cache)


def _settle(cache: str) -> None:
    """Wait for those who compile beside, until nothing new has come for a while."""
    known = -1
    while known != (known := len([*Path(cache).glob("*.nbc")])):
        time.sleep(15)


def _cpu() -> float:
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def _environment(cache: str) -> dict[str, str]:
    return {**os.environ, "TENGEN_CACHE": cache}


def _script(name: str, script: str, cache: str) -> Waits:
    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", script], check=True, env=_environment(cache))
    yield name, time.perf_counter() - began


def _gtp(cache: str) -> Waits:
    began = time.perf_counter()
    command = [sys.executable, "-m", "tengen.cli", "gtp", "--board", "9"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        env=_environment(cache),
    ) as engine:  # fmt: skip
        assert engine.stdin is not None
        assert engine.stdout is not None
        for name, line in (("gtp: protocol_version", "protocol_version"), ("gtp: first genmove", "genmove black")):
            print(line, file=engine.stdin, flush=True)
            while not engine.stdout.readline().startswith("="):
                pass
            engine.stdout.readline()
            yield name, time.perf_counter() - began
        engine.communicate("quit\n")


def _page(cache: str) -> Waits:
    began = time.perf_counter()
    database = f"sqlite:///{cache}/games.db"
    command = [sys.executable, "-m", "tengen.cli", "serve", "--port", "0", "--database", database]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=_environment(cache)
    ) as server:
        assert server.stdout is not None
        said = re.search(r"http://localhost:\d+", server.stdout.readline())
        assert said is not None, "the server says where it is"
        try:
            yield from _visit(said[0], began)
        finally:
            server.terminate()
            server.communicate()


def _visit(base: str, began: float) -> Waits:
    """Open the page, begin a game against the computer, put a stone and wait for the answer."""
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())

    def ask(path: str, body: object = None) -> bytes:
        data = None if body is None else json.dumps(body).encode()
        headers = {"content-type": "application/json", "origin": base}
        with browser.open(urllib.request.Request(base + path, data, headers), timeout=600) as answer:
            return bytes(answer.read())

    ask("/")
    yield "page: it opens", time.perf_counter() - began
    made = json.loads(ask("/api/games", _GAME))
    ask(f"/api/games/{made['id']}/intents", _STONE)
    yield "page: first stone", time.perf_counter() - began
    while len(json.loads(ask(f"/api/games/{made['id']}"))["moves"]) < 2:
        time.sleep(0.1)
    yield "page: computer's first answer", time.perf_counter() - began
