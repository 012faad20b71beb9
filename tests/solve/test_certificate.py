"""Certificates: their claims hold under superko, by exact search."""

import random

import networkx as nx
import pytest
from test_distance import random_position

from benchmarks.surveys.graphs import GraphUnit, examine
from tengen import boards
from tengen.records import TengenError
from tengen.solve.bitboards import Bits
from tengen.solve.budget import Budget
from tengen.solve.proofs.prover import ProofNode, Prover
from tengen.solve.states.brackets import Positions, Retrograde
from tengen.solve.superko.certificate import Strategy, certified
from tengen.solve.superko.history import Superko

RULES = ("positional", "situational", "natural")


@pytest.mark.parametrize(
    ("board", "rule"), [*(("2x4", rule) for rule in RULES), ("3x3", "positional"), ("3x3", "situational")]
)
def test_boards_on_which_no_superko_matters(board: str, rule: str) -> None:
    on = boards.parse(board)
    prover = Prover(on, len(on), superko=rule, megabytes=16)
    assert prover.prove(ProofNode(0, 0, 0))
    strategy = certified(prover, ProofNode(0, 0, 0), rule)
    assert strategy is not None
    assert len(strategy.after) > len(strategy.placed) > 10


def agree_within(seed: int, positions: int) -> int:
    """Compare certificates of random positions of a random graph with exact values; return their number.

    The positions have no history; for natural superko, the side not to move made them.
    """
    draw = random.Random(seed)
    board = boards.parse(nx.gnp_random_graph(draw.randint(3, 5), draw.choice((0.3, 0.5, 0.7)), seed=seed))
    bits, solved = Bits.of(board), Retrograde(Positions(board)).solve()
    found = 0
    for rule in RULES:
        solver = Superko(board, rule, budget=Budget(memory=1 << 28, nodes=3_000_000))
        for _ in range(positions):
            black, white = random_position(draw, bits)
            side = draw.randrange(2)
            value, high = solver.value(solver.start(black, white, side, 1 - side))
            if value < high:
                return found
            found += _certified(board, rule, (black, white), side, (-value if side else value), solved)
    return found


def _certified(
    board: boards.Board, rule: str, stones: tuple[int, int], side: int, value: int, solved: Retrograde
) -> int:
    """Compare the certificates of a position with its value for the side to move; return their number."""
    found, sides = 0, (stones[side], stones[1 - side])
    low, high = solved.bracket(*sides)
    for turn, s, limit in ((0, low, value), (1, -high, -value)):
        prover = Prover(board, s, superko=rule, megabytes=1)
        root = ProofNode(sides[turn], sides[1 - turn], turn)
        if s > -len(board) and prover.prove(root, 16) and certified(prover, root, rule):
            assert s <= limit, (board.text, rule, stones, side, turn, s, value)
            found += 1
    return found


@pytest.mark.parametrize(
    ("seeds", "positions", "least"),
    [(range(6), 4, 20), pytest.param(range(100, 260), 12, 2_000, marks=pytest.mark.slow)],
)
def test_certificates_of_positions_are_right(seeds: range, positions: int, least: int) -> None:
    assert sum(agree_within(seed, positions) for seed in seeds) > least


def test_natural_superko_gives_what_plain_ko_would_not() -> None:
    """On this tree Black wins all six points under plain ko, and two under natural superko."""
    row = examine(GraphUnit("EiGO"))
    assert (row.low, row.high, row.superkos) == (6, 6, ("6", "6", "2"))
    board = boards.parse("graph6:EiGO")
    prover = Prover(board, 6, superko="natural", megabytes=1)
    assert not prover.prove(ProofNode(0, 0, 0), 30)


def test_certificates_are_for_proofs_made_for_them() -> None:
    prover = Prover(boards.parse("3x1"), 3, megabytes=1)
    assert prover.prove(ProofNode(0, 0, 0))
    with pytest.raises(TengenError, match="made for superko"):
        Strategy(prover, ProofNode(0, 0, 0))
    with_suicide = Prover(boards.parse("3x1"), 3, superko="positional", suicide=True, megabytes=1)
    with pytest.raises(TengenError, match="suicide forbidden"):
        Strategy(with_suicide, ProofNode(0, 0, 0))
    unproved = Prover(boards.parse("3x1"), 3, superko="positional", megabytes=1)
    assert certified(unproved, ProofNode(0, 0, 0), "positional") is None
