"""The games in examples/ read as plain moves, without a warning."""

from __future__ import annotations

from pathlib import Path

import pytest

from tengen.formats import sgf

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
    assert sgf.write(record) == path.read_text(encoding="utf-8")
