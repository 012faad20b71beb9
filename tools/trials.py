"""Checks of an installed Tengen, typed as people type them."""

from __future__ import annotations

import json
import re
import time
import urllib.request
from collections.abc import Mapping
from typing import Any, Final

from clean_environment import CleanEnvironment

_SGF: Final = "(;GM[1]SZ[5]KM[2.5];B[cc];W[cb])"
_ENVIRONMENT: Final = """
import tengen
env = tengen.envs.VectorEnv("tile", board="5x5", games=4)
step = env.reset(seed=1)
for _ in range(10):
    step = env.step(env.sample())
print("played", step.rewards.shape)
"""

_GYMNASIUM: Final = """
import gymnasium, tengen.envs.gymnasium
env = gymnasium.make("tengen/Tao-5x5-v0")
seen, info = env.reset(seed=1)
env.step(env.action_space.sample(seen["action_mask"]))
from tengen.envs.pettingzoo import env
env(game="cushion", board="5x5").reset(seed=1)
from tengen.notebook import Goban
board = Goban("tile", board="5x5", level=None)
board.play("C3")
print("played", board.game.stones)
"""
_ALL: Final = frozenset(("notebook", "pictures", "rl", "web"))
"""The packages of `tengen-go[all]`."""
_PATIENCE: Final = 300.0
"""Seconds for the computer's first answer on the page, including compiling."""

WITHOUT_EXTRA: Final[Mapping[tuple[str, ...], str]] = {
    ("serve",): "web",
    ("backup", "copy.db"): "web",
    ("restore", "copy.db"): "web",
    ("admin", "games"): "web",
    ("book", "game.sgf", "-o", "game.pdf"): "pictures",
    ("show", "game.sgf", "--png", "picture.png"): "pictures",
}
"""Commands that need an extra, and its name: without it they report that in one sentence."""


Trial = tuple[tuple[str, ...], str, str]
"""A command, its input, and the pattern of its output."""

_PLAY: Final = ("tengen", "play", "--no-book", "--board", "5", "--opponent", "1", "--seed", "1")
_ENGINE: Final = ("--board", "5", "--level", "1")
_ASKED: Final = "protocol_version\ngenmove b\nquit\n"
_ANSWERS: Final = r"^= 2\n\n= [A-E]\d"
BARE: Final[tuple[Trial, ...]] = (
    (("tengen", "--version"), "", r"^tengen \d"),
    (("python", "-m", "tengen", "--version"), "", r"^tengen \d"),
    (_PLAY, "C3\nquit\n", r"White [A-E][1-5]"),
    (("tengen", "show", "game.sgf"), "", r"●"),
    (("tengen", "show", "game.sgf", "--svg", "game.svg"), "", r"game\.svg"),
    (("tengen", "solve", "--board", "2x2"), "", r"Black"),
    (("tengen", "gtp", "--no-book", *_ENGINE), _ASKED, _ANSWERS),
    (("tengen", "gtp", *_ENGINE), _ASKED, _ANSWERS),
    (("python", "-c", _ENVIRONMENT), "", r"^played \(4"),
    (("tengen", "doctor"), "", r"Everything needed works"),
)  # fmt: skip
"""The wheel alone: it plays and answers by a search and, over GTP, by the opening book, too."""


def try_bare(environment: CleanEnvironment) -> None:
    """Play, show, solve, speak GTP and learn with the wheel alone; RuntimeError if something does not work."""
    (environment.folder / "game.sgf").write_text(_SGF, "utf-8")
    _try_each(environment, *BARE)


def _try_each(environment: CleanEnvironment, *trials: Trial) -> None:
    """Run commands with input; RuntimeError if the output does not match the pattern."""
    for words, typed, pattern in trials:
        said = environment.run(*words, typed=typed).stdout
        if not re.search(pattern, said):
            raise RuntimeError(f"{' '.join(words)} did not say {pattern}:\n{said[-2000:]}")


def try_without_extras(environment: CleanEnvironment) -> None:
    """Use missing extras: one sentence names the command to install each; RuntimeError otherwise."""
    for words, extra in WITHOUT_EXTRA.items():
        done = environment.run("tengen", *words, code=None)
        lines = done.stderr.strip().splitlines()
        if done.returncode != 2 or len(lines) != 1 or f"pip install 'tengen-go[{extra}]'" not in lines[0]:
            raise RuntimeError(f"tengen {' '.join(words)} ended with {done.returncode} and said: {done.stderr[-2000:]}")


def try_all(environment: CleanEnvironment) -> None:
    """Draw, print, prove and play with all extras; RuntimeError if something does not work."""
    _try_each(
        environment,
        (("tengen", "show", "game.sgf", "--png", "game.png"), "", r"game\.png"),
        (("tengen", "book", "game.sgf", "-o", "game.pdf"), "", r"game\.pdf"),
        (("python", "-c", _GYMNASIUM), "", r"^played \{'C3': 'black'\}"),
    )
    found = json.loads(environment.run("tengen", "doctor", "--json").stdout)["findings"]
    works = {each["name"] for each in found if each["part"] == "extras" and each["state"] == "works"}
    if lacking := _ALL - works:
        raise RuntimeError(f"tengen-go[all] lacks {', '.join(sorted(lacking))}")


def try_serve(environment: CleanEnvironment) -> None:
    """Open the page of a server and play the computer there; RuntimeError if that does not work."""
    process = environment.start("tengen", "serve", "--port", "0", "--workers", "1")
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.search(r"http://localhost:(\d+)/", line)
        if found is None:
            raise RuntimeError(f"tengen serve said {line!r}, and no address")
        _play_there(_Visitor(f"http://127.0.0.1:{found[1]}"))
    finally:
        process.terminate()
        process.communicate(timeout=60)


def _play_there(visitor: _Visitor) -> None:
    """Place a stone and wait for the computer's, on a board that the opening book does not have."""
    if "<title>" not in (page := visitor.ask("/")):
        raise RuntimeError(f"the page of tengen serve is {page[:500]}")
    computer = {"kind": "computer", "level": 1}
    made = json.loads(
        visitor.ask("/api/games", {"variant": "tile", "board": "4", "opponent": computer, "colour": "black"})
    )
    game = f"/api/games/{made['id']}"
    visitor.ask(f"{game}/intents", {"id": "stone", "number": 0, "intent": {"kind": "move", "move": "B2"}})
    ends = time.monotonic() + _PATIENCE
    while len(moves := json.loads(visitor.ask(game))["moves"]) < 2:
        if time.monotonic() > ends:
            raise RuntimeError(f"the computer has not answered {moves} within {_PATIENCE:.0f} s")
        time.sleep(0.5)


class _Visitor:
    """A visitor of a server, identified by cookies."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._opened = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())

    def ask(self, path: str, body: Mapping[str, Any] | None = None) -> str:
        """Return the text of a page, or the response to a body."""
        sent = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self._address + path, sent, {"content-type": "application/json"})
        with self._opened.open(request, timeout=120) as answer:
            return str(answer.read().decode("utf-8"))
