"""Runs of moves made in one call equal the same moves made one by one."""

import random
from pathlib import Path
from typing import Any

import pytest
from example_counts import first

from tengen import Game, variant
from tengen.formats import sgf
from tengen.game.game_records import record_of, record_variant
from tengen.game.record_walk import walk
from tengen.kernel.running import play_run, sample
from tengen.records import Place, Record
from tengen.rules import REPETITIONS, Variant

ROOT = Path(__file__).parents[2]
PATHS = sorted([*(ROOT / "examples" / "games").rglob("*.sgf"), *(ROOT / "tests" / "data").rglob("*.sgf")])


def assert_same(record: Record, chosen: Variant, strict: bool) -> int:
    """Compare the complete data of games; return the number of moves made ahead."""
    play_run(*sample())  # otherwise short games are not worth loading it
    single, many, ran = list(walk(record, chosen, strict=strict)), [], 0
    for stage in walk(record, chosen, strict=strict, ahead=True):
        many.append(stage)
        ran += len(stage.game.moves) > stage.number
    assert [stage._replace(game=many[-1].game) for stage in single] == many
    one, other = single[-1].game, many[-1].game
    assert (one.turns, one.moves, one.outcome, one.position) == (
        other.turns,
        other.moves,
        other.outcome,
        other.position,
    )
    left, right = one._timeline, other._timeline
    assert vars(left.history) == vars(right.history)
    assert (left._tables, left.state.buffer.tobytes()) == (right._tables, right.state.buffer.tobytes())
    for _ in range(min(20, len(one.moves))):
        assert one.undo() == other.undo()
        assert one.position == other.position
    return ran


@pytest.mark.parametrize("path", first(20, PATHS), ids=lambda path: path.stem)
def test_records_under_their_own_rules_and_others(path: Path) -> None:
    record = sgf.read_file(path)
    assert_same(record, record_variant(record), strict=False)
    if record.variant != "gengo":
        assert_same(record, variant("chinese", repetition="ko"), strict=True)


@pytest.mark.parametrize("repetition", first(3, [row for row in REPETITIONS if row != "singleton"]))
@pytest.mark.parametrize("suicide", ["forbidden", "allowed"])
def test_random_games_on_boards_where_positions_return(repetition: Any, suicide: Any) -> None:
    rng, count = random.Random(f"{repetition} {suicide}"), 0
    chosen = variant("chinese", repetition=repetition, suicide=suicide)
    for _ in range(8):
        game = Game(chosen, board=rng.choice(["3x3", "4x3", "5x5"]))
        while game.outcome is None and len(game.moves) < 120:
            places = [move for move in game.legal_moves() if isinstance(move, Place)]
            game.play(rng.choice(places) if places else "pass")
        record = record_of(game)
        count += sum(assert_same(record, variant(chosen, repetition=other), True) for other in ("ko", repetition))
    assert count > 200
