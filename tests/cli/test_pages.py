"""Examples, pictures and numbers of the README and of the pages: commands work, and print and draw what is shown."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from pathlib import Path
from shlex import split
from typing import Any
from xml.etree import ElementTree

import pytest
from command_line import Run
from data import load
from drawn_pages import check_drawn
from typer.testing import CliRunner

from tengen import Game, boards, variant
from tengen.cli.commands import app
from tengen.formats import read_file, sgf
from tengen.game.named_positions import named_position
from tengen.match.regression.suite import parse_suite
from tengen.records import Node
from tengen.solve.counting.totals import games, legal_positions
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
    """Return a folder with the files that the pages speak of."""
    record = read_file(ROOT / "examples" / "games" / "game-09.sgf")
    nodes = list(record.main_line())
    nodes[11].children.append(Node(move="K10", colour="white"))
    nodes[40].children = []
    (tmp_path / "game.sgf").write_text(sgf.write(record), "utf-8")
    (tmp_path / "lesson.sgf").write_text("(;SZ[5];B[cc];AW[bb];W[aa])")
    (tmp_path / "diagram.txt").write_text("$$B A test\n$$ | . 1 X |\n$$ | 2 O . |\n")
    return tmp_path


EXAMPLES = [*commands("command-line.md", "show", "book"), *commands("book.md", "book")]


@pytest.mark.parametrize("line", EXAMPLES)
def test_the_examples_work(line: str, run: Run, folder: Path) -> None:
    words = split(line)[1:]
    result = run(*words, lines=(folder / "game.sgf").read_text() if "-" in words else "")
    assert result.exit_code == 0, result.output
    named = [word for word in words if re.search(r"\.(svg|png|pdf|gif|webp|md|html)$", word)]
    for name in named:
        stem = Path(name).stem
        assert (folder / name).exists() or (folder / f"{stem}-1.svg").exists()


def test_the_example_in_python(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (code,) = re.findall(r"^```python\n(.*?)^```$", (DOCS / "book.md").read_text("utf-8"), re.MULTILINE | re.DOTALL)
    monkeypatch.chdir(folder)
    made: dict[str, list[str]] = {}
    exec(code, made)
    assert capsys.readouterr().out.startswith("Figure 1 (1–30) ()\n")
    assert all(drawn.startswith("<svg ") for drawn in made["drawn"])


TRIPLE_KO = re.search(
    r"^\$ (tengen solve --position triple-ko.*?)\n(.*?)^```$", (DOCS / "solving.md").read_text("utf-8"), re.M | re.S
)


def test_the_triple_ko_is_solved_as_the_page_says(run: Run) -> None:
    assert TRIPLE_KO is not None
    assert run(*split(TRIPLE_KO[1])[1:]).stdout == TRIPLE_KO[2]


def test_the_game_of_417_moves_is_shown_as_its_page_says(run: Run) -> None:
    page = (DOCS / "game-417.md").read_text("utf-8")
    (shown,) = re.findall(r"^```console\n\$ tengen (.*?) \| tail -5\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert run(*split(shown[0])).stdout.splitlines()[-5:] == shown[1].splitlines()


@pytest.mark.slow
def test_the_values_of_the_triple_ko_are_those_of_the_page() -> None:
    page = (DOCS / "solving.md").read_text("utf-8")
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


FINITENESS = (ROOT / "docs" / "finiteness.md").read_text("utf-8")
FINITENESS_COMMANDS = re.findall(r"^tengen (show .*)$", FINITENESS, re.MULTILINE)


@pytest.mark.parametrize("line", FINITENESS_COMMANDS)
def test_its_pictures_are_what_its_commands_draw(line: str, tmp_path: Path) -> None:
    check_drawn(line, FINITENESS, tmp_path)


def test_every_test_that_it_names_exists() -> None:
    sources = [
        (ROOT / "tests" / "game" / name).read_text("utf-8") for name in ("test_finiteness.py", "test_properties.py")
    ]
    named = set(re.findall(r"`(test_\w+)`", FINITENESS))
    assert len(named) >= 7
    assert not [name for name in named if not any(f"def {name}(" in source for source in sources)]


REGRESSION = (Path(__file__).parents[2] / "docs" / "regression.md").read_text(encoding="utf-8")


def test_its_options_are_options_and_all_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        app(["regress", "--help"], standalone_mode=True)
    helped = set(re.findall(r"--[a-z]+", capsys.readouterr().out)) - {"--help"}
    assert set(re.findall(r"--[a-z]+", REGRESSION)) - {"--mode"} == helped


def test_its_file_can_be_read() -> None:
    (text,) = re.findall(r"```\n(# A comment.*?)```", REGRESSION, re.DOTALL)
    suite = parse_suite("page.tst", text)
    expected = [step.expected for step in suite.steps if step.expected is not None]
    assert [(each.text, each.fails) for each in expected] == [("E4|D1", False), ("!A1", True)]


COUNTING = (DOCS / "counting.md").read_text("utf-8")
COUNTS = re.findall(r"^tengen count .*?(?= {2,}#|$)", (DOCS / "command-line.md").read_text("utf-8"), re.MULTILINE)


def test_what_the_page_shows_is_printed(run: Run) -> None:
    shown = re.findall(r"^\$ (tengen count .*)\n(.*)$", COUNTING, re.MULTILINE)
    assert len(shown) == 3
    for command, output in shown:
        assert run(*split(command)[1:]).stdout == f"{output}\n"


@pytest.mark.parametrize("line", COUNTS)
def test_the_command_lines_work(line: str, run: Run) -> None:
    result = run(*split(line)[1:])
    assert result.exit_code == 0, result.output


def test_the_numbers_in_the_python_example() -> None:
    assert "# 691688595361\n" in COUNTING
    assert legal_positions(boards.parse("5x5 torus")) == 691688595361
    assert games(boards.parse("2x1"), variant("tromp-taylor").rules) == 9


def test_the_numbers_of_games_are_those_of_the_tests() -> None:
    """Every number in the page's table is one that the (slow) tests hold to be right."""
    held = {row["games"] for row in load("game_counts")["counts"]}
    rows = re.findall(r"^\| \d×\d \| .*$", COUNTING.partition("## Games")[2], re.MULTILINE)
    shown = {int(number.replace(",", "")) for row in rows for number in re.findall(r"\d{1,3}(?:,\d{3})+", row)}
    assert len(shown) == 6
    assert shown <= held


