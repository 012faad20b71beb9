"""A record as a tree: its nodes by address, and its lines.

An address counts first children: ``40`` is the node forty steps down the main line, ``40.1.5`` the second child of
that node and five steps further. New variations come last, so that addresses do not change.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, TypedDict

from ... import boards
from ...formats import json
from ...game.game_records import record_variant
from ...game.record_walk import walk
from ...records import Colour, Mark, Markup, Node, Record, TengenError, UnknownVariant
from ...rules import Variant, variant
from ..settings import BOUNDS

MOST_NODES: Final = 20_000
MOST_WORK: Final = 2_000_000
"""Limit of nodes times points: showing a node by replaying its line takes a few seconds at most."""

_LONGEST: Final = 2_000


def check_size(nodes: int, most: int) -> None:
    if nodes > most:
        raise TengenError(
            "this record has {nodes:,} moves and notes; at most {most:,} can be reviewed", nodes=nodes, most=most
        )


class NoSuchNode(TengenError):
    """An address without a node."""


class TreeLine(TypedDict):
    """A line of the tree, by first children.

    ``prefix`` begins the addresses of its nodes, ``after`` is the address of the node it branches from, ``number`` how
    many moves were made before it. Every node is ``[text, mover, signs]``: signs are 1 for a comment, 2 for a setup.
    """

    prefix: str
    after: str | None
    number: int
    nodes: list[list[str | int]]


@dataclass
class RecordTree:
    record: Record

    @classmethod
    def of(cls, record: Record) -> RecordTree:
        """Return the tree of a record, checking its size and the start of its game under its own rules."""
        with boards.bounded(BOUNDS):
            size = len(boards.parse(record.board, files=False))
        made = cls(record)
        check_size(made.size, min(MOST_NODES, MOST_WORK // size))
        next(walk(record, made.own_rules))
        return made

    @classmethod
    def from_json(cls, text: str) -> RecordTree:
        return cls(json.loads(text))

    def to_json(self) -> str:
        return json.dumps(self.record)

    @cached_property
    def own_rules(self) -> Variant:
        """The rules that the record names; Chinese rules if it names none, or unknown ones."""
        try:
            return record_variant(self.record)
        except UnknownVariant:
            return variant("chinese")

    @property
    def size(self) -> int:
        return sum(len(line["nodes"]) for line in self.lines)

    def line(self, address: str) -> tuple[list[Node], int]:
        """Return the line through a node, from the root to its end by first children, and the node's index in it."""
        line = [self.record.root]
        for step, count in enumerate(_read(address)):
            if step % 2:
                children = line[-1].children
                if not 1 <= count < len(children):
                    raise NoSuchNode("this record has no position {address}", address=address[:40])
                line.append(children[count])
                continue
            for _ in range(count):
                if not line[-1].children:
                    raise NoSuchNode("this record has no position {address}", address=address[:40])
                line.append(line[-1].children[0])
        place = len(line) - 1
        return _to_its_end(line), place

    @cached_property
    def lines(self) -> list[TreeLine]:
        """The lines of the tree by first children, the main line first, then the variations in order."""
        found: list[TreeLine] = []
        waiting: list[tuple[Node, str, str | None, int]] = [(self.record.root, "", None, 0)]
        while waiting:
            node, prefix, after, number = waiting.pop()
            nodes: list[list[str | int]] = []
            beside: list[tuple[Node, str, str | None, int]] = []
            made = number
            for place, each in enumerate(_to_its_end([node])):
                nodes.append([each.move or "", (each.colour or "")[:1], bool(each.comment) + 2 * bool(each.changes)])
                made += each.move is not None
                for choice, child in enumerate(each.children[1:], 1):
                    beside.append((child, f"{prefix}{place}.{choice}.", f"{prefix}{place}", made))
            found.append({"prefix": prefix, "after": after, "number": number, "nodes": nodes})
            waiting.extend(reversed(beside))
        return found

    def children(self, address: str) -> list[str]:
        line, place = self.line(address)
        head, _, last = address.rpartition(".")
        first = f"{head}.{int(last) + 1}" if head else f"{int(last) + 1}"
        return [first if choice == 0 else f"{address}.{choice}.0" for choice in range(len(line[place].children))]

    def parent(self, address: str) -> str | None:
        """Return the address of a node's parent; None for the root."""
        *head, last = _read(address)
        if last:
            return ".".join(map(str, [*head, last - 1]))
        return ".".join(map(str, head[:-1])) if head else None

    def with_move(self, address: str, text: str, colour: Colour) -> str:
        """Add a move after a node, as a variation if others follow; return its address.

        A move that is already there is not added again. Raises TengenError if the record is full.
        """
        line, place = self.line(address)
        node = line[place]
        for child, known in zip(node.children, self.children(address), strict=True):
            if (child.move, child.colour) == (text, colour):
                return known
        if self.size >= MOST_NODES:
            raise TengenError(
                "this record has {most_nodes:,} moves and notes, and cannot take any more", most_nodes=MOST_NODES
            )
        node.children.append(Node(move=text, colour=colour))
        self._forget_lines()
        return self.children(address)[-1]

    def with_comment(self, address: str, text: str) -> None:
        """Set the comment of a node; "" deletes it."""
        line, place = self.line(address)
        line[place].comment = text
        self._forget_lines()

    def with_mark(self, address: str, point: str, mark: Mark) -> None:
        """Put a mark on a point of a node in place of any other, or remove the same one. TengenError: unknown point."""
        line, place = self.line(address)
        if boards.parse(self.record.board, files=False).find(point) is None:
            raise TengenError("{point} is not a point of this board", point=point)
        markup = line[place].markup or Markup()
        marks = {kind: [each for each in points if each != point] for kind, points in markup.marks.items()}
        if point not in markup.marks.get(mark, ()):
            marks.setdefault(mark, []).append(point)
        line[place].markup = replace(markup, marks={kind: points for kind, points in marks.items() if points})

    def without(self, address: str) -> str:
        """Delete a node of a variation with everything after it; return its parent's address.

        Addresses of its later siblings change. The main line, which is the record itself, stays.
        """
        if is_on_main_line(address):
            raise TengenError("The moves of the record itself stay; only variations can be deleted.")
        line, place = self.line(address)
        before_it = line[place - 1]
        before_it.children = [child for child in before_it.children if child is not line[place]]
        self._forget_lines()
        before = self.parent(address)
        assert before is not None
        return before

    def _forget_lines(self) -> None:
        self.__dict__.pop("lines", None)


