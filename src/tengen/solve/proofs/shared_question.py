"""Does a side get the whole board? Searches of one large question by many workers, kept in a small file.

Each job is a proof-number search of one position (`proof_numbers`), and `job_tree` says which is next. Workers keep
their tables from job to job and hear what the others have proved, so little is looked for twice. A file has a line for
each job that is done: with it the same question goes on, on any machine and with any number of workers.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from time import monotonic
from typing import Any, ClassVar, Final, NamedTuple

from ... import boards
from ...boards import Board
from ...files.ledger import Ledger
from ...game import Game
from ...records import Colour, FormatError, Move, Pass, TengenError
from ...workers import HERE, Workers
from .. import ordinary
from ..budget import Budget, PositionNotServed
from . import bounds
from .bounds import nodes_of
from .distance import MOST_POINTS, is_fit
from .guided_search import Guide
from .job_tree import Finding, JobTree, Key, Numbers, finding_of, job_size
from .proof_numbers import LineOfProof, NumberProver
from .proof_tree import PASS
from .prover import ProofNode

_MUCH: Final = 1 << 40
"""What a proof is taken to have cost that another worker has found: more than all others."""
_AGAIN: Final = 1 << 25
"""The most positions that are looked at for the end of a line."""


@dataclass(frozen=True)
class Job:
    """A position to be looked at: how many positions and seconds that may take, with which memory, what is proved."""

    board: str
    passes: int
    key: Key
    positions: int
    megabytes: int
    seconds: float | None
    proved: tuple[Key, ...]


@lru_cache(maxsize=1)
def _prover(board: str, passes: int, megabytes: int) -> NumberProver:
    return NumberProver(boards.parse(board), passes=passes, budget=Budget(memory=2 * megabytes << 20))


@lru_cache(maxsize=1)
def _guide(board: str, passes: int) -> Guide:
    return Guide(boards.parse(board), passes)


def look(job: Job) -> Finding:
    """Do a job; what its worker has found before makes it shorter, and never wrong.

    Raises:
        OutOfMemory, PositionNotServed: the board needs more memory, or is not served.
    """
    prover = _prover(job.board, job.passes, job.megabytes)
    prover.know(dict.fromkeys(job.proved, _MUCH))
    prover.budget = Budget(memory=2 * job.megabytes << 20, seconds=job.seconds)
    return prover.look(job.key, job.positions, _guide(job.board, job.passes).factors)


class Done(NamedTuple):
    """A job that is done, and which it was, from 1."""

    number: int
    finding: Finding


class FindingsFile(Ledger[Done]):
    """A file of findings."""

    kind: ClassVar[str] = "whole board"
    noun: ClassVar[str] = "proof"
    entry: ClassVar[str] = "job"

    def read(self, given: Mapping[str, Any]) -> Done | None:
        """Return the finding of a line's fields."""
        finding = finding_of(given)
        return None if finding is None else Done(given["number"], finding)

    def line(self, entry: Done) -> str:
        """Return a finding as a line of JSON."""
        return json.dumps({"job": entry.number, **entry.finding.fields()}, separators=(",", ":")) + "\n"


class Progress(NamedTuple):
    """How far a proof is: jobs done, positions looked at, how hard the question still seems."""

    jobs: int
    positions: int
    numbers: Numbers


