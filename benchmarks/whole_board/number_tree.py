"""The loops of `proof_numbers`: depth-first proof-number search for a prover that must get the whole board.

A node is as in `tengen.solve.proofs.proof_tree`. A table entry has four words: the two packed sides, which hold the
whole node, its proof number, and its disproof number with the effort behind both. A proof number of 0 is a proof.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tengen.kernel.array_types import Array, Int64s, UInt64s
from tengen.kernel.jit import entry, helper, routine
from tengen.solve.bitboards import NO_KO, Masks, area, bit, image, legal, lowest
from tengen.solve.budget import NODES, STOP, spend
from tengen.solve.proofs.proof_tree import (
    PASS,
    WAYS,
    ProofBoard,
    ProofGoal,
    child_of,
    first_way,
    packed,
    settled,
)

from .distance import MeasuredBoard
from .first_numbers import LIKELY_NEVER, NEVER, UNIT, first_numbers, kept_out, unpacked

_PART_OF_PROOFS, _PART_OF_DISPROOFS = 8, 4
"""The weight of all children except the hardest is the inverse of this number."""
_SLACK = 10
"""A child's limit exceeds its best rival's number by a fraction of that: one over this number."""
_FAR = 1 << 20
"""The effort recorded for proofs from elsewhere."""
_NONE = np.uint64(0)
_ONE = np.uint64(1)
_EFFORT_AT = np.uint64(56)
_NUMBER = np.uint64((1 << 56) - 1)

FRAME = np.dtype(
    [
        ("mine", "u8"),
        ("theirs", "u8"),
        ("first", "u8"),  # the node as the table has it
        ("second", "u8"),
        ("begun", "i8"),  # nodes searched before
        ("most_proof", "i8"),  # the node is left when its proof number reaches this,
        ("most_disproof", "i8"),  # or its disproof number this
        ("ko", "i4"),
        ("passes", "i4"),
        ("turn", "i4"),
        ("children", "i4"),
        ("chosen", "i4"),
    ],
    align=True,
)
"""A node on the path from the root to the current one."""

CHILD = np.dtype(
    [
        ("first", "u8"),
        ("second", "u8"),
        ("proof", "i8"),
        ("disproof", "i8"),
        ("move", "i4"),
        ("hangs", "i4"),  # the ply of the first node on the path on which its disproof depends; `_FAR`: none
    ],
    align=True,
)
"""A child of such a node, with its numbers."""


class NumberMemory(NamedTuple):
    """The state of a search."""

    table: Array  # entries, 4: uint64
    frames: Array  # a ply each: FRAME
    children: Array  # plies, 65: CHILD
    shared: Array  # see `interruption`
    expanded: Array  # 1: int64, how many nodes were expanded


@helper
def _look_up(first: np.uint64, second: np.uint64, table: UInt64s) -> tuple[int, int]:
    """Return the table's numbers for a node; -1 if it is unknown."""
    start = first_way(first, second, table)
    for at in range(start, start + WAYS):
        if table[at, 0] == first and table[at, 1] == second:
            return int(np.int64(table[at, 2])), int(np.int64(table[at, 3] & _NUMBER))
    return -1, -1


@helper
def _enter(first: np.uint64, second: np.uint64, proof: int, disproof: int, effort: int, table: UInt64s) -> None:
    """Store a node's numbers over those that cost least; proofs are kept."""
    start = first_way(first, second, table)
    worst, least = start, np.uint64(0xFFFFFFFFFFFFFFFF)
    for at in range(start, start + WAYS):
        if table[at, 0] == first and table[at, 1] == second:
            if table[at, 2] == _NONE:
                return
            worst = at
            break
        cost = table[at, 3] >> _EFFORT_AT
        if cost < least:
            worst, least = at, cost
    scale = 1
    while effort:
        scale += 1
        effort >>= 1
    table[worst, 0] = first
    table[worst, 1] = second
    table[worst, 2] = np.uint64(proof)
    table[worst, 3] = np.uint64(disproof) | np.uint64(scale) << _EFFORT_AT


