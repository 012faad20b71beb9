"""Who created a position (spec 1.5), however it came about."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from talking import engine, talk

from tengen.formats import sgf
from tengen.game.game_records import record_variant
from tengen.game.record_walk import walk

CASES = tomllib.loads((Path(__file__).parent.parent / "data/faults/documents.toml").read_text("utf-8"))["creators"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["way"])
def test_who_created_a_position(case: dict[str, Any]) -> None:
    if "gtp" in case:
        player = engine()
        assert "?" not in talk("\n".join(case["gtp"]), player)
        game = player.game
    else:
        record = sgf.read(case["sgf"])
        stages = walk(record, record_variant(record))
        game = next(stage.game.copy() for number, stage in enumerate(stages) if number == case["node"])
    assert game.situations[0].creator == case["creator"]
