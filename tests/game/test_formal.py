"""The formal definitions: eyes, safe families, unconditional life (spec 1.18-1.20), formal records (1.25)."""

import random
from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest
from data import cases
from game_playing import advance, numbers
from hypothesis import given
from hypothesis import strategies as st
from oracle import components

from tengen import boards
from tengen.boards import Board
from tengen.game import Game, check_record, one_point_eyes, region_eyes, safe_family, unconditionally_alive
from tengen.game.formal_records import configuration_of
from tengen.game.setup import stones_from_rows
from tengen.records import PositionError, TengenError

# Two black chains share two one-point eyes and nothing else: pass-alive together, and a safe family.
ALIVE = [".X.XO", "XXXXO", "OOOOO"]
# Benson: both regions are vital to the black chain, even that with a white stone, which is no eye by 1.19.
INSIDE = ["..XO.X", "XXXXXX"]
# By 1.20 both black chains are safe; Benson's algorithm drops E1, since C1 is not one of its liberties.
CORNER = ["XXXX.", ".X..X"]


def read(rows: Sequence[str]) -> tuple[Board, dict[str, Any]]:
    board = boards.parse(f"{len(rows[0])}x{len(rows)}")
    return board, dict(stones_from_rows(rows, board))


# ---- eyes ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rows", "black", "white"),
    [
        ([".X.XO", "XXXXO", "OOOOO"], {"A3", "C3"}, set()),
        (["..", ".."], set(), set()),
        (["X."], {"B1"}, set()),
        ([".X.", "X.X", ".XO"], {"A3", "A1", "B2", "C3"}, set()),
        ([".O.", "OTO", ".O."], set(), {"A1", "A3", "B2", "C1", "C3"}),
    ],
)
def test_one_point_eyes(rows: list[str], black: set[str], white: set[str]) -> None:
    """1.18; a Tao point is vacant (0.2), so it is an eye where all its neighbours hold stones of one colour."""
    board, stones = read(rows)
    assert one_point_eyes(board, stones, "black") == black
    assert one_point_eyes(board, stones, "white") == white


def test_a_point_without_neighbours_is_nobodys_eye() -> None:
    """0.8, 1.18."""
    board = boards.parse("edges:a-b,c")
    assert one_point_eyes(board, {"a": "black"}, "black") == {"b"}
    board = boards.parse("gengo 3")
    assert one_point_eyes(board, {}, "black") == frozenset()


@pytest.mark.parametrize(
    ("rows", "eyes"),
    [
        (["..X", "XXX"], [{"A2", "B2"}]),
        ([".X.", "XXX"], [{"A2"}, {"C2"}]),
        (["...X", "XXXX"], [{"A2", "B2", "C2"}]),
        (["...X", "...X", "XXXX"], []),  # A3, B3 and A2, B2: some are next to no black stone
        (["..O", "XXX"], []),
        (["..."], []),
    ],
)
def test_region_eyes(rows: list[str], eyes: list[set[str]]) -> None:
    board, stones = read(rows)
    found = region_eyes(board, stones, "black")
    assert sorted(map(sorted, found)) == sorted(map(sorted, eyes))


