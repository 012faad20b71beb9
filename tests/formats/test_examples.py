"""The games in examples/ read as plain moves, without a warning."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from tengen import Game
from tengen.formats import sgf

FAULTS = tomllib.loads((Path(__file__).parents[1] / "data" / "faults" / "library.toml").read_text("utf-8"))
GAMES = sorted((Path(__file__).parents[2] / "examples" / "games").glob("*.sgf"))


def test_there_are_a_dozen() -> None:
    assert len(GAMES) == 12


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name)
def test_reads_and_writes_itself(path: Path) -> None:
    record = sgf.read_file(path)
    moves = [node for node in record.main_line() if node.move]
    assert record.warnings == []
    assert set(record.info) == {"RE"}
    assert [node.colour for node in moves] == ["black", "white"] * (len(moves) // 2) + ["black"] * (len(moves) % 2)
    assert record.axes == {"komi": 6.5}
    assert sgf.write(record) == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("case", FAULTS["komi"], ids=lambda case: case["file"])
def test_a_count_gives_the_result_of_the_record(case: dict[str, Any]) -> None:
    (path,) = (path for path in GAMES if path.name == case["file"])
    record = sgf.read_file(path)
    score = Game.from_record(record).score(dead=case["dead"])
    assert (score.black, score.white, score.komi) == (case["black"], case["white"], case["komi"])
    assert record.info["RE"] == f"W+{-score.margin:g}"
