"""Written proofs of variants: they hold, and every change is refused, with its line."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from data import cases, load
from example_counts import first
from test_written_proofs import holds, refused, refused_with

from benchmarks.surveys.graphs import graphs
from tengen import Game
from tengen.boards import parse
from tengen.records import TengenError
from tengen.solve import solved_rows
from tengen.solve.budget import Budget, OutOfBudget
from tengen.solve.checker.__main__ import main
from tengen.solve.checker.check import told
from tengen.solve.checker.play_rules import PlayRules, PlayState
from tengen.solve.checker.proof import Proof, ProofError
from tengen.solve.solved_rows import GameRow
from tengen.solve.states import proof_lines
from tengen.solve.states.proof_lines import head_line
from tengen.solve.states.strategy_file import refusal, written_strategy
from tengen.solve.value import value

TABLE = Path(__file__).parents[2] / "docs" / "lab" / "who-wins.csv"


def proof_of(game: Game) -> list[str]:
    return list(written_strategy(game, value(game, budget=Budget(memory=1 << 30)), Budget(memory=1 << 30)))


@pytest.fixture(scope="module")
def tile() -> list[str]:
    """Return the proof that White wins Tile Go on 2x2."""
    return proof_of(Game("tile", board="2x2"))


@pytest.fixture(scope="module")
def tao() -> list[str]:
    """Return the proofs that Tao Go on 2x2 is worth 0."""
    return proof_of(Game("tao", board="2x2", komi=0))


@pytest.mark.parametrize(
    ("name", "board", "turns"),
    first(5, [("tile", "1x3", 1), ("tile", "2x2", 16), ("tile", "1x6", 20), ("cushion", "1x2", 2),
              ("tile", "graph6:Bw", 8), ("tile", "2x3", 38), ("cushion", "1x6", 36), ("tile", "graph6:Dlc", 26)]),
)  # fmt: skip
def test_winners_are_proved_with_the_turns_of_the_table(name: str, board: str, turns: int) -> None:
    """They match docs/lab/who-wins.md."""
    (checked,) = holds(proof_of(Game(name, board=board)))
    assert (checked.claim.side, checked.claim.turns) == ("black" if turns % 2 else "white", turns)


@pytest.mark.parametrize(
    ("name", "board", "axes", "low", "high"),
    first(5, [("tao", "1x4", {}, 3, 3), ("tao", "2x3", {"tao_price": "off"}, 0, 0), ("gengo", "4x1", {}, 0, 0),
              ("gengo", "1x5", {}, 1, 2), ("gengo", "graph6:A_", {}, 0, 0), ("tao", "1x6", {"tao_price": 2}, 0, 0),
              ("tao", "2x2", {}, 0, 0), ("gengo", "2x5", {}, 1, 2)]),
)  # fmt: skip
def test_values_are_proved_from_both_sides(name: str, board: str, axes: dict[str, Any], low: int, high: int) -> None:
    black, white = holds(proof_of(Game(name, board=board, komi=0, **axes)))
    assert (black.claim.side, black.claim.points) == ("black", low)
    assert (white.claim.side, white.claim.points) == ("white", -high)


def test_a_komi_moves_the_margin_alone() -> None:
    lines = proof_of(Game("tao", board="1x4", komi=1.5))
    assert [json.loads(line) for line in lines if "claim" in line] == [
        {"claim": "black", "turns": 5, "points": 3.0, "margin": 1.5},
        {"claim": "white", "turns": 7, "points": -3.0, "margin": 1.5},
    ]
    assert "Black's margin is at least 1.5 with komi 1.5" in " ".join(told(Proof(lines), holds(lines)))


def test_no_line_can_be_left_out(tile: list[str], tao: list[str]) -> None:
    for lines in (tile, tao):
        for k in range(len(lines)):
            refused([*lines[:k], *lines[k + 1 :]])


def test_no_number_of_turns_can_be_changed(tile: list[str], tao: list[str]) -> None:
    for lines in (tile, tao):
        for k, line in enumerate(lines[1:], 1):
            row = json.loads(line)
            for more in (-2, -1, 1, 2):
                if isinstance(row, dict):
                    other = json.dumps(row | {"turns": row["turns"] + more})
                    assert "the proof takes" in refused([*lines[:k], other, *lines[k + 1 :]])
                else:
                    other = json.dumps([*row[:7], row[7] + more, row[8]])
                    assert "turns left" in refused([*lines[:k], other, *lines[k + 1 :]])


def test_no_move_can_be_changed_to_one_that_is_worse(tile: list[str], tao: list[str]) -> None:
    """Another move may do as well, and lead to positions of other lines; then it is a proof, too."""
    tried = passed = 0
    for lines in (tile, tao):
        labels = json.loads(lines[0])["points"]
        for k, line in [*enumerate(lines)][::3]:
            row = json.loads(line)
            for move in (*labels, *(f"tao {label}" for label in labels), "pass", "return"):
                if isinstance(row, dict) or move == row[8]:
                    continue
                tried += 1
                try:
                    holds([*lines[:k], json.dumps([*row[:8], move]), *lines[k + 1 :]])
                except ProofError:
                    continue
                passed += 1
    assert tried > 150
    assert passed < tried // 20


def test_an_illegal_move_is_refused_by_its_line(tile: list[str]) -> None:
    row = json.loads(tile[3])
    assert row[1] == ".OXX"
    for move, why in (
        ("B2", "B2 is illegal here"),
        ("return", "return is illegal here"),
        ("pass", "pass is illegal here"),
    ):
        assert refused([*tile[:3], json.dumps([*row[:8], move]), *tile[4:]]) == f"line 4: {why}"


def test_the_wrong_winner_is_refused(tile: list[str], tao: list[str]) -> None:
    assert refused([line.replace('"white"', '"black"') if "claim" in line else line for line in tile])
    row = json.loads(tao[1])
    assert (row["claim"], row["points"]) == ("black", 0)
    assert refused([tao[0], json.dumps(row | {"points": 1, "margin": 1}), *tao[2:]])
    assert "are a margin of 0 for Black with komi 0, not 2" in refused(
        [tao[0], json.dumps(row | {"margin": 2}), *tao[2:]]
    )


@pytest.mark.parametrize(
    ("change", "why"),
    load("refused/variant_proofs"),
)
def test_other_rules_boards_and_positions_are_refused(tile: list[str], change: dict[str, Any], why: str) -> None:
    assert why in refused_with(change, tile)


@pytest.mark.parametrize(
    "line",
    ["", "{", "[]", "7", '["move"]', '["move", "....", "0000", null, 0, 0, [0, 0], 1, "Z9"]',
     '["move", "....", "0000", null, 0, 0, [0, 0], "1", "A1"]', '["move", "..", "00", null, 0, 0, [0, 0], 1, "A1"]',
     '["move", "....", "0000", [], 0, 0, [0, 0], 1, "A1"]', '["move", "....", "0000", null, 0, 0, 0, 1, "A1"]',
     '{"claim": "nobody", "turns": 1, "wins": true}', '{"claim": "white", "turns": 16, "points": 1, "margin": 1}',
     '{"claim": "white", "turns": true, "wins": true}', "[" * 100_000],
)  # fmt: skip
def test_what_is_no_line_is_refused(tile: list[str], line: str) -> None:
    assert refused([*tile[:5], line, *tile[5:]]).startswith("line 6: ")
    refused([line])
    refused([])


def test_two_lines_about_a_position_are_refused(tile: list[str]) -> None:
    assert refused([*tile, tile[2]]) == f"line {len(tile) + 1}: line 3 already has this position"


def test_a_line_that_nothing_leads_to_is_checked_as_well(tile: list[str]) -> None:
    stray = json.dumps(["move", "O...", "0000", None, 0, 0, [7, 7], 1, "D9"])
    assert "the board has no point 'D9'" in refused([*tile, stray])
    assert f"line {len(tile) + 1}: the proof has no move after" in refused([*tile, stray.replace("D9", "B2")])


def test_play_that_could_come_back_is_refused() -> None:
    """Three points in a row under no rule of repetition: passes alone end a game only if both sides pass."""
    game = Game("tao", board="1x2", komi=0)
    circle = ["move", "..", "", None, 0, 0, [0, 0], 3, "pass"]
    claim = json.dumps({"claim": "black", "points": 0, "margin": 0, "turns": 3})
    assert refused([head_line(game), claim, json.dumps(circle)])


RANDOM = cases("variant_proofs", "random")


def rules_of(game: Game) -> PlayRules:
    claim = {"wins": True} if game.rules.end == "no-moves" else {"points": 0, "margin": 0}
    return Proof([head_line(game), json.dumps({"claim": "black", "turns": 1} | claim)]).rules


def compared(seed: int) -> int:
    """Play a random game, and compare the checker's rules with the game's, turn by turn; return the number of turns."""
    draw = random.Random(seed)
    name, axes = RANDOM[seed % len(RANDOM)]
    fine, plain = ("4x4", "5x3", "1x7", "6x2"), ("2x3", "3x3", "1x5", "graph:k3,3", "2x4")
    game = Game(name, board=draw.choice(fine if name == "gengo" else plain), **axes)
    rules = rules_of(game)
    moves = 0
    while game.outcome is None and moves < 40:
        expected = set()
        for move in game.legal_moves():
            after = game.copy()
            after.play(move)
            expected.add(table_of(after))
        assert {after for _, after in rules.turns(table_of(game))} == expected, game.to_json()
        moves += 1
        game.play(draw.choice([*game.legal_moves()]))
    if game.outcome is not None and game.outcome.margin is not None:
        assert rules.points(table_of(game), "X") == game.outcome.margin
    return moves


def table_of(game: Game) -> PlayState:
    table = proof_lines.table_of(game)
    barred = None if table.barred < 0 else table.barred
    sign = "X" if game.to_play == "black" else "O"
    return PlayState(table.stones, table.tiles, sign, barred, bool(table.incursion), table.passed, table.held)


@pytest.mark.parametrize(
    ("seeds", "least"), [(range(90), 1_000), pytest.param(range(1_000, 4_000), 30_000, marks=pytest.mark.slow)]
)
def test_the_rules_of_the_checker_are_those_of_the_game(seeds: range, least: int) -> None:
    assert sum(map(compared, seeds)) > least


def proved(seed: int) -> int:
    """Prove the position of a random game after a few moves; return the number of lines."""
    draw = random.Random(seed)
    name, axes = RANDOM[seed % len(RANDOM)]
    game = Game(name, board=draw.choice(("2x2", "1x4", "1x5", "graph6:Bw", "graph6:Ck")), **axes)
    for _ in range(draw.randrange(8)):
        moves = [*game.legal_moves()]
        ahead = game.copy()
        ahead.play(draw.choice(moves))
        if ahead.outcome is not None:
            break
        game = ahead
    found = value(game, budget=Budget(memory=1 << 30))
    if not (found.complete and found.route == "states"):
        return 0
    lines = list(written_strategy(game, found, Budget(memory=1 << 30)))
    claims = {one.claim.side: one.claim for one in holds(lines)} if lines else {}
    if found.unit == "winner":
        assert set(claims) == ({"black" if found.low > 0 else "white"} if found.exact is not None else set())
        assert all(claim.turns == found.plies for claim in claims.values())
        return len(lines)
    for side, bound in (("black", found.low), ("white", -found.high)):
        claim = claims.get(side)
        assert (None if claim is None else claim.points) == (None if abs(bound) == float("inf") else bound)
    return len(lines)


@pytest.mark.parametrize(
    ("seeds", "least"), [(range(24), 200), pytest.param(range(1_000, 1_300), 2_500, marks=pytest.mark.slow)]
)
def test_positions_within_games_are_proved(seeds: range, least: int) -> None:
    assert sum(map(proved, seeds)) > least


@pytest.mark.slow
@pytest.mark.parametrize("name", ["tile", "cushion", "tao", "gengo"])
def test_every_graph_of_up_to_five_points_matches_the_table(name: str) -> None:
    """The rows of docs/lab/who-wins.csv match proofs accepted by the checker."""
    axes: dict[str, Any] = {} if name in ("tile", "cushion") else {"komi": 0}
    settings = "tao_price=1" if name == "tao" else ""
    rows = solved_rows.read(GameRow, TABLE.read_text(encoding="utf-8")).values()
    table = {row.board: row for row in rows if row.variant == name and row.settings == settings}
    for graph6 in graphs(5):
        row = table[f"graph6:{graph6}"]
        game = Game(name, board=row.board, **axes)
        if game.outcome is not None or row.is_open:
            continue
        lines = proof_of(game)
        claims = {one.claim.side: one.claim for one in (holds(lines) if lines else [])}
        if row.turns is not None:
            assert {side: claim.turns for side, claim in claims.items()} == {row.winner: row.turns}
        else:
            points = {} if row.winner == "infinite" else {"black": row.low, "white": -row.high}
            assert {side: claim.points for side, claim in claims.items()} == points


@pytest.mark.parametrize(("name", "board", "axes", "why"), cases("variant_proofs", "what_is_not_written_is_refused"))
def test_what_is_not_written_is_refused(name: str, board: str, axes: dict[str, Any], why: str) -> None:
    game = Game(name, board=board, **axes)
    assert why in str(refusal(game))
    with pytest.raises(TengenError, match=why):
        next(written_strategy(game, value(Game("tile", board="1x3")), Budget()))


def test_a_spent_budget_ends_the_writing() -> None:
    game = Game("tile", board="2x3")
    with pytest.raises(OutOfBudget):
        list(written_strategy(game, value(game), Budget(nodes=1_000)))


def test_the_checker_alone_reads_a_file(tmp_path: Any, tile: list[str], capsys: Any) -> None:
    (tmp_path / "tile.jsonl").write_text("\n".join(tile), encoding="ascii")
    assert main([str(tmp_path / "tile.jsonl")]) == 0
    said = capsys.readouterr().out
    assert "White wins, in 16 turns at most." in said
    assert "The file itself names the game and the board." in said
    (tmp_path / "tile.jsonl").write_text("\n".join(tile[:-1]), encoding="ascii")
    assert main([str(tmp_path / "tile.jsonl")]) == 1
    assert "line" in capsys.readouterr().err


def test_the_board_is_read_as_it_is_written() -> None:
    for name, board in (("gengo", "4x3"), ("tile", "3x3 torus"), ("tao", "graph:petersen")):
        game = Game(name, board=board)
        assert parse(json.loads(head_line(game))["board"]) == game.board
