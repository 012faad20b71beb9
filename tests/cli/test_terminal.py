"""Output to terminals: narrow tables, ASCII, names with control characters, progress."""

import io
import json
import re
import sys
import time
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from command_line import Run
from rich.table import Table

from tengen.cli import terminal
from tengen.cli.terminal import as_json, gauge, print_table, progress

Tengen = Callable[..., "CompletedProcess[str]"]


class Terminal(io.StringIO):
    """A stream that claims to be a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("width", [24, 40, 60, 72, 80, 200])
def test_tables_lose_nothing_however_narrow(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Terminal()
    monkeypatch.setattr(sys, "stdout", stream)
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    table = Table("kind", "what it is", "for example", box=None)
    table.columns[2].overflow = "fold"
    table.add_row("torus", "a grid whose opposite sides are joined", "9x9 torus without A1 B2 C3")
    table.add_row("json", "points", "{" + "x" * 90 + "}")
    print_table(table)
    shown = re.sub(r"\x1b\[\d*m", "", stream.getvalue())
    assert max(map(len, shown.splitlines())) <= width
    letters = "".join(shown.split())
    assert letters.count("x") >= 90
    for word in ("torus", "grid", "whose", "opposite", "sides", "joined", "A1", "B2", "C3"):
        assert word in letters
    assert "…" not in shown


def test_json_in_ascii_terminals_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    told = {"name": "黑嘉嘉"}
    assert "黑" in as_json(told)
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding="ascii"))
    assert as_json(told).isascii()
    assert json.loads(as_json(told)) == told


def test_names_in_ascii_terminals_are_ascii(tengen: Tengen, tmp_path: Path) -> None:
    (tmp_path / "game.sgf").write_text("(;SZ[5]CA[UTF-8]PB[黑嘉嘉]PW[Zoë];B[cc])", "utf-8")
    told = tengen("show", "game.sgf", PYTHONIOENCODING="ascii:replace")
    assert told.stdout.startswith("??? (Black), Zo? (White)")
    assert told.stdout.isascii()
    refused = tengen("show", "zoë.sgf", PYTHONIOENCODING="ascii:replace")
    assert refused.stderr.isascii()


def test_file_names_do_not_steer_the_terminal(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "a\x1b[2Jb.sgf"
    file.write_text("(;SZ[5];W[cc];AB[aa])")
    for words in (["replay", file, "--rules", "tile"], ["check", file], ["show", tmp_path / "none\x1b[2J"]):
        assert "\x1b" not in run(*words).output


def test_progress_is_not_shown_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)
    with progress("Drawing", 3) as step:
        step()
        step()
    assert not stream.getvalue()


@pytest.mark.parametrize("steps", [0, 1, 2])
def test_progress_appears_by_itself_after_a_while(steps: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """As with an engine that takes minutes for its first answer."""
    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(terminal, "_SOON", 0.05)
    monkeypatch.setenv("TERM", "xterm")
    with gauge() as show:
        show(0.0, "0 of 77 positions")
        for done in range(1, steps + 1):
            time.sleep(0.15)
            show(done / 77, f"{done} of 77 positions")
        until = time.monotonic() + 20
        while f"{steps} of 77 positions" not in stream.getvalue() and time.monotonic() < until:
            time.sleep(0.05)
    shown = stream.getvalue()
    assert f"{steps} of 77 positions" in shown
    time.sleep(0.1)
    assert stream.getvalue() == shown, "nothing is shown when it is over"


def test_no_progress_without_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminal, "_SOON", 0.01)
    for stream, shown in ((io.StringIO(), True), (Terminal(), False)):
        monkeypatch.setattr(sys, "stderr", stream)
        with progress("Drawing", 2, shown=shown) as step:
            step()
            time.sleep(0.1)
            step()
        assert not stream.getvalue()