FORMAL = (ROOT / "docs" / "formal.md").read_text("utf-8")
PICTURES = {
    "eyes": ((ROOT / "docs" / "formal" / "eyes.txt").read_text("utf-8"), 400),
    "safe": ("XXXX.\n.X..X\n", 300),
    "alive": ("..XO.X\nXXXXXX\n", 300),
}
AGAIN = "the page is older than the program: run its commands again"


def examples() -> Iterator[tuple[str, str]]:
    """Yield every command of the page and what it is to print."""
    for block in re.findall(r"^```console\n(.*?)^```$", FORMAL, re.MULTILINE | re.DOTALL):
        for example in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            line, _, printed = example.partition("\n")
            yield line, printed


@pytest.mark.parametrize(("line", "printed"), [*examples()], ids=lambda text: text[:60])
def test_commands_print_what_the_page_shows(
    line: str, printed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = re.fullmatch(r"(?:printf '(.*)' \| )?tengen (.*)", line)
    assert found, line
    monkeypatch.chdir(tmp_path)
    words = split(found[2].replace("docs/formal/", f"{ROOT}/docs/formal/"))
    result = CliRunner().invoke(app, words, input=codecs.decode(found[1] or "", "unicode_escape"))
    assert result.exit_code in (0, 1)
    assert result.output.strip() == printed.strip(), AGAIN


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_are_what_is_drawn(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text, size = PICTURES[name]
    monkeypatch.chdir(tmp_path)
    assert CliRunner().invoke(app, ["formal", "-", "--svg", "it.svg", "--size", str(size)], input=text).exit_code == 0
    shown = (ROOT / "docs" / "formal" / f"{name}.svg").read_text("utf-8")
    ElementTree.fromstring(shown)
    assert (tmp_path / "it.svg").read_text("utf-8") == shown, AGAIN
    assert f"(formal/{name}.svg)" in FORMAL


def test_the_example_of_formal_in_python(capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = re.findall(r"^```python\n(.*?)^```$", FORMAL, re.MULTILINE | re.DOTALL)
    exec(code, {})
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("BrokenPostulate(postulate=3, where=3, what='Equals configuration 1")
    assert said[1] == "True"
