"""Check from its parse tree whether a regular expression takes linear time on any input.

A backtracking matcher takes longer only if the number of paths through a pattern grows with the text: if two cycles, or
a cycle and a later one, read the same word (Weber and Seidl, "On the degree of ambiguity of finite automata", 1991).
Only abandoned paths cost more, so states in which the pattern has already matched do not count. The parser is Python's
own (`re._parser`), which reads possessive quantifiers and atomic groups. Possessive loops of one letter class, and
lookaheads for one that must not follow, are modelled exactly; everything else as more ambiguous than it is.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from typing import Any, Final

import networkx

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    from re import _compiler as compiler  # type: ignore[attr-defined]
    from re import _constants as op
    from re import _parser as parser

FULLMATCH, MATCH, SEARCH = "fullmatch", "match", "search"
"""Uses of a pattern: on a whole text, once from a place on, or repeatedly over a text (`finditer`, `sub`)."""

POSSESSIVE_GROUP: Final = "possessive group"

_SAMPLE: Final = [*map(chr, range(128)), *"\u00a0\u00e9\u03b1\u0660\u2003\u3000\u9ed1\uff11\U0001f600\ufeff"]
_COPIES: Final = 2
"""Extra copies in the automaton of a bounded repetition; further ones would behave like these."""
_MOST_COPIES: Final = 4

_ANY: Final = (op.IN, [(op.CATEGORY, op.CATEGORY_SPACE), (op.CATEGORY, op.CATEGORY_NOT_SPACE)])
_CONDITION: Final = -1
"""In place of a letter class: an edge that may be closed, as at the end of a word."""
_SINGLE: Final = (op.LITERAL, op.NOT_LITERAL, op.ANY, op.IN, op.RANGE)
_NOT: Final = (op.NEGATE, None)

Edges = dict[int, list[int]]
Guard = frozenset[int]
"""Letters, by number, that must not follow: a possessive loop ends only if it cannot continue."""


@dataclass
class _Automaton:
    """States with empty edges, which may have a guard, and letters that lead from one state to the next."""

    letters: list[Any] = field(default_factory=list)
    empty: list[list[tuple[int, int | None]]] = field(default_factory=list)
    reads: list[tuple[int, int] | None] = field(default_factory=list)
    """Per state: the number of its letter class, and the state behind it."""

    def state(self) -> int:
        self.empty.append([])
        self.reads.append(None)
        return len(self.empty) - 1

    def join(self, begin: int, end: int, guard: int | None = None) -> None:
        self.empty[begin].append((end, guard))

    def letter(self, node: Any) -> int:
        self.letters.append(node)
        return len(self.letters) - 1


class _Builder:
    """Builds an automaton from a parse tree; every method returns the final state of its part."""

    def __init__(self, flags: int, state: Any) -> None:
        self.automaton: Final = _Automaton()
        self.flags = flags
        self.state = state
        self.has_possessive_group = False

    def sequence(self, nodes: Iterable[Any], at: int) -> int:
        for node in nodes:
            at = self.node(node, at)
        return at

    def node(self, node: Any, at: int) -> int:
        kind, given = node
        if kind in _SINGLE:
            return self.one(node, at)
        if kind is op.SUBPATTERN:
            return self.group(given, at)
        if kind is op.ATOMIC_GROUP:
            return self.sequence(given, at)
        if kind is op.BRANCH:
            return self.branches(given[1], at)
        if kind in (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT):
            least, most, nodes = given
            return self.repeat(least, most, nodes, at, possessive=kind is op.POSSESSIVE_REPEAT)
        if kind in (op.ASSERT, op.ASSERT_NOT):
            if given[0] > 0 and kind is op.ASSERT_NOT and len(given[1]) == 1 and given[1][0][0] in _SINGLE:
                return self.conditional(at, self.automaton.letter((given[1][0], self.flags)))
            if given[0] > 0:  # a lookahead is read separately, and never retried once it has matched
                self.sequence(given[1], self.conditional(at))
            return self.conditional(at)
        if kind is op.AT:
            return self.conditional(at)
        if kind is op.GROUPREF_EXISTS:
            return self.branches([given[1], given[2] or []], at)
        if kind is op.GROUPREF:  # anything may be there
            return self.loop([_ANY], at)
        raise NotImplementedError(str(kind))

    def one(self, node: Any, at: int) -> int:
        begin, end = self.automaton.state(), self.automaton.state()
        self.automaton.join(at, begin)
        self.automaton.reads[begin] = (self.automaton.letter((node, self.flags)), end)
        return end

    def group(self, given: Any, at: int) -> int:
        _, add, remove, nodes = given
        before, self.flags = self.flags, (self.flags | add) & ~remove
        end = self.sequence(nodes, at)
        self.flags = before
        return end

    def branches(self, ways: Iterable[Any], at: int) -> int:
        end = self.automaton.state()
        for way in ways:
            begin = self.automaton.state()
            self.automaton.join(at, begin)
            self.automaton.join(self.sequence(way, begin), end)
        return end

    def repeat(self, least: int, most: int, nodes: Any, at: int, possessive: bool) -> int:
        single = len(nodes) == 1 and nodes[0][0] in _SINGLE
        self.has_possessive_group |= possessive and not single
        guard = self.automaton.letter((nodes[0], self.flags)) if possessive and single else None
        for _ in range(min(least, _MOST_COPIES if single else _COPIES)):
            at = self.sequence(nodes, at)
        if most is op.MAXREPEAT:
            return self.loop(nodes, at, guard)
        ways = [at]
        for _ in range(min(most - least, _COPIES)):
            ways.append(self.sequence(nodes, ways[-1]))
        end = self.automaton.state()
        for place, way in enumerate(ways):
            self.automaton.join(way, end, guard if place < most - least and place < _COPIES else None)
        return end

    def loop(self, nodes: Any, at: int, guard: int | None = None) -> int:
        begin, end = self.automaton.state(), self.automaton.state()
        self.automaton.join(at, begin)
        self.automaton.join(self.sequence(nodes, begin), begin)
        self.automaton.join(begin, end, guard)
        return end

    def conditional(self, at: int, guard: int | None = None) -> int:
        """Return a state that is reached only under a condition: a match that ends after it may still fail."""
        between, end = self.automaton.state(), self.automaton.state()
        self.automaton.join(at, between, guard)
        self.automaton.join(between, end, _CONDITION)
        return end


@dataclass
class _Ways:
    """An automaton without empty edges: its states read letters, represented by a few kinds.

    ``edges`` are those of the search, which restarts; ``tries`` those of one attempt to match.
    """

    automaton: _Automaton
    start: int
    final: int
    skipping: set[int]
    """The states that skip a letter at which no match begins."""

    @cached_property
    def members(self) -> list[frozenset[int]]:
        """Per letter class, the kinds of letters in it; letters that all classes treat alike are of one kind."""
        tests = [_matcher(node, flags) for node, flags in self.automaton.letters]
        ends = {chr(end) for node, _ in self.automaton.letters for end in _ends(node)}
        rows = {tuple(bool(test.fullmatch(one)) for test in tests) for one in {*_SAMPLE, *ends}}
        return [frozenset(kind for kind, row in enumerate(rows) if row[place]) for place in range(len(tests))]

    @cached_property
    def states(self) -> set[int]:
        """The start, and the state after each letter."""
        return {read[1] for read in self.automaton.reads if read} | {self.start}

    def _closure(self, state: int, again: bool) -> Iterator[tuple[int, Guard, bool]]:
        """Yield the targets of empty edges, letters that must not follow, and whether it is reached unconditionally."""
        ways: list[tuple[int, Guard, bool, tuple[int, ...]]] = [(state, frozenset(), True, (state,))]
        while ways:
            at, guard, free, path = ways.pop()
            yield at, guard, free
            for then, letter in self.automaton.empty[at] if again or at != self.final else ():
                if path.count(then) < 2:  # twice: a loop within a loop may go on as either
                    more = self.members[letter] if letter is not None and letter != _CONDITION else frozenset()
                    ways.append((then, guard | more, free and letter != _CONDITION, (*path, then)))

    def _edges(self, state: int, again: bool) -> Edges:
        """Return the states after each kind of letter that a state can read, once for every path."""
        found: Edges = {}
        for at, guard, _ in self._closure(state, again):
            read = self.automaton.reads[at]
            if read and (again or (at not in self.skipping and read[1] in self.undecided)):
                for kind in self.members[read[0]] - guard:
                    found.setdefault(kind, []).append(read[1])
        return found

    @cached_property
    def edges(self) -> dict[int, Edges]:
        return {state: self._edges(state, again=True) for state in self.states}

    @cached_property
    def tries(self) -> dict[int, Edges]:
        return {state: self._edges(state, again=False) for state in self.states}

    @cached_property
    def undecided(self) -> set[int]:
        """The states in which the pattern has not matched yet: a path that ends there is abandoned."""
        return {
            state
            for state in self.states
            if not any(at == self.final and free for at, _, free in self._closure(state, again=False))
        }


def _matcher(node: Any, flags: int) -> re.Pattern[str]:
    state = parser.State()
    state.flags = flags
    return compiler.compile(parser.SubPattern(state, [node]), flags)  # type: ignore[no-any-return]


def _ends(node: Any) -> Iterator[int]:
    """Yield the letters of a class, and those just outside its ranges."""
    kind, given = node
    if kind in (op.LITERAL, op.NOT_LITERAL):
        yield given
    elif kind is op.RANGE:
        yield from (end for end in (given[0], given[1], given[0] - 1, given[1] + 1) if 0 <= end < 0x110000)
    elif kind is op.IN:
        for each in given:
            yield from _ends(each)


def grows(pattern: str | bytes, use: str = FULLMATCH, flags: int = 0) -> str:
    r"""Return why a pattern can take more than linear time, "" if it cannot.

    A possessive loop of a group is a reason, too: Python before 3.11.5 matches it wrongly.

    >>> grows(r"[ \t]*(?:\{.*\})?[ \t]*"), grows(r"[ \t]*+(?:\{.*\}[ \t]*+)?")
    ('polynomial', '')
    >>> grows(r"(?:a|a)*b"), grows(r"\s+x", "match"), grows(r"\s+x", "search"), grows(r"\d+", "search")
    ('exponential', '', 'polynomial', '')
    """
    text = pattern.decode("latin-1") if isinstance(pattern, bytes) else pattern
    flags |= re.ASCII if isinstance(pattern, bytes) else 0
    tree = parser.parse(text, flags)
    builder = _Builder(tree.state.flags, tree.state)
    automaton = builder.automaton
    start, first, final = (automaton.state() for _ in range(3))
    automaton.join(start, first)
    skipping = (
        _begin_anywhere(automaton, start, first, final, _before(tree), tree.state.flags) if use == SEARCH else set()
    )
    automaton.join(builder.sequence(tree, first), final, _CONDITION if use == FULLMATCH else None)
    if builder.has_possessive_group:
        return POSSESSIVE_GROUP
    return _ambiguity(_Ways(automaton, start, final, skipping))


def _begin_anywhere(automaton: _Automaton, start: int, first: int, final: int, before: Any, flags: int) -> set[int]:
    """Let a match begin after every letter, or only those in ``before``; return the states that skip letters."""
    idle, skips = automaton.state(), automaton.state()
    automaton.join(start, idle)
    automaton.join(idle, skips)
    automaton.join(final, idle)
    automaton.reads[skips] = (automaton.letter((_ANY, flags)), idle)
    if before is None:
        automaton.join(idle, first)
        return {skips}
    last, ready = automaton.state(), automaton.state()
    automaton.join(idle, last)
    automaton.reads[last] = (automaton.letter((before, flags)), ready)
    automaton.join(ready, idle)
    automaton.join(ready, first)
    return {skips, last}


def _before(tree: Any) -> Any:
    """Return the class of letters that must precede a match; None if a match can begin after any."""
    if not len(tree):
        return None
    kind, given = tree[0]
    if kind is op.AT and given is op.AT_BEGINNING and tree.state.flags & re.MULTILINE:
        return (op.LITERAL, ord("\n"))
    if kind not in (op.ASSERT, op.ASSERT_NOT) or given[0] > 0 or len(given[1]) != 1:
        return None
    name, inner = given[1][0]
    classes = {op.LITERAL: [(op.LITERAL, inner)], op.NOT_LITERAL: [_NOT, (op.LITERAL, inner)], op.IN: inner}
    letters = classes.get(name)
    if letters is None or kind is op.ASSERT:
        return letters and (op.IN, letters)
    return (op.IN, letters[1:] if letters[0] == _NOT else [_NOT, *letters])


def _ambiguity(ways: _Ways) -> str:
    again, tries = (_cycles(edges) for edges in (ways.edges, ways.tries))
    if any(_two_ways_round(ways.tries, state, tries) for state in tries):
        return "exponential"
    for one, other in product(again, tries):
        same = not ways.skipping and one in tries and tries[one] == tries[other]  # that would be two cycles
        if one != other and not same and _two_cycles(ways, one, other, again, tries):
            return "polynomial"
    return ""


def _cycles(edges: dict[int, Edges]) -> dict[int, int]:
    """Return the states on cycles, with a number for each strongly connected component."""
    graph = networkx.DiGraph(
        (state, then) for state, found in edges.items() for each in found.values() for then in each
    )
    parts = enumerate(networkx.strongly_connected_components(graph))
    return {state: number for number, part in parts for state in part if len(part) > 1 or graph.has_edge(state, state)}


def _two_ways_round(edges: dict[int, Edges], state: int, cycles: dict[int, int]) -> bool:
    """Return whether two different paths lead from a state to itself on one word."""
    seen, left = {(state, state, False)}, [(state, state, False)]
    while left:
        one, other, apart = left.pop()
        for kind in edges[one].keys() & edges[other].keys():
            for first, second in product(edges[one][kind], edges[other][kind]):
                if cycles.get(first) == cycles.get(second) == cycles[state]:
                    twice = one == other and edges[one][kind].count(first) > 1
                    then = (first, second, apart or first != second or twice)
                    if then == (state, state, True):
                        return True
                    if then not in seen:
                        seen.add(then)
                        left.append(then)
    return False


def _two_cycles(ways: _Ways, one: int, other: int, again: dict[int, int], tries: dict[int, int]) -> bool:
    """Return whether one word leads the search from a state back to it, and an attempt from there to another and back.

    The attempt leaves the search's path somewhere on that word; before that they are one.
    """
    begin = (one, one, other, False)
    seen, left = {begin}, [begin]
    while left:
        search, attempt, pumped, apart = left.pop()
        searches, attempts, pumps = ways.edges[search], ways.tries[attempt], ways.tries[pumped]
        for kind in searches.keys() & pumps.keys():
            for first, third in set(product(searches[kind], pumps[kind])):
                if again.get(first) != again[one] or tries.get(third) != tries[other]:
                    continue
                together = [] if apart else [(first, first, third, False)]
                for then in [*together, *((first, second, third, True) for second in attempts.get(kind, ()))]:
                    if then == (one, other, other, True):
                        return True
                    if then not in seen:
                        seen.add(then)
                        left.append(then)
    return False
