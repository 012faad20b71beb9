"""Leads of two analysis engines compared: `benchmarks.leads`."""

import shlex
import sys
from pathlib import Path

import pytest

from benchmarks.leads import leads_of, query_of
from tengen.game import Game
from tengen.records import TengenError

_ENGINE = """
import json, sys
for line in sys.stdin:
    query = json.loads(line)
    for turn in reversed(query["analyzeTurns"]):
        info = {"scoreLead": turn + len(query["moves"]) + query["komi"]}
        print(json.dumps({"id": query["id"], "turnNumber": turn, "rootInfo": info}))
"""


def engine(folder: Path, text: str = _ENGINE) -> str:
    (folder / "engine.py").write_text(text)
    return shlex.join([sys.executable, str(folder / "engine.py")])


def test_leads_come_in_the_order_of_moves(tmp_path: Path) -> None:
    game = Game("chinese", board="9x9")
    game.play("E5")
    game.play("E4")
    found = leads_of(engine(tmp_path), [query_of("a", game, 5)])
    assert found == {"a": [2 + game.rules.komi + turn for turn in range(3)]}


def test_an_engine_that_ends_early_is_named(tmp_path: Path) -> None:
    with pytest.raises(TengenError, match="ended before all positions of a"):
        leads_of(engine(tmp_path, ""), [query_of("a", Game("chinese", board="9x9"), 5)])
