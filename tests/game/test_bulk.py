"""Records replayed in one call give the same arrays and errors as move by move."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from agreement import draw_board, draw_rules, fitting
from example_counts import examples, first
from game_playing import advance, drawing, numbers, seeded
from hypothesis import given
from hypothesis import strategies as st

from tengen import Game, TengenError, variant
from tengen.formats import sgf
from tengen.game import bulk, record_arrays
from tengen.game.game_records import record_variant
from tengen.kernel.running import play_run, sample
from tengen.records import Reason, Record
from tengen.rules import REPETITIONS, Variant

ROOT = Path(__file__).parents[2]
PATHS = sorted([*(ROOT / "examples" / "games").rglob("*.sgf"), *(ROOT / "tests" / "data").rglob("*.sgf")])
RULES = ("japanese", "chinese", "ing", "tile", "cushion", "tao", "gengo")


def found(replay: Any, record: Record, chosen: Variant | None) -> Any:
    """Return the arrays as lists, or the error."""
    try:
        if replay is not record_arrays:
            replay = replay(record, chosen or record_variant(record), chosen is not None)
        else:
            replay = record_arrays(record, chosen)
    except TengenError as error:
        return type(error), str(error)
    return replay and [each.tolist() if isinstance(each, np.ndarray) else each for each in replay]


def assert_same(record: Record, chosen: Variant | None) -> bool:
    """Compare both ways; return whether one call sufficed."""
    play_run(*sample())  # otherwise short games are not worth loading it
    expected = found(bulk._move_by_move, record, chosen)
    assert record.incomplete or found(record_arrays, record, chosen) == expected
    at_once = found(bulk._in_one_call, record, chosen)
    assert at_once in (None, expected)
    return at_once is not None


@pytest.mark.parametrize("path", first(20, PATHS), ids=lambda path: path.stem)
def test_records_under_their_own_rules_and_others(path: Path) -> None:
    record = sgf.read_file(path)
    for chosen in (None, *map(variant, RULES), variant("chinese", suicide="allowed", repetition="ko")):
        assert_same(record, chosen)


def test_most_example_games_take_one_call() -> None:
    records = [sgf.read_file(path) for path in PATHS if "examples" in path.parts]
    for rules in (None, "tile"):
        count = sum(assert_same(record, None if rules is None else variant(rules)) for record in records)
        assert count >= 23, rules  # all without Tao stones, wide stones or moves that other rules do not have


def test_no_resignation_after_losing_for_lack_of_moves() -> None:
    chosen = variant("chinese", passing="none", end="no-moves")
    record = sgf.read("(;SZ[3:1];B[ba];C[W resigns])")
    moves = [*record.main_line()][-1]
    moves.move, moves.colour = "resign", "white"
    for rules in (None, chosen):
        assert_same(record, rules)
    assert record_arrays(record, chosen).illegal == bulk.Illegal(2, "resign", (Reason.GAME_OVER,))


@examples(10)
@given(st.data(), numbers)
def test_drawn_games_with_a_wrong_move(data: st.DataObject, given_numbers: list[int]) -> None:
    draw = drawing(data)
    board = draw_board(draw, 12)
    game = Game(fitting(draw_rules(draw), board), board=board)
    for _ in advance(game, given_numbers):
        pass
    record = game.record
    nodes = [node for node in record.main_line() if node.move]
    for _ in range(2):
        for chosen in (None, game.variant, variant("chinese")):
            assert_same(record, chosen)
        if nodes:
            draw(nodes).move = draw([*board.labels, "pass", "resign", "Z99"])


@pytest.mark.parametrize("rules", ["chinese", "tile"])
@pytest.mark.parametrize("repetition", [row for row in REPETITIONS if row != "singleton"])
def test_games_whose_positions_return(rules: str, repetition: Any) -> None:
    loose, at_once, illegal = variant(rules, repetition="ko", suicide="allowed"), 0, set[Reason]()
    for seed in range(6):
        game = Game(loose, board=("3x2", "5x5", "6x6")[seed % 3])
        for _ in advance(game, seeded(80, seed)):
            pass
        record = game.record
        for suicide in ("allowed", "forbidden"):
            strict = variant(rules, repetition=repetition, suicide=suicide)
            at_once += assert_same(record, strict)
            stop = record_arrays(record, strict).illegal
            illegal |= set(stop.reasons if stop else ())
    assert at_once
    assert Reason.SUICIDE in illegal
    assert Reason.REPETITION not in illegal or REPETITIONS[repetition].forbids
