"""The workbench for the formal rules: input, starts, families, scores of any configuration (1.18-1.26)."""

import random
from typing import Any

import pytest
from data import cases
from hypothesis import given
from hypothesis import strategies as st

from tengen import Game, boards
from tengen.boards import split_labels
from tengen.formats.formal import configurations
from tengen.game import (
    capturable,
    check_record,
    configuration_score,
    dead_groups,
    judge_family,
    safe_family,
    unconditionally_alive,
)
from tengen.game.setup import stones_from_rows
from tengen.records import BoardError, FormatError, PositionError, TengenError
from tengen.solve.formal import FormalInput, read_formal, read_start


def read(*rows: str) -> tuple[Any, dict[str, Any]]:
    board = boards.parse(f"{len(rows[0])}x{len(rows)}")
    return board, dict(stones_from_rows(rows, board))


# ---- pairs -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "label"), [("(0 0)", "A1"), ("(2,3)", "C4"), ("( 8 , 8 )", "J9"), ("(8 0)", "J1")])
def test_a_pair_is_a_point_wherever_a_point_is_asked_for(text: str, label: str) -> None:
    board = boards.parse("9")
    assert board.point(text) == board.point(label)
    assert Game("formal", board="9").read_move(text) == Game("formal", board="9").read_move(label)
    game = Game.setup("formal", {text: "black"}, board="9")
    assert (game.stones, game.content(text)) == ({label: "black"}, "black")
    assert board.point(board.pair(label)) == board.point(label)


def test_a_pair_outside_the_board_is_a_point_off_the_board() -> None:
    game = Game("formal", board="3")
    assert [str(reason) for reason in game.why_not("(3 0)")] == ["off_board"]
    assert game.board.find("(-1 0)") is game.board.find("(0 0 0)") is None
    with pytest.raises(FormatError):
        game.why_not("(1)")
    with pytest.raises(BoardError, match="is not on"):
        game.board.point("(3 3)")
    assert boards.parse("3x3 without A1").find("(0 0)") is None
    assert boards.parse("graph:k4").pair(2) == "(2)"


def test_pairs_stay_whole_in_lists() -> None:
    assert split_labels(" D4,E5 (2 3),(4,4)  K9 ") == ["D4", "E5", "(2 3)", "(4,4)", "K9"]
    assert split_labels("") == []


# ---- configurations as text ------------------------------------------------------------------------------------------


def test_configurations_are_read_and_written() -> None:
    board, found = configurations.read("f_0\n...\n...\n\nf_1:\n.X.\n..o\n")
    assert board.text == "3x2"
    assert found == [(0,) * 6, (0, 1, 0, 0, 0, -1)]
    assert configurations.read(configurations.write(board, found)) == (board, found)
    holed = boards.parse("3x2 without A1")
    assert configurations.read("X..\n#.O", holed)[1] == [(1, 0, 0, 0, -1)]
    graph = boards.parse("graph:k4")
    assert configurations.read("....\n\nX..O", graph)[1] == [(0, 0, 0, 0), (1, 0, 0, -1)]
    assert configurations.write(graph, [(1, 0, 0, -1)]) == "f_0\nX..O\n"


@pytest.mark.parametrize(
    ("text", "board", "line", "column", "says"),
    [
        ("...\n\n..", None, 3, 1, "has 2 letters"),
        ("...\n\n...\n...", None, 3, 1, "2 rows"),
        ("f_0\n...\n\nf_2\n...", None, 4, 1, "it must be f_1"),
        ("...\n..?", None, 2, 1, "not a row"),
        ("..#", None, 1, 3, "has a point"),
        ("...\n...", "3x2 without A1", 2, 1, "has no point"),
        ("", None, 1, 1, "no configuration"),
    ],
)
def test_configurations_are_refused_with_line_and_column(
    text: str, board: str | None, line: int, column: int, says: str
) -> None:
    with pytest.raises(FormatError, match=says) as caught:
        configurations.read(text, None if board is None else boards.parse(board))
    assert (caught.value.line, caught.value.column) == (line, column)