class SharedQuestion:
    """The question whether the prover of a node gets the whole board, and what is known of it.

    >>> from tengen import boards
    >>> question = SharedQuestion(boards.parse("3x3"), ProofNode(0, 0, 0))
    >>> _ = list(question.run())
    >>> question.tree.is_proved
    True
    """

    def __init__(self, board: Board, node: ProofNode, *, passes: int = 2, megabytes: int = 256) -> None:
        """Begin with nothing known; each worker has a table of ``megabytes``.

        Raises:
            PositionNotServed: see `NumberProver`.
        """
        self.board: Final = board
        self._passes, self._megabytes = passes, megabytes
        self._names: Final = NumberProver(board, passes=passes, megabytes=0)
        self.tree: Final = JobTree(self.key(node))
        self.jobs: int = 0
        self.believed: int = 0
        """Of the jobs, those whose findings are from a file: nobody has looked at them again."""

    def key(self, node: ProofNode) -> Key:
        """Return a node as the tree has it: symmetric ones are one."""
        return self._names.key(node)

    @property
    def progress(self) -> Progress:
        """How far it is."""
        return Progress(self.jobs, self.tree.positions, self.tree.numbers)

    @property
    def is_over(self) -> bool:
        """Whether it is proved, or no proof is left to be found."""
        return self.tree.is_over

    def open(self, path: Path) -> FindingsFile:
        """Open the file of this question's findings, enter what is in it, and return it.

        Raises:
            TengenError, FormatError, OSError: it holds something else, or cannot be read; see `Ledger`.
        """
        head = {
            "tengen": 1, "kind": FindingsFile.kind, "board": self.board.text, "passes": self._passes,
            "key": self.tree.root,
        }  # fmt: skip
        kept = FindingsFile(path, head, resume=True)
        try:
            for number, done in enumerate(kept.entries, 1):
                if done.number != number:
                    raise FormatError(f"{path}: job {number} is missing", number + 1, 1)
                self._enter(done, path, number + 1)
        except FormatError:
            kept.close()
            raise
        self.believed = self.jobs
        return kept

    def _enter(self, done: Done, path: Path, line: int) -> None:
        try:
            self.tree.enter(done.finding)
        except KeyError:
            complaint = f"{path}: this is no job of this proof: the jobs before it do not lead to its position"
            raise FormatError(complaint, line, 1) from None
        self.jobs = done.number

    def run(
        self, workers: Workers = HERE, kept: FindingsFile | None = None, seconds: float | None = None
    ) -> Iterator[Progress]:
        """Have jobs done until the question is answered or the time is over; yield how far it is after each.

        Raises:
            TengenError: from a job, as for want of memory; OSError: the file cannot be written.
        """
        end = None if seconds is None else monotonic() + seconds

        def is_late() -> bool:
            return end is not None and monotonic() >= end

        try:
            for _, finding in workers.run(look, self._units(end, is_late)):
                self.jobs += 1
                if kept is not None:
                    kept.add(Done(self.jobs, finding))
                self.tree.enter(finding)
                yield self.progress
                if self.is_over or is_late():
                    return
        except TengenError:  # from another process, OutOfBudget comes as no more than that
            if not is_late():
                raise
        finally:
            self.tree.release()

    def _units(self, end: float | None, is_late: Callable[[], bool]) -> Iterator[Job | None]:
        """Yield jobs until the question is answered; None where another one has to be done before the next."""
        while not self.is_over and not is_late():
            key = self.tree.choose()
            if key is None:
                yield None
                continue
            left = None if end is None else end - monotonic()
            yield Job(
                self.board.text, self._passes, key, job_size(self.tree.positions), self._megabytes, left,
                tuple(self.tree.proved()),
            )  # fmt: skip


def refusal(game: Game) -> TengenError | None:
    """Return why nobody asks for the whole board in a game; None where it can be asked."""
    found = bounds.refusal(game)
    if found is None and game.rules.suicide == "allowed":
        found = PositionNotServed("a proof of the whole board by proof numbers needs rules without suicide")
    if found is None and not is_fit(game.board, game.rules.passes):
        found = PositionNotServed(
            f"{game.board.text} has more than {MOST_POINTS} points, or one with a single neighbour; "
            "proof numbers need distances, which are not measured there"
        )
    return found


def question_of(game: Game, side: Colour, megabytes: int = 256) -> SharedQuestion:
    """Return the question whether a side gets the whole board from where a game stands.

    Raises:
        PositionNotServed, BoardTooLarge, UnservedRules: it cannot be asked; see `refusal`.
    """
    refused = refusal(game)
    if refused is not None:
        raise refused
    return SharedQuestion(game.board, _node(game, side), passes=game.rules.passes, megabytes=megabytes)


