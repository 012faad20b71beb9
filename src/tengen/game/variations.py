"""Addresses of variations: ``12.2`` is the second choice for move 12, ``12.2/14.3`` continues inside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Final, NamedTuple

from ..records import Node, Record, TengenError, Text, listed
from ..records.text import in_a_row

_MOST_NAMED: Final = 10
"""The maximum number of variations that an error names."""


class Branch(NamedTuple):
    """A variation that branches off a line: its address, the index of the branching node, its first node."""

    address: str
    place: int
    node: Node


class Line(NamedTuple):
    """The nodes of a variation from the root to its end, and the index of its first own node."""

    nodes: list[Node]
    since: int = 0


def line_of(record: Record, address: str = "") -> Line:
    """Return a variation, or the main line for ""; TengenError, listing the variations, if it does not exist.

    >>> from tengen.formats import sgf
    >>> record = sgf.read("(;SZ[9];B[ee](;W[dc])(;W[fc];B[ge](;W[gf])(;W[hd])))")
    >>> [node.move for node in line_of(record, "2.2/4.2").nodes]
    [None, 'E5', 'F7', 'G5', 'H6']
    """
    line, walked = Line(list(record.main_line())), ""
    for part in address.split("/") if address else ():
        found = {branch.address: branch for branch in branches(line)}
        if part not in found:
            raise TengenError(in_a_row(_missing(walked, part, list(found))))
        line = follow(line, found[part])
        walked += f"{part}/"
    return line


def follow(line: Line, branch: Branch) -> Line:
    """Return the variation that branches off a line there."""
    since = branch.place + 1
    return Line([*line.nodes[:since], *_first_children(branch.node)], since)


def branches(line: Line) -> Iterator[Branch]:
    """Yield the variations that branch off a line at one of its own nodes, in order.

    The number before the dot is that of the move that they replace; all choices for one move are numbered together,
    starting with the line's own.
    """
    seen: Counter[int] = Counter()
    number = 1
    for place, (node, following) in enumerate(pairwise(line.nodes)):
        number += node.move is not None
        for child in node.children if place >= line.since else ():
            if child is not following:
                seen[number] += 1
                yield Branch(f"{number}.{seen[number] + 1}", place, child)


def _first_children(node: Node) -> Iterator[Node]:
    yield node
    while node.children:
        node = node.children[0]
        yield node


def _missing(walked: str, part: str, addresses: list[str]) -> Iterator[Text]:
    """Yield an error for an unknown variation, and the existing ones."""
    yield Text("no variation {address}", address=walked + part)
    names = [walked + address for address in addresses]
    more = len(names) - _MOST_NAMED
    if not names and walked:
        yield Text("no variation leaves {address}", address=walked.rstrip("/"))
    elif not names:
        yield Text("no variation leaves the main line")
    elif len(names) == 1:
        yield Text("the only one is {address}", address=names[0])
    elif more > 0:
        yield Text("the variations are {names} and {more} more", names=listed(names[:_MOST_NAMED], "comma"), more=more)
    else:
        yield Text("the variations are {names}", names=listed(names, "comma"))