# ---- records ---------------------------------------------------------------------------------------------------------


def broken(text: str, board: str | None = None, **more: Any) -> tuple[int, int] | None:
    given = read_formal(text, None if board is None else boards.parse(board), more.pop("at", None))
    found = given.check(**more)
    return None if found is None else (found.postulate, found.where)


@pytest.mark.parametrize(
    ("text", "board", "expected"),
    [
        ("1 (1,0) 2 - 3 pass", "3x1", None),
        ("1 (0 0) 2 (1 0) 3 (0 0) 4 pass 5 pass", "2x1", (3, 3)),
        ("1 (1 0) 2 (0 0) 3 pass 4 pass", "3x1", (4, 2)),
        ("1 (1 0) 2 pass", "3x1", (2, 2)),
        ("1 (1 0) 2 (1 0) 3 pass 4 pass", "3x1", (5, 2)),
        ("1 (0 0) 2 (1 0) 3 (0 0) 4 (0 0)", "2x1", (3, 3)),
        ("(;SZ[3:1]GM[1]FF[4];B[ba];W[];B[])", None, None),
        ("(;SZ[3:1]GM[1]FF[4];B[ba];W[aa];B[];W[])", None, (4, 2)),
        ("...\n\n.X.\n\n.X.\n\n.X.", None, None),
        ("...\n\nXX.\n\nXX.\n\nXX.", None, (5, 1)),
        ("...\n\n.O.\n\n.O.\n\n.O.", None, (6, 1)),
    ],
)
def test_the_first_postulate_broken_and_where(text: str, board: str | None, expected: tuple[int, int] | None) -> None:
    """1.25, from clicks, from configurations and from other notations."""
    assert broken(text, board) == expected


def test_a_record_that_goes_on_needs_no_passes() -> None:
    assert broken("1 (1 0)", "3x1", finished=False) is None
    assert broken("1 (0 0) 2 (1 0) 3 (0 0)", "2x1", finished=False) == (3, 3)
    assert broken("...\n\n.X.", finished=False) is None


def test_another_configuration_to_start_from() -> None:
    """1.25 with another start: the published text starts handicap games so."""
    board, start = read_start("X.O")
    assert broken("1 (1 0) 2 pass 3 pass", "3x1", at=start) == (1, 0)
    assert broken("1 (1 0) 2 pass 3 pass", "3x1", at=start, start=start) is None
    moved = read_formal("1 (1 0) 2 pass 3 pass", board, start)
    assert moved.configurations[1] == (1, 1, 0), "the white stone has no liberty left"
    rows = "X.O\n\nXX.\n\nXX.\n\nXX."
    assert broken(rows) == (1, 0)
    assert broken(rows, start=start) is None
    assert broken(rows, start=(0, 0, 1)) == (1, 0)
    handicap = "(;SZ[5]AB[bb][dd];B[cc];W[];B[])"
    assert broken(handicap) == (1, 0)
    given = read_formal(handicap)
    assert given.check(given.configurations[0]) is None
    with pytest.raises(TengenError, match="the starting configuration"):
        check_record(board, [(0, 0, 0)] * 3, start=(0, 0))
    with pytest.raises(FormatError, match="a game starts from one"):
        read_start("X..\n\nX..")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("(;SZ[3];W[aa])", "move 1 is white's"),
        ("(;SZ[3];B[aa];W[bb]AB[cc];B[ba])", "mid-game"),
        ("(;GM[1]SZ[3]RU[tao];B[aa];W[bb])", None),
        ("1 (2 3) 2 pass", "name the board"),
    ],
)
def test_what_formal_rules_do_not_know(text: str, says: str | None) -> None:
    if says is None:
        assert isinstance(read_formal(text), FormalInput)
        return
    with pytest.raises(FormatError, match=says):
        read_formal(text)


def test_wide_stones_are_refused_by_name() -> None:
    with pytest.raises(TengenError, match="gengo 5"):
        read_formal("1 pass 2 pass", boards.parse("gengo 5"))


