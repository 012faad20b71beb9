"""Job-level proof-number search: a tree whose leaves are separate searches, done by any free worker.

The most proving leaf of a tree of positions is given to a worker, which searches for a proof there within the job's
number of positions (`proof_numbers`). An unproved leaf gets children, with the search's numbers for them, and the most
proving leaf is the next job (I.-C. Wu and others, *Job-Level Proof Number Search*, IEEE Transactions on Computational
Intelligence and AI in Games 5(1), 2013). Several workers search different moves of the adversary's, all of which must
be refuted.

The tree depends only on the jobs' findings. Entering the same findings again gives the same tree, so a file of
findings, a line each, is all that has to be kept.

Only proofs are final: a node is proved by a job, by one proved child if the prover is to move, or by all children
proved if the adversary is. Each was proved after its children, so no proof is circular, and positions reached in
several ways are one node. A node on the way to itself counts for the adversary.

A job finds the numbers of a node and of its children; `Finding` writes that as JSON.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from tengen.solve.proofs.prover import ProofNode

from .first_numbers import NEVER

_WORD: Final = (1 << 64) - 1

Key = tuple[int, int]
"""A node in two words, as in the table of a proof-number search; a tree of jobs has the least of symmetric ones."""


def key_of(node: ProofNode) -> Key:
    """Return the two words that stand for a node in a table."""
    return node.mine | node.ko << 56, node.theirs | node.passes << 60 | node.turn << 63


def node_of(key: Key) -> ProofNode:
    """Return the node that two words stand for."""
    first, second = key
    stones = (1 << 56) - 1
    return ProofNode(first & stones, second & stones, second >> 63, first >> 56, second >> 60 & 7)


class Numbers(NamedTuple):
    """The estimated difficulties of proving and disproving a node; zero is a proof, or a disproof."""

    proof: int
    disproof: int


class Child(NamedTuple):
    """A child of a node with the search's numbers for it."""

    key: Key
    numbers: Numbers


class Finding(NamedTuple):
    """A job's findings about a node: its numbers, its children, and the positions searched.

    For a proved node, the children are those that prove it, with the prover to move.
    """

    key: Key
    numbers: Numbers
    children: tuple[Child, ...]
    positions: int

    def fields(self) -> dict[str, Any]:
        """Return the fields of a JSON object that `finding_of` reads.

        >>> finding_of(Finding((1, 2), Numbers(3, 4), (), 5).fields())
        Finding(key=(1, 2), numbers=Numbers(proof=3, disproof=4), children=(), positions=5)
        """
        children = [[*child.key, *child.numbers] for child in self.children]
        return {"key": self.key, "numbers": self.numbers, "children": children, "positions": self.positions}


def finding_of(fields: Mapping[str, Any]) -> Finding | None:
    """Return the finding of a JSON object's fields, None for other fields."""
    try:
        (first, second), numbers, positions = fields["key"], Numbers(*fields["numbers"]), fields["positions"]
        children = tuple(Child((a, b), Numbers(*both)) for a, b, *both in fields["children"])
    except (KeyError, TypeError, ValueError):
        return None
    words = [first, second, positions, *(word for child in children for word in child.key)]
    counts = [*numbers, *(count for child in children for count in child.numbers)]
    if not all(type(each) is int and each >= 0 for each in words + counts) or max(words) > _WORD or max(counts) > NEVER:
        return None
    return Finding((first, second), numbers, children, positions)


_PART: Final = 8
"""The weight of all children but the hardest one is an eighth, since positions are reached in several ways."""
_TURNS: Final = 4
"""The number of updates of a node in one round after which its parents only get final results."""
_LEAST: Final = 500_000
_SHARE: Final = 50
"""A job searches this fraction of the positions so far, so that the first ones finish soon."""
_BUSY: Final = 4
"""The factor by which a job in progress counts as harder."""


@dataclass
class _Node:
    """A node of the tree: a leaf until it has children."""

    numbers: Numbers
    theirs: bool  # the adversary is to move
    children: list[Key] = field(default_factory=list)
    parents: list[Key] = field(default_factory=list)
    is_busy: bool = False
    positions: int = 0  # searched by its own job


