"""The kernel's memory: incremental updates equal a build from scratch."""

import random
from typing import Any

import numpy as np
import pytest
from agreement import draw_board, draw_rules, fitting
from data import cases
from example_counts import first

from tengen import boards
from tengen.boards import Board
from tengen.game import Game
from tengen.kernel import State, layout, start_state
from tengen.records import Place, Reason
from tengen.rules import Rules

BOARDS = ("5x5", "4x4 torus", "gengo 9", "large-n 9", "7x7 footprint ono/nxn/ono", "graph:petersen", "honeycomb 4x4",
          "7 footprint nn./nxo/.on", "6 footprint .nn/nxn/.n.")  # fmt: skip
AXES = cases("state", "axes")


def compare(state: State, board: Board, axes: dict[str, Any]) -> None:
    """Assert that a state equals a rebuild from its stones and Tao stones."""
    fresh = state.copy()
    for name in ("stones", "vacancies", "footprints", "liberties", "size", "chain", "next", "slot", "open"):
        fresh.points[name] = 77  # none of it may be read
    fresh.points["key"] = 77
    assert fresh.rebuild() == len(board), (board.text, axes)
    for name in ("stones", "vacancies", "footprints", "colour", "tao", "tiles"):
        np.testing.assert_array_equal(state.points[name], fresh.points[name], name)
    heads = {}
    for p in state.points["colour"].nonzero()[0].tolist():
        head, fresh_head = state.points[int(state.points["chain"][p])], fresh.points[int(fresh.points["chain"][p])]
        for name in ("liberties", "size", "key"):
            assert head[name] == fresh_head[name], (board.text, axes, p, name)
        assert ring(state, p) == ring(fresh, p)
        heads[p] = int(state.points["chain"][p])
        assert heads[p] in ring(state, p)
    assert state.table["key"][0] == fresh.table["key"][0]
    count = int(state.table["open"][0])
    assert count == fresh.table["open"][0]
    assert set(state.points["open"][:count].tolist()) == set(fresh.points["open"][:count].tolist())
    for slot, p in enumerate(state.points["open"][:count].tolist()):
        assert state.points["slot"][p] == slot


def ring(state: State, p: int) -> frozenset[int]:
    found, at = {p}, int(state.points["next"][p])
    while at != p:
        assert at not in found
        found.add(at)
        at = int(state.points["next"][at])
    return frozenset(found)


@pytest.mark.parametrize("axes", first(4, AXES), ids=str)
@pytest.mark.parametrize("text", BOARDS)
def test_what_is_kept_up_is_what_is_rebuilt(text: str, axes: dict[str, Any]) -> None:
    rng = random.Random(text)
    board = boards.parse(text)
    game = Game(Rules(**axes), board=board)
    compare(game.state(), board, axes)
    for _ in range(80):
        moves = list(game.legal_moves())
        stones = [move for move in moves if isinstance(move, Place)]
        if game.outcome is not None or not moves:
            break
        game.play(rng.choice(stones if stones and rng.random() < 0.9 else moves))
        compare(game.state(), board, axes)
        if rng.random() < 0.1:
            game.undo()
            compare(game.state(), board, axes)


@pytest.mark.parametrize("seed", range(15))
def test_random_boards_and_rules_too(seed: int) -> None:
    rng = random.Random(seed)
    board, rules = draw_board(rng.choice), draw_rules(rng.choice)
    game = Game(fitting(rules, board), board=board)
    for _ in range(40):
        moves = list(game.legal_moves())
        if game.outcome is not None or not moves:
            break
        game.play(rng.choice(moves))
        compare(game.state(), board, {})


def test_a_19x19_state_takes_32_kib_at_most() -> None:
    state = start_state(boards.parse("19"), Rules())
    assert state.buffer.nbytes <= 32 * 1024
    assert state.points.base is not None
    assert np.shares_memory(state.points, state.buffer)
    assert np.shares_memory(state.table, state.buffer)


@pytest.mark.parametrize(
    "name", ["OCCUPIED", "BLOCKED", "TILE_LIMIT", "TAO_NEEDS_CAPTURE", "SUICIDE", "FRIENDLY_FIRE", "KO"]
)
def test_reasons_are_the_kernels_bits(name: str) -> None:
    assert getattr(layout, name) == Reason[name].bit
    assert Reason.from_mask(getattr(layout, name)) == (Reason[name],)


def test_reasons_have_bits_in_the_order_of_the_specification() -> None:
    assert [reason.bit for reason in Reason] == [1 << place for place in range(len(Reason))]
    assert Reason.from_mask((1 << len(Reason)) - 1) == tuple(Reason)
    assert [reason.value for reason in Reason] == [
        "game_over", "not_your_turn", "off_board", "occupied", "blocked", "tile_limit", "tao_needs_capture",
        "suicide", "friendly_fire", "ko", "repetition", "recapture", "where", "no_passing", "no_return", "no_prisoner",
        "no_tao", "bidding",
    ]  # fmt: skip


def test_a_copy_is_independent() -> None:
    state = start_state(boards.parse("3x3"), Rules())
    other = state.copy()
    other.points["colour"][0] = layout.BLACK
    assert not state.points["colour"].any()
    state.load(other)
    assert state.points["colour"][0] == layout.BLACK


def test_keys_are_all_different() -> None:
    keys = start_state(boards.parse("19"), Rules(tao="on")).adjacency.keys
    assert len(set(keys.tolist())) == 3 * 361
    assert 0 not in keys
