"""Plain Python in place of compiled code: same answers, same memory, and replaced in time."""

import pickle
import random
from collections.abc import Iterator, Mapping
from typing import Any, Final

import pytest
from agreement import Tally, draw_board, draw_pair, draw_rules, fitting, play
from example_counts import first

from tengen import boards
from tengen.boards import Board
from tengen.game import Game
from tengen.kernel.game_calls import HOMES, GameCalls, game_calls, uncompiled
from tengen.rules import Rules, variant, variants

COMPILED: Final[Mapping[str, Any]] = {name: getattr(home, name) for name, home in HOMES.items()}
PLAIN: Final[Mapping[str, Any]] = {name: uncompiled(entry) for name, entry in COMPILED.items()}
KINDS: Final = (False, True)


@pytest.fixture(autouse=True)
def _calls_put_back() -> Iterator[None]:
    before = {wide: {name: getattr(game_calls(wide), name) for name in HOMES} for wide in KINDS}
    yield
    for wide, kept in before.items():
        for name, function in kept.items():
            setattr(game_calls(wide), name, function)


def call(functions: Mapping[str, Any]) -> None:
    for wide in KINDS:
        for name, function in functions.items():
            setattr(game_calls(wide), name, function)


def assert_same(rules: Rules, board: Board, rng: random.Random, moves: int) -> None:
    """Play a game with both, and compare all answers and memory after every move."""
    call(PLAIN)
    mine = Game(rules, board=board)
    call(COMPILED)
    theirs = Game(rules, board=board)
    while theirs.outcome is None and len(theirs.moves) < moves:
        legal = [*theirs.legal_moves()]
        move = rng.choice(legal)
        theirs.play(move)
        score = theirs.score()
        call(PLAIN)
        assert [*mine.legal_moves()] == legal
        assert mine.play(move) == theirs.turns[-1]
        assert mine.score() == score
        call(COMPILED)
        assert mine.state().buffer.tobytes() == theirs.state().buffer.tobytes()


@pytest.mark.parametrize("seed", first(12, range(40)))
def test_it_answers_as_compiled_code_and_leaves_its_memory(seed: int) -> None:
    rng = random.Random(seed)
    board = draw_board(rng.choice)
    assert_same(fitting(draw_rules(rng.choice), board), board, rng, 40)


@pytest.mark.parametrize("name", [preset.name for preset in variants()])
def test_it_plays_every_preset(name: str) -> None:
    preset = variant(name)
    assert_same(preset.rules, boards.parse("6x5", footprint=preset.footprint), random.Random(name), 30)


@pytest.mark.parametrize("text", first(1, ["9x9", "gengo 9x9 torus", "large-n 11", "9x9 footprint ono/nxn/ono"]))
def test_it_plays_on_larger_boards(text: str) -> None:
    rng, board = random.Random(text), boards.parse(text)
    assert_same(fitting(draw_rules(rng.choice), board), board, rng, 20)


@pytest.mark.parametrize("seed", first(5, range(10)))
def test_it_changes_places_with_compiled_code_at_any_time(seed: int) -> None:
    rng = random.Random(seed)

    def either(name: str) -> Any:
        return lambda *given: rng.choice((COMPILED[name], PLAIN[name]))(*given)

    call({name: either(name) for name in HOMES})
    for _ in range(5):
        play(draw_pair(rng.choice, Tally()), [rng.randrange(1 << 16) for _ in range(30)])


def test_calls_are_the_same_ones_after_a_pickle() -> None:
    calls = game_calls(True)
    assert isinstance(calls, GameCalls)
    assert pickle.loads(pickle.dumps(calls)) is calls
