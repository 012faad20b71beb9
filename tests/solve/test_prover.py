"""Proofs: sound by retrograde analysis, and complete."""

import random

import networkx as nx
import numpy as np
import pytest
from test_distance import safe_points

from tengen import Game, boards
from tengen.records import TengenError
from tengen.solve.bitboards import Bits
from tengen.solve.budget import Budget, OutOfBudget
from tengen.solve.proofs.bounds import ProofBounds
from tengen.solve.proofs.prover import ProofNode, Prover
from tengen.solve.proofs.safety import living_and_safe
from tengen.solve.states.brackets import Positions, Retrograde


@pytest.mark.parametrize("seeds", [range(15), pytest.param(range(100, 600), marks=pytest.mark.slow)])
def test_proofs_agree_with_brackets(seeds: range) -> None:
    """Proofs of random graphs' empty boards, for both sides."""
    for seed in seeds:
        draw = random.Random(seed)
        board = boards.parse(nx.gnp_random_graph(draw.randint(2, 6), draw.choice((0.4, 0.6, 0.9)), seed=seed))
        suicide, passes = draw.choice((False, False, True)), draw.choice((2, 2, 3))
        solved = Retrograde(Positions(board, suicide=suicide), passes=passes).solve().bracket(0, 0)
        for turn, most in ((0, solved.low), (1, -solved.high)):
            for s in (most, most + 1):
                prover = Prover(board, s, suicide=suicide, passes=passes, megabytes=1)
                proved = prover.prove(ProofNode(0, 0, turn), deepest=14)
                assert not proved or s <= most, (seed, turn, s, solved)


@pytest.mark.parametrize(
    ("board", "s"),
    [
        ("3x1", 3),
        ("2x4", 8),
        ("3x3", 9),
        ("3x4", 4),
        *(pytest.param(*each, marks=pytest.mark.slow) for each in (("3x5", 15), ("4x4", 1))),
    ],
)
def test_what_black_gets_is_proved(board: str, s: int) -> None:
    assert Prover(boards.parse(board), s, megabytes=512).prove(ProofNode(0, 0, 0))


def test_what_is_alive() -> None:
    bits = Bits.of(boards.parse("5x2"))
    two_eyes = bits.mask(("B1", "B2", "A1", "C2", "D1", "D2"))  # eyes at A2 and C1; E is outside
    for stones, living in ((two_eyes, two_eyes), (bits.mask(("A1", "B1", "B2")), 0)):
        assert living_and_safe(np.uint64(stones), np.uint64(0), bits.near)[0] == living
    assert bits.labels(safe_points(two_eyes, bits.mask(("E1",)), bits.near)) == tuple(bits.board.labels)


def test_a_region_that_a_capture_opens_is_not_safe() -> None:
    """A capture at p frees q, r and s, of which a and b touch nothing, so it costs Black one of the eyes."""
    board = boards.parse("edges:a-b,a-e,b-e,a-p,p-q,q-r,q-s,c-q,c-r,c-s,c-f,c-g,a-w,b-w,w-x,w-y")
    bits = Bits.of(board)
    black, white = bits.mask(("a", "b", "c")), bits.mask(("q", "r", "s", "w"))
    assert "".join(bits.labels(safe_points(black, white, bits.near))) == "abecfg"
    assert Retrograde(Positions(board)).solve().bracket(white, black) == (-1, -1)
    assert not Prover(board, 2, megabytes=16).prove(ProofNode(black, white, 1), deepest=12)


def test_where_infinite_play_decides_the_search_for_proofs_ends() -> None:
    game = Game("chinese", board="2x2", komi=0, repetition="ko")
    bounds = ProofBounds(game, Budget(memory=1 << 26))
    bounds.press()
    low, high = Retrograde(Positions(game.board)).solve().bracket(0, 0)
    assert low < high
    assert (bounds.proved[0], -bounds.proved[1]) == (low, high)
    assert not bounds.settled


def test_a_search_is_ended_by_its_budget() -> None:
    prover = Prover(boards.parse("5x5"), 25, budget=Budget(nodes=1000), megabytes=1)
    with pytest.raises(OutOfBudget, match="1,000 positions"):
        prover.prove(ProofNode(0, 0, 0))
    assert prover.depth > 1
    with pytest.raises(OutOfBudget, match="table of a search would take"):
        Prover(boards.parse("5x5"), 25, budget=Budget(memory=1 << 20), megabytes=64)
    with pytest.raises(TengenError, match="up to 56"):
        Prover(boards.parse("8x8"), 1)