# ---- families --------------------------------------------------------------------------------------------------------


def test_a_given_family_is_judged() -> None:
    """1.20: each group of the family must touch two eyes after removing all other stones of the colour."""
    board, stones = read(".X.XO", "XXXXO", "OOOOO")
    assert judge_family(board, stones, ["B3"]).is_safe
    assert judge_family(board, stones, ["(1 2)", "A2"]).groups[0][1] == (frozenset({"A3"}), frozenset({"C3"}))
    assert not judge_family(board, stones, ["E1"]).is_safe
    four, around = read(".X.", "X.X", ".X.")
    assert judge_family(four, around, ["B3", "A2", "C2", "B1"]).is_safe
    assert not judge_family(four, around, ["B3", "A2"]).is_safe, "the others' stones are off, and their eyes with them"
    for family, says in (([], "at least one group"), (["A3"], "no stone stands on A3"), (["B3", "E1"], "one colour")):
        with pytest.raises(PositionError, match=says):
            judge_family(board, stones, family)


@given(st.integers(0, 3**9 - 1), st.integers(0, 63))
def test_judging_families_agrees_with_the_largest_safe_one(code: int, chosen: int) -> None:
    """1.20: the largest safe family is safe, and a safe family is part of it."""
    board = boards.parse("3x3")
    stones = {
        label: ("black", "white")[code // 3**p % 3 - 1] for p, label in enumerate(board.labels) if code // 3**p % 3
    }
    largest = safe_family(board, stones, "black")
    if largest:
        assert judge_family(board, stones, [min(group) for group in largest]).is_safe
    black = [label for label in board.labels if stones.get(label) == "black"]
    family = [label for p, label in enumerate(black) if chosen >> p & 1]
    if family and judge_family(board, stones, family).is_safe:
        assert {label for group, _ in judge_family(board, stones, family).groups for label in group} <= {
            label for group in largest for label in group
        }


# ---- scores and deaths -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rows", "margin", "neutral"), cases("formal_workbench", "any_configuration_has_a_score"))
def test_any_configuration_has_a_score(rows: list[str], margin: int, neutral: int) -> None:
    """1.26, even with dead groups in it; the published examples are in tests/published."""
    board, stones = read(*rows)
    score = configuration_score(board, stones)
    assert (score.margin, len(score.neutral)) == (margin, neutral)
    assert score.black | score.white | score.neutral == set(board.labels)


def test_dead_groups_are_named() -> None:
    board, stones = read("OX.", "X..")
    assert dead_groups(board, stones) == (frozenset({"A2"}),)
    assert dead_groups(*read("O..", "X..")) == ()


@pytest.mark.parametrize("seed", range(30))
def test_configuration_scores_are_area_scores(seed: int) -> None:
    """1.13, 1.26: without dead groups, the configuration has the game's score."""
    rng = random.Random(seed)
    game = Game("formal", board=rng.choice(["4x4", "graph:petersen", "triangular 4x3", "5x5 torus"]))
    for _ in range(rng.randrange(30)):
        moves = [move for move in game.legal_moves() if game.write_move(move) not in ("pass", "resign")]
        if not moves:
            break
        game.play(rng.choice(moves))
    score = configuration_score(game.board, game.stones)
    assert score.margin == game.score("area").margin
    owner = game.score("area").owner
    assert {label for label, colour in owner.items() if colour == "black"} == score.black


def test_groups_that_added_stones_could_capture() -> None:
    """The published summary's dead stones are those that do not live unconditionally."""
    board, stones = read(".X.XO", "XXXXO", "OOOO.")
    assert capturable(board, stones, "black") == ()
    assert len(capturable(board, stones, "white")) == 2
    game = Game.setup("chinese", stones, board=board, komi=0)
    taken = [label for group in capturable(board, stones, "white") for label in group]
    assert game.score(dead=taken).margin == 15
    groups = {*capturable(board, stones, "black"), *unconditionally_alive(board, stones, "black")}
    assert len(groups) == 1
