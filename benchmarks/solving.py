"""Proofs: time and memory for small boards, and the positions a second of a search."""

from __future__ import annotations

import time
from collections.abc import Iterator

from tengen import Game, boards
from tengen.rules.repetition import RepetitionName
from tengen.solve.bitboards import Bits
from tengen.solve.budget import GIGABYTE, Budget, OutOfBudget
from tengen.solve.checker.check import check
from tengen.solve.checker.proof import Proof
from tengen.solve.proofs.proof_file import written_proof
from tengen.solve.proofs.prover import ProofNode, Prover
from tengen.solve.states.brackets import Positions, Retrograde
from tengen.solve.superko.history import Superko
from tengen.solve.value import value

from .measuring import Row
from .whole_board.distance import Distances
from .whole_board.proof_numbers import NumberProver

_SECONDS = 60.0
_MAIN_LINE = ["C3", "C2", "B2", "B3", "D2", "C4", "D3", "A2", "B1", "B5", "A4", "D4", "B4"]
"""Of all of 5x5 (E. van der Werf, 2002); his proof leaves ten plies after these."""
_PROOFS = (("3x3", 9, "1 s"), ("3x4", 4, "5 s"), ("3x5", 15, ""), ("4x4", 1, "60 s"))


def solving(pairs: int) -> Iterator[Row]:
    """Measure brackets and proofs of values up to 4x4, superko on the smallest boards, 4x5, and 5x5 in part."""
    _bracket("2x2")  # compiles
    for board, target in (("3x3", "1 s"), ("3x4", "5 s"), ("3x5", ""), ("4x4", "60 s and 4 GiB")):
        yield _bracket(board, target)
    _proof("2x2", 1, 2.0)
    for board, s, target in _PROOFS:
        yield _proof(board, s, _SECONDS, target)
    _superko("2x2", "positional")
    for board, rule in (("2x3", "positional"), ("2x3", "situational"), ("2x3", "natural"), ("7x1", "positional")):
        yield _superko(board, rule)
    _certificate("2x4", "positional")  # compiles
    yield _certificate("3x3", "positional")
    yield _certificate("3x3", "situational")
    yield from _proof_numbers()
    for board in ("3x4", "3x5", "4x4"):
        yield _written(board)


def _bracket(board: str, target: str = "") -> Row:
    """Solve a board by listing every position, under plain ko."""
    begun = time.perf_counter()
    positions = Positions(boards.parse(board))
    low, high = Retrograde(positions).solve().bracket(0, 0)
    took = time.perf_counter() - begun
    memory = positions.budget.used / GIGABYTE * 1024
    return Row(f"{board}: bracket {low:+d} to {high:+d}", f"{took:.2f} s, {memory:,.0f} MiB", target=target)


def _proof(board: str, s: int, seconds: float, target: str = "") -> Row:
    """Prove that Black gets ``s``, or report the depth of the search."""
    prover = Prover(boards.parse(board), s, budget=Budget(seconds=seconds), megabytes=1024)
    begun = time.perf_counter()
    try:
        found = "proved" if prover.prove(ProofNode(0, 0, 0)) else "no proof"
    except OutOfBudget:
        found = f"no proof in {prover.depth} plies"
    took = time.perf_counter() - begun
    name = f"{board}: Black gets {s}, {found}"
    return Row(name, f"{took:.2f} s, {prover.nodes:,} nodes, {prover.nodes / took:,.0f}/s", target=target)


def _after(bits: Bits, moves: int) -> ProofNode:
    """Return the node after an odd number of moves of the main line: White is to move."""
    own, enemy = 0, 0
    for label in _MAIN_LINE[:moves]:
        enemy, own, _ = bits.place(own, enemy, bits.board.point(label))
    return ProofNode(enemy, own, 1)


def _proof_numbers() -> Iterator[Row]:
    """Prove whole boards by proof numbers: empty ones, and 5x5 after some moves of the main line."""
    _by_numbers("3x3", ProofNode(0, 0, 0), Distances(Bits.of(boards.parse("3x3"))))  # compiles
    for board in ("3x5", "3x6", "4x5"):
        yield _by_numbers(board, ProofNode(0, 0, 0), Distances(Bits.of(boards.parse(board))))
    bits = Bits.of(boards.parse("5x5"))
    distances = Distances(bits)
    for moves in (13, 11, 9, 7):
        yield _by_numbers("5x5", _after(bits, moves), distances, f" after {moves} moves of the main line")


def _by_numbers(board: str, node: ProofNode, distances: Distances, after: str = "") -> Row:
    """Prove that Black gets all of a board by proof numbers, distances measured before."""
    distances.measure(Budget())
    budget = Budget(seconds=5 * _SECONDS)
    prover = NumberProver(boards.parse(board), budget=budget, megabytes=1024, distances=distances)
    begun = time.process_time()
    try:
        found = "proved" if prover.prove(node) else "no proof"
    except OutOfBudget:
        found = "no proof yet"
    took = time.process_time() - begun
    name = f"{board}{after}, proof numbers: {found}"
    return Row(name, f"{took:.2f} s of CPU, {prover.nodes:,} nodes, {prover.expanded:,} expansions")


def _written(board: str) -> Row:
    """Write the proof of a board's value down, and check it."""
    game = Game("chinese", board=board, komi=0, repetition="ko")
    found = value(game)
    begun = time.process_time()
    lines = list(written_proof(game, found, Budget()))
    written = time.process_time()
    check(Proof(lines))
    took = f"written in {written - begun:.1f} s of CPU, checked in {time.process_time() - written:.1f} s"
    return Row(f"{board}: a proof of {len(lines):,} lines", took)


def _superko(board: str, rule: str) -> Row:
    """Solve a board exactly under a superko rule."""
    begun = time.perf_counter()
    budget = Budget(seconds=_SECONDS)
    solver = Superko(boards.parse(board), rule, budget=budget)
    low, high = solver.value(solver.start())
    took = time.perf_counter() - begun
    return Row(f"{board}, {rule} superko: {low:+d} to {high:+d}", f"{took:.2f} s, {budget.looked_at:,} nodes")


def _certificate(board: str, rule: RepetitionName) -> Row:
    """Solve a board under a superko rule by a proof under plain ko that no superko can spoil."""
    game = Game("chinese", board=board, komi=0, repetition=rule)
    begun = time.perf_counter()
    found = value(game, budget=Budget(seconds=_SECONDS))
    took = time.perf_counter() - begun
    name = f"{board}, {rule} superko: {found.low:+g} to {found.high:+g}"
    return Row(name, f"{took:.2f} s, {found.nodes:,} nodes", target="1 s")
