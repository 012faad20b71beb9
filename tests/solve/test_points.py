"""Values of positions in which both sides play on some points only (spec 1.24)."""

import random
from typing import Any

import pytest
from data import load
from example_counts import first
from test_value import brute

from tengen import Game
from tengen.game.named_positions import named_position
from tengen.records import BoardError, Colour, UnservedRules, other
from tengen.rules.repetition import RepetitionName
from tengen.solve import game_search
from tengen.solve.budget import Budget
from tengen.solve.superko import history
from tengen.solve.value import value

DATA = load("repetition")
MINIMAX = DATA["minimax"]
POINTS = [move for move in MINIMAX["moves"] if move != "pass"]
SUPERKO = ("positional", "situational", "natural")


def triple_ko(number: int, repetition: RepetitionName, to_play: Colour) -> Game:
    """Return a published diagram, made by a placement of the side not to move."""
    rows = list(named_position(f"triple-ko-{number}").rows)
    return Game.setup("chinese", rows, to_play=to_play, created_by=other(to_play), repetition=repetition, komi=0)


@pytest.mark.parametrize("number", first(1, [3, 1]))
@pytest.mark.parametrize("repetition", SUPERKO)
@pytest.mark.parametrize("to_play", ["black", "white"])
def test_the_triple_ko_has_its_published_values(number: int, repetition: RepetitionName, to_play: Colour) -> None:
    """Spec 1.24."""
    game = triple_ko(number, repetition, to_play)
    found = value(game, points=POINTS)
    assert (found.exact, found.complete) == (MINIMAX["value_by_first_player"][repetition][to_play], True)
    if expected := MINIMAX["best_first"].get(f"{repetition} {to_play}"):
        assert set(found.moves) == set(expected)
    assert found.rules == (
        f"{repetition} superko, from this position without history; "
        "both sides play on A6 C6 E6 A5 C5 E5 A3 alone, or pass"
    )
    for move in found.line:
        game.play(move)
    assert game.outcome is not None
    assert game.outcome.margin == found.exact


@pytest.mark.parametrize("repetition", SUPERKO)
@pytest.mark.parametrize("to_play", ["black", "white"])
def test_white_needs_the_corner_point(repetition: RepetitionName, to_play: Colour) -> None:
    points = [point for point in POINTS if point != "A3"]
    expected = MINIMAX["value_without_A3"][repetition][to_play]
    assert value(triple_ko(3, repetition, to_play), points=points).exact == expected


@pytest.mark.parametrize(("move", "expected"), MINIMAX["natural_after_white_pass"].items())
def test_what_follows_whites_pass(move: str, expected: int) -> None:
    """With the pass, and its answer, in the history."""
    game = triple_ko(3, "natural", "white")
    game.play("pass")
    game.play(move)
    assert value(game, points=POINTS).exact == expected


def test_the_second_diagram_is_what_white_is_left_with() -> None:
    """White, moving first, saves the group under natural superko; Black's gain elsewhere stays."""
    black, white, _ = DATA["area_black_white_neutral"]["diagram 2"]
    assert value(triple_ko(2, "natural", "white"), points=POINTS).exact == black - white
    assert [value(triple_ko(2, "positional", side), points=POINTS).exact for side in ("black", "white")] == [45, 34]


def test_who_made_the_position_matters_under_natural_superko() -> None:
    rows = list(named_position("triple-ko-3").rows)
    axes: dict[str, Any] = {"to_play": "black", "repetition": "natural", "komi": 0}
    found = {by: value(Game.setup("chinese", rows, created_by=by, **axes), points=POINTS) for by in ("black", "white")}
    assert found["white"].exact == 23
    assert found["black"].exact is not None


def position(seed: int) -> tuple[Game, list[str]]:
    """Return a random game under superko, begun by some moves, and up to four points."""
    draw = random.Random(seed)
    axes: dict[str, Any] = {
        "repetition": draw.choice(SUPERKO),
        "suicide": draw.choice(("forbidden", "allowed")),
        "passes": draw.choice((2, 3)),
        "scoring": draw.choice(("area", "stones")),
    }
    game = Game("chinese", board=draw.choice(("3x2", "3x3", "graph:cycle-6", "4x2")), komi=0.5, **axes)
    for _ in range(draw.randint(2, 8)):
        if game.outcome is None:
            game.play(draw.choice([move for move in game.legal_moves() if game.write_move(move) != "pass"] or ["pass"]))
    return game, draw.sample(game.board.labels, draw.randint(1, 3))


@pytest.mark.parametrize("start", range(0, 40, 10))
def test_numbered_positions_and_whole_games_have_the_same_values(start: int) -> None:
    """The two routes share neither legality nor keys."""
    for seed in range(start, start + 10):
        game, points = position(seed)
        if game.outcome is not None:
            continue
        at = {game.board.point(point) for point in points}
        one = history.solve_on_points(game, Budget(), at)
        two = game_search.solve(game, Budget(nodes=20_000), at)
        if two.complete:
            assert (one.low, one.high) == (two.low, two.high), (seed, points)
            assert set(two.moves) <= set(one.moves), (seed, points)


@pytest.mark.parametrize("board", ["2x2", "3x1", "graph:k1,3"])
@pytest.mark.parametrize("repetition", SUPERKO)
def test_with_all_points_it_is_the_value_of_the_game(board: str, repetition: RepetitionName) -> None:
    game = Game("chinese", board=board, komi=0, repetition=repetition)
    assert value(game, points=range(len(game.board))).exact == value(game).exact


def test_other_rules_are_searched_over_games() -> None:
    for points in (["A1"], ["B1", "D2"], ["A2", "C1", "D2"]):
        game = Game.setup("japanese", [".XO.", "X.OX"], komi=0, repetition="positional")
        found = value(game, points=points)
        assert (found.route, found.complete) == ("games on points", True)
        assert found.exact == brute(game, [1_000_000], {game.board.point(point) for point in points})
    ko = triple_ko(3, "ko", "black")
    assert value(ko, points=["A6", "A5", "A3"], budget=Budget(nodes=20_000)).complete


def test_missing_points_and_rules_without_a_pass_are_refused() -> None:
    with pytest.raises(BoardError, match="Z9 is not on 2x2"):
        value(Game("chinese", board="2x2"), points=["A1", "Z9"])
    with pytest.raises(UnservedRules, match="on some points does not serve passing = return; it serves pass"):
        value(Game("tile", board="2x2"), points=["A1"])


def test_limits_leave_bounds_or_say_what_is_missing() -> None:
    game = triple_ko(3, "natural", "white")
    short = value(game, points=POINTS, budget=Budget(nodes=500))
    assert not short.complete
    assert short.low <= -2 <= short.high
    assert short.nodes <= 500
    wide = Game("chinese", board="9x9", komi=0)
    many = value(wide, points=range(20), budget=Budget(memory=1 << 20))
    assert (many.route, many.complete) == ("games on points", False)
    assert many.low <= many.high
