"""The library of known variants: positions worked out by hand, in the game and in the oracle, and random starts."""

import tomllib
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest
from agreement import as_tuple
from oracle import Oracle

from tengen import boards
from tengen.boards.rims import inside
from tengen.game import Game
from tengen.records import TengenError
from tengen.rules import library, load_variant, to_toml

POSITIONS = tomllib.loads((Path(__file__).parents[1] / "data" / "variants.toml").read_text("utf-8"))["position"]


def game_at(case: dict[str, Any]) -> Game:
    """Return the game of a position before its moves: set up, or as the variant begins."""
    stones = {label: colour for colour in ("black", "white") for label in case.get(colour, ())}
    if not stones and "to_play" not in case:
        return Game(case["variant"], board=case.get("board"), seed=case.get("seed"))
    to_play = case.get("to_play", "black")
    return Game.setup(case["variant"], stones, board=case.get("board"), to_play=to_play)


def oracle_of(game: Game) -> Oracle:
    stones = {game.board.point(label): str(colour) for label, colour in game.stones.items()}
    return Oracle(game.board, game.rules, stones=stones, to_play=game.to_play)


@pytest.mark.parametrize("case", POSITIONS, ids=lambda case: case["variant"])
def test_positions_are_judged_as_published(case: dict[str, Any]) -> None:
    game = game_at(case)
    oracle = oracle_of(game)
    for label in (*case.get("play", ()), *([case["last"]] if "last" in case else [])):
        oracle.play(as_tuple(game.play(label).move))
    move = game.read_move(case.get("legal") or case.get("illegal") or "pass")
    reasons = [str(reason) for reason in game.why_not(move)]
    assert reasons == [str(reason) for reason in oracle.why_not(as_tuple(move))]
    if "last" not in case:
        assert reasons == case.get("reasons", [])
        return
    assert game.outcome is not None
    assert (game.outcome.winner or "", game.outcome.how) == (case["winner"], case["how"])
    assert oracle.outcome == (game.outcome.winner, game.outcome.margin, game.outcome.how)
    game.undo()
    assert game.outcome is None


def test_every_variant_has_three_kinds_of_positions() -> None:
    kinds = defaultdict(set)
    for case in POSITIONS:
        kinds[case["variant"]] |= {"legal", "illegal", "last"} & case.keys()
    assert kinds == {each.name: {"legal", "illegal", "last"} for each in library()}


@pytest.mark.parametrize("each", library(), ids=lambda each: each.name)
def test_records_and_files_keep_a_variant_and_its_start(each: Any) -> None:
    game = Game(each.name)
    assert Game.from_sgf(game.sgf()).start == Game.from_json(game.to_json()).start == game.start
    assert "GM[1]" in game.sgf()
    again = load_variant(to_toml(each))
    assert (again.rules, again.start) == (each.rules, each.start)


def test_random_starts_follow_their_seed() -> None:
    game, same, other = (Game("wild-fuseki", seed=seed) for seed in (1, 1, 2))
    assert game.start == same.start != other.start
    allowed = inside(game.board, 2)
    assert len(game.stones) == 6
    assert all(allowed[game.board.point(label)] for label in game.stones)
    with pytest.raises(TengenError, match="no room for 6 random stones"):
        Game("wild-fuseki", board="3x3")


def test_a_start_belongs_to_its_board() -> None:
    with pytest.raises(TengenError, match="begins with stones on 19, and not on 9"):
        Game("sunjang-baduk", board="9")
    with pytest.raises(TengenError, match="set handicap = 0"):
        Game("sunjang-baduk", handicap=2)
    with pytest.raises(TengenError, match="connect needs a board with sides"):
        Game("gonnect", board=boards.parse("7x7 torus"))
