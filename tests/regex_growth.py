"""Measure whether a regular expression takes longer than linear time on texts made to attack it.

A backtracking matcher is slow where two loops, or two turns of one, can read the same letters. So texts are made from
the pattern's own parse tree (`re._parser`): what leads to a loop, what the loop reads again and again, and an end that
does not match.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from itertools import islice, product
from time import process_time
from typing import Any, Final

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    from re import _compiler as compiler  # type: ignore[attr-defined]
    from re import _constants as op
    from re import _parser as parser

FULLMATCH, MATCH, SEARCH = "fullmatch", "match", "search"
"""How a pattern is used: on a whole text, once from a place on, or again and again over a text (`finditer`, `sub`)."""

_SIZES: Final = (12, 20, 120, 800, 10_000)
_SLOW: Final = 0.005
"""Seconds of a processor that a slow text takes, and eight times as many as a text of a quarter of its length."""
_LETTERS: Final = " \n0ax-.\0é"
"""Letters that are tried where the pattern's own are not enough."""
_ENDS: Final = ("\0", "", "x\nx")
_LOOPS: Final = (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT)
_MOST: Final = 10
"""Texts that are made of one part of a pattern, at most."""


def grows(pattern: str | bytes, use: str = FULLMATCH, flags: int = 0) -> str:
    r"""Return a text that takes a pattern longer than linear time, "" if none was found.

    A possessive loop of a group is refused, too: Python before 3.11.5 matches it wrongly.

    >>> grows(r"(?:a|a)*b", MATCH)[:4], grows(r"\d+", SEARCH)
    ('aaaa', '')
    """
    text = pattern.decode("latin-1") if isinstance(pattern, bytes) else pattern
    flags |= re.ASCII if isinstance(pattern, bytes) else 0
    attack = _Attack(parser.parse(text, flags))
    if attack.has_possessive_group:
        return text
    match = getattr(re.compile(text, flags), "findall" if use == SEARCH else use)
    for begin, unit in dict.fromkeys(attack.loops):
        for end, size in product(_ENDS, _SIZES):
            short, long = (begin + unit * (length // len(unit)) + end for length in (size // 4, size))
            if _seconds(match, long) > _SLOW and _least(match, long) > max(_SLOW, 8 * _least(match, short)):
                return long
    return ""


def _least(match: Any, text: str) -> float:
    return min(_seconds(match, text) for _ in range(2))


def _seconds(match: Any, text: str) -> float:
    began = process_time()
    match(text)
    return process_time() - began


class _Attack:
    """What leads to each loop of a pattern, and what that reads."""

    def __init__(self, tree: Any) -> None:
        self._flags = tree.state.flags
        self._letters = [*dict.fromkeys([*map(chr, _literals(tree)), *_LETTERS])]
        self.has_possessive_group = False
        self.loops = [*self._loops(tree, [""])]

    def _loops(self, nodes: Any, before: list[str]) -> Iterator[tuple[str, str]]:
        for node in nodes:
            inner = _inner(node)
            for each in inner:
                yield from self._loops(each, before)
            if node[0] is op.POSSESSIVE_REPEAT and (len(inner[0]) > 1 or _inner(inner[0][0])):
                self.has_possessive_group = True
            if node[0] in _LOOPS and node[1][1] > 9:
                yield from product(before, filter(None, self._samples(inner[0])))
            before = _joined(before, self._samples([node]))

    def _samples(self, nodes: Any) -> list[str]:
        """Return texts that nodes read."""
        found = [""]
        for node in nodes:
            found = _joined(found, self._texts(node))
        return found

    def _texts(self, node: Any) -> list[str]:
        kind, given = node
        texts = [text for each in _inner(node) for text in self._samples(each)]
        if kind in _LOOPS:
            counts = (given[0], given[0] + 1, given[0] + 2)
            return [text * count for count in counts if count <= given[1] for text in texts]
        if texts or kind in (op.ASSERT, op.ASSERT_NOT, op.AT, op.GROUPREF):
            return texts or [""]
        state = parser.State()
        state.flags = self._flags
        reads = compiler.compile(parser.SubPattern(state, [node]), self._flags).fullmatch
        return [letter for letter in self._letters if reads(letter)]


def _inner(node: Any) -> list[Any]:
    """Return the ways through the inside of a node; none for what reads a letter, or nothing."""
    kind, given = node
    if kind is op.SUBPATTERN:
        return [given[-1]]
    if kind is op.ATOMIC_GROUP:
        return [given]
    if kind is op.BRANCH:
        return list(given[1])
    if kind is op.GROUPREF_EXISTS:
        return [given[1], given[2] or []]
    return [given[2]] if kind in _LOOPS else []


def _joined(before: list[str], behind: list[str]) -> list[str]:
    """Return texts behind others, a few of all pairs."""
    pairs = dict.fromkeys(one + other for other, one in product(behind, before))
    step = -(-len(pairs) // _MOST)
    return [*islice(pairs, 0, None, max(1, step))]


def _literals(nodes: Any) -> Iterator[int]:
    """Yield the letters that a pattern names."""
    for node in nodes:
        kind, given = node
        if kind in (op.LITERAL, op.NOT_LITERAL):
            yield given
        elif kind is op.RANGE:
            yield from given
        for each in [given] if kind is op.IN else _inner(node):
            yield from _literals(each)
