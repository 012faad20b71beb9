"""Faults found by outside testing, in commands and statements about published documents, from tables."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from command_line import Run

from tengen.formats import read_all
from tengen.records import Diagram

CASES = tomllib.loads((Path(__file__).parent.parent / "data/faults/documents.toml").read_text("utf-8"))


@pytest.mark.parametrize("case", CASES["commands"], ids=lambda case: f"{case['item']}: {' '.join(case['command'])}")
def test_commands(run: Run, case: dict[str, Any]) -> None:
    for name, text in case.get("files", {}).items():
        Path(name).write_text(text, encoding="utf-8")
    done = run(*case["command"])
    assert done.exit_code == case.get("exit", 0), done.output
    output = Path(case["reads"]).read_text("utf-8") if "reads" in case else done.output
    for said in case.get("says", []):
        assert said in output
    for said in case.get("never", []):
        assert said not in output


TABLE = Path(__file__).parent.parent / "data" / "faults" / "records.toml"
TOLD: dict[str, list[dict[str, Any]]] = tomllib.loads(TABLE.read_text("utf-8"))
CONVERTED = [(case, to) for case in TOLD["convert"] for to in case["to"]]


@pytest.mark.parametrize(("case", "to"), CONVERTED, ids=[f"{case['name']}, {to}" for case, to in CONVERTED])
def test_what_is_converted(run: Run, tmp_path: Path, case: dict[str, Any], to: str) -> None:
    (tmp_path / "in.sgf").write_text(case["text"], "utf-8")
    result = run("convert", "in.sgf", "out", "--to-format", to, *case["options"])
    assert result.exit_code == case["exit_code"], result.output
    assert (tmp_path / "out").exists() == bool(case["stones"])
    drawn = read_all((tmp_path / "out").read_text("utf-8"), format=to) if case["stones"] else []
    assert [sorted(one.stones()) for one in drawn if isinstance(one, Diagram)] == list(map(sorted, case["stones"]))


@pytest.mark.parametrize("case", TOLD["replay"], ids=lambda case: case["name"])
def test_what_is_replayed(run: Run, tmp_path: Path, case: dict[str, Any]) -> None:
    (tmp_path / "in.sgf").write_text(case["text"], "utf-8")
    result = run("replay", "in.sgf", "--json")
    games = [json.loads(line) for line in result.stdout.splitlines()]
    assert [game["moves"] for game in games] == case["moves"]
    assert [game["game"] for game in games] == sorted({game["game"] for game in games})
    assert result.exit_code == case["exit_code"]


@pytest.mark.parametrize("case", TOLD["show"], ids=lambda case: case["name"])
def test_what_is_shown(run: Run, tmp_path: Path, case: dict[str, Any]) -> None:
    (tmp_path / "in.sgf").write_text(case["text"], "utf-8")
    result = run("show", "in.sgf", *case["options"])
    assert (result.exit_code, result.stdout.splitlines()[-1]) == (0, case["ends"])
