"""Invariants of every game: undo, symmetry, colours, keys, and consequences of the specification."""

from collections import Counter
from typing import Any

from agreement import draw_board, draw_rules, fitting
from game_playing import advance, all_moves, drawing, everything, numbers
from hypothesis import given
from hypothesis import strategies as st

from tengen.game import Game
from tengen.records import Move, Pass, Place, Tao, other


def drawn_game(data: st.DataObject, most: int = 16, **fixed: Any) -> Game:
    draw = drawing(data)
    rules, board = draw_rules(draw, **fixed), draw_board(draw, most)
    return Game(fitting(rules, board), board=board)


@given(st.data(), numbers)
def test_undo_restores_everything(data: st.DataObject, given_numbers: list[int]) -> None:
    game = drawn_game(data, 12)
    before = [everything(game)]
    for _ in advance(game, given_numbers):
        before.append(everything(game))
    before.pop()
    while game.moves:
        last = game.moves[-1]
        assert game.undo() == last
        assert everything(game) == before.pop()
    assert before == []


def moved(move: Move, permutation: tuple[int, ...]) -> Move:
    return type(move)(permutation[move.point]) if isinstance(move, (Place, Tao)) else move


@given(st.data(), numbers)
def test_symmetries_commute_with_play(data: st.DataObject, given_numbers: list[int]) -> None:
    game = drawn_game(data, 16)
    board = game.board
    keeping = [s for s in board.symmetries() if game.rules.tao == "off" or board.centre in (None, s[board.centre or 0])]
    for permutation in keeping:
        one, two = Game(game.rules, board=board), Game(game.rules, board=board)
        for move in advance(one, given_numbers):
            two.play(moved(move, permutation))
            assert two.stones == {board.labels[permutation[board.labels.index(p)]]: c for p, c in one.stones.items()}
            assert two.tiles == {board.labels[permutation[board.labels.index(p)]]: h for p, h in one.tiles.items()}
            assert (two.prisoners, two.to_play, two.outcome) == (one.prisoners, one.to_play, one.outcome)
            for any_move in all_moves(board):
                assert two.why_not(moved(any_move, permutation)) == one.why_not(any_move)
            assert (two.score().black, two.score().white) == (one.score().black, one.score().white)


def swapped(counts: dict[Any, int]) -> dict[Any, int]:
    return {other(colour): count for colour, count in counts.items()}


@given(st.data(), numbers)
def test_swapping_colours_commutes_with_play(data: st.DataObject, given_numbers: list[int]) -> None:
    # Some goals and orders are asymmetric in the colours, and White makes the last pass.
    rules = draw_rules(
        drawing(data), handicap=0, komi=0, goal="score", pass_stones=False, weights="even", order="alternate"
    )
    board = draw_board(drawing(data), 16)
    stones: dict[str, Any] = {board.labels[0]: "tao"} if rules.tao == "on" else {}
    one = Game.setup(rules, stones, board=board, to_play="black")
    two = Game.setup(rules, stones, board=board, to_play="white")
    for move in advance(one, given_numbers):
        two.play(move)
        assert two.stones == {p: c if c == "tao" else other(c) for p, c in one.stones.items()}
        assert two.tiles == one.tiles
        assert two.prisoners == swapped(one.prisoners)
        assert two.tao_in_hand == swapped(one.tao_in_hand)
        assert two.to_play == other(one.to_play)
        assert {m: two.why_not(m) for m in all_moves(board)} == {m: one.why_not(m) for m in all_moves(board)}
        assert two.score().margin == -one.score().margin
        assert (two.outcome is None) == (one.outcome is None)
        if one.outcome is not None and two.outcome is not None:
            assert two.outcome.how == one.outcome.how
            assert two.outcome.winner == (one.outcome.winner and other(one.outcome.winner))


@given(st.data(), numbers)
def test_equal_keys_mean_equal_positions(data: st.DataObject, given_numbers: list[int]) -> None:
    """And equal positions have equal keys, however they arose; coupons are in a key, but not in the content."""
    game = drawn_game(data, 12, repetition="none", coupons="none")
    for _ in advance(game, given_numbers):
        pass
    found: dict[int, bytes] = {}
    for situation in game.situations:
        assert found.setdefault(situation.key, situation.content) == situation.content
    assert len(set(found.values())) == len(found)


# ---- spec 1.11 -------------------------------------------------------------------------------------------------------


@given(st.data(), numbers)
def test_no_configuration_three_times_under_formal(data: st.DataObject, given_numbers: list[int]) -> None:
    """1.11, 1.9: before the end; and the second time directly follows the first."""
    game = drawn_game(data, 9, repetition="formal", coupons="none", end="passes", passes=2, tao="off", handicap=0)
    positions = [game.stones]
    for move in advance(game, given_numbers):
        if move is not Pass and not isinstance(move, Place):
            return  # a return lets a position stand a third time; formal rules have none
        positions.append(game.stones)
    if game.outcome is not None:
        positions.pop()
    counts = Counter(tuple(sorted(p.items())) for p in positions)
    assert max(counts.values()) <= 2
    for i, stones in enumerate(positions):
        assert all(positions[j] != stones for j in range(i + 2, len(positions)))


# ---- spec 2.8, 2.9 ---------------------------------------------------------------------------------------------------


@given(st.data(), numbers)
def test_every_state_has_a_move_or_an_outcome(data: st.DataObject, given_numbers: list[int]) -> None:
    """Spec 0.6: a game in progress always has more than resignation."""
    often = data.draw(st.sampled_from(({}, {"handicap": 5, "handicap_kind": "free"})))
    game = drawn_game(data, 9, **often)
    assert game.outcome is not None or game.legal_moves()
    for _ in advance(game, given_numbers):
        assert game.outcome is not None or game.legal_moves()
