"""Errors of every command: one line, exit code 2, and no file touched."""

import sys
from pathlib import Path

import pytest
from command_line import Run
from data import load
from example_counts import first
from test_convert import DRAWN

from tengen import Game

REFUSED: dict[str, list[tuple[tuple[object, ...], str]]] = load("refused/commands")
"""By the first words of a command: further words (PYTHON is this program), and a part of the message."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    for name, text in {
        "game.sgf": "(;SZ[5]PB[Anna]RU[Chinese]GN[A game]C[Hello];B[cc];W[bb]C[Well](;B[bc];W[cb])(;B[dd]))",
        "odd.svg": "(;SZ[5];B[cc])",
        "bad.sgf": "(;SZ[5];B[cc];W[cc])",
        "one.sgf": "(;GM[1]SZ[19];B[aa])",
        "two.sgf": 2 * "(;GM[1]SZ[9:2];B[aa];W[ba];B[ca])",
        "clicks.txt": "1 (2 2)",
        "both.md": f"{DRAWN}\nand (;SZ[9])",
        "petersen.json": Game(board="graph:petersen").to_json(),
        "binary.bin": "GIF89a\0\0",
        "file.txt": "kept",
        "bad.csv": "a,b\n",
        "binary.csv": "\xff\0\n",
    }.items():
        (tmp_path / name).write_text(text, encoding="latin-1" if name == "binary.csv" else "utf-8")
    (tmp_path / "folder.svg").mkdir()
    return tmp_path


ROWS = [(command, words, said) for command, rows in REFUSED.items() for words, said in rows]


@pytest.mark.parametrize(("command", "words", "said"), first(40, ROWS))
def test_what_cannot_be_is_refused(command: str, words: tuple[object, ...], said: str, run: Run, folder: Path) -> None:
    before = {path: path.is_file() and path.read_bytes() for path in folder.rglob("*")}
    result = run(*command.split(), *(sys.executable if word == "PYTHON" else word for word in words))
    assert result.exit_code == 2
    assert result.stdout == "" or "--proof" in command  # which comes after the value
    assert said in " ".join(result.stderr.split())
    assert len(result.stderr.splitlines()) == 1 or result.stderr.startswith("Usage: ")
    assert {path: path.is_file() and path.read_bytes() for path in folder.rglob("*")} == before
