"""Random playouts: the same for the same seed, uniform, by the rules, on every board."""

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest
from agreement import draw_board, draw_rules, fitting
from example_counts import first

from tengen import boards
from tengen.boards import Board
from tengen.game import Game
from tengen.kernel import Playouts, State, playouts, start_state
from tengen.kernel.playout import playouts as play_batch
from tengen.records import BoardError, Place, RulesConflict, TengenError
from tengen.rules import Rules, variant, variants
from tengen.rules.counting import stack_of

CASES: dict[str, tuple[str, dict[str, Any]]] = {
    "chinese": ("9x9", {"repetition": "positional"}),
    "suicide": ("7x7", {"suicide": "allowed"}),
    "torus": ("6x5 torus", {}),
    "tile": ("7x7", {"tiles": "tile", "passing": "return", "end": "no-moves"}),
    "cushion on a torus": ("5x5 torus", {"tiles": "cushion", "passing": "return", "end": "no-moves"}),
    "tao": ("7x7", {"tao": "on", "scoring": "territory"}),
    "tao, tiles, honeycomb": ("honeycomb 4x4", {"tao": "on", "tiles": "tile", "suicide": "allowed"}),
    "gengo": ("gengo 11", {"suicide": "allowed", "repetition": "singleton", "passes": 3, "scoring": "stones"}),
    "gengo overlap": ("gengo 9", {"own_overlap": True, "suicide": "allowed"}),
    "gengo without suicide": ("gengo 11", {}),
    "overlap, nothing far": (
        '{"points":["a","b","c","d","e","f","g"],"edges":[["a","b"],["b","c"],["c","d"],["d","e"],["e","f"],["f","g"]],'
        '"neighbours":[["a","c"],["a","d"],["a","e"],["a","f"],["a","g"],["b","c"],["b","d"],["b","e"],["b","f"],'
        '["b","g"],["c","e"],["c","f"],["c","g"],["d","e"],["d","f"],["d","g"],["e","f"],["e","g"],["f","g"]],'
        '"footprint":[["a","b"],["c","d"]]}',
        {"own_overlap": True},
    ),
    "asymmetric regions": ("9 footprint nn./nxo/.on", {"suicide": "allowed"}),
    "asymmetric regions without suicide": ("8 footprint .nn/nxo/.n.", {"friendly_fire": "forbidden"}),
    "neighbours that lead one way": ("7 footprint .nn/nxn/.n.", {}),
    "friendly fire": ("gengo 11", {"suicide": "allowed", "friendly_fire": "forbidden"}),
    "friendly fire after": ("large-n 11", {"suicide": "allowed", "friendly_fire": "after"}),
    "petersen": ("graph:petersen", {}),
    "handicap": ("9x9", {"handicap": 4, "handicap_kind": "fixed"}),
    "free handicap": ("7x7", {"handicap": 3, "handicap_kind": "free", "tao": "on"}),
    "turns": ("7x7", {"handicap": 5, "handicap_kind": "turns"}),
    "returns": ("5x5", {"passing": "both", "end": "passes"}),
    "one point": ("1x1", {}),
    "one point, suicide": ("1x1", {"suicide": "allowed"}),
    "points apart": ("edges:a-b,c,d-e", {}),
    "nothing but stones": ("4x4", {"passing": "none", "end": "no-moves"}),
}


def case(name: str) -> tuple[Board, Rules]:
    text, axes = CASES[name]
    return boards.parse(text), Rules(**axes)


def same(one: Playouts, two: Playouts) -> bool:
    return all(np.array_equal(getattr(one, name), getattr(two, name)) for name in ("moves", "scores", "winners"))


@pytest.mark.parametrize("name", CASES)
def test_a_seed_gives_the_same_games_on_any_number_of_threads(name: str) -> None:
    board, rules = case(name)
    one = playouts(board, rules, games=60, seed=5)
    assert len(one.moves) == len(one.scores) == len(one.winners) == 60
    assert [str(array.dtype) for array in (one.moves, one.scores, one.winners)] == ["int64", "float64", "int8"]
    for threads in (1, 2, 3):
        assert same(one, playouts(board, rules, games=60, seed=5, threads=threads))
    assert one.moves.max() <= 3 * len(board)
    if len(board) > 10:
        assert not same(one, playouts(board, rules, games=60, seed=6))
        assert len(set(one.scores.tolist())) > 1


def test_more_games_begin_with_the_same_ones() -> None:
    board, rules = case("chinese")
    many, few = playouts(board, rules, games=50, seed=3), playouts(board, rules, games=20, seed=3)
    assert np.array_equal(many.scores[:20], few.scores)


@pytest.mark.parametrize("name", [name for name in CASES if boards.parse(CASES[name][0]).point_stones])
def test_the_kernel_for_wide_stones_plays_the_same_games(name: str) -> None:
    """If stones block one point only, the footprint loops change nothing."""
    board, rules = case(name)
    assert same(playouts(board, rules, games=80, seed=9), playouts(board, rules, games=80, seed=9, footprints=True))


