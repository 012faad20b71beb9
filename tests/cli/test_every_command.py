"""Every command: exit codes and streams with --json, -, a missing and a damaged file, in a pipe and on Ctrl-C."""

import json
import os
import re
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from command_line import Run

from tengen.cli import app
from tengen.cli.commands import COMMANDS

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/reference/command-line.md").read_text("utf-8")
TABLE = {name: cells for name, *cells in re.findall(r"^\| `([a-z-]+)` \| (.*?) ?\| (.*?) ?\| (.*?) ?\|$", PAGE, re.M)}
"""The page's facts about each command: whether it prints JSON and reads -, and its exit code for a damaged file."""
QUICK: dict[str, str] = tomllib.loads((ROOT / "tests/data/commands/quick.toml").read_text("utf-8"))


class Refusing:
    """A standard output that fails on writing: with Ctrl-C once, or always with a broken pipe."""

    encoding = "utf-8"

    def __init__(self, error: type[BaseException]) -> None:
        self.error: type[BaseException] | None = error
        self.buffer = self

    def isatty(self) -> bool:
        return False

    def flush(self) -> None:
        pass

    def fileno(self) -> int:
        return os.open(os.devnull, os.O_WRONLY)

    def write(self, text: Any) -> int:
        error = self.error if text else None  # Rich writes nothing while it captures
        if error is KeyboardInterrupt:
            self.error = None
        if error is not None:
            raise error
        return len(text)


def read_json(text: str) -> Any:
    """Return the printed value, or a list of those on the lines."""
    try:
        return json.loads(text)
    except ValueError:
        return [json.loads(line) for line in text.splitlines()]


@pytest.fixture
def files(run: Run, request: pytest.FixtureRequest) -> None:
    """Write the files that quick runs use, and a damaged one."""
    Path("game.sgf").write_text("(;SZ[5]PB[Anna]RU[Chinese]KM[7.5];B[cc];W[bb];B[bc];W[cb])", "utf-8")
    Path("own.toml").write_text('title = "My own"\ninherits = "tile"\n', "utf-8")
    Path("small.txt").write_text("..\n..\n", "utf-8")
    Path("game.clicks").write_text("1 (1,0) 2 - 3 pass", "utf-8")
    Path("damaged.bin").write_bytes(b"GIF89a\0\0")
    if "check-proof" in request.node.name:
        proved = run("solve", "--board", "1x2", "--set", "repetition=ko", "--proof", "proof.jsonl")
        assert proved.exit_code == 0, proved.output


def test_the_table_names_every_command() -> None:
    assert [*TABLE] == [name for rows in COMMANDS.values() for name, *_ in rows]


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("name", QUICK)
def test_exit_codes_and_streams(name: str, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    prints_json, reads_stream, damaged = TABLE[name]
    words = QUICK[name].split()
    done = run(name, *words)
    assert done.exit_code == 0, done.output
    told = run(name, *words, "--json", *(["-"] if "-" in prints_json else []))
    if prints_json:
        assert told.exit_code == 0, told.output
        assert read_json(told.stdout) is not None
    else:
        assert (told.exit_code, told.stdout) == (2, "")
        assert "No such option" in told.stderr
    for error, code in ((BrokenPipeError, 0), (KeyboardInterrupt, 130)):
        with monkeypatch.context() as patched:
            patched.setattr(sys, "stdout", Refusing(error))
            with pytest.raises(SystemExit) as left:
                app([name, *words], prog_name="tengen")
        assert left.value.code == code, error
    file = next((word for word in words if Path(word).is_file()), "")
    if damaged:
        swapped = [[word.replace(file, other) for word in words] for other in ("missing.sgf", "damaged.bin", "-")]
        missing, broken = run(name, *swapped[0]), run(name, *swapped[1])
        assert (missing.exit_code, missing.stdout, "missing.sgf" in missing.stderr) == (2, "", True)
        assert (broken.exit_code, broken.stdout == "") == (int(damaged), damaged == "2"), broken.output
        assert run(name, *swapped[2], lines=Path(file).read_text("utf-8")).exit_code == (0 if reads_stream else 2)
