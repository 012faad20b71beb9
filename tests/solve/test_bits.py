"""Masks against the game itself: legal moves, captures, ko and areas, on random graphs."""

from __future__ import annotations

import random

import networkx as nx
import pytest

from tengen import Game, boards
from tengen.boards import Board
from tengen.records import Pass, Place, TengenError
from tengen.solve.bitboards import NO_KO, Bits


def graph(seed: int, most: int = 9) -> Board:
    """Return a random graph, connected or not, as a board."""
    draw = random.Random(seed)
    size = draw.randint(1, most)
    made = nx.gnp_random_graph(size, draw.choice((0.2, 0.35, 0.5, 0.8)), seed=seed)
    return boards.parse(made)


def masks(game: Game) -> tuple[int, int]:
    """Return the stones of the side to move and of the other."""
    found = {"black": 0, "white": 0}
    for label, colour in game.stones.items():
        found[colour] |= 1 << game.board.labels.index(label)
    return (found["black"], found["white"]) if game.to_play == "black" else (found["white"], found["black"])


@pytest.mark.parametrize("suicide", ["forbidden", "allowed"])
@pytest.mark.parametrize("seed", range(20))
def test_masks_play_as_the_game_does(seed: int, suicide: str) -> None:
    draw = random.Random(seed)
    board = graph(seed)
    bits = Bits.of(board)
    game = Game("chinese", board=board, repetition="ko", suicide=suicide, komi=0)
    ko = NO_KO
    for _ in range(60):
        own, enemy = masks(game)
        places = [move.point for move in game.legal_moves() if isinstance(move, Place)]
        assert bits.legal(own, enemy, ko, suicide == "allowed") == sum(1 << p for p in places)
        side = 1 if game.to_play == "black" else -1
        assert bits.area(own, enemy) == side * game.score().margin
        if places and draw.random() < 0.95:
            p = draw.choice(places)
            game.play(Place(p))
            own, enemy, ko = bits.place(own, enemy, p)
            assert (enemy, own) == masks(game)
        else:
            game.play(Pass)
            ko = NO_KO
        if game.outcome is not None:
            break


def test_symmetric_positions_have_one_canonical_form() -> None:
    bits = Bits.of(boards.parse("3x4"))
    corners = [bits.mask((label,)) for label in ("A1", "C1", "A4", "C4")]
    assert len({bits.canonical(corner, 0) for corner in corners}) == 1
    assert bits.canonical(corners[0], corners[1]) != bits.canonical(corners[0], corners[2])


def test_canonical_forms_are_those_of_a_group() -> None:
    draw = random.Random(5)
    for seed in range(30):
        board = graph(seed, 12)
        bits = Bits.of(board)
        own = draw.getrandbits(len(board))
        enemy = draw.getrandbits(len(board)) & ~own
        ko = draw.choice([NO_KO, *range(len(board))])
        for permutation in board.symmetries() if bits.moved.shape[0] == board.symmetry_count() else ():
            mine, theirs = (sum(1 << permutation[p] for p in range(len(board)) if m >> p & 1) for m in (own, enemy))
            point = ko if ko == NO_KO else permutation[ko]
            assert bits.canonical(own, enemy, ko) == bits.canonical(mine, theirs, point)


def test_boards_with_very_many_symmetries_use_some_of_them() -> None:
    bits = Bits.of(boards.parse(nx.complete_graph(7)))
    assert 1 < bits.moved.shape[0] <= 64
    least = bits.canonical(0b1010000, 0b100)
    assert bits.canonical(*least) == least


def test_the_largest_board_is_held() -> None:
    bits = Bits.of(boards.parse("8x8"))
    own, enemy, ko = bits.place(0, 0, 63)
    assert (own, enemy, ko) == (1 << 63, 0, NO_KO)
    assert bits.area(own, enemy) == 64
    assert bits.legal(0, own) == (1 << 63) - 1


@pytest.mark.parametrize(("board", "words"), [("9x9", "81 points"), ("gengo 7", "block or connect")])
def test_other_boards_are_refused(board: str, words: str) -> None:
    with pytest.raises(TengenError, match=words):
        Bits.of(boards.parse(board))
