"""What the network sees: the game as the side to move sees it, and nothing else."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from invented import NEW, AddRule, add_value
from network_seen import drawn, legal_actions, middle, seen

import tengen
from tengen.boards import Board, parse
from tengen.game import Game
from tengen.network.graph import DIAGONALS, RELATIONS, graph_of
from tengen.network.inputs import GLOBAL_INPUTS, POINT_INPUTS, Observer, inputs_hash
from tengen.records import TengenError
from tengen.records.errors import UnservedRules
from tengen.rules import Rules


def value(name: str, game: Game) -> float:
    """Return one number of the game as the network sees it."""
    return float(seen([game])[0].globals[0, GLOBAL_INPUTS.index(name)])


def marked(name: str, game: Game) -> set[str]:
    """Return the labels of the points where a number is not 0."""
    found = seen([game])[0].points[0, :, POINT_INPUTS.index(name)]
    return {label for label, number in zip(game.board.labels, found) if number}


def test_a_position_is_seen_by_the_side_to_move() -> None:
    game = Game.setup("tile", [".XO.", "X.XO", ".XO.", "...."], to_play="white", tiles=["D4"], last_incursion=True)
    assert marked("own stone", game) == {"C4", "D3", "C2"}
    assert marked("opponent's stone", game) == {"B4", "A3", "C3", "B2"}
    assert marked("one liberty", game) == {"C3", "C4"}
    assert marked("opponent's region", game) == {"A4", "B3"}
    assert marked("own region", game) == {"D4"}
    assert marked("tiles", game) == marked("tiles full", game) == {"D4"}
    assert marked("tile due", game) == set(game.board.labels)
    assert marked("legal", game) == {str(game.board.labels[move.point]) for move in game.legal_moves()}  # type: ignore[union-attr]


def test_groups_are_chains_and_regions() -> None:
    game = Game.setup("chinese", ["XX.O", "..OO", "OO.."], to_play="black")
    groups = seen([game])[0].groups[0]
    together = {frozenset(np.flatnonzero(groups == one).tolist()) for one in groups}
    assert together == {frozenset(group) for group in ({0, 1}, {2}, {4, 5}, {3, 6, 7}, {8, 9}, {10, 11})}


def test_the_board_and_the_komi_are_seen() -> None:
    """Komi 0.5 and 24.5, a plane and a torus are not the same game."""
    games = [Game("chinese", board=board, komi=komi) for board in ("5x5", "5x5 torus") for komi in (0.5, 24.5)]
    told = [(seen([game])[0].points.tobytes(), seen([game])[0].globals.tobytes()) for game in games]
    assert len(set(told)) == 4
    assert value("komi", games[0]) == pytest.approx(-0.1)
    games[0].play("C3")
    assert value("komi", games[0]) == pytest.approx(0.1)


@pytest.mark.parametrize(
    ("kind", "axes"),
    [
        ("chinese", {"suicide": "allowed"}), ("chinese", {"repetition": "natural"}), ("tile", {"tiles": "cushion"}),
        ("tile", {"tile_stack": 2}), ("tao", {"tao_payment": "points"}), ("tao", {"tao_price": 3}),
        ("tao", {"tao_in_hand": 1}), ("gengo", {"own_overlap": True}), ("gengo", {"friendly_fire": "after"}),
        ("chinese", {"passes": 3}), ("japanese", {"tax": "all"}), ("japanese", {"prisoner_value": 2}),
        ("gengo", {"singleton_of": "opponent"}), ("gengo", {"pass_lifts_ko": True}), ("tile", {"passing": "none"}),
        ("chinese", {"repetition": "no-result"}), ("chinese", {"scoring": "stones"}),
    ],
)  # fmt: skip
def test_every_axis_that_changes_play_is_seen(kind: str, axes: dict[str, Any]) -> None:
    one, other = Game(kind, board="6x6"), Game(tengen.variant(kind, **axes), board="6x6")
    assert not np.array_equal(seen([one])[0].globals, seen([other])[0].globals)


@pytest.mark.parametrize("seed", range(60))
def test_any_game_is_seen(seed: int) -> None:
    game = drawn(seed)
    observation, legal = seen([game])
    assert np.isfinite(observation.points).all()
    assert np.isfinite(observation.globals).all()
    assert np.abs(observation.points).max() < 12
    assert ((observation.groups >= 0) & (observation.groups < len(game.board))).all()
    assert set(np.unique(legal)) <= {0, 1, 2}


def test_several_positions_are_seen_as_each_alone() -> None:
    games = [middle("cushion", "7x7", seed) for seed in range(4)]
    together, _ = seen(games)
    for b, game in enumerate(games):
        for one, all_of in zip(seen([game])[0], together, strict=True):
            assert np.array_equal(one[0], all_of[b])


def test_colours_swapped_are_the_same_game() -> None:
    black = Game.setup("tao", ["XXO..", "..OX.", "T.O..", "XO.X.", "....."], to_play="black", komi=0)
    white = Game.setup("tao", ["OOX..", "..XO.", "T.X..", "OX.O.", "....."], to_play="white", komi=0)
    for one, other in zip(seen([black])[0], seen([white])[0], strict=True):
        assert np.array_equal(one, other)


def test_what_the_inputs_do_not_know_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    add_value(monkeypatch, "tiles", "carpet")
    with pytest.raises(UnservedRules, match="the network does not serve tiles = carpet"):
        Observer(parse("2x2"), Rules(tiles="carpet"))  # type: ignore[arg-type]


@pytest.mark.parametrize("row", NEW, ids=lambda row: row.name)
def test_new_rules_of_repetition_are_told_from_all_others(row: Any, add_rule: AddRule) -> None:
    add_rule(row)
    told = {
        Observer(parse("2x2"), Rules(repetition=name))._fixed[3].tobytes()
        for name in (row.name, *tengen.rules.AXES["repetition"].values)
    }
    assert len(told) == len(tengen.rules.AXES["repetition"].values) - 1  # positional and formal are one in play


def test_wrong_arrays_are_refused() -> None:
    game = Game("chinese", board="5x5")
    state, observer = game.state(), Observer(game.board, game.rules)
    with pytest.raises(
        TengenError, match=r"legal must be contiguous, of uint8 and shape \(1, 52\), not uint8 \(1, 26\)"
    ):
        observer.observe(state.points[None], state.table[None], np.ones((1, 26), np.uint8))


def test_the_hash_names_the_inputs() -> None:
    assert len(set(POINT_INPUTS)) == len(POINT_INPUTS)
    assert len(set(GLOBAL_INPUTS)) == len(GLOBAL_INPUTS)
    assert len(inputs_hash()) == 16


@pytest.mark.parametrize(
    ("text", "relations", "lines"),
    [
        ("9x9", {"neighbours", "diagonals"}, True),
        ("5x7 torus", {"neighbours", "diagonals"}, True),
        ("4x4 torus", {"neighbours"}, False),  # a cube of four dimensions
        ("honeycomb 3x3", {"neighbours"}, False),
        ("gengo 9", {"neighbours", "edges", "footprint", "diagonals"}, True),
        ("5x5 footprint nxn", {"neighbours", "edges", "diagonals"}, True),
        ("5x5 footprint noo/nxn/..n", {"neighbours", "edges", "footprint", "diagonals"}, True),
    ],
)
def test_a_board_has_relations(text: str, relations: set[str], lines: bool) -> None:
    graph = graph_of(parse(text))
    found = {name for name, links in zip(RELATIONS, graph.relations, strict=True) if links is not None}
    assert found - {"reached", "covered"} == relations
    assert ("reached" in found) == parse(text).directed
    assert (graph.lines is not None) == lines == (graph.relations[DIAGONALS] is not None)
    for links in filter(None, graph.relations):
        assert links.matrix().shape == (graph.size, graph.size)


def test_lines_run_over_the_rim() -> None:
    board: Board = parse("5x5 torus")
    lines = graph_of(board).lines
    assert lines is not None
    labels = [board.labels[q] for q in lines[board.point("A1")]]
    assert labels == ["E1", "B1", "A2", "A5"]


def test_legal_actions_name_what_repetition_forbids() -> None:
    game = Game.setup("chinese", [".XO.", "XO.O", ".XO.", "...."], to_play="black")
    game.play("C3")
    assert legal_actions(game)[game.board.point("B3")] == 2
