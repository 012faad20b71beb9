"""docs/formal.md: every command prints what the page shows, and its pictures are what Tengen draws."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from pathlib import Path
from shlex import split
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

from tengen.cli import app

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "formal.md").read_text("utf-8")
PICTURES = {
    "eyes": ((ROOT / "docs" / "formal" / "eyes.txt").read_text("utf-8"), 400),
    "safe": ("XXXX.\n.X..X\n", 300),
    "alive": ("..XO.X\nXXXXXX\n", 300),
}
AGAIN = "the page is older than the program: run its commands again"


def examples() -> Iterator[tuple[str, str]]:
    """Yield every command of the page and what it is to print."""
    for block in re.findall(r"^```console\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL):
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
    assert f"(formal/{name}.svg)" in PAGE


def test_the_page_is_in_the_table_of_contents() -> None:
    assert len(list(examples())) >= 8
    assert "      - formal.md\n" in (ROOT / "mkdocs.yml").read_text("utf-8")


def test_the_example_in_python(capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    exec(code, {})
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("BrokenPostulate(postulate=3, where=3, what='Equals configuration 1")
    assert said[1] == "True"
