"""`tengen check-proof`: checks a written proof with an independent program."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from ...boards import parse
from ...records import TengenError
from ...solve.checker.check import check, told
from ...solve.checker.proof import Proof, ProofError, lines_of
from ..files import STREAM
from ..options import Json
from ..terminal import as_json, gauge, harmless, say


def check_proof(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Proof written by tengen solve --proof; - for stdin.")],
    json: Json = False,
) -> None:
    """Check a written proof with an independent program: every answer, under the rules, to every end."""
    try:
        lines = lines_of(sys.stdin.buffer.read() if str(file) == STREAM else file.read_bytes())
        proof = Proof(lines)
        rules = proof.rules
        relations = {"neighbours": rules.neighbours, "edges": rules.edges, "footprint": rules.footprints}
        _check_board(proof.board, proof.points, **relations)
        with gauge() as show:
            found = check(proof, lambda share: show(share, "following the proof"))
    except ProofError as error:
        raise TengenError(f"{file}: {error}") from None
    if json:
        claims = [{**asdict(one.claim), "moves": one.moves, "answers": one.answers, "ends": one.ends} for one in found]
        data = {"title": proof.title, "board": proof.board, "komi": proof.komi, "rules": asdict(rules.axes)}
        say(as_json({**data, "start": proof.start._asdict(), "claims": claims}, indent=2))
        return
    for line in told(proof, found):
        say(harmless(line))


def _check_board(name: str, points: Sequence[str], **relations: Sequence[frozenset[int]]) -> None:
    """Refuse a proof whose points and lines differ from Tengen's board of that name."""
    try:
        board = parse(name)
    except TengenError as error:
        raise ProofError(1, f"the board: {error}") from None
    same = all(
        [set(row) for row in getattr(board, each)] == [set(row) for row in rows] for each, rows in relations.items()
    )
    if list(board.labels) != list(points) or not same:
        raise ProofError(1, f"these points and neighbours differ from those of the board {name}")
