"""`tengen check-proof`: a written proof, checked by a program of its own."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from ...boards import parse
from ...records import TengenError
from ...solve.checker import ordinary, variants
from ...solve.checker.ordinary import SIGNS, Proof, ProofError, lines_of
from ...solve.checker.variants import VariantProof, is_variant
from ..files import STREAM
from ..options import Json
from ..terminal import as_json, gauge, harmless, say

Report = Callable[[float], None]

Findings = tuple[dict[str, object], Iterable[str]]
"""What was found to hold, as data and in words."""


def check_proof(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A proof that tengen solve --proof wrote; - for stdin.")],
    json: Json = False,
) -> None:
    """Check a written proof by a program of its own: every answer, by the rules, to every end."""
    try:
        lines = lines_of(sys.stdin.buffer.read() if str(file) == STREAM else file.read_bytes())
        with gauge() as show:
            check = _check_variant if is_variant(lines) else _check_ordinary
            data, told = check(lines, lambda share: show(share, "following the proof"))
    except ProofError as error:
        raise TengenError(f"{file}: {error}") from None
    if json:
        say(as_json(data, indent=2))
        return
    for line in told:
        say(harmless(line))


def _check_ordinary(lines: Sequence[str], report: Report) -> Findings:
    proof = Proof(lines)
    rules = proof.rules
    _check_board(proof.board, proof.points, neighbours=rules.neighbours, edges=rules.neighbours)
    found = ordinary.check(proof, report)
    claims = [{**asdict(one.claim), "moves": one.moves, "answers": one.answers, "ends": one.ends} for one in found]
    start: dict[str, object] = {
        "stones": proof.start.stones,
        "to_play": next(side for side, sign in SIGNS.items() if sign == proof.start.to_play),
    }
    ko = None if proof.start.barred is None else proof.points[proof.start.barred]
    start |= {"ko": ko, "passed": proof.start.passed}
    axes = {name: getattr(rules.axes, name) for name in ("repetition", "scoring", "suicide", "passes")}
    data = {"board": proof.board, "komi": proof.komi, "rules": axes, "start": start, "claims": claims}
    return data, ordinary.told(proof, found)


def _check_variant(lines: Sequence[str], report: Report) -> Findings:
    proof = VariantProof(lines)
    rules = proof.rules
    _check_board(proof.board, proof.points, neighbours=rules.neighbours, edges=rules.edges, footprint=rules.footprints)
    found = variants.check(proof, report)
    claims = [{**asdict(one.claim), "moves": one.moves, "answers": one.answers} for one in found]
    data = {"title": proof.title, "board": proof.board, "komi": proof.komi, "rules": asdict(rules.axes)}
    return {**data, "start": proof.start._asdict(), "claims": claims}, variants.told(proof, found)


def _check_board(name: str, points: Sequence[str], **relations: Sequence[frozenset[int]]) -> None:
    """Refuse a proof whose points and lines are not those of the board it names, as Tengen knows it."""
    try:
        board = parse(name)
    except TengenError as error:
        raise ProofError(1, f"the board: {error}") from None
    same = all(
        [set(row) for row in getattr(board, each)] == [set(row) for row in rows] for each, rows in relations.items()
    )
    if list(board.labels) != list(points) or not same:
        raise ProofError(1, f"these points and neighbours are not those of the board {name}")
