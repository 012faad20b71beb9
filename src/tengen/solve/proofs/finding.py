"""What a job of proof numbers finds of a node, and how that is written as JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeGuard

from .first_numbers import NEVER
from .prover import ProofNode

_WORD: Final = (1 << 64) - 1
_KEY: Final = (_WORD, _WORD)
_NUMBERS: Final = (NEVER, NEVER)

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
    """How hard a node seems to prove, and to disprove; nought is a proof, or a disproof."""

    proof: int
    disproof: int


class Child(NamedTuple):
    """A child of a node and what a search had for it."""

    key: Key
    numbers: Numbers


class Finding(NamedTuple):
    """What a job found of a node: its numbers, its children, and the positions looked at.

    Of a node that is proved, the children are those by which the prover, on move, gets what it wants.
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
    """Return the finding of a JSON object's fields, None where they are of something else."""
    positions, children = fields.get("positions"), fields.get("children")
    key, numbers = _row(fields.get("key"), _KEY), _row(fields.get("numbers"), _NUMBERS)
    if not isinstance(children, tuple | list) or key is None or numbers is None or not _is_number(positions, _WORD):
        return None
    rows = [row for child in children if (row := _row(child, _KEY + _NUMBERS)) is not None]
    if len(rows) < len(children):
        return None
    made = tuple(Child((first, second), Numbers(*both)) for first, second, *both in rows)
    return Finding((key[0], key[1]), Numbers(*numbers), made, positions)


def _row(value: Any, most: Sequence[int]) -> list[int] | None:
    """Return a row of numbers, each from 0 to a number of ``most``; None where it is none."""
    if not isinstance(value, tuple | list) or len(value) != len(most):
        return None
    return list(value) if all(map(_is_number, value, most)) else None


def _is_number(value: Any, most: int) -> TypeGuard[int]:
    return type(value) is int and 0 <= value <= most