@helper
def _add(
    first: np.uint64,
    second: np.uint64,
    move: int,
    ply: int,
    goal: ProofGoal,
    board: MeasuredBoard,
    memory: NumberMemory,
) -> None:
    """Add a child to the node of a ply, with the table's numbers, or its initial ones."""
    node = memory.frames[ply]
    for at in range(node.children):  # symmetric children are one
        if memory.children[ply, at].first == first and memory.children[ply, at].second == second:
            return
    child = memory.children[ply, node.children]
    proof, disproof = _look_up(first, second, memory.table)
    if proof < 0:
        spend(memory.shared)
        proof, disproof = first_numbers(first, second, goal, board)
        _enter(first, second, proof, disproof, 0, memory.table)
    child.first, child.second, child.move, child.hangs = first, second, move, _FAR
    child.proof, child.disproof = proof, disproof
    node.children += 1


@helper
def _is_last_word(mine: np.uint64, theirs: np.uint64, out: np.uint64, near: Masks) -> bool:
    """Return whether the prover wins if the game ends now; ``out``: vacant points of its safe territory."""
    return not out and area(mine, theirs, near) == len(near)


@helper
def _has_all(mine: np.uint64, theirs: np.uint64, passes: int, goal: ProofGoal, near: Masks) -> bool:
    """Return whether the prover, to move, has the whole board by a pass; a search stops before that."""
    if passes + 1 >= goal.last:
        return bool(area(mine, theirs, near) == len(near))
    return bool(settled(mine, theirs, passes + 1, 1, goal, near) == 1)


@helper
def _passes_of(passes: int, wins_by_passes: bool, last: int) -> int:
    """Return the passes of a node with the prover to move after a pass, in the table's form.

    If an end by passes proves nothing, the prover must place a stone sooner or later, and has the same placements after
    any number of passes. So such a node equals the node without passes, which captures and other orders of moves also
    reach.
    """
    return passes if wins_by_passes or passes == last else 0


@routine
def _expand(ply: int, goal: ProofGoal, board: MeasuredBoard, memory: NumberMemory) -> None:
    """List the children of the node of a ply.

    The adversary's placements in the prover's safe territory count as passes: they change nothing outside. So if there
    are any, the prover does not pass, since the adversary might have placed a stone and the game goes on. It places
    stones there only if it can place them nowhere else, for instance to capture the last ones of a given-up game.

    If an end by passes proves nothing, the prover passes only to have a ko lifted, in games that end by three passes or
    more: otherwise the adversary passes, too, and the prover has the same placements as before.
    """
    node, near = memory.frames[ply], board.near
    node.mine, node.theirs, ko, passes, turn = unpacked(node.first, node.second)
    node.turn, node.passes, node.ko, node.children = turn, passes, ko, 0
    memory.expanded[0] += 1
    spend(memory.shared)  # so that a limit ends a search in cycles of known positions
    if passes == goal.last:
        return
    own, enemy = (node.mine, node.theirs) if turn == 0 else (node.theirs, node.mine)
    out = kept_out(node.mine, node.theirs, near)
    every = legal(own, enemy, ko, near, False)
    moves = every & ~out
    if turn == 0 and not moves:
        moves = every
    while moves:
        p = int(np.int64(lowest(moves)))
        moves &= moves - _ONE
        mine, theirs, next_ko = child_of(node, p, goal.manner, ProofBoard(near, board.moved))
        first, second = packed(mine, theirs, next_ko, 0, 1 - turn)
        _add(first, second, p, ply, goal, board, memory)
    wins_by_passes = _is_last_word(node.mine, node.theirs, out, near)
    lifts_ko = ko != NO_KO and goal.last > 2 and not out
    if turn == 1 or wins_by_passes or lifts_ko:
        after = passes + 1 if turn == 0 else _passes_of(passes + 1, wins_by_passes, goal.last)
        if turn == 1 and after == goal.last and out and area(node.mine, node.theirs, near) == len(near):
            after = 0  # the prover would win by passes, so the adversary places a stone in the prover's territory
        first, second = packed(node.mine, node.theirs, NO_KO, after, 1 - turn)
        _add(first, second, PASS, ply, goal, board, memory)