@pytest.mark.parametrize("name", [preset.name for preset in variants()])
def test_every_preset_runs(name: str) -> None:
    preset = variant(name)
    board = boards.parse(preset.board if preset.footprint else "9x9", footprint=preset.footprint)
    result = playouts(board, preset.rules, games=4, seed=1, threads=2)
    assert (result.moves > 0).all()
    limit = len(board) * 3
    assert (abs(result.scores) <= limit).all()
    if preset.rules.end == "no-moves":
        assert (result.winners != 0).any()
    else:
        assert (result.winners == 0).all()


@pytest.mark.parametrize("seed", range(40))
def test_random_boards_and_rules_run(seed: int) -> None:
    rng = random.Random(seed)
    board = draw_board(rng.choice)
    rules = fitting(draw_rules(rng.choice), board)
    result = playouts(board, rules, games=20, seed=seed)
    assert (result.moves <= 3 * len(board) + max(stack_of(rules.coupons), default=0)).all()
    assert same(result, playouts(board, rules, games=20, seed=seed, footprints=not board.point_stones, threads=2))


@pytest.mark.parametrize(("repetition"), ["positional", "situational", "natural", "formal"])
def test_superko_is_taken_as_ko(repetition: Any) -> None:
    board = boards.parse("4x4")
    ko = playouts(board, Rules(repetition="ko"), games=100, seed=2)
    assert same(ko, playouts(board, Rules(repetition=repetition), games=100, seed=2))
    assert not same(ko, playouts(board, Rules(repetition="none"), games=100, seed=2))


def test_komi_is_left_out_of_scores() -> None:
    board = boards.parse("5x5")
    result = playouts(board, Rules(komi=7.5), games=30, seed=1)
    assert same(result, playouts(board, Rules(), games=30, seed=1))
    assert (result.scores == np.round(result.scores)).all()


def test_no_games_and_more_threads_than_games() -> None:
    board, rules = case("chinese")
    nothing = playouts(board, rules, games=0)
    assert len(nothing.moves) == len(nothing.scores) == len(nothing.winners) == 0
    assert same(playouts(board, rules, games=3, seed=1, threads=8), playouts(board, rules, games=3, seed=1))


def test_progress_counts_every_game() -> None:
    board, rules = case("chinese")
    for threads in (1, 2):
        told: list[int] = []
        playouts(board, rules, games=70, seed=1, threads=threads, progress=told.append)
        assert sum(told) == 70
        assert min(told) > 0


@pytest.mark.parametrize(("games", "threads"), [(-1, 1), (1, 0), (5, -2)])
def test_bad_counts_are_refused(games: int, threads: int) -> None:
    with pytest.raises(TengenError, match="at least"):
        playouts(boards.parse("3x3"), Rules(), games=games, threads=threads)


def test_bad_starts_are_refused() -> None:
    with pytest.raises(BoardError):
        playouts(boards.parse("9x9 torus"), Rules(handicap=4, handicap_kind="fixed"), games=1)
    with pytest.raises(RulesConflict, match="Z9"):
        playouts(boards.parse("3x3"), Rules(tao="on", tao_start=("Z9",)), games=1)


# ---- one turn at a time ----------------------------------------------------------------------------------------------


def first_turns(start: State, games: int, seed: int = 0, limit: int = 1) -> tuple[Counter[bytes], list[int]]:
    """Play some games of ``limit`` turns from a position; count the resulting positions."""
    adjacency = start.adjacency
    found: Counter[bytes] = Counter()
    placements = []
    for game in range(games):
        state = start.copy()
        moves, scores, winners = np.zeros(1, np.int64), np.zeros(1, np.float64), np.zeros(1, np.int8)
        play_batch(
            start.arrays, state.arrays, adjacency.arrays, start.bench(), limit, seed, game, moves, scores, winners
        )
        found[state.content.tobytes()] += 1
        placements.append(int(moves[0]))
    return found, placements


def expected_turns(game: Game) -> Counter[bytes]:
    """Return the positions after legal placements: own one-point eyes only if nothing else is left."""
    found: dict[bool, Counter[bytes]] = {False: Counter(), True: Counter()}
    for move in tuple(game.legal_moves()):
        if isinstance(move, Place):
            board = game.board
            near = [game.stones.get(board.labels[q]) for q in board.neighbours[move.point]]
            is_eye = all(content == game.to_play for content in near)
            game.play(move)
            found[is_eye][game.state().content.tobytes()] += 1
            game.undo()
    return found[False] if found[False] or game.rules.passing in ("pass", "both") else found[True]


def middle_game(name: str, turns: int, seed: int) -> Game:
    """Return a random position in which history forbids only what ko does."""
    board, rules = case(name)
    rng = random.Random(seed)
    rules = rules.replace(repetition="ko") if rules.repetition == "positional" else rules
    game = Game(rules, board=board)
    for _ in range(turns):
        stones = [move for move in game.legal_moves() if isinstance(move, Place)]
        if game.outcome is not None or not stones:
            break
        game.play(rng.choice(stones))
    if game.outcome is not None:
        game.undo()
    return game