def is_on_main_line(address: str) -> bool:
    return "." not in address


def address_without(address: str, removed: str) -> str:
    """Return a node's address after another was deleted: that one's parent if the node was deleted with it."""
    path, gone = _choices(address), _choices(removed)
    last = len(gone) - 1
    if len(path) > last and path[:last] == gone[:last]:
        if path[last] == gone[last]:
            path = gone[:last]
        elif path[last] > gone[last]:
            path[last] -= 1
    found = [0]
    for choice in path:
        if choice:
            found += [choice, 0]
        else:
            found[-1] += 1
    return ".".join(map(str, found))


def _choices(address: str) -> list[int]:
    """Return the child's index at each step of an address from the root."""
    numbers = enumerate(_read(address))
    return [choice for place, number in numbers for choice in ([number] if place % 2 else [0] * number)]


def _read(address: str) -> list[int]:
    parts = address.split(".")
    if len(address) > _LONGEST or len(parts) % 2 == 0 or not all(re.fullmatch(r"[0-9]{1,6}", part) for part in parts):
        raise NoSuchNode("{address!r} is not a position; expected 40 or 40.1.5", address=address[:40])
    return [int(part) for part in parts]


def _to_its_end(line: list[Node]) -> list[Node]:
    while line[-1].children:
        line.append(line[-1].children[0])
    return line
