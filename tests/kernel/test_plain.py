"""Plain Python in the place of compiled code: it agrees with the oracle, with compiled code, and gives way to it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from agreement import Draw, Tally, draw_board, draw_pair, draw_rules, draw_setup, fitting, play, play_enough, start_pair
from example_counts import examples, first
from hypothesis import given
from hypothesis import strategies as st

from tengen import boards
from tengen.game import Game
from tengen.kernel import State, build, moves, plain, taxes
from tengen.kernel.game_calls import GameCalls, game_calls
from tengen.rules import variant, variants

NAMES = ("rebuild", "judge_points", "turn", "score")
COMPILED: dict[str, Any] = {
    "rebuild": build.rebuild, "judge_points": moves.judge_points, "turn": moves.turn, "score": taxes.score,
}  # fmt: skip
KINDS = (False, True)


@pytest.fixture(autouse=True)
def _calls_put_back() -> Iterator[None]:
    before = {wide: {name: getattr(game_calls(wide), name) for name in NAMES} for wide in KINDS}
    yield
    for wide, kept in before.items():
        for name, function in kept.items():
            setattr(game_calls(wide), name, function)


def call(**functions: Any) -> None:
    """Have all games call these functions."""
    for wide in KINDS:
        for name, function in functions.items():
            setattr(game_calls(wide), name, function)


def plainly() -> None:
    """Have all games judged and played by plain Python alone."""
    call(**{name: getattr(plain, name) for name in NAMES})


def by_turns(draw: Draw) -> None:
    """Have every call done by plain Python or by compiled code, as is drawn."""

    def either(name: str) -> Any:
        return lambda *given: draw((COMPILED[name], getattr(plain, name)))(*given)

    call(**{name: either(name) for name in NAMES})


def numbers(rng: random.Random, count: int) -> list[int]:
    """Return moves as `agreement.step` reads them."""
    return [rng.randrange(1 << 16) for _ in range(count)]


@examples(20)
@given(st.data())
def test_random_games_agree_with_the_oracle(data: st.DataObject) -> None:
    plainly()
    pair = draw_pair(lambda things: data.draw(st.sampled_from(things)), Tally())
    length = data.draw(st.integers(1, 60))
    drawn = data.draw(st.binary(min_size=2 * length, max_size=2 * length))
    play(pair, [drawn[i] + 256 * drawn[i + 1] for i in range(0, len(drawn), 2)])


@pytest.mark.parametrize("name", [preset.name for preset in variants()])
def test_presets_agree(name: str) -> None:
    plainly()
    rng, preset = random.Random(name), variant(name)
    for size in ("4x4", "6x5"):
        play(start_pair(preset.rules, boards.parse(size, footprint=preset.footprint), Tally()), numbers(rng, 40))


@pytest.mark.parametrize("text", ["9x9", "gengo 9x9 torus", "large-n 11", "9x9 footprint ono/nxn/ono"])
def test_larger_boards_agree(text: str) -> None:
    plainly()
    rng = random.Random(text)
    play(start_pair(draw_rules(rng.choice), boards.parse(text), Tally()), numbers(rng, 20))


def test_set_up_positions_agree() -> None:
    plainly()
    rng = random.Random(1)
    for tao in ("off", "on"):
        for tiles in ("none", "tile", "cushion"):
            rules = draw_rules(rng.choice, tao=tao, tiles=tiles)
            play(draw_setup(rng.choice, rules, draw_board(rng.choice), Tally()), numbers(rng, 20))


def test_enough_is_compared_and_everything_comes_up() -> None:
    plainly()
    seldom = frozenset(("draw_by_cycle", "no_result"))  # which the history decides
    assert {*play_enough(5, 1_300, seldom).missing()} - seldom == set()


@pytest.mark.parametrize("seed", first(5, range(10)))
def test_it_changes_places_with_compiled_code_at_any_time(seed: int) -> None:
    rng = random.Random(seed)
    by_turns(rng.choice)
    for _ in range(5):
        play(draw_pair(rng.choice, Tally()), numbers(rng, 30))


@pytest.mark.parametrize("seed", first(8, range(15)))
def test_it_leaves_the_memory_that_compiled_code_would_leave(seed: int) -> None:
    """All of it, once what depends on the order of the moves is worked out anew."""
    rng = random.Random(seed)
    board = draw_board(rng.choice)
    rules = fitting(draw_rules(rng.choice), board)
    plainly()
    mine = Game(rules, board=board)
    call(**COMPILED)
    theirs = Game(rules, board=board)
    while theirs.outcome is None and len(theirs.moves) < 40:
        move = rng.choice([*theirs.legal_moves()])
        theirs.play(move)
        plainly()
        assert mine.play(move) == theirs.turns[-1]
        call(**COMPILED)
        assert memory_of(mine.state()) == memory_of(theirs.state())


def memory_of(state: State) -> list[Any]:
    """Return what a state holds, chains and the list of open points in the order in which `rebuild` finds them."""
    build.rebuild(state.plain, state.adjacency.plain, state.scratch)
    points, stones = state.points, state.points["colour"] > 0
    for name in ("next", "key"):  # what a stone has left behind means nothing
        points[name][~stones] = 0
    points["key"][points["chain"] != np.arange(len(points))] = 0
    count = int(state.table["open"][0])
    points["slot"][np.setdiff1d(np.arange(len(points)), points["open"][:count])] = 0
    points["open"][count:] = 0
    return [{name: points[name].tolist() for name in points.dtype.names or ()}, state.table.tolist()]


def test_calls_are_the_same_ones_after_a_pickle() -> None:
    import pickle

    calls = game_calls(True)
    assert isinstance(calls, GameCalls)
    assert pickle.loads(pickle.dumps(calls)) is calls
