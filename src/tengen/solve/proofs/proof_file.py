"""Proofs written from a prover's table, in the lines of `proof_lines`.

There is a line for every position with the prover to move that its strategy can reach, and for every safe end. Among
symmetric positions, only the least is written.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from ...game import Game
from ...records import Colour, TengenError
from .. import ordinary
from ..bitboards import NO_KO
from ..budget import Budget
from ..route import Value
from ..states.proof_lines import WrittenState, claim_line, head_line, move_line, turns_left
from . import proof_tree as tree
from .bounds import nodes_of
from .prover import DEEPEST, ProofNode, Prover
from .safety import living_and_safe

_SIDES: Final[tuple[Colour, ...]] = ("black", "white")
_OFTEN: Final = 1 << 12


def refusal(game: Game) -> TengenError | None:
    """Return why the proof of a game cannot be written."""
    who = "a written proof"
    axes: dict[str, Any] = {"repetition": ordinary.is_plain_ko, "scoring": ("area",), "suicide": ("forbidden",)}
    return ordinary.refusal(game, who, tree.MOST_POINTS, **axes)


def written_proof(game: Game, found: Value, budget: Budget) -> Iterator[str]:
    """Yield the lines of a proof of a game's known bounds; no lines if there are none.

    Trivial bounds, such as those of the whole board, are not claimed.

    Raises:
        TengenError: no proof of such a game can be written.
        OutOfBudget, KeyboardInterrupt: it was interrupted.
    """
    refused = refusal(game)
    if refused is not None:
        raise refused
    n, komi = len(game.board), game.rules.compensation
    points = [round(max(bound, -n)) for bound in (found.low + komi, -found.high - komi)]
    claimed = [side for side in (0, 1) if points[side] > -n]
    if claimed:
        yield head_line(game)
    nodes = nodes_of(game)
    for side in claimed:
        layout = _Layout(_prover(game, points[side], side, nodes[side], budget), "XO"[side], budget)
        yield from layout.rows(nodes[side], partial(claim_line, _SIDES[side], points[side], komi))


def _prover(game: Game, s: int, side: int, node: ProofNode, budget: Budget) -> Prover:
    prover = Prover(game.board, s, passes=game.rules.passes, budget=budget.part(2))
    if not prover.prove(node):
        raise TengenError(f"no proof of {s} points for {_SIDES[side]} was found within {DEEPEST} plies")
    return prover


class _Step(NamedTuple):
    """The prover's move at a position, the position after it, and the prover's positions after each answer."""

    move: int
    after: ProofNode
    ahead: tuple[ProofNode, ...]


_Strategy = dict[ProofNode, _Step]
"""The steps of a proof by the prover's positions; among symmetric ones, only the least."""


