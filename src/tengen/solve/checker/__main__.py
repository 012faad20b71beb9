"""The checker as a program."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from .check import check, told
from .proof import Proof, ProofError, lines_of

_NAMES: Final = (
    "The file itself names the game and the board. The check covers the rules, the points and their neighbours in "
    "it, and that a board named by its size is that grid."
)


def main(arguments: Sequence[str]) -> int:
    """Check the given files; return 0 if all of them hold."""
    failed = 0
    for argument in arguments:
        try:
            proof = Proof(lines_of(Path(argument).read_bytes()))
            print(*told(proof, check(proof)), _NAMES, sep="\n")
        except (ProofError, OSError) as error:
            failed = 1
            print(f"{argument}: {error}", file=sys.stderr)
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
