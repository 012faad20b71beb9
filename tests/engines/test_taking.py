"""Chains that are taken whoever begins, and sekis, in which none is."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from tengen import Game
from tengen.engines.dead import estimate_dead, is_taken
from tengen.formats import read_file

ROOT = Path(__file__).parents[2]
SEKIS = tomllib.loads((ROOT / "tests" / "data" / "seki.toml").read_text("utf-8"))["positions"]
PLAIN = [row for row in SEKIS if "rows" in row and "axes" not in row and row["rules"] in ("japanese", "chinese")]


def setup(row: dict[str, Any]) -> Game:
    return Game.setup(row["rules"], row["rows"].split(), tax="seki")


@pytest.mark.parametrize("row", PLAIN, ids=lambda row: str(row["name"]))
def test_no_group_in_seki_is_proved_to_be_taken(row: dict[str, Any]) -> None:
    game = setup(row)
    marked = {label for holding in game.score("area").seki for label in holding.stones}
    heads = {game.chain(label)[0]: label for label in marked if len(game.chain(label)) > 1}
    assert [label for label in heads.values() if is_taken(game, label)] == []


def test_groups_with_too_few_liberties_are_taken_whoever_begins() -> None:
    rows = {row["name"]: row for row in SEKIS}
    assert is_taken(setup(rows["eye-against-none"]), "H4")
    assert not is_taken(setup(rows["eye-against-none"]), "D4")
    assert not is_taken(setup(rows["bent-four"]), "D6")  # by a ko only, which threats may decide


def test_stones_that_live_if_they_move_first_are_not_taken() -> None:
    game = Game.setup("chinese", ["...XO", "XXXXO", "OOOOO", ".O.O.", "OOOOO"], komi=0.5)
    assert not is_taken(game, "A4")
    assert not is_taken(Game.setup("gengo", ["X......", *["......."] * 6]), "A7")  # wide stones are not looked at
    assert not is_taken(Game.setup("tile", [".XO", "XXO", "OO."]), "B3")  # nobody may pass


def test_a_dead_chain_beside_a_shared_point_is_estimated_dead() -> None:
    """White fills A6 and takes A7, whatever Black does; neither can safely fill A7 now, so the mark calls it a seki."""
    game = Game.from_record(read_file(ROOT / "examples" / "games" / "network" / "tao" / "game-005.sgf"))
    assert {"B6", "B7"} <= set(estimate_dead(game))
    alive = Game.setup("japanese", ["..OX.OX..", "..OXXOX..", "..OXOOX..", "..OX.OX.."])
    assert estimate_dead(alive, simulations=500) == ()