class _Layout:
    """A strategy laid out: the prover's move at each of its positions, and its safe ends."""

    def __init__(self, prover: Prover, sign: str, budget: Budget) -> None:
        self._prover, self._bits, self._budget = prover, prover.bits, budget
        self._labels = prover.bits.board.labels
        self._mine, self._theirs = sign, "XO".replace(sign, "")

    def rows(self, root: ProofNode, claim: Callable[[int], str]) -> Iterator[str]:
        """Yield the lines of the prover's proof of a node; ``claim`` makes the first one from the number of turns."""
        starts = self._answered(root) if root.turn else (root.least(self._bits),)
        ends = [root] if root.turn and self._is_safe(root) else []
        strategy = self._strategy(self._prover, starts)
        while (node := _circle(strategy, starts)) is not None:
            strategy |= self._without_circle(node)
        steps = {node: strategy[node] for node in _reached(strategy, starts)}
        safe = {node for node, step in steps.items() if self._is_safe(step.after)}
        last = {node for node, step in steps.items() if step.after.passes == self._prover.passes} | safe
        turns = turns_left({node: (step.ahead, int(node not in last)) for node, step in steps.items()})
        answers = 0 if ends else 1
        yield claim(max((answers + turns[node] for node in starts), default=answers) if root.turn else turns[starts[0]])
        for node, step in steps.items():
            label = "pass" if step.move == tree.PASS else self._labels[step.move]
            barred = -1 if node.ko == NO_KO else node.ko
            table = WrittenState(self._picture(node), "", barred, 0, node.passes, (0, 0))
            yield move_line(table, turns[node], label, self._labels)
        ends += [steps[node].after for node in steps if node in safe]
        yield from dict.fromkeys(self._end(end.least(self._bits)) for end in ends)

    def _strategy(self, prover: Prover, starts: Sequence[ProofNode]) -> _Strategy:
        """Return the steps from some proved positions on."""
        found: _Strategy = {}
        todo = list(starts)
        while todo:
            node = todo.pop()
            if node not in found:
                move, after = self._move(prover, node), node.passed()
                if move != tree.PASS:
                    mine, theirs, ko = self._bits.place(node.mine, node.theirs, move)
                    after = ProofNode(mine, theirs, 1, ko)
                ahead = self._answered(after) if after.passes < self._prover.passes else ()
                found[node] = _Step(move, after, ahead)
                todo += ahead
                if not len(found) % _OFTEN:
                    self._budget.step("laying out the proof")
        return found

    def _without_circle(self, node: ProofNode) -> _Strategy:
        """Return steps from a position, found by a new search, that contain no cycle.

        Proofs that the table lost were found again, perhaps with other moves, so steps from different proofs may form a
        cycle. The steps found here are complete: when they replace others, no cycle passes through them.
        """
        known = self._prover
        prover = Prover(self._bits.board, known.s, passes=known.passes, budget=self._budget.part())
        if prover.prove(node) and _circle(found := self._strategy(prover, [node]), [node]) is None:
            return found
        raise TengenError("the proof contains a cycle; a larger --memory keeps more of it")

    def _move(self, prover: Prover, node: ProofNode) -> int:
        """Return the prover's move at a position; a proof that the table lost is searched again."""
        if node.passes == prover.passes - 1 and self._bits.area(node.mine, node.theirs) >= prover.s:
            return tree.PASS
        move = prover.proving_move(node)
        if move is None:
            raise TengenError(f"a part of the proof was not found again within {DEEPEST} plies")
        return move

    def _answered(self, node: ProofNode) -> tuple[ProofNode, ...]:
        """Return the prover's positions after every answer of the adversary; empty if the end is safe."""
        if self._is_safe(node):
            return ()
        found = [after for _, after in node.placements(self._bits)]
        if node.passes + 1 < self._prover.passes:
            found.append(node.passed())
        return tuple(dict.fromkeys(after.least(self._bits) for after in found))

    def _is_safe(self, node: ProofNode) -> bool:
        return node.passes < self._prover.passes and self._prover.is_sure(node)

    def _end(self, node: ProofNode) -> str:
        living, points = map(int, living_and_safe(*node.masks, self._bits.near))
        marks = "".join("#" if living >> p & 1 else ".+"[points >> p & 1] for p in range(len(self._labels)))
        return json.dumps(["safe", self._picture(node), node.passes, marks])

    def _picture(self, node: ProofNode) -> str:
        signs = (".", self._mine, self._theirs)
        return "".join(signs[(node.mine >> p & 1) + 2 * (node.theirs >> p & 1)] for p in range(len(self._labels)))


def _circle(strategy: _Strategy, starts: Sequence[ProofNode]) -> ProofNode | None:
    """Return a position to which play by a strategy can return, or None."""
    finished: dict[ProofNode, bool] = {}
    path: list[tuple[ProofNode | None, Iterator[ProofNode]]] = [(None, iter(starts))]
    while path:
        node, ahead = path[-1]
        after = next(ahead, None)
        if after is None:
            path.pop()
            if node is not None:
                finished[node] = True
        elif after not in finished:
            finished[after] = False
            path.append((after, iter(strategy[after].ahead)))
        elif not finished[after]:
            return after
    return None


def _reached(strategy: _Strategy, starts: Sequence[ProofNode]) -> Iterator[ProofNode]:
    seen = dict.fromkeys(starts)
    todo = list(seen)
    while todo:
        node = todo.pop()
        yield node
        for after in strategy[node].ahead:
            if after not in seen:
                seen[after] = None
                todo.append(after)
