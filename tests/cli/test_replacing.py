"""No command replaces a file unasked, whatever it writes; with --force each does."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_line import Run
from written_problems import WRITTEN

from tengen import Game

WRITERS: list[tuple[tuple[str, ...], str]] = [
    (("show", "game.sgf", "--svg", "out.svg"), "out.svg"),
    (("show", "game.sgf", "--png", "out.png"), "out.png"),
    (("show", "game.sgf", "--pdf", "out.pdf"), "out.pdf"),
    (("show", "game.sgf", "--animate", "out.gif", "--size", "90"), "out.gif"),
    (("life", "game.sgf", "--svg", "out.svg"), "out.svg"),
    (("convert", "game.sgf", "out.json"), "out.json"),
    (("convert", "game.sgf", "out.svg"), "out.svg"),
    (("book", "game.sgf", "-o", "out.md"), "out.md"),
    (("book", "game.sgf", "-o", "out.md"), "out-figures/figure-1.svg"),
    (("book", "game.sgf", "-o", "out.svg"), "out.svg"),
    (("book", "game.sgf", "-o", "out.pdf"), "out.pdf"),
    (("problems", "some.toml"), "some.lines.toml"),
]
"""Commands, and a file that each writes."""


@pytest.fixture
def game(run: Run) -> None:
    played = Game("chinese", board="5x5")
    played.play("C3")
    Path("game.sgf").write_text(played.sgf(), "utf-8")
    Path("some.toml").write_text(WRITTEN, "utf-8")


@pytest.mark.usefixtures("game")
@pytest.mark.parametrize(("words", "name"), WRITERS, ids=[f"{words[0]} {name}" for words, name in WRITERS])
def test_nothing_is_replaced_unasked(run: Run, words: tuple[str, ...], name: str) -> None:
    there = Path(name)
    there.parent.mkdir(exist_ok=True)
    there.write_bytes(b"mine")
    refused = run(*words)
    assert (refused.exit_code, f"{name} is there already; --force replaces it" in refused.stderr) == (2, True)
    assert there.read_bytes() == b"mine"
    assert not list(Path().rglob(".tengen-*"))
    made = run(*words, "--force")
    assert made.exit_code == 0, made.output
    assert there.read_bytes() != b"mine"
    assert not list(Path().rglob(".tengen-*"))


def test_a_gallery_is_not_replaced_unasked(run: Run) -> None:
    Path("pictures").mkdir()
    Path("pictures/index.md").write_text("mine", "utf-8")
    refused = run("gallery", "pictures")
    assert (refused.exit_code, "index.md is there already; --force" in refused.stderr) == (2, True)
    assert [path.name for path in Path("pictures").iterdir()] == ["index.md"]
