"""What is tried of a release, and on the other systems, reaches the compiled search: a book would hide its faults."""

from __future__ import annotations

import io
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import trials
from test_workflow import WORKFLOW
from typer.testing import CliRunner

from tengen.cli import app
from tengen.cli.play import gtp
from tengen.gtp import Engine, Script, Session
from tengen.players import MCTS

TYPED = re.compile(r"printf '(?P<typed>.*)' \| tengen (?P<words>play .*)")


@pytest.fixture
def searched(monkeypatch: pytest.MonkeyPatch) -> Callable[[tuple[str, ...], str], bool]:
    """Return a function that gives a command lines to read, and says whether it searches for a move."""
    searches: list[object] = []
    choose = MCTS.choose

    def counted(self: MCTS, *given: object) -> object:
        searches.append(given)
        return choose(self, *given)  # type: ignore[arg-type]

    def run(words: tuple[str, ...], typed: str) -> bool:
        def talk(engine: Engine) -> None:
            Session(engine, Script(io.StringIO(typed, newline="\n")), io.StringIO()).run()

        searches.clear()
        monkeypatch.setattr(gtp, "_run", talk)
        done = CliRunner().invoke(app, [*words], input=typed)
        assert done.exit_code == 0, done.output
        return bool(searches)

    monkeypatch.setattr(MCTS, "choose", counted)
    return run


def test_a_release_is_tried_with_searches_and_once_with_the_book(
    searched: Callable[[tuple[str, ...], str], bool],
) -> None:
    tried = [
        (words[1:], typed) for words, typed, _ in trials.BARE if words[:2] in {("tengen", "play"), ("tengen", "gtp")}
    ]
    assert [(words[0], searched(words, typed)) for words, typed in tried] == [
        ("play", True), ("gtp", True), ("gtp", False)
    ]  # fmt: skip


def test_other_systems_are_tried_with_a_search(searched: Callable[[tuple[str, ...], str], bool]) -> None:
    (found,) = filter(None, (TYPED.search(step.get("run", "")) for step in WORKFLOW["jobs"]["elsewhere"]["steps"]))
    assert searched((*shlex.split(found["words"]),), found["typed"].replace("\\n", "\n"))


class Sources:
    """The programs of these sources, at home in a folder."""

    def __init__(self, home: Path) -> None:
        self._environment = os.environ | {"HOME": str(home), "XDG_DATA_HOME": str(home)}

    def start(self, *words: str) -> subprocess.Popen[str]:
        """Start a program of theirs."""
        return subprocess.Popen(
            [sys.executable, "-m", *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            env=self._environment,
        )


@pytest.mark.slow
def test_the_page_of_a_release_is_tried_with_an_answer_of_the_computer(tmp_path: Path) -> None:
    trials.try_serve(Sources(tmp_path))
    (kept,) = tmp_path.rglob("games.db")
    assert kept.stat().st_size