@helper
def _joined(most: int, total: int, part: int) -> int:
    """Return the hardest number and a part of the others; ``total`` is of all of them."""
    return most if most >= NEVER else min(most + (total - most) // part, LIKELY_NEVER)


@helper
def _room(limit: int, number: int, most_of_others: int, total_of_others: int, part: int) -> int:
    """Return the least number of a child, now ``number``, with which `_joined` reaches a limit."""
    alone = limit - total_of_others // part
    if alone < most_of_others:
        alone = part * (limit - most_of_others) - (total_of_others - most_of_others)
    return max(alone, number + 1)


@routine
def _chosen(ply: int, memory: NumberMemory) -> tuple[int, int, int, int]:
    """Choose the child of a node to search; return the node's numbers, and the limits for that child.

    At a node of the prover's it is the easiest to prove, otherwise the easiest to disprove.
    """
    node, children = memory.frames[ply], memory.children[ply]
    best, least, second, most, total, tie = 0, NEVER, NEVER, 0, 0, -1
    for at in range(node.children):
        child = children[at]
        easy, hard = (child.proof, child.disproof) if node.turn == 0 else (child.disproof, child.proof)
        most = max(most, hard)
        total = min(total + hard, NEVER)
        if easy < least or (easy == least and hard > tie):
            best, second, least, tie = at, least, easy, hard
        else:
            second = min(second, easy)
    node.chosen = best
    part = _PART_OF_DISPROOFS if node.turn == 0 else _PART_OF_PROOFS
    joined = NEVER if least == 0 else _joined(most, total, part)
    if node.children == 0:
        return (NEVER, 0, 0, 0) if node.turn == 0 else (0, NEVER, 0, 0)
    if least >= NEVER:
        joined = 0
    hardest = 0
    for at in range(node.children):
        if at != best:
            hardest = max(hardest, children[at].disproof if node.turn == 0 else children[at].proof)
    mine = children[best].disproof if node.turn == 0 else children[best].proof
    easy_limit, hard_limit = node.most_disproof, node.most_proof
    if node.turn == 0:
        easy_limit, hard_limit = node.most_proof, node.most_disproof
    if second < NEVER:
        easy_limit = min(easy_limit, second + second // _SLACK + 1)
    if hard_limit < NEVER:
        hard_limit = min(_room(hard_limit, mine, hardest, total - mine, part), NEVER)
    if node.turn == 0:
        return least, joined, easy_limit, hard_limit
    return joined, least, hard_limit, easy_limit


@helper
def _hangs(ply: int, proof: int, memory: NumberMemory) -> int:
    """Return the ply of the first node on the path on which a node's disproof depends; `_FAR`: none."""
    node, children = memory.frames[ply], memory.children[ply]
    if proof < NEVER:
        return _FAR
    hangs = _FAR if node.turn == 0 else -1
    for at in range(node.children):
        if node.turn == 0:
            hangs = min(hangs, int(np.int64(children[at].hangs)))
        elif children[at].disproof == 0:
            hangs = max(hangs, int(np.int64(children[at].hangs)))
    return hangs


@routine
def _leave(ply: int, proof: int, disproof: int, memory: NumberMemory) -> None:
    """Store a node's numbers, and pass them to its parent.

    A disproof that depends on a repeated node further up holds only while the search is below it: it goes to the
    parent, which is left before that node is, and not into the table.
    """
    node = memory.frames[ply]
    hangs = _hangs(ply, proof, memory)
    if hangs >= ply:
        hangs = _FAR
    effort = memory.shared[NODES] - node.begun + 1
    if hangs == _FAR:
        _enter(node.first, node.second, proof, disproof, effort, memory.table)
    else:
        _enter(node.first, node.second, LIKELY_NEVER, UNIT, effort, memory.table)
    if ply:
        parent = memory.frames[ply - 1]
        child = memory.children[ply - 1, parent.chosen]
        child.proof, child.disproof, child.hangs = proof, disproof, hangs


@helper
def _on_the_way(child: np.record, ply: int, memory: NumberMemory) -> int:
    """Return the ply of a node on the path to this one; -1 if it is not there."""
    frames = memory.frames
    for at in range(ply + 1):
        if frames[at].first == child.first and frames[at].second == child.second:
            return at
    return -1


@entry
def prove_node(
    first: np.uint64, second: np.uint64, most: int, goal: ProofGoal, board: MeasuredBoard, memory: NumberMemory
) -> tuple[int, int]:
    """Return the numbers of a node in two words: a proof number of 0 is a proof that the prover gets the whole board.

    They are final, or those after ``most`` positions or an interruption. A node that recurs on the path counts for the
    adversary.
    """
    root = memory.frames[0]
    root.first, root.second = first, second
    mine, theirs, _, passes, turn = unpacked(first, second)
    root.most_proof, root.most_disproof, root.begun = NEVER, NEVER, memory.shared[NODES]
    proof, disproof = _look_up(first, second, memory.table)
    if proof < 0:
        proof, disproof = first_numbers(first, second, goal, board)
    if turn == 0 and _has_all(mine, theirs, passes, goal, board.near):
        proof, disproof = 0, NEVER
    if proof == 0 or disproof == 0:
        return proof, disproof
    _expand(0, goal, board, memory)
    ply = 0
    while ply >= 0:
        node = memory.frames[ply]
        proof, disproof, most_proof, most_disproof = _chosen(ply, memory)
        is_over = memory.shared[STOP] or memory.shared[NODES] >= most
        if is_over or proof >= node.most_proof or disproof >= node.most_disproof:
            _leave(ply, proof, disproof, memory)
            ply -= 1
            continue
        child = memory.children[ply, node.chosen]
        back = _on_the_way(child, ply, memory)
        if back >= 0 or ply + 2 >= len(memory.frames):
            child.proof, child.disproof, child.hangs = NEVER, 0, max(back, 0)
            continue
        ply += 1
        below = memory.frames[ply]
        below.first, below.second, below.begun = child.first, child.second, memory.shared[NODES]
        below.most_proof, below.most_disproof = most_proof, most_disproof
        _expand(ply, goal, board, memory)
    return proof, disproof


@entry
def copy_entries(table: UInt64s, larger: UInt64s) -> None:
    """Copy a table into one with more entries: no additional entries share a place."""
    for at in range(len(table)):
        first, second = table[at, 0], table[at, 1]
        if first or second:
            to = first_way(first, second, larger)
            while larger[to, 0] or larger[to, 1]:
                to += 1
            for word in range(4):
                larger[to, word] = table[at, word]


@entry
def known_proof(
    mine: np.uint64, theirs: np.uint64, ko: int, passes: int, turn: int, last: int, board: MeasuredBoard, table: UInt64s
) -> int:
    """Return the least cost of a proof of any image of a node in the table, as a power of two; -1 without one."""
    near, moved = board.near, board.moved
    if turn == 0 and passes:
        passes = _passes_of(passes, _is_last_word(mine, theirs, kept_out(mine, theirs, near), near), last)
    least = -1
    for g in range(moved.shape[0]):
        ko_there = ko if ko >= NO_KO else int(np.int64(lowest(image(bit(ko), g, moved))))
        first, second = packed(image(mine, g, moved), image(theirs, g, moved), ko_there, passes, turn)
        start = first_way(first, second, table)
        for at in range(start, start + WAYS):
            if table[at, 0] == first and table[at, 1] == second and table[at, 2] == _NONE:
                cost = int(np.int64(table[at, 3] >> _EFFORT_AT))
                if least < 0 or cost < least:
                    least = cost
    return least


@entry
def list_children(
    first: np.uint64, second: np.uint64, goal: ProofGoal, board: MeasuredBoard, memory: NumberMemory
) -> int:
    """List the children of a node as the first of the path, and return their number.

    It is zero if the node cannot be proved, or is proved with the adversary to move.
    """
    proof, disproof = _look_up(first, second, memory.table)
    if proof < 0:
        proof, disproof = first_numbers(first, second, goal, board)
    node = memory.frames[0]
    node.first, node.second, node.children = first, second, 0
    node.most_proof, node.most_disproof = proof, disproof
    if disproof > 0 and (proof > 0 or unpacked(first, second)[4] == 0):
        _expand(0, goal, board, memory)
    return int(node.children)


@entry
def enter_proved(keys: UInt64s, efforts: Int64s, memory: NumberMemory) -> None:
    """Store nodes (n, 2) that were proved elsewhere, with the positions each took (n)."""
    for at in range(len(keys)):
        _enter(keys[at, 0], keys[at, 1], 0, NEVER, efforts[at], memory.table)
