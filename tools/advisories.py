"""`make audit`: check the container's packages for known advisories. Exit code 1: found some, 2: not checked."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any


def audited(lock: str) -> tuple[int, str]:
    """Run pip-audit on a list of requirements; return the exit code and a message."""
    command = [sys.executable, "-m", "pip_audit", "--format=json", "--progress-spinner=off", "--require-hashes"]
    done = subprocess.run([*command, "--disable-pip", "--requirement", lock], capture_output=True, text=True)
    try:
        found = json.loads(done.stdout)["dependencies"]
    except (ValueError, KeyError):
        said = done.stderr.strip().splitlines() or ["no message"]
        return 2, f"Nothing was checked: no database of advisories can be reached ({said[-1][:200]})."
    return judged(found)


def judged(found: Sequence[dict[str, Any]]) -> tuple[int, str]:
    """Return the exit code and a message for pip-audit's findings."""
    skipped = [each["name"] for each in found if "skip_reason" in each]
    asked = len(found) - len(skipped)
    if not asked:
        return 2, f"Nothing was checked: the database of advisories knows none of {len(found)} packages."
    lines = [
        f"{each['name']} {each['version']}: {advisory['id']}, mended in {', '.join(advisory['fix_versions']) or 'none'}"
        for each in found
        for advisory in each.get("vulns", ())
    ]
    lines += [f"Not known there, and not checked: {', '.join(skipped)}."] if skipped else []
    counted = sum(len(each.get("vulns", ())) for each in found)
    return int(counted > 0), "\n".join([*lines, f"{asked} packages checked, {counted} advisories."])


def main() -> None:
    """Check the given list, or the container's."""
    lock = sys.argv[1] if len(sys.argv) > 1 else str(Path(__file__).parents[1] / "docs/deploy/requirements.txt")
    code, told = audited(lock)
    print(told)
    sys.exit(code)


if __name__ == "__main__":
    main()
