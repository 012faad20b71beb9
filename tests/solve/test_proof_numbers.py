"""Proof numbers: what they prove of a whole board is confirmed by retrograde analysis, and they find what there is."""

from __future__ import annotations

import random
from functools import cache

import pytest
from test_distance import measured, random_position

from tengen import Game, boards
from tengen.records import TengenError
from tengen.solve import ordinary
from tengen.solve.bitboards import Bits
from tengen.solve.budget import Budget, OutOfBudget
from tengen.solve.proofs.bounds import nodes_of
from tengen.solve.proofs.proof_numbers import NumberProver
from tengen.solve.proofs.prover import Distances, ProofNode
from tengen.solve.retrograde.brackets import Retrograde
from tengen.solve.retrograde.listing import Positions

BOARDS = ("2x2", "2x3", "3x3", "2x4", "graph:cube", "2x3 torus", "edges:a-b,b-c,c-a,d-e,e-f,f-d")
ROWS = ("1x3", "1x5", "1x7")
LINE = "C3 C2 B2 B3 D2 C4 D3 A2 B1 B5 A4 D4 B4"


@cache
def known(name: str, passes: int) -> tuple[Retrograde, Distances]:
    """Return what every position of a board is worth, and its distances."""
    board = boards.parse(name)
    return Retrograde(Positions(board), passes=passes).solve(), measured(board)


def compare(draw: random.Random, cases: int, megabytes: int = 1, limit: int = 20_000) -> tuple[int, int]:
    """Ask about random positions; return how many were the prover's, and how many of these were proved."""
    there, found = 0, 0
    for _ in range(cases):
        name, passes = draw.choice((*((name, 2) for name in BOARDS), *((name, 3) for name in (*BOARDS, *ROWS))))
        solved, distances = known(name, passes)
        board = boards.parse(name)
        mine, theirs = random_position(draw, Bits.of(board))
        turn, n = draw.randrange(2), len(board)
        is_sure = solved.bracket(mine, theirs).low == n if turn == 0 else solved.bracket(theirs, mine).high == -n
        prover = NumberProver(
            board, passes=passes, budget=Budget(nodes=limit), megabytes=megabytes, distances=distances
        )
        try:
            proved = prover.prove(ProofNode(mine, theirs, turn))
        except OutOfBudget:
            proved = False
        assert is_sure or not proved, (name, passes, mine, theirs, turn)
        there += is_sure
        found += proved
    return there, found


def main_line(moves: int) -> ProofNode:
    """Return the node after some moves of the published line on 5x5 (van der Werf, 2002), Black the prover."""
    game = Game("chinese", board="5x5", komi=0, repetition="ko")
    for move in LINE.split()[:moves]:
        game.play(move)
    return nodes_of(ordinary.Standing.of(game), ordinary.ko_point(game))[0]


def test_proofs_of_whole_boards_agree_with_brackets() -> None:
    there, found = compare(random.Random(1), 400)
    assert there > 50
    assert found > 0.9 * there


@pytest.mark.slow
def test_thousands_of_proofs_of_whole_boards_agree_with_brackets() -> None:
    there, found = compare(random.Random(2), 20_000)
    assert there > 2_000
    assert found > 0.9 * there


def test_a_table_that_is_full_proves_nothing_wrong() -> None:
    there, found = compare(random.Random(3), 100, megabytes=0)
    assert 0 < found <= there


def test_a_search_goes_on_where_it_was_ended() -> None:
    board = boards.parse("3x4")
    node, distances = ProofNode(Bits.of(board).mask(("B2",)), 0, 0), measured(board)
    whole = NumberProver(board, megabytes=8, distances=distances)
    assert whole.prove(node) == (Retrograde(Positions(board)).solve().bracket(node.mine, 0).low == 12)
    budget = Budget(nodes=20)
    prover = NumberProver(board, budget=budget, megabytes=8, distances=distances)
    with pytest.raises(OutOfBudget, match="20 positions"):
        prover.prove(node)
    budget.nodes = None
    assert prover.prove(node) == whole.prove(node)
    assert prover.expanded > 0


def test_what_proof_numbers_refuse() -> None:
    for name in ("2x1", "6x5"):
        with pytest.raises(TengenError, match="proof numbers"):
            NumberProver(boards.parse(name))
    with pytest.raises(OutOfBudget, match="distances"):
        NumberProver(boards.parse("4x4"), budget=Budget(memory=1 << 10), megabytes=0).prove(ProofNode(0, 0, 0))


@pytest.mark.slow
def test_the_main_line_of_5x5() -> None:
    board = boards.parse("5x5")
    distances = Distances(Bits.of(board))
    for moves, most in ((13, 100_000), (11, 400_000), (9, 2_000_000)):
        prover = NumberProver(board, megabytes=1024, distances=distances)
        assert prover.prove(main_line(moves))
        assert prover.expanded < most


def test_symmetric_children_are_one() -> None:
    prover = NumberProver(boards.parse("3x5"), megabytes=16)
    assert prover.prove(ProofNode(0, 0, 0))
    assert prover.nodes < 110_000  # 145,000 where each of them counts by itself
