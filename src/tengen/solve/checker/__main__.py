"""The checker as a program."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from .proof_lines import Proof, ProofError, read
from .walk import check, told


def main(arguments: Sequence[str]) -> int:
    """Check the files named; return 0 where all of them hold."""
    failed = 0
    for argument in arguments:
        try:
            proof = Proof(read(Path(argument)))
            print(*told(proof, check(proof)), sep="\n")
        except (ProofError, OSError) as error:
            failed = 1
            print(f"{argument}: {error}", file=sys.stderr)
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
