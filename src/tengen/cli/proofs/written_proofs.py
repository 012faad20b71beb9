"""`tengen solve --proof` and `tengen check-proof`: proofs as files, written and checked."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from itertools import chain
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated

import typer

from ...files.whole import whole_file
from ...records import TengenError
from ..options import Json
from ..records.files import check_folder, check_free, check_name
from ..terminal import as_json, counted, gauge, harmless, say

if TYPE_CHECKING:
    from ...game import Game
    from ...solve.budget import Budget
    from ...solve.checker.proof_lines import Proof
    from ...solve.route import Value


def check_wanted(game: Game, path: Path, force: bool) -> None:
    """Refuse, before any work, a game whose proof cannot be written, and a file that cannot take it."""
    from ...solve.proofs.proof_file import refusal

    check_name("--proof", str(path))
    check_folder("--proof", path)
    check_free(path, force)
    refused = refusal(game)
    if refused is not None:
        raise TengenError(
            f"--proof {path}: {refused}. Proofs are written under plain ko with area scoring, no suicide: "
            "--set repetition=ko. What holds under superko depends on the moves before, which no written proof covers."
        )


def write_proof(game: Game, found: Value, path: Path, budget: Budget, *, quiet: bool, force: bool) -> None:
    """Write the proof of a value that is settled; TengenError where the limits end that, and no file is left then."""
    from ...solve.budget import OutOfBudget
    from ...solve.proofs.proof_file import written_proof

    if not found.complete:
        say(harmless(f"--proof {path}: the value is not decided, so no file is written."), err=True)
        return
    lines = written_proof(game, found, budget)
    try:
        first = next(lines, None)
        if first is None:
            raise TengenError(
                f"--proof {path}: nothing is known but that nobody gets more than the whole board; no file is written"
            )
        check_free(path, force)  # again: the search may have taken hours
        with whole_file(path) as file, _packed(path, file) as out:
            many = sum(out.write(f"{line}\n".encode("ascii")) > 0 for line in chain((first,), lines))
    except OutOfBudget as error:
        raise TengenError(f"--proof {path}: {error}, before the proof was found again and written; no file") from None
    if not quiet:
        say(harmless(f"Wrote {path}: {counted(many, 'line')}. tengen check-proof {path} checks it."))


@contextmanager
def _packed(path: Path, file: IO[bytes]) -> Iterator[IO[bytes]]:
    """Give what to write to: with the ending .gz it is packed, without the time, so that equal proofs are equal."""
    if path.suffix != ".gz":
        yield file
        return
    with gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed:
        yield packed  # type: ignore[misc]


def check_proof(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A proof that tengen solve --proof wrote.")],
    json: Json = False,
) -> None:
    """Check a written proof by a program of its own: every answer, by the rules, to every end."""
    from ...solve.checker.proof_lines import SIGNS, Proof, ProofError, read
    from ...solve.checker.walk import check, told

    try:
        proof = Proof(read(file))
        _check_board(proof)
        with gauge() as show:
            found = check(proof, lambda share: show(share, "following the proof"))
    except ProofError as error:
        raise TengenError(f"{file}: {error}") from None
    if json:
        claims = [{**asdict(one.claim), "moves": one.moves, "answers": one.answers, "ends": one.ends} for one in found]
        start: dict[str, object] = {
            "stones": proof.start.stones,
            "to_play": next(side for side, sign in SIGNS.items() if sign == proof.start.to_play),
        }
        ko = None if proof.start.ko is None else proof.name(proof.start.ko)
        start |= {"ko": ko, "passed": proof.start.passed}
        say(as_json({"board": proof.board, "komi": proof.komi, "start": start, "claims": claims}, indent=2))
        return
    for line in told(proof, found):
        say(harmless(line))


def _check_board(proof: Proof) -> None:
    """Refuse a proof whose points and lines are not those of the board it names, as Tengen knows it."""
    from ...boards import parse
    from ...solve.checker.proof_lines import ProofError

    try:
        board = parse(proof.board)
    except TengenError as error:
        raise ProofError(1, f"the board: {error}") from None
    rows = [set(row) for row in board.neighbours]
    if list(board.labels) != proof.points or rows != [set(row) for row in proof.rules.neighbours]:
        raise ProofError(1, f"these points and neighbours are not those of the board {proof.board}")
