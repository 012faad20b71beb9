"""Whole boards by many jobs (`benchmarks.whole_board`): proofs are true, and a file continues where it was."""

import json
import random
from itertools import islice
from pathlib import Path

import pytest
from test_distance import random_position
from test_proof_numbers import BOARDS, drawn, is_sure, main_line

from benchmarks.whole_board import guide, job_tree, shared
from benchmarks.whole_board.guide import Guide
from benchmarks.whole_board.play import line_of, proving_moves, question_of, whole_line
from benchmarks.whole_board.shared import SharedQuestion
from tengen import Game, boards
from tengen.records import FormatError, Pass, TengenError
from tengen.solve.bitboards import Bits
from tengen.solve.budget import Budget
from tengen.solve.proofs.proof_tree import PASS
from tengen.solve.proofs.prover import ProofNode
from tengen.workers import hire


@pytest.fixture
def _small_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make jobs so small that even little boards take many, each with the engine's opinion."""
    monkeypatch.setattr(job_tree, "_LEAST", 60)
    monkeypatch.setattr(guide, "_PER_PLAYOUT", 1)


def empty(name: str) -> SharedQuestion:
    return SharedQuestion(boards.parse(name), ProofNode(0, 0, 0), megabytes=16)


@pytest.mark.usefixtures("_small_jobs")
@pytest.mark.parametrize(("seed", "cases"), [(1, 70), pytest.param(2, 4_000, marks=pytest.mark.slow)])
def test_what_many_jobs_prove_agrees_with_brackets(seed: int, cases: int) -> None:
    draw, there, found = random.Random(seed), 0, 0
    for name in sorted(BOARDS * (cases // len(BOARDS))):
        node = drawn(draw, name)
        question, sure = SharedQuestion(boards.parse(name), node, megabytes=1), is_sure(name, 2, node)
        for progress in question.run():
            if progress.jobs > 60:
                break
        assert sure or not question.tree.is_proved, (name, node)
        there += sure
        found += question.tree.is_proved
    assert there > cases / 10
    assert found > 0.9 * there


@pytest.mark.slow
def test_every_search_with_many_stones_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """Jobs are so small that the tree goes down to full boards; each is a new one, or finds something new."""
    monkeypatch.setattr(job_tree, "_LEAST", 20)
    rng, decided, deepest = random.Random(7), [0, 0], 0
    while sum(decided) < 60:
        mine, theirs = random_position(rng, Bits.of(boards.parse("3x4")))
        if (mine | theirs).bit_count() < 6:
            continue
        shared._tools.cache_clear()
        question = SharedQuestion(boards.parse("3x4"), ProofNode(mine, theirs, rng.randrange(2)), megabytes=1)
        assert len(list(islice(question.run(), 3_000))) < 3_000
        decided[question.tree.is_proved] += 1
        deepest = max(deepest, question.jobs)
    assert min(decided) > 5
    assert deepest > 20


def test_the_engine_names_the_move_that_gets_the_whole_board() -> None:
    advice, bits = Guide(boards.parse("5x5"), 2), Bits.of(boards.parse("5x5"))
    first = advice.factors(ProofNode(0, 0, 0), 500_000)
    assert first[12] == 1  # C3
    assert all(factor > 8 for move, factor in first.items() if move != 12)
    factors = advice.factors(ProofNode(bits.mask(("C3",)), bits.mask(("C2",)), 0), 500_000)
    assert bits.labels(1 << min(factors, key=lambda move: factors[move])) in (("B2",), ("D2",))
    assert max(factors.values()) == factors[PASS] == 32


@pytest.mark.usefixtures("_small_jobs")
def test_a_file_goes_on_and_ends_with_the_same_proof(tmp_path: Path) -> None:
    path = tmp_path / "3x5"
    question = empty("3x5")
    with question.open(path) as kept:
        for progress in question.run(kept=kept):
            if progress.jobs == 40:
                break
    with path.open("ab") as file:
        file.write(b'{"job":41,"key":[0,')  # as a power cut leaves it
    again = empty("3x5")
    with again.open(path) as kept:
        assert again.progress == question.progress
        assert len(again.tree) == len(question.tree)
        for _ in again.run(kept=kept):
            pass
    assert again.tree.is_proved
    last = empty("3x5")
    with last.open(path):
        assert last.tree.is_proved
        assert last.progress == again.progress


@pytest.mark.parametrize(
    "line",
    [
        *(f'{{"job":{n},"key":[0,0],"numbers":[1,1],"children":[],"positions":1}}' for n in (2, 0, -7)),
        '{"job":1,"key":[0,0],"numbers":[1,"1"],"children":[],"positions":1}',
        '{"job":1,"key":[0,0],"numbers":[1,1],"children":[[1,2,3]],"positions":1}',
        '{"job":1,"key":[7,7],"numbers":[1,1],"children":[],"positions":1}',
        '{"job":1,"key":[0,0],"numbers":[true,1],"children":[],"positions":1}',
        '{"job":1,"key":[0,0],"numbers":[1,4503599627370497],"children":[],"positions":1}',
        '{"job":1,"key":[0,18446744073709551616],"numbers":[1,1],"children":[],"positions":1}',
    ],
)
def test_a_damaged_line_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "kept"
    with empty("3x3").open(path):
        pass
    with path.open("a", encoding="utf-8") as file:
        file.write(line + "\n")
    with pytest.raises(FormatError, match=r"kept: (not a job of|invalid job of|job 1 is missing)") as refused:
        empty("3x3").open(path)
    assert refused.value.line == 2


@pytest.mark.parametrize("rows", [["XX", "X.", "XX"], ["..", "..", "XX"], ["X.X", "XXX", "X.X"]])
def test_the_pass_that_ends_a_won_game_is_named(rows: list[str]) -> None:
    board = "2x3 torus" if len(rows[0]) == 2 else "3x3"
    game = Game.setup("chinese", rows, board=board, komi=0, repetition="ko", to_play="white")
    game.play(Pass)
    question = question_of(game, "black", megabytes=1)
    list(question.run())
    assert question.tree.is_proved
    assert "pass" in proving_moves(game, "black", question)


@pytest.mark.usefixtures("_small_jobs")
def test_a_line_follows_the_jobs_and_then_ends_the_game() -> None:
    game = Game("chinese", board="3x5", komi=0, repetition="ko")
    question = question_of(game, "black", megabytes=16)
    budget = Budget(memory=1 << 26)
    assert line_of(game, "black", question) == ()
    assert whole_line(game, "black", question, budget) == ((), False)
    list(question.run())
    known = line_of(game, "black", question)
    line, is_whole = whole_line(game, "black", question, budget)
    assert is_whole
    assert known[0] in proving_moves(game, "black", question)
    assert len(line) > len(known) >= 3
    assert line[: len(known)] == known
    for move in line:
        game.play(move)
        left = question_of(game, "black", megabytes=16)
        list(left.run())
        assert left.tree.is_proved


@pytest.mark.parametrize(
    ("game", "said"),
    [
        (Game("chinese", board="3x3"), "repetition"),
        (Game("tile", board="3x3", repetition="ko"), "tiles"),
        (Game("chinese", board="3x3", repetition="ko", suicide="allowed"), "suicide"),
        (Game("chinese", board="1x5", repetition="ko"), "single neighbour"),
        (Game("chinese", board="5x6", repetition="ko"), "more than 25 points"),
    ],
)
def test_what_cannot_be_asked_is_refused(game: Game, said: str) -> None:
    with pytest.raises(TengenError, match=said):
        question_of(game, "black")


@pytest.mark.slow
def test_two_processes_prove_what_one_does(tmp_path: Path) -> None:
    found = []
    for jobs in (1, 2):
        question = SharedQuestion(boards.parse("5x5"), main_line(11), megabytes=256)
        with hire(jobs) as workers, question.open(tmp_path / str(jobs)) as kept:
            list(question.run(workers, kept))
        assert question.tree.is_proved
        lines = (tmp_path / str(jobs)).read_text("utf-8").splitlines()
        found.append(sum(json.loads(line)["positions"] for line in lines[1:]))
    assert all(300_000 < positions < 20_000_000 for positions in found)