@pytest.mark.parametrize("seed", first(2, (2, 0, 1, 3)))
@pytest.mark.parametrize("name", CASES)
def test_choice_is_uniform_among_legal_moves(name: str, seed: int) -> None:
    """Every legal placement occurs, no other does, and none too often (chi-square, a loose bound)."""
    game = middle_game(name, (0, 12, 30, 60)[seed], seed)
    expected = expected_turns(game)
    games = 60 * max(1, expected.total())
    found, placements = first_turns(game.state(), games, seed)
    if not expected:
        assert placements == [0] * games
        return
    assert placements == [1] * games
    assert set(found) == set(expected)
    share = games / expected.total()
    chi_square = sum((found[turn] - ways * share) ** 2 / (ways * share) for turn, ways in expected.items())
    freedom = len(expected) - 1
    assert chi_square <= freedom + 5 * (2 * freedom) ** 0.5 + 10


def test_own_one_point_eyes_are_left_alone_where_a_pass_is_legal() -> None:
    rows = [".X.X", "XXXX", "OOOO", ".O.O"]
    game = Game.setup("chinese", rows)
    found, placements = first_turns(game.state(), 50)
    assert placements == [0] * 50
    assert set(found) == {game.state().content.tobytes()}
    game = Game.setup("tile", rows)  # without a pass, an eye is filled rather than nothing
    found, placements = first_turns(game.state(), 50)
    assert placements == [1] * 50
    assert len(found) == 2


def test_a_return_comes_only_after_everything_else() -> None:
    """Black may place nothing and holds two prisoners: one is returned; with a pass at hand none is."""
    for passing, left in (("return", 1), ("both", 2)):
        end: Any = "no-moves" if passing == "return" else "passes"
        axes: dict[str, Any] = {"passing": passing, "end": end, "repetition": "ko"}
        game = Game.setup("chinese", ["OO.OO", ".OOO."], prisoners={"black": 2}, **axes)
        stones = [move for move in game.legal_moves() if isinstance(move, Place)]
        assert stones == []
        state = game.state()
        _, placements = first_turns(state, 5)
        assert placements == [0] * 5
        assert prisoners_after_one_turn(game.state()) == left


def test_no_handicap_stone_is_suicide_where_suicide_is_allowed() -> None:
    """0.6."""
    rules = Rules(repetition="none", suicide="allowed", handicap=2, handicap_kind="free")
    found, _ = first_turns(start_state(boards.parse("edges:a-b,c-d"), rules), 50, limit=2)
    assert {sum(map(bool, content)) for content in found} == {2}


def prisoners_after_one_turn(start: State) -> int:
    state, adjacency = start.copy(), start.adjacency
    play_batch(
        start.arrays, state.arrays, adjacency.arrays, start.bench(), 1, 0, 0,
        np.zeros(1, np.int64), np.zeros(1, np.float64), np.zeros(1, np.int8),
    )  # fmt: skip
    return int(state.table["prisoners"][1])


@pytest.mark.parametrize("name", CASES)
def test_scores_are_those_of_the_game(name: str) -> None:
    """The final position, set up as a game, has the playout's score."""
    board, rules = case(name)
    start = start_state(board, rules.replace(repetition="ko") if rules.repetition == "positional" else rules)
    adjacency = start.adjacency
    for number in range(5):
        state = start.copy()
        scores, winners = np.zeros(1, np.float64), np.zeros(1, np.int8)
        play_batch(
            start.arrays, state.arrays, adjacency.arrays, start.bench(), 3 * adjacency.size, 5, number,
            np.zeros(1, np.int64), scores, winners,
        )  # fmt: skip
        names = {1: "black", 2: "white", 256: "tao"}
        stones: Any = {board.labels[p]: names[int(c)] for p, c in enumerate(state.content.tolist()) if c}
        held: Any = {"black": int(state.table["prisoners"][1]), "white": int(state.table["prisoners"][2])}
        game = Game.setup(rules, stones, board=board, prisoners=held)
        score = game.score()
        assert score.black - score.white == scores[0]
        assert scores[0] == playouts(board, rules, games=number + 1, seed=5).scores[number]


@pytest.mark.parametrize("seed", range(120))
def test_only_legal_moves_are_played_on_drawn_boards(seed: int) -> None:
    """On random boards under random rules, a playout's first turn is legal in the game; all legal ones occur."""
    rng = random.Random(seed)
    board = draw_board(rng.choice, 16)
    rules = fitting(draw_rules(rng.choice, repetition=rng.choice(["ko", "none", "singleton"]), handicap=0), board)
    game = Game(rules, board=board)
    for _ in range(rng.randrange(2 * len(board))):
        stones = [move for move in game.legal_moves() if isinstance(move, Place)]
        if game.outcome is not None or not stones:
            break
        game.play(rng.choice(stones))
    if game.outcome is not None:
        return
    expected = expected_turns(game)
    found, placements = first_turns(game.state(), 150, seed)
    if expected:
        assert set(found) <= set(expected)
        assert set(placements) == {1}
        assert len(found) > len(expected) // 2
    else:
        assert set(placements) == {0}
