"""The table of sekis (spec 1.13a): every position counts as by hand, under every tax, in both scorings."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from oracle import Oracle

from tengen import Game

POSITIONS = tomllib.loads((Path(__file__).parents[1] / "data" / "seki.toml").read_text("utf-8"))["positions"]
SETUP = ("board", "tiles", "prisoners", "to_play")
KINDS = ("territory", "area")
every_row = pytest.mark.parametrize("row", POSITIONS, ids=lambda row: str(row["name"]))
every_kind = pytest.mark.parametrize("kind", KINDS)


def game_of(row: dict[str, Any], tax: str) -> Game:
    stones = row["rows"].split() if "rows" in row else row["stones"]
    given = {name: row[name] for name in SETUP if name in row}
    return Game.setup(row["rules"], stones, **given, **(row.get("axes", {}) | {"tax": tax}))


def oracle_of(game: Game) -> Oracle:
    points = {label: point for point, label in enumerate(game.board.labels)}
    stones = {points[label]: colour for label, colour in game.stones.items() if colour != "tao"}
    tao = [points[label] for label, content in game.stones.items() if content == "tao"]
    return Oracle(
        game.board,
        game.rules,
        stones=stones,
        tao=tao,
        prisoners={str(side): held for side, held in game.prisoners.items()},
    )


def check(row: dict[str, Any], tax: str, kind: Any, wanted: list[float], seki: Any = None, dead: Any = None) -> None:
    game = game_of(row, tax)
    dead = row["dead"] if dead is None else dead
    score = game.score(kind, dead=dead, seki=seki)
    assert [score.black, score.white] == wanted
    point = game.board.labels.index
    named = None if seki is None else [point(label) for label in seki]
    black, white, owner = oracle_of(game).score(kind, [point(label) for label in dead], named)
    assert [black, white] == wanted
    assert [owner[p] for p in range(len(game.board))] == [score.owner[label] for label in game.board.labels]


@every_row
@every_kind
@pytest.mark.parametrize("tax", ["none", "all"])
def test_a_position_counts_as_by_hand(row: dict[str, Any], kind: str, tax: str) -> None:
    check(row, tax, kind, row[kind][tax])


@every_row
@every_kind
def test_what_the_players_agree_on_counts(row: dict[str, Any], kind: str) -> None:
    check(row, "seki", kind, row[kind]["seki"], row["seki"])


@every_row
def test_the_automatic_mark_counts(row: dict[str, Any]) -> None:
    check(row, "seki", "territory", row.get("auto_territory", row["territory"]["seki"]))
    if "auto_territory_nothing_off" in row:
        check(row, "seki", "territory", row["auto_territory_nothing_off"], dead=())


@every_row
def test_the_automatic_mark_says_why(row: dict[str, Any]) -> None:
    game = game_of(row, "seki")
    score = game.score("territory", dead=row["dead"])
    stones = [{*holding.stones} for holding in score.seki]
    assert len(stones) == len(row["auto"])
    assert all(any(label in held for held in stones) for label in row["auto"])
    assert sorted(score.shared) == sorted(row["shared"])
    assert sorted((*score.shared, *score.dame)) == sorted(row["dame"])
    assert all(holding.shared and set(holding.shared) <= set(row["shared"]) for holding in score.seki)
    assert all(score.owner[label] is None for label in (*row["dame"], *score.taxed))
