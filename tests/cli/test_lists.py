"""The list of commands, the imports that it needs, and `tengen variants`, `rules`, `boards` and `check`."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from shlex import split
from subprocess import CompletedProcess
from typing import Any

import pytest
from command_line import Run
from data import cases
from man_pages import write
from typer.main import get_command

from tengen import __version__, boards, variants
from tengen.cli import app
from tengen.cli.commands import COMMANDS, examples
from tengen.rules import library
from tengen.rules.preset_files import known


def test_help_and_version(run: Run) -> None:
    assert run("--version").stdout == f"tengen {__version__}\n"


def test_each_command_has_a_whole_line_and_options_of_its_own(run: Run) -> None:
    lines = run("--help").stdout.splitlines()
    for title, rows in COMMANDS.items():
        assert f"{title}:" in lines
        for name, _, about in rows:
            assert [line.split(maxsplit=1) for line in lines].count([name, about]) == 1, name
            assert run(name, "--help").exit_code == 0
    assert not any(line.startswith("  analyse ") for line in lines)


NAMES = [name for rows in COMMANDS.values() for name, *_ in rows]


def test_examples_are_command_lines_and_stand_in_man_pages(tmp_path: Path) -> None:
    write(tmp_path)
    commands: Any = get_command(app)
    for name in NAMES:
        page = (tmp_path / f"tengen-{name}.1").read_text("utf-8")
        assert page.startswith(f".TH TENGEN-{name.upper()} 1")
        for line in examples(name):
            assert line.strip().replace("\\", "\\e").replace("-", "\\-") in page
            program, command, *words = split(line.partition("  #")[0])
            assert (program, command) == ("tengen", name)
            commands.commands[name].imported().make_context(name, words)


@pytest.mark.parametrize(("words", "bash", "fish"), cases("lists", "shells_complete_values"))
def test_shells_complete_values(words: str, bash: str, fish: str, tengen: Callable[..., CompletedProcess[str]]) -> None:
    said = tengen(_TENGEN_COMPLETE="complete_bash", COMP_WORDS=words, COMP_CWORD=str(words.count(" ")))
    assert bash in said.stdout.splitlines()
    action = {"_TYPER_COMPLETE_FISH_ACTION": "get-args", "_TYPER_COMPLETE_ARGS": words}
    assert tengen(_TENGEN_COMPLETE="complete_fish", **action).stdout.count(fish) == 1
    assert fish.partition("\t")[0] in tengen(_TENGEN_COMPLETE="complete_zsh", _TYPER_COMPLETE_ARGS=words).stdout


@pytest.mark.parametrize(("before", "now"), [("analyse", "review"), ("analysis", "analysis-engine")])
def test_names_of_before_still_work(before: str, now: str, run: Run) -> None:
    assert run(before, "--help").stdout.replace(f" {before} [", f" {now} [") == run(now, "--help").stdout


def test_variants(run: Run) -> None:
    listed = run("variants").stdout
    assert all(variant.name in listed for variant in variants())
    told = json.loads(run("variants", "--json").stdout)
    assert [variant["name"] for variant in told] == [variant.name for variant in variants()]
    assert told[0]["axes"]["komi"] == 7.5


def test_all_variants_are_listed_including_unplayable_ones(run: Run) -> None:
    listed = run("variants", "--all").stdout
    told = json.loads(run("variants", "--all", "--json").stdout)
    assert [each["name"] for each in told["variants"]] == [each.name for each in (*variants(), *library())]
    assert [each["name"] for each in told["known"]] == [each.name for each in known()]
    for each in told["known"]:
        assert (f"  {each['title']}: {each['why']}" in listed) == (each["play"] == []) == bool(each["why"])
    torus = next(each for each in told["known"] if each["name"] == "torus")
    assert torus["play"] == [{"variant": "chinese", "board": "9x9 torus"}]


def test_rules(run: Run) -> None:
    told = run("rules", "tile", "--set", "komi=2.5", "--set", "tile_stack=unlimited").stdout
    assert "Tile Go" in told
    assert told.index("tiles = tile") < told.index("suicide = forbidden")
    assert "komi = 2.5" in told
    axes = json.loads(run("rules", "tao", "--set", "tao-price=1,2", "--json").stdout)["axes"]
    assert axes["tao_price"] == [1, 2]


def test_boards(run: Run) -> None:
    listed = run("boards").stdout
    assert all(kind.name in listed for kind in boards.kinds())
    assert len(json.loads(run("boards", "--json").stdout)) == len(boards.kinds())


def test_check(run: Run, tmp_path: Path) -> None:
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text('inherits = "tile"\n[axes]\nkomi = 1.5\n')
    bad.write_text('inherits = "tile"\ncolor = "red"\n[axes]\nkomi = "x"\nsuicid = "allowed"\n')
    assert run("check", good).exit_code == 0
    found = run("check", bad)
    assert found.exit_code == 1
    assert all(word in found.stdout for word in ("color", "komi", "suicid"))
    assert len(json.loads(run("check", bad, "--json").stdout)["problems"]) == 3
    both = json.loads(run("check", good, bad, "--json").stdout)
    assert [(each["file"], len(each["problems"])) for each in both] == [(str(good), 0), (str(bad), 3)]
    assert "komi = 1.5" in run("rules", good).stdout


def test_foreign_text_does_not_steer_the_terminal(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "bad.sgf"
    file.write_bytes(b"(;SZ[9];B[\x1b[2J])")
    for result in (run("show", file), run("replay", file, "--rules", "tile")):
        assert result.exit_code != 0
        assert "\x1b" not in result.output


HEAVY = (
    *("numpy", "numba", "networkx", "igraph", "rich", "typst", "PIL"),
    *("tengen.boards", "tengen.rules", "tengen.formats", "tengen.kernel", "tengen.game"),
)


def imported(*lines: str, **environment: str) -> set[str]:
    """Return the heavy packages imported after running some command lines in one process."""
    script = (
        "import sys\nfrom tengen.cli import main\n"
        f"for line in {lines!r}:\n    sys.argv = ['tengen', *line.split()]\n"
        "    try:\n        main()\n    except SystemExit as left:\n        assert not left.code, line\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, env={**os.environ, **environment}
    )
    return {*eval(done.stderr)}


_COMPLETE = {"_TENGEN_COMPLETE": "complete_bash", "COMP_WORDS": "tengen ", "COMP_CWORD": "1"}


@pytest.mark.parametrize(("line", "environment"), [("--help", {}), ("--version", {}), ("", _COMPLETE)])
def test_no_command_is_imported_for_the_list_of_them(line: str, environment: dict[str, str]) -> None:
    assert imported(line, **environment) == set()


def test_help_needs_no_machinery() -> None:
    found = imported(*(f"{name} --help" for name in NAMES))
    assert found <= {"tengen.boards", "tengen.rules", "tengen.formats"}
    assert imported("variants --json") <= found


def test_records_are_converted_without_the_rules(tmp_path: object) -> None:
    sgf = f"{tmp_path}/a.sgf"
    with open(sgf, "w", encoding="utf-8") as file:
        file.write("(;GM[1]SZ[9];B[cc])")
    assert not imported(f"convert {sgf} {tmp_path}/a.json") & {"numba", "tengen.kernel", "tengen.game"}
