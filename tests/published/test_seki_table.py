"""The table of sekis (spec 1.13a): every position can be set up, and counts without a tax as it was counted by hand."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from tengen import Game

POSITIONS = tomllib.loads((Path(__file__).parents[1] / "data" / "seki.toml").read_text("utf-8"))["positions"]
SETUP = ("board", "tiles", "prisoners", "to_play")


@pytest.mark.parametrize("row", POSITIONS, ids=lambda row: str(row["name"]))
@pytest.mark.parametrize("kind", ["territory", "area"])
def test_a_position_counts_as_by_hand(row: dict[str, Any], kind: Any) -> None:
    stones = row["rows"].split() if "rows" in row else row["stones"]
    game = Game.setup(row["rules"], stones, **{name: row[name] for name in SETUP if name in row}, **row.get("axes", {}))
    score = game.score(kind, dead=row["dead"])
    assert [score.black, score.white] == row[kind]["none"]
    assert all(game.content(label) in ("black", "white") for label in row["seki"])
    assert all(score.owner[label] is None for label in row["dame"])
