"""Whole boards with the engine's advice: what it says moves the search, and never what is proved."""

import random

import pytest
from test_distance import measured, random_position
from test_proof_numbers import BOARDS, drawn, is_sure, known

from benchmarks.whole_board import job_tree, question
from benchmarks.whole_board.proof_numbers import NumberProver
from benchmarks.whole_board.question import Guide, WholeBoardQuestion
from tengen import boards
from tengen.solve.bitboards import Bits
from tengen.solve.budget import Budget, OutOfBudget
from tengen.solve.proofs.proof_tree import PASS
from tengen.solve.proofs.prover import ProofNode

EMPTY = ProofNode(0, 0, 0)
ENOUGH = 1 << 20


@pytest.fixture
def _small_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make jobs so small that even little boards take many, and have the engine asked about each all the same."""
    monkeypatch.setattr(job_tree, "_LEAST", 400)
    monkeypatch.setattr(question, "_PER_PLAYOUT", 4)


def guided(name: str, node: ProofNode = EMPTY, budget: Budget | None = None) -> WholeBoardQuestion:
    board = boards.parse(name)
    prover = NumberProver(board, budget=budget or Budget(memory=1 << 26), distances=measured(board))
    return WholeBoardQuestion(board, node, prover=prover)


def test_every_search_with_many_stones_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """Jobs are so small that the tree goes down to full boards; each is another one, or finds something new."""
    monkeypatch.setattr(job_tree, "_LEAST", 20)
    rng, decided, deepest = random.Random(7), [0, 0], 0
    while sum(decided) < 60:
        mine, theirs = random_position(rng, Bits.of(boards.parse("3x4")))
        if (mine | theirs).bit_count() < 6:
            continue
        node = ProofNode(mine, theirs, rng.randrange(2))
        search = guided("3x4", node, Budget(memory=1 << 22))
        for _ in range(3_000):
            if search.search(1) is not None:
                break
        else:
            pytest.fail(f"no end of {node}")
        decided[bool(search.search(1))] += 1
        deepest = max(deepest, search.jobs)
    assert min(decided) > 5
    assert deepest > 20


def test_the_engine_names_the_move_that_gets_the_whole_board() -> None:
    advice = Guide(boards.parse("5x5"), 2)
    bits = Bits.of(boards.parse("5x5"))
    first = advice.factors(EMPTY, 500_000)
    assert first[12] == 1  # C3
    assert all(factor > 8 for move, factor in first.items() if move != 12)
    factors = advice.factors(ProofNode(bits.mask(("C3",)), bits.mask(("C2",)), 0), 500_000)
    assert min(factors, key=lambda move: factors[move]) in {
        bits.mask((name,)).bit_length() - 1 for name in ("B2", "D2")
    }
    assert max(factors.values()) == factors[PASS] == 32


@pytest.mark.usefixtures("_small_jobs")
@pytest.mark.parametrize("cases", [120, pytest.param(4_000, marks=pytest.mark.slow)])
def test_what_is_proved_with_advice_agrees_with_brackets(cases: int) -> None:
    draw, there, found = random.Random(cases), 0, 0
    searches = 0
    for name in sorted(draw.choices(BOARDS, k=cases)):
        board, distances, node = boards.parse(name), known(name, 2)[1], drawn(draw, name)
        prover = NumberProver(board, budget=Budget(memory=1 << 24), distances=distances)
        search = WholeBoardQuestion(board, node, prover=prover)
        proved = search.search(12_000) is True
        sure = is_sure(name, 2, node)
        assert sure or not proved, (name, node)
        there += sure
        found += proved
        searches += search.jobs > 1
    assert there > cases / 10
    assert found > 0.9 * there
    assert searches > cases / 20


@pytest.mark.usefixtures("_small_jobs")
def test_the_same_question_has_the_same_end_every_time() -> None:
    searches = [guided("3x5") for _ in range(2)]
    assert [search.search(ENOUGH) for search in searches] == [True, True]
    assert searches[0].prover.nodes == searches[1].prover.nodes
    assert searches[0].jobs == searches[1].jobs > 3
    lines = [search.prover.line(EMPTY) for search in searches]
    assert lines[0] == lines[1] != ()


@pytest.mark.usefixtures("_small_jobs")
def test_it_holds_to_its_budget_and_says_when_it_does_not_know() -> None:
    budget = Budget(memory=1 << 26, nodes=2_000)
    search = guided("3x5", budget=budget)
    assert search.search(1_000) is None
    with pytest.raises(OutOfBudget, match="2,000 positions"):
        search.search(ENOUGH)
    assert 1_500 < budget.looked_at <= 2_000
    budget.nodes = None
    assert search.search(ENOUGH) is True
    assert guided("2x2", ProofNode(0, 0b1001, 0)).search(ENOUGH) is False
