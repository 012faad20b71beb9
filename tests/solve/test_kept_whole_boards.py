"""The whole-board proofs kept in `training`: their consistency, and samples of their jobs."""

import random
import shutil
from pathlib import Path
from typing import NamedTuple

import pytest

from benchmarks.whole_board.job_tree import Key, node_of
from benchmarks.whole_board.play import line_of, proving_moves, question_of
from benchmarks.whole_board.proof_numbers import NumberProver
from benchmarks.whole_board.shared import NumberedFinding, SharedQuestion
from tengen import Game
from tengen.solve.proofs.bounds import nodes_of
from tengen.solve.proofs.prover import ProofNode

FOLDER = Path(__file__).parents[2] / "training"


class Kept(NamedTuple):
    """A proof: its board, jobs, report, and the sample.

    At least ``nodes`` nodes are played out, ``searched`` of them down to a search; at least ``late`` jobs have proved a
    position of ``stones`` stones or more.
    """

    board: str
    jobs: int
    moves: tuple[str, ...]
    line: tuple[str, ...]
    nodes: int
    searched: int
    stones: int
    late: int

    def empty(self) -> Game:
        return Game("chinese", board=self.board, komi=0, repetition="ko")


PROOFS = (
    Kept("2x9", 201, ("A5", "B5"), ("A5", "A8", "B7"), 60, 30, 4, 30),
    Kept("3x7", 176, ("B5", "B3"), ("B5", "B3", "B4"), 60, 30, 6, 10),
    Kept("5x5", 927, ("C3",), ("C3", "B5", "C4", "B2", "B3", "D2", "D4"), 500, 400, 7, 50),
)


@pytest.fixture(scope="module", params=PROOFS, ids=lambda kept: kept.board)
def proof(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Kept, SharedQuestion, list[NumberedFinding]]:
    kept: Kept = request.param
    copy = Path(shutil.copy(FOLDER / f"{kept.board}.jobs", tmp_path_factory.mktemp("kept")))
    question = question_of(kept.empty(), "black", megabytes=1)
    with question.open(copy) as file:
        return kept, question, list(file.entries)


def known_as(question: SharedQuestion, proved: set[Key], game: Game) -> Key | None:
    """Return the proved node of a game's position, or with Black to move of the one before the last pass; or None."""
    node = nodes_of(game)[0]
    forms = [node] if node.turn else [node, ProofNode(node.mine, node.theirs, 0, node.ko)]
    return next((key for form in forms if (key := question.key(form)) in proved), None)


def test_the_jobs_prove_it(proof: tuple[Kept, SharedQuestion, list[NumberedFinding]]) -> None:
    kept, question, jobs = proof
    assert question.tree.is_proved
    assert proving_moves(kept.empty(), "black", question) == kept.moves
    assert len(jobs) == question.jobs == kept.jobs
    assert line_of(kept.empty(), "black", question) == kept.line


def test_every_move_of_whites_has_an_answer(proof: tuple[Kept, SharedQuestion, list[NumberedFinding]]) -> None:
    """Play all games of the tree of jobs, under the rules of `Game`, down to the nodes that a search has proved."""
    kept, question, jobs = proof
    proved = set(question.tree.proved())
    searched = {done.finding.key for done in jobs if done.finding.numbers.proof == 0}
    # A child proved by a job's search on its way is part of that job's findings.
    searched |= {child.key for done in jobs for child in done.finding.children if child.numbers.proof == 0}
    seen: set[Key] = set()
    waiting = [kept.empty()]
    while waiting:
        game = waiting.pop()
        key = known_as(question, proved, game)
        assert key is not None, game.moves
        if key in seen or key in searched:
            seen.add(key)
            continue
        seen.add(key)
        after = []
        for move in list(game.legal_moves()):
            after.append(game.copy())
            after[-1].play(move)
        if game.to_play == "white":
            waiting.extend(after)
        else:
            waiting.append(next(one for one in after if known_as(question, proved, one) is not None))
    assert len(seen) > kept.nodes
    assert len(seen & searched) > kept.searched


@pytest.mark.slow
def test_some_of_its_jobs_are_repeated_by_a_fresh_search(
    proof: tuple[Kept, SharedQuestion, list[NumberedFinding]],
) -> None:
    kept, question, jobs = proof
    done = [one.finding.key for one in jobs if one.finding.numbers.proof == 0 and one.finding.positions > 100_000]
    late = [node for node in map(node_of, done) if (node.mine | node.theirs).bit_count() >= kept.stones]
    assert len(late) >= kept.late
    for node in random.Random(5).sample(late, min(12, kept.late)):
        assert NumberProver(question.board, megabytes=1024).search(node, 100_000_000)
