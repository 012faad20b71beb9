"""Whole boards with the engine's advice: what it says moves the search, and never what is proved."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from test_distance import measured, random_position
from test_proof_numbers import BOARDS, drawn, is_sure, known

from tengen import Game, boards
from tengen.solve.bitboards import Bits
from tengen.solve.budget import Budget, OutOfBudget
from tengen.solve.checkpoints import Keeper
from tengen.solve.proofs import bounds, job_tree, whole_board
from tengen.solve.proofs.first_numbers import NEVER
from tengen.solve.proofs.job_tree import node_of
from tengen.solve.proofs.proof_numbers import NumberProver
from tengen.solve.proofs.proof_tree import PASS
from tengen.solve.proofs.prover import ProofNode
from tengen.solve.proofs.whole_board import Guide, WholeBoardQuestion

EMPTY = ProofNode(0, 0, 0)
ENOUGH = 1 << 20


@pytest.fixture
def _small_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make jobs so small that even little boards take many, and have the engine asked about each all the same."""
    monkeypatch.setattr(job_tree, "_LEAST", 400)
    monkeypatch.setattr(whole_board, "_PER_PLAYOUT", 4)


def guided(name: str, node: ProofNode = EMPTY, budget: Budget | None = None) -> WholeBoardQuestion:
    board = boards.parse(name)
    prover = NumberProver(board, budget=budget or Budget(memory=1 << 26), distances=measured(board))
    return WholeBoardQuestion(board, node, prover=prover)


def test_a_node_is_looked_at_as_any_of_its_images() -> None:
    """The table has nodes of ten stones as they came about; a job of one of them was done for another for ever."""
    board = boards.parse("3x4")
    key = (576460752303425099, 2224)
    prover = NumberProver(board, megabytes=1, distances=measured(board))
    assert prover.key(node_of(key)) != key
    for _ in range(2):
        finding = prover.look(key, 11_470)
        assert (finding.key, finding.numbers, finding.children) == (key, (NEVER, 0), ())


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


def test_with_few_positions_the_engine_is_not_asked() -> None:
    advice = Guide(boards.parse("3x3"), 2)
    assert advice.factors(EMPTY, 100) == {}
    assert advice.factors(EMPTY, 100_000)[4] == 1


class Stubborn(Guide):
    """Says that one move is the best."""

    def factors(self, node: ProofNode, positions: int) -> dict[int, int]:
        return {7: 1, 4: 3, 0: 5}


def test_moves_that_the_engine_thinks_little_of_count_as_harder() -> None:
    board = boards.parse("3x5")
    plain, advised = (NumberProver(board, megabytes=8, distances=measured(board)) for _ in range(2))
    key = plain.key(EMPTY)
    before = {child.key: child.numbers for child in plain.look(key, 50).children}
    after = {child.key: child.numbers for child in advised.look(key, 50, Stubborn(board, 2).factors).children}
    assert before.keys() == after.keys()
    times = sorted(after[one].proof // before[one].proof for one in before)
    assert (times.count(1), times.count(3)) == (1, 1)
    assert set(times) == {1, 3, 5}
    assert {one: numbers.disproof for one, numbers in before.items()} == {
        one: numbers.disproof for one, numbers in after.items()
    }
    waiting = plain.key(ProofNode(1 << 7, 0, 1))
    assert plain.look(waiting, 0, Stubborn(board, 2).factors).children == advised.look(waiting, 0).children


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


@pytest.mark.usefixtures("_small_jobs")
def test_what_is_known_is_kept_with_the_jobs(tmp_path: Path) -> None:
    game, path = Game("chinese", board="3x5", komi=0, repetition="ko"), tmp_path / "kept"
    whole = bounds.solve(game, Budget(memory=1 << 27))
    keeper = Keeper(path, {"board": "3x5"})
    first = bounds.solve(game, Budget(memory=1 << 27, nodes=whole.nodes - 2_000, keeper=keeper))
    assert not first.complete
    keeper.save()
    again = bounds.solve(game, Budget(memory=1 << 27, keeper=Keeper(path, {"board": "3x5"})))
    assert (again.exact, again.moves) == (15, again.line[:1])
    assert again.nodes < 10_000 < whole.nodes


@pytest.mark.usefixtures("_small_jobs")
def test_a_snapshot_has_every_job() -> None:
    whole, search, again = (guided("3x5") for _ in range(3))
    assert whole.search(ENOUGH) is True
    while search.jobs < whole.jobs // 2:
        assert search.search(1) is None
    again.take_up(search.snapshot())
    assert again.jobs == search.jobs > 1
    assert json.loads(again.snapshot()["findings"].tobytes()) == json.loads(search.snapshot()["findings"].tobytes())
    assert again.prover.nodes == search.prover.nodes
    assert again.search(ENOUGH) is True
    assert again.jobs == whole.jobs


@pytest.mark.slow
def test_all_of_4x5_is_found_with_advice() -> None:
    search = guided("4x5", budget=Budget())
    assert search.search(1 << 40) is True
    assert search.prover.nodes < 25_000_000  # 60 million in jobs without advice
