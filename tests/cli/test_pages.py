"""The examples of the pages on showing, drawing and printing: every command works, and writes its files."""

import re
from pathlib import Path
from shlex import split
from typing import Any

import pytest
from command_line import Run
from example_counts import first

from tengen import Game
from tengen.formats import read_file, sgf
from tengen.game.named_positions import named_position
from tengen.records import Node
from tengen.solve.value import value

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"


def commands(page: str, *words: str) -> list[str]:
    """Return a page's commands that begin with one of these words."""
    blocks = re.findall(r"^```\n(.*?)^```$", (DOCS / page).read_text("utf-8"), re.MULTILINE | re.DOTALL)
    lines = [line.partition("  #")[0].strip() for block in blocks for line in block.splitlines()]
    return [line for line in lines if line.startswith(tuple(f"tengen {word} " for word in words))]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    record = read_file(ROOT / "examples" / "games" / "game-09.sgf")
    nodes = list(record.main_line())
    nodes[11].children.append(Node(move="K10", colour="white"))
    nodes[40].children = []
    (tmp_path / "game.sgf").write_text(sgf.write(record), "utf-8")
    (tmp_path / "lesson.sgf").write_text("(;SZ[5];B[cc];AW[bb];W[aa])")
    (tmp_path / "diagram.txt").write_text("$$B A test\n$$ | . 1 X |\n$$ | 2 O . |\n")
    return tmp_path


EXAMPLES = [*commands("reference/command-line.md", "show", "book"), *commands("how/book.md", "book")]


@pytest.mark.parametrize("line", first(9, EXAMPLES))
def test_the_examples_work(line: str, run: Run, folder: Path) -> None:
    words = split(line)[1:]
    result = run(*words, lines=(folder / "game.sgf").read_text() if "-" in words else "")
    assert result.exit_code == 0, result.output
    named = [word for word in words if re.search(r"\.(svg|png|pdf|gif|webp|md|html)$", word)]
    for name in named:
        stem = Path(name).stem
        assert (folder / name).exists() or (folder / f"{stem}-1.svg").exists()


TRIPLE_KO = re.search(
    r"^\$ (tengen solve --position triple-ko.*?)\n(.*?)^```$", (DOCS / "why/solving.md").read_text("utf-8"), re.M | re.S
)


@pytest.mark.slow
def test_the_values_of_the_triple_ko_are_those_of_the_page() -> None:
    page = (DOCS / "why/solving.md").read_text("utf-8")
    points = split(TRIPLE_KO[1])[split(TRIPLE_KO[1]).index("--points") + 1].split() if TRIPLE_KO else []
    rows = re.findall(r"^\| (Black|White) \| ([a-z, ]+) \| ([-+]\d+) \| ([-+]\d+) \| ([-+]\d+) \|$", page, re.M)
    assert [len(rules.split(", ")) for _, rules, *_ in rows] == [3, 2, 1]
    for side, rules, *values in rows:
        for rule in rules.split(", "):
            for number, expected in enumerate(values, 1):
                diagram = named_position(f"triple-ko-{number}")
                axes: dict[str, Any] = {"to_play": side.lower(), "repetition": rule, "komi": 0}
                game = Game.setup("chinese", list(diagram.rows), **axes)
                assert value(game, points=points).exact == int(expected), (number, side, rule)
