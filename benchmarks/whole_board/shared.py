"""The question whether a side gets the whole board, answered by several processes, with their findings in a file.

Only the jobs' findings are stored: a file has a line for each, from which work on the question continues on any machine
with any number of workers. Workers keep their tables from job to job, and get the proofs of the others.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from time import monotonic
from typing import Any, ClassVar, Final, NamedTuple

from tengen import boards
from tengen.boards import Board
from tengen.files.ledger import Ledger
from tengen.records import FormatError, TengenError
from tengen.solve.bitboards import Bits
from tengen.solve.budget import Budget
from tengen.solve.proofs.prover import ProofNode
from tengen.workers import HERE, Workers

from .guide import Guide
from .job_tree import Finding, JobTree, Key, Numbers, finding_of, job_size, key_of
from .proof_numbers import NumberProver

_MUCH: Final = 1 << 40
"""The recorded cost of a proof found by another worker: more than all others."""


@dataclass(frozen=True)
class PositionJob:
    """A position for a worker to search: limits of positions, seconds and megabytes, and what to prove."""

    board: str
    passes: int
    key: Key
    positions: int
    megabytes: int
    seconds: float | None
    proved: tuple[Key, ...]


@lru_cache(maxsize=1)
def _tools(board: str, passes: int, megabytes: int) -> tuple[NumberProver, Guide]:
    """Return the objects that a worker keeps from job to job."""
    on = boards.parse(board)
    return NumberProver(on, passes=passes, budget=Budget(memory=2 * megabytes << 20)), Guide(on, passes)


def look(job: PositionJob) -> Finding:
    """Do a job; earlier findings of its worker make it shorter, never wrong."""
    prover, guide = _tools(job.board, job.passes, job.megabytes)
    prover.know(dict.fromkeys(job.proved, _MUCH))
    prover.budget = Budget(memory=2 * job.megabytes << 20, seconds=job.seconds)
    return prover.look(job.key, job.positions, guide.factors)


class NumberedFinding(NamedTuple):
    """The finding of a job, and the job's number, from 1."""

    number: int
    finding: Finding


class FindingsFile(Ledger[NumberedFinding]):
    """A file of findings."""

    kind: ClassVar[str] = "whole board"
    noun: ClassVar[str] = "proof"
    entry: ClassVar[str] = "job"

    def read(self, given: Mapping[str, Any]) -> NumberedFinding | None:
        finding = finding_of(given)
        return None if finding is None else NumberedFinding(given["number"], finding)

    def line(self, entry: NumberedFinding) -> str:
        return json.dumps({"job": entry.number, **entry.finding.fields()}, separators=(",", ":")) + "\n"


class QuestionProgress(NamedTuple):
    """The progress of a proof: jobs done, positions searched, and the estimated difficulty of the question."""

    jobs: int
    positions: int
    numbers: Numbers


class SharedQuestion:
    """The question whether the prover of a node gets the whole board, and the findings of jobs about it.

    >>> question = SharedQuestion(boards.parse("3x3"), ProofNode(0, 0, 0))
    >>> list(question.run())[-1].numbers.proof
    0
    """

    believed: int = 0
    """Jobs whose findings come from a file and were not checked again."""

    def __init__(self, board: Board, node: ProofNode, *, passes: int = 2, megabytes: int = 256) -> None:
        """Begin with nothing known; each worker has a table of ``megabytes``."""
        self.board: Final = board
        self._passes, self._megabytes, self._bits = passes, megabytes, Bits.of(board)
        self.tree: Final = JobTree(self.key(node))
        self.jobs: int = 0

    def key(self, node: ProofNode) -> Key:
        """Return a node as the tree has it: symmetric ones are one."""
        return key_of(node.least(self._bits))

    @property
    def progress(self) -> QuestionProgress:
        return QuestionProgress(self.jobs, self.tree.positions, self.tree.numbers)

    def _enter(self, finding: Finding) -> None:
        self.tree.enter(finding)
        self.jobs += 1

    def run(
        self, workers: Workers = HERE, kept: FindingsFile | None = None, seconds: float | None = None
    ) -> Iterator[QuestionProgress]:
        """Run jobs until the question is answered or the time is over; yield the progress after each.

        Raises:
            TengenError: an error of a job, such as lack of memory; OSError: the file cannot be written.
        """
        end = None if seconds is None else monotonic() + seconds

        def is_late() -> bool:
            return end is not None and monotonic() >= end

        try:
            for _, finding in workers.run(look, self._units(end, is_late)):
                if kept is not None:
                    kept.add(NumberedFinding(self.jobs + 1, finding))
                self._enter(finding)
                yield self.progress
                if self.tree.is_over or is_late():
                    return
        except TengenError:  # an OutOfBudget from another process arrives as a TengenError
            if not is_late():
                raise
        finally:
            self.tree.release()

    def _units(self, end: float | None, is_late: Callable[[], bool]) -> Iterator[PositionJob | None]:
        """Yield jobs until the question is answered; None if another one must be done before the next."""
        while not self.tree.is_over and not is_late():
            key = self.tree.choose()
            if key is None:
                yield None
                continue
            left = None if end is None else end - monotonic()
            size, proved = job_size(self.tree.positions), tuple(self.tree.proved())
            yield PositionJob(self.board.text, self._passes, key, size, self._megabytes, left, proved)

    def open(self, path: Path) -> FindingsFile:
        """Open the file of this question's findings, load it, and return it; raises as `Ledger`."""
        head = {
            "tengen": 1, "kind": FindingsFile.kind, "board": self.board.text, "passes": self._passes,
            "key": self.tree.root,
        }  # fmt: skip
        kept = FindingsFile(path, head, resume=True)
        try:
            for number, entry in enumerate(kept.entries, 1):
                if entry.number != number:
                    raise FormatError(f"{path}: job {number} is missing", number + 1, 1)
                try:
                    self._enter(entry.finding)
                except KeyError:
                    complaint = f"{path}: not a job of this proof: the jobs before it do not lead to its position"
                    raise FormatError(complaint, number + 1, 1) from None
        except FormatError:
            kept.close()
            raise
        self.believed = self.jobs
        return kept