@given(st.integers(0, 3**9 - 1))
def test_region_eyes_by_the_letter(code: int) -> None:
    """1.19: filling all but one point with white stones never leaves a vacant point among white stones only."""
    board = boards.parse("3x3")
    stones = {label: "black" if code // 3**p % 3 == 1 else "white" for p, label in enumerate(board.labels)}
    stones = {label: c for p, (label, c) in enumerate(stones.items()) if code // 3**p % 3}
    eyes = region_eyes(board, stones, "black")
    colour = [stones.get(label) for label in board.labels]
    for region in components({p for p in range(9) if colour[p] is None}, board.edges):
        touched = {colour[q] for p in region for q in board.edges[p]} - {None}
        last_among_white = any(
            all(q in region or colour[q] == "white" for q in board.neighbours[left]) for left in region
        )
        is_eye = touched == {"black"} and not last_among_white
        assert (frozenset(board.labels[p] for p in region) in eyes) == is_eye


# ---- safety and life -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rows", "safe", "alive"),
    [
        (ALIVE, [6], [6]),
        ([".XXXO", "XXXXO", "OOOOO"], [], []),
        ([".X.", "X.X", ".X."], [1] * 4, [1] * 4),  # four chains, each next to two eyes that they share
        (INSIDE, [], [8]),  # a white stone inside spoils an eye, not life
    ],
)
def test_safe_families_and_life(rows: list[str], safe: list[int], alive: list[int]) -> None:
    """1.20 is not Benson's; the sizes of the chains found."""
    board, stones = read(rows)
    assert [len(chain) for chain in safe_family(board, stones, "black")] == safe
    assert [len(chain) for chain in unconditionally_alive(board, stones, "black")] == alive
    assert safe_family(board, stones, "white") == ()


def test_safe_but_not_alive() -> None:
    """1.20 is not Benson's: an eye next to a chain need not be its liberties."""
    board, stones = read(CORNER)
    assert frozenset({"E1"}) in safe_family(board, stones, "black")
    assert unconditionally_alive(board, stones, "black") == ()
    game = Game.setup("chinese", CORNER, to_play="white")
    for move in ("D1", "pass", "E2"):
        game.play(move)
    assert "E1" not in game.stones


def brute_safe(board: Board, stones: dict[str, Any]) -> set[frozenset[str]]:
    """Return the union of all families that are safe by 1.20, tried one by one."""
    black = {p for p, label in enumerate(board.labels) if stones.get(label) == "black"}
    chains = [frozenset(board.labels[p] for p in chain) for chain in components(black, board.neighbours)]
    found: set[frozenset[str]] = set()
    for chosen in product((False, True), repeat=len(chains)):
        family = [chain for chain, taken in zip(chains, chosen, strict=True) if taken]
        kept = frozenset().union(*family)
        left = {label: c for label, c in stones.items() if c == "white" or label in kept}
        eyes = region_eyes(board, left, "black")
        near = [{board.labels[q] for label in c for q in board.neighbours[board.labels.index(label)]} for c in family]
        if all(sum(bool(eye & beside) for eye in eyes) >= 2 for beside in near):
            found.update(family)
    return found


@pytest.mark.parametrize("seed", range(60))
def test_the_largest_safe_family(seed: int) -> None:
    """1.20, against every possible family."""
    rng = random.Random(seed)
    board = boards.parse(rng.choice(["4x3", "5x2", "3x3", "graph:petersen", "triangular 3x3", "6x1"]))
    drawn = {label: rng.choice(("black", "black", "black", "white", None)) for label in board.labels}
    stones = {label: content for label, content in drawn.items() if content}
    assert set(safe_family(board, stones, "black")) == brute_safe(board, stones)


def test_stones_off_the_board_are_refused() -> None:
    with pytest.raises(PositionError, match="Z9"):
        safe_family(boards.parse("3x3"), {"Z9": "black"}, "black")


# ---- records (1.25) --------------------------------------------------------------------------------------------------

GOOD = [(0, 0, 0), (0, 1, 0), (0, 1, 0), (0, 1, 0)]
"""``1 (1 0) 2 pass 3 pass`` on 3x1."""


def test_a_good_record_passes() -> None:
    assert check_record(boards.parse("3x1"), GOOD) is None
    assert check_record(boards.parse("1x1"), [(0,), (0,), (0,)]) is None


@pytest.mark.parametrize(("postulate", "where", "record"), cases("formal", "every_postulate"))
def test_every_postulate(postulate: int, where: int, record: Any) -> None:
    """1.25: the first one broken, and where."""
    board = boards.parse("3x1")
    found = check_record(board, record)
    assert found is not None
    assert (found.postulate, found.where) == (postulate, where), found
    assert found.what


@pytest.mark.parametrize("record", [[(0, 0)], [(0, 0, 2)], [(0, 0, 0, 0)]])
def test_no_configurations(record: Any) -> None:
    with pytest.raises(TengenError, match="configuration 0"):
        check_record(boards.parse("3x1"), record)


def configuration(game: Game) -> tuple[int, ...]:
    return configuration_of(game.board, game.stones)


FORMAL_BOARDS = ["1x1", "2x1", "3x1", "2x2", "3x2", "3x3", "graph:k4", "graph:cycle-5", "graph:petersen"]


def played(text: str, given_numbers: Sequence[int]) -> tuple[Board, list[tuple[int, ...]]]:
    """Return the configurations of a random game under formal rules, ended by two passes."""
    game = Game("formal", board=text)
    record = [configuration(game)]
    for _ in advance(game, given_numbers):
        record.append(configuration(game))
    while game.outcome is None:
        game.play("pass")
        record.append(configuration(game))
    return game.board, record


@given(st.sampled_from(FORMAL_BOARDS), numbers)
def test_games_under_formal_rules_are_records(text: str, given_numbers: list[int]) -> None:
    """1.25: playing the clicks gives configurations that check."""
    assert check_record(*played(text, given_numbers)) is None


def replay(board: Board, record: Sequence[tuple[int, ...]]) -> bool:
    """Return whether the record's clicks can be played under formal rules and lead to its configurations."""
    game = Game("formal", board=board)
    if not record or configuration(game) != record[0]:
        return False
    for k in range(1, len(record)):
        value = 1 if k % 2 else -1
        clicks = [p for p in range(len(board)) if record[k - 1][p] == 0 and record[k][p] == value]
        move = board.labels[clicks[0]] if clicks else "pass"
        if len(clicks) > 1 or game.why_not(move):
            return False
        game.play(move)
        if configuration(game) != record[k]:
            return False
    return game.outcome is not None


@given(st.sampled_from(FORMAL_BOARDS), numbers, st.data())
def test_the_checker_agrees_with_playing(text: str, given_numbers: list[int], data: st.DataObject) -> None:
    """1.25: on records that were tampered with as well."""
    board, record = played(text, given_numbers)
    kind = data.draw(st.sampled_from(["as it is", "value", "drop", "double", "swap", "cut"]))
    k = data.draw(st.integers(0, len(record) - 1))
    if kind == "value":
        p = data.draw(st.integers(0, len(board) - 1))
        record[k] = (*record[k][:p], data.draw(st.sampled_from([-1, 0, 1])), *record[k][p + 1 :])
    elif kind == "drop":
        del record[k]
    elif kind == "double":
        record.insert(k, record[k])
    elif kind == "swap":
        record[k], record[k - 1] = record[k - 1], record[k]
    elif kind == "cut":
        del record[k:]
    assert (check_record(board, record) is None) == replay(board, record)