def proving_moves(game: Game, side: Colour, question: SharedQuestion) -> tuple[str, ...]:
    """Return the moves known to prove what a side that is to move in a game gets."""
    if game.to_play != side:
        return ()
    known = [move for move, _, _ in _proved_moves(game, side, question)]
    is_its_already = question.tree.is_proved and not question.tree.is_inner(question.tree.root)
    if (is_its_already and not known) or _wins_by_a_pass(game, side):
        known.append(Pass)
    return tuple(map(game.write_move, known))


class Play(NamedTuple):
    """A line of play, and whether it goes on until the side has the whole board whatever happens."""

    moves: tuple[str, ...]
    is_whole: bool


def line_of(game: Game, side: Colour, question: SharedQuestion) -> tuple[str, ...]:
    """Return a line of play as far as the tree of jobs goes, where it is proved that a side gets the whole board.

    That side makes the move whose proof took the fewest positions, the other one that whose refutation took the most.
    """
    return _in_tree(game, side, question)[0]


def whole_line(game: Game, side: Colour, question: SharedQuestion, budget: Budget) -> Play:
    """Return a line of play to its end: behind that of `line_of` the proof that a job had found is looked for again.

    It stops at the tree's end where that takes more than 34 million positions, or the line of the proof is lost.
    """
    line, at, node = _in_tree(game, side, question)
    if node is None:
        return Play(line, False)
    prover = NumberProver(game.board, passes=game.rules.passes, budget=budget)
    points = LineOfProof(prover).moves(node) if prover.search(node, _AGAIN) else ()
    rest = tuple(ordinary.written(at, None if point == PASS else point) for point in points)
    return Play((*line, *rest), bool(rest))


def _in_tree(game: Game, side: Colour, question: SharedQuestion) -> tuple[tuple[str, ...], Game, ProofNode | None]:
    """Return a line as far as the tree goes, the game after it, and the node there; None where nothing is proved."""
    line, at, node, seen = list[str](), game.copy(), _known_as(question, _node(game, side)), set[Key]()
    while node is not None and question.tree.is_inner(key := question.key(node)) and key not in seen:
        seen.add(key)
        moves = _proved_moves(at, side, question)
        if not moves:
            break
        choose = min if at.to_play == side else max
        move, after, node = choose(moves, key=lambda each: question.tree.cost(question.key(each[2])))
        line.append(at.write_move(move))
        at = after
    return tuple(line), at, node


def _proved_moves(game: Game, side: Colour, question: SharedQuestion) -> list[tuple[Move, Game, ProofNode]]:
    """Return the moves to nodes that the tree has proved, with the games after them and the nodes."""
    found = []
    for move in list(game.legal_moves()):
        after = game.copy()
        after.play(move)
        node = None if after.outcome is not None else _known_as(question, _node(after, side))
        if node is not None:
            found.append((move, after, node))
    return found


def _wins_by_a_pass(game: Game, side: Colour) -> bool:
    """Say whether a pass ends a game now, with the whole board a side's."""
    after = game.copy()
    after.play(Pass)
    whose = 1 if side == "black" else -1
    return after.outcome is not None and {*memoryview(after.score("area").sides).cast("b")} == {whose}


def _known_as(question: SharedQuestion, node: ProofNode) -> ProofNode | None:
    """Return the form of a node in which the tree has proved it: without passes, where the prover is to move."""
    forms = [node] if node.turn else [node, replace(node, passes=0)]
    return next((form for form in forms if question.tree.has_proved(question.key(form))), None)


def _node(game: Game, side: Colour) -> ProofNode:
    nodes = nodes_of(ordinary.Standing.of(game), ordinary.ko_point(game))
    return nodes[0 if side == "black" else 1]
