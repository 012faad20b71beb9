"""The proof that Black gets all of 5x5, which `training/5x5.jobs` keeps: whether it hangs together, and a sample."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from tengen import Game
from tengen.solve import ordinary
from tengen.solve.proofs.bounds import nodes_of
from tengen.solve.proofs.job_tree import Key, node_of
from tengen.solve.proofs.proof_numbers import NumberProver
from tengen.solve.proofs.prover import ProofNode
from tengen.solve.proofs.shared_question import Done, SharedQuestion, line_of, proving_moves, question_of

JOBS = Path(__file__).parents[2] / "training" / "5x5.jobs"


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> tuple[SharedQuestion, list[Done]]:
    """The question, and the jobs that were done for it."""
    copy = Path(shutil.copy(JOBS, tmp_path_factory.mktemp("5x5")))
    question = question_of(empty(), "black", megabytes=1)
    with question.open(copy) as file:
        return question, list(file.entries)


def empty() -> Game:
    return Game("chinese", board="5x5", komi=0, repetition="ko")


def known_as(question: SharedQuestion, proved: set[Key], game: Game) -> Key | None:
    """Return the proved node that a game stands at; None: there is none.

    A node that Black is to move at may be known without the pass before, after which it has the same placements.
    """
    node = nodes_of(ordinary.Standing.of(game), ordinary.ko_point(game))[0]
    forms = [node] if node.turn else [node, ProofNode(node.mine, node.theirs, 0, node.ko)]
    return next((key for form in forms if (key := question.key(form)) in proved), None)


def test_the_jobs_prove_it(kept: tuple[SharedQuestion, list[Done]]) -> None:
    question, jobs = kept
    assert question.tree.is_proved
    assert proving_moves(empty(), "black", question) == ("C3",)
    assert len(jobs) == question.jobs == 927
    assert line_of(empty(), "black", question) == ("C3", "B5", "C4", "B2", "B3", "D2", "D4")


def test_every_move_of_whites_has_an_answer(kept: tuple[SharedQuestion, list[Done]]) -> None:
    """Play all games that the tree of jobs tells of, by the rules of `Game`, down to what a search has proved."""
    question, jobs = kept
    proved = set(question.tree.proved())
    searched = {done.finding.key for done in jobs if done.finding.numbers.proof == 0}
    # A child that a job's search had proved on its way is in what that job says of its children.
    searched |= {child.key for done in jobs for child in done.finding.children if child.numbers.proof == 0}
    seen: set[Key] = set()
    waiting = [empty()]
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
    assert len(seen) > 500
    assert len(seen & searched) > 400


@pytest.mark.slow
def test_some_of_its_jobs_are_done_again_by_a_search_that_knows_nothing(
    kept: tuple[SharedQuestion, list[Done]],
) -> None:
    question, jobs = kept
    done = [one.finding.key for one in jobs if one.finding.numbers.proof == 0 and one.finding.positions > 100_000]
    late = [node for node in map(node_of, done) if (node.mine | node.theirs).bit_count() >= 7]
    assert len(late) > 50
    for node in random.Random(5).sample(late, 12):
        assert NumberProver(question.board, megabytes=1024).search(node, 100_000_000)
