"""`tengen solve --proof` and `tengen check-proof`: proofs as files, written and checked."""

from __future__ import annotations

import gzip
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from itertools import chain
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated

import typer

from ...files.whole import whole_file
from ...records import TengenError, UnservedRules
from ..options import Json
from ..records.files import check_folder, check_free, check_name
from ..records.sources import STREAM
from ..terminal import as_json, counted, gauge, harmless, say

if TYPE_CHECKING:
    from ...game import Game
    from ...solve.budget import Budget
    from ...solve.route import Value


def check_wanted(game: Game, path: Path, force: bool) -> None:
    """Refuse, before any work, a game whose proof cannot be written, and a file that cannot take it."""
    check_name("--proof", str(path))
    check_folder("--proof", path)
    check_free(path, force)
    refused = _refusal(game)
    if refused is not None:
        raise TengenError(f"--proof {path}: {refused}")


def _refusal(game: Game) -> str | None:
    """Return why no proof of a game can be written, and what would help."""
    from ...solve import ordinary
    from ...solve.proofs import proof_file
    from ...solve.states import strategy_file

    played, listed = proof_file.refusal(game), strategy_file.refusal(game)
    if played is None or listed is None:
        return None
    if ordinary.refusal(game, "", len(game.board), repetition=lambda row: True) is not None:
        return str(listed)
    if not isinstance(played, UnservedRules):
        return str(played)
    return (
        f"{played}. Proofs are written under plain ko with area scoring, no suicide: "
        "--set repetition=ko. What holds under superko depends on the moves before, which no written proof covers."
    )


def _lines(game: Game, found: Value, budget: Budget) -> Iterator[str]:
    """Return the lines of a proof of what is known of a game's value."""
    from ...solve.proofs import proof_file
    from ...solve.states import strategy_file

    if proof_file.refusal(game) is None:
        return proof_file.written_proof(game, found, budget)
    return strategy_file.written_strategy(game, found, budget)


def write_proof(game: Game, found: Value, path: Path, budget: Budget, *, quiet: bool, force: bool) -> None:
    """Write the proof of a value that is settled; TengenError where the limits end that, and no file is left then."""
    from ...solve.budget import OutOfBudget

    if not found.complete:
        say(harmless(f"--proof {path}: the value is not decided, so no file is written."), err=True)
        return
    lines = _lines(game, found, budget)
    try:
        first = next(lines, None)
        if first is None:
            raise TengenError(f"--proof {path}: {_nothing(found)}; no file is written")
        check_free(path, force)  # again: the search may have taken hours
        with whole_file(path) as file, _packed(path, file) as out:
            many = sum(out.write(f"{line}\n".encode("ascii")) > 0 for line in chain((first,), lines))
    except OutOfBudget as error:
        raise TengenError(f"--proof {path}: {error}, before the proof was found again and written; no file") from None
    if not quiet:
        say(harmless(f"Wrote {path}: {counted(many, 'line')}. tengen check-proof {path} checks it."))


def _nothing(found: Value) -> str:
    """Say what is known where nothing can be claimed."""
    if found.route == "states":
        return "all of it depends on what infinite play is worth"
    return "nothing is known but that nobody gets more than the whole board"


@contextmanager
def _packed(path: Path, file: IO[bytes]) -> Iterator[IO[bytes]]:
    """Give what to write to: with the ending .gz it is packed, without the time, so that equal proofs are equal."""
    if path.suffix != ".gz":
        yield file
        return
    with gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed:
        yield packed  # type: ignore[misc]


def check_proof(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A proof that tengen solve --proof wrote; - for stdin.")],
    json: Json = False,
) -> None:
    """Check a written proof by a program of its own: every answer, by the rules, to every end."""
    from ...solve.checker.ordinary import ProofError, lines_of, read
    from ...solve.checker.variants import is_variant

    try:
        lines = lines_of(sys.stdin.buffer.read()) if str(file) == STREAM else read(file)
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


Report = Callable[[float], None]
Findings = tuple[dict[str, object], Iterable[str]]
"""What was found to hold, as data and in words."""


def _check_ordinary(lines: Sequence[str], report: Report) -> Findings:
    """Check a proof of ordinary Go."""
    from ...solve.checker.ordinary import SIGNS, Proof, check, told

    proof = Proof(lines)
    rules = proof.rules
    _check_board(proof.board, proof.points, neighbours=rules.neighbours, edges=rules.neighbours)
    found = check(proof, report)
    claims = [{**asdict(one.claim), "moves": one.moves, "answers": one.answers, "ends": one.ends} for one in found]
    start: dict[str, object] = {
        "stones": proof.start.stones,
        "to_play": next(side for side, sign in SIGNS.items() if sign == proof.start.to_play),
    }
    ko = None if proof.start.ko is None else proof.name(proof.start.ko)
    start |= {"ko": ko, "passed": proof.start.passed}
    axes = {"repetition": "ko", "scoring": "area", "suicide": "forbidden", "passes": rules.passes}
    data = {"board": proof.board, "komi": proof.komi, "rules": axes, "start": start, "claims": claims}
    return data, told(proof, found)


def _check_variant(lines: Sequence[str], report: Report) -> Findings:
    """Check a proof of a variant."""
    from ...solve.checker.variants import VariantProof, check, told

    proof = VariantProof(lines)
    rules = proof.rules
    _check_board(proof.board, proof.points, neighbours=rules.neighbours, edges=rules.edges, footprint=rules.footprints)
    found = check(proof, report)
    claims = [{**asdict(one.claim), "moves": one.moves, "answers": one.answers} for one in found]
    data = {"title": proof.title, "board": proof.board, "komi": proof.komi, "rules": asdict(rules.axes)}
    return {**data, "start": asdict(proof.start), "claims": claims}, told(proof, found)


def _check_board(name: str, points: Sequence[str], **relations: Sequence[frozenset[int]]) -> None:
    """Refuse a proof whose points and lines are not those of the board it names, as Tengen knows it."""
    from ...boards import parse
    from ...solve.checker.ordinary import ProofError

    try:
        board = parse(name)
    except TengenError as error:
        raise ProofError(1, f"the board: {error}") from None
    same = all(
        [set(row) for row in getattr(board, each)] == [set(row) for row in rows] for each, rows in relations.items()
    )
    if list(board.labels) != list(points) or not same:
        raise ProofError(1, f"these points and neighbours are not those of the board {name}")
