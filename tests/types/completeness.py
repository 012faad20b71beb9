"""`make types`: the share of Tengen's public names whose types Pyright knows in full, which may only grow."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

LEAST: Final = 0.858
"""The share below which `make types` fails. Whoever raises the share raises this with it."""
_ROOM: Final = 0.005
_SHOWN: Final = 20


def judged(found: dict[str, Any], least: float = LEAST) -> tuple[int, str]:
    """Return the exit code and what to say of what Pyright has found."""
    complete = found["typeCompleteness"]
    counts, share = complete["exportedSymbolCounts"], complete["completenessScore"]
    known, lacking = counts["withKnownType"], counts["withAmbiguousType"] + counts["withUnknownType"]
    told = f"{share:.1%} of {known + lacking:,} public names have types that are known in full; {least:.1%} is asked"
    if share < least:
        names = [each["name"] for each in complete["symbols"] if not each["isTypeKnown"] and each["isExported"]]
        return 1, "\n".join([f"{told}. Some of those that have not:", *names[:_SHOWN]])
    return 0, told + (f"; LEAST in {__file__} can be raised" if share > least + _ROOM else "")


def main() -> None:
    """Run the Pyright that is named over the package."""
    command = [
        sys.argv[1],
        "--pythonpath",
        sys.executable,
        "--verifytypes",
        "tengen",
        "--ignoreexternal",
        "--outputjson",
    ]
    # Pyright does not follow the link of an editable installation by itself.
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2] / "src")}
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False, env=environment)
    try:
        code, told = judged(json.loads(done.stdout))
    except (ValueError, KeyError):
        code, told = 2, f"Pyright did not answer: {(done.stdout + done.stderr)[-500:]}"
    print(told)
    sys.exit(code)


if __name__ == "__main__":
    main()
