"""`tengen solve --proof` and `tengen check-proof`: proofs as files, written and checked."""

from __future__ import annotations

import gzip
from contextlib import AbstractContextManager, nullcontext
from itertools import chain
from pathlib import Path
from typing import Any

from ...files.whole import whole_file
from ...game import Game
from ...records import TengenError, UnservedRules
from ...solve import ordinary
from ...solve.budget import Budget, OutOfBudget
from ...solve.proofs import proof_file
from ...solve.route import Value
from ...solve.states import strategy_file
from ..files import check_free, check_path
from ..terminal import counted, harmless, say


def check_wanted(game: Game, path: Path, force: bool) -> None:
    """Refuse, before any work, a game whose proof cannot be written, and a file that cannot take it."""
    check_path("--proof", path)
    check_free(path, force)
    refused = _refusal(game)
    if refused is not None:
        raise TengenError(f"--proof {path}: {refused}")


def _refusal(game: Game) -> str | None:
    """Return why no proof of a game can be written, and what would help."""
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


def write_proof(game: Game, found: Value, path: Path, budget: Budget, *, quiet: bool, force: bool) -> None:
    """Write the proof of a value that is settled; TengenError where the limits end that, and no file is left then."""
    if not found.complete:
        say(harmless(f"--proof {path}: the value is not decided, so no file is written."), err=True)
        return
    if proof_file.refusal(game) is None:
        lines = proof_file.written_proof(game, found, budget)
    else:
        lines = strategy_file.written_strategy(game, found, budget)
    try:
        first = next(lines, None)
        if first is None:
            known = "nothing is known but that nobody gets more than the whole board"
            if found.route == "states":
                known = "all of it depends on what infinite play is worth"
            raise TengenError(f"--proof {path}: {known}; no file is written")
        check_free(path, force)  # again: the search may have taken hours
        with whole_file(path) as file:
            packed: AbstractContextManager[Any] = nullcontext(file)
            if path.suffix == ".gz":  # without the time, so that equal proofs are equal
                packed = gzip.GzipFile("", "wb", fileobj=file, mtime=0)
            with packed as out:
                many = sum(out.write(f"{line}\n".encode("ascii")) > 0 for line in chain((first,), lines))
    except OutOfBudget as error:
        raise TengenError(f"--proof {path}: {error}, before the proof was found again and written; no file") from None
    if not quiet:
        say(harmless(f"Wrote {path}: {counted(many, 'line')}. tengen check-proof {path} checks it."))
