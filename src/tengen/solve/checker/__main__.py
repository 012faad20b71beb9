"""The checker as a program."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from . import ordinary, variants
from .ordinary import Proof, ProofError, lines_of
from .variants import VariantProof, is_variant

_NAMES: Final = (
    "The file itself names the game and the board. What was checked are the rules, the points and their neighbours in "
    "it, and that a board named by its size is that grid."
)


def main(arguments: Sequence[str]) -> int:
    """Check the files named; return 0 where all of them hold."""
    failed = 0
    for argument in arguments:
        try:
            print(*_told(lines_of(Path(argument).read_bytes())), sep="\n")
        except (ProofError, OSError) as error:
            failed = 1
            print(f"{argument}: {error}", file=sys.stderr)
    return failed


def _told(lines: Sequence[str]) -> Iterator[str]:
    """Check a proof and say what it proves."""
    if is_variant(lines):
        played = VariantProof(lines)
        yield from variants.told(played, variants.check(played))
    else:
        proof = Proof(lines)
        yield from ordinary.told(proof, ordinary.check(proof))
    yield _NAMES


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