def job_size(positions: int) -> int:
    """Return the number of positions for the next job, after ``positions`` in all earlier jobs: few at first."""
    return max(_LEAST, positions // _SHARE)


class JobTree:
    """The findings about a root, and the next leaf to search.

    >>> tree = JobTree((0, 0))
    >>> tree.choose()
    (0, 0)
    >>> tree.enter(Finding((0, 0), Numbers(0, NEVER), (), 12))
    >>> tree.is_proved
    True
    """

    def __init__(self, root: Key) -> None:
        self.root: Final = root
        self.positions: int = 0
        self._nodes: dict[Key, _Node] = {root: _Node(Numbers(1, 1), bool(node_of(root).turn))}

    def __len__(self) -> int:
        return len(self._nodes)

    @property
    def numbers(self) -> Numbers:
        return self._nodes[self.root].numbers

    @property
    def is_proved(self) -> bool:
        return self.numbers.proof == 0

    @property
    def is_over(self) -> bool:
        return self.is_proved or self.is_given_up

    @property
    def is_given_up(self) -> bool:
        return self.numbers.proof >= NEVER

    def proved(self) -> list[Key]:
        """Return the nodes that are proved."""
        return [key for key, node in self._nodes.items() if node.numbers.proof == 0]

    def has_proved(self, key: Key) -> bool:
        """Return whether a node is in the tree and proved."""
        known = self._nodes.get(key)
        return known is not None and known.numbers.proof == 0

    def choose(self) -> Key | None:
        """Return the most proving leaf that is not in progress, and mark it so; None if there is none.

        Several workers take different moves of the adversary's, as all must be refuted, and the same moves of the
        prover's. If no job is in progress either, only cycles are left, and the root is given up.
        """
        dead, taken = set[Key](), set[Key]()
        while self.root not in dead | taken:
            way = self._way(dead, taken)
            node = self._nodes[way[-1]]
            if node.children or way[-1] in dead:
                continue
            if not node.is_busy:
                return self._begin(way[-1])
            taken.add(way[-1])
        if any(node.is_busy for node in self._nodes.values()):
            return None
        found = self._any_leaf()
        if found is None:
            self._nodes[self.root].numbers = Numbers(NEVER, 0)
        return found

    def _begin(self, key: Key) -> Key:
        self._nodes[key].is_busy = True
        self._reckon([key])
        return key

    def _any_leaf(self) -> Key | None:
        """Return any useful leaf, and mark it in progress: the paths to the others were cyclic."""
        seen, waiting = {self.root}, deque([self.root])
        while waiting:
            node = self._nodes[key := waiting.popleft()]
            if not node.children and not node.is_busy and self._is_open(key):
                return self._begin(key)
            open_ones = [child for child in node.children if child not in seen and self._is_open(child)]
            seen.update(open_ones)
            waiting.extend(open_ones)
        return None

    def _way(self, dead: set[Key], taken: set[Key]) -> list[Key]:
        """Go from the root to the most proving leaf; at a dead end, return the last node to avoid.

        It is added to ``dead`` if play from it is cyclic, and to ``taken`` if everything below it is in progress.
        """
        way = [self.root]
        while (node := self._nodes[way[-1]]).children:
            round_again = [child for child in node.children if child in way or child in dead]
            left = [child for child in node.children if self._is_open(child) and child not in round_again]
            if (node.theirs and round_again) or not left:
                dead.add(way[-1])
                return way
            free = [child for child in left if child not in taken] if node.theirs else left
            best = min(free, key=lambda child: self._ease(child, node.theirs), default=None)
            if best is None or best in taken:
                taken.add(way[-1])
                return way
            way.append(best)
        return way

    def _is_open(self, key: Key) -> bool:
        return 0 < self._nodes[key].numbers.proof < NEVER

    def enter(self, finding: Finding) -> None:
        """Enter a job's findings about a leaf; KeyError for an unknown node."""
        node = self._nodes[finding.key]
        node.is_busy = False
        node.positions = finding.positions
        self.positions += finding.positions
        if node.numbers.proof == 0:  # proved in another way by now
            return
        node.numbers = finding.numbers
        if not node.children:
            for key, numbers in dict(finding.children).items():  # symmetric children are one
                child = self._nodes.setdefault(key, _Node(numbers, bool(node_of(key).turn)))
                child.parents.append(finding.key)
                node.children.append(key)
        self._reckon([finding.key])

    def release(self) -> None:
        """Mark all jobs as not begun."""
        busy = [key for key, node in self._nodes.items() if node.is_busy]
        for key in busy:
            self._nodes[key].is_busy = False
        self._reckon(busy)

    def is_inner(self, key: Key) -> bool:
        """Return whether a node is in the tree, with children."""
        known = self._nodes.get(key)
        return known is not None and bool(known.children)

    def cost(self, key: Key) -> int:
        """Return how many positions the jobs of a node and of all below it have searched; 0 for an unknown one."""
        waiting, seen = [key], set[Key]()
        while waiting:
            one = waiting.pop()
            if one in self._nodes and one not in seen:
                seen.add(one)
                waiting.extend(self._nodes[one].children)
        return sum(self._nodes[one].positions for one in seen)

    def _ease(self, key: Key, theirs: bool) -> tuple[int, int]:
        """Return a child's sort key: the easiest to prove, or disprove, first."""
        numbers = self._shown(key)
        return (numbers.disproof, -numbers.proof) if theirs else (numbers.proof, -numbers.disproof)

    def _shown(self, key: Key) -> Numbers:
        """Return a node's numbers for its parents: nodes in progress count as harder."""
        node = self._nodes[key]
        proof, disproof = node.numbers
        return Numbers(proof, min(disproof * _BUSY, NEVER) if node.is_busy else disproof)

    def _reckon(self, keys: Iterable[Key]) -> None:
        """Update the numbers of nodes with children, and those above them while anything changes.

        In cycles numbers might grow for ever, so after a few times a node's parents only get final results.
        """
        waiting, turns = list(keys), dict[Key, int]()
        while waiting:
            key = waiting.pop()
            node = self._nodes[key]
            before = node.numbers
            if node.children and before.proof > 0:
                shown = [self._shown(child) for child in node.children]
                proofs, disproofs = [one.proof for one in shown], [one.disproof for one in shown]
                node.numbers = Numbers(min(proofs), _together(disproofs))
                if node.theirs:
                    node.numbers = Numbers(_together(proofs), min(disproofs))
            turns[key] = turns.get(key, 0) + 1
            is_final = node.numbers.proof in (0, NEVER) and node.numbers.proof != before.proof
            if is_final or turns[key] == 1 or (turns[key] <= _TURNS and node.numbers != before):
                waiting.extend(node.parents)


def _together(numbers: list[int]) -> int:
    """Return the hardest of several numbers and a part of the others."""
    most = max(numbers)
    return most if most >= NEVER else min(most + (sum(numbers) - most) // _PART, NEVER // 4)
