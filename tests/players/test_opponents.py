"""An opponent for every game on every board: it beats random moves, longer searches win more, and it solves problems.

`tests/web/lessons/test_problem_set.py` proves the answers of the problems.
"""

from typing import Any

import pytest
from data import load_toml
from example_counts import first

from tengen import Game, Pass
from tengen.match.match_play import MatchResult, play_match
from tengen.players import MCTS, Budget
from tengen.rules import variant
from tengen.web.lessons.problem_library import by_name

ROWS: list[dict[str, Any]] = load_toml("opponents")["row"]


def _name(row: dict[str, Any]) -> str:
    return f"{row['game']}, {row.get('name', row['board'])}"


def _match(row: dict[str, Any], first: str, second: str, games: int) -> MatchResult:
    game = variant(row["game"], **row.get("axes", {}))
    return play_match(
        first, second, games, variant=game, board=row["board"], seed=1, longest=row.get("longest"),
        resign=row.get("resign", "hopeless"),
    )  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("row", [row for row in ROWS if not row.get("tiny")], ids=_name)
def test_level_4_always_beats_random_moves(row: dict[str, Any]) -> None:
    assert _match(row, "4", "random", 10).wins == 10


@pytest.mark.slow
@pytest.mark.parametrize("row", ROWS, ids=_name)
def test_ten_times_the_thinking_pays(row: dict[str, Any]) -> None:
    single = row.get("single", 40)
    found = _match(row, f"mcts:{10 * single}", f"mcts:{single}", 40)
    assert found.wins >= 30 or (row.get("tiny") and found.rate >= 0.5)


@pytest.mark.parametrize(
    ("game", "board"),
    first(2, [("tile", "5x5"), ("tao", "5x5"), ("gengo", "gengo 9"), ("japanese", "graph:dodecahedron"),
              ("cushion", "5x5"), ("new-zealand", "5x5"), ("gengo-go", "5x5"), ("gengo", "7 footprint .nn/nxn/.n.")]),
)  # fmt: skip
def test_level_2_beats_random_moves_on_small_boards(game: str, board: str) -> None:
    assert _match({"game": game, "board": board, "longest": 100}, "2", "random", 4).wins >= 3


@pytest.mark.parametrize(
    ("game", "board"), [("gengo", "gengo 11"), ("gengo-go", "5x5"), ("gengo-large-n", "large-n 9")]
)
def test_games_where_suicide_is_allowed_come_to_an_end(game: str, board: str) -> None:
    """Neither side resigns: both must see when to pass."""
    found = _match({"game": game, "board": board, "longest": 4 * 121, "resign": "never"}, "mcts:60", "mcts:20", 2)
    assert [each.how for each in found.games] == ["score", "score"]


def test_a_leader_does_not_pass_before_a_possible_repetition() -> None:
    """Black has won, but after a pass White takes D5, which repeats a whole state: no result."""
    game = Game("japanese", board="7x7")
    moves = """
        F6 B5 C5 G1 C3 E1 D2 E6 E5 D5 D4 A1 D6 D3 E3 A5 E7 B6 B7 G4 C7 F2 D1 G2 F3 F4 E2 C2 B2 A3 pass F5 pass A7 pass
        G5 G3 C1 pass G7 B1 B4 F1 G1 G2 C2 C1 B3 A2 C4 G6 C6 E4 G5 G4 D7 C7 F4 F5 B7 F7 D5 pass D7 E6 pass C7 pass C5 D7
    """
    for move in moves.split():
        game.play(move)
    assert MCTS(budget=Budget(simulations=1_000), seed=1).choose(game) is not Pass
    game.play(Pass)
    game.play("D5")
    assert game.outcome is not None
    assert game.outcome.how == "no_result"


PRICES: tuple[Any, ...] = (1, (1, 2), "off", "schedule 2, 1 from 15, 0 from 30", "auction 3 to 0 every 5")
"""Tao stones are bought sensibly, whatever they cost and however the price changes (spec 3.9)."""


def _at_price(price: Any, payment: str, board: str) -> dict[str, Any]:
    return {"game": "tao", "axes": {"tao_price": price, "tao_payment": payment}, "board": board, "longest": 200}


@pytest.mark.parametrize("price", first(2, PRICES[1:]))
def test_level_2_beats_random_moves_at_every_price(price: Any) -> None:
    assert _match(_at_price(price, "prisoner", "5x5"), "2", "random", 2).wins == 2


PROBLEMS = [problem for problem in by_name().values() if problem.engine]
"""Those on which the engine's strength is measured."""


@pytest.mark.slow
@pytest.mark.parametrize("seed", first(1, [1, 2]))
def test_the_engine_solves_nine_of_ten(seed: int) -> None:
    assert len(PROBLEMS) >= 50
    failed = []
    for problem in PROBLEMS:
        game = problem.start()
        player = MCTS(budget=Budget(simulations=10_000), seed=seed, megabytes=16, resigns=False)
        answer = game.write_move(player.choose(game))
        if answer not in problem.right:
            failed.append(f"{problem.name}: {answer}, not {problem.right}")
    assert 10 * len(failed) <= len(PROBLEMS), failed


@pytest.mark.parametrize("name", ["three-in-a-row-to-live", "pyramid-four-to-live", "bulky-five-to-live"])
@pytest.mark.parametrize("tidy", [None, True])
def test_no_pass_while_a_group_needs_its_move(name: str, tidy: bool | None) -> None:
    problem = by_name()[name]
    player = MCTS(budget=Budget(simulations=2_000), seed=1, megabytes=16, resigns=False, tidy=tidy)
    game = problem.start()
    assert game.write_move(player.choose(game)) in problem.right


@pytest.mark.parametrize(("board", "least"), [("3x3", 8), ("5x5", 5)])
def test_small_boards_are_opened_in_the_centre_and_won(board: str, least: int) -> None:
    game = Game("chinese", board=board, komi=0)
    *_, found = MCTS(seed=1).analyse(game, Budget(simulations=5_000))
    assert found.candidates[0].move == game.board.labels[game.board.centre or 0]
    assert found.win_rate > 0.75
    assert found.lead >= least
