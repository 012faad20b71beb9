"""`make test` installs the programs that tests need besides Python: an opponent, a browser, a database, npm for types.

They are found as by `tengen doctor` and the tests. They are installed if that needs no confirmation: as root, and by
sudo in CI; otherwise their names are printed, and some tests are skipped.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from typing import Final

import web_postgres

from tengen.cli.server.doctor import PROGRAMS
from tengen.systems.processes import where

NEEDED: Final = ("GNU Go", "Chromium", "PostgreSQL", "npm")
LIGHTER: Final = "chromium-headless-shell"
"""Debian's Chromium without a window: most tests of the page use it if installed, saving a third of the CPU time."""


def missing() -> list[str]:
    """Return the packages of the needed programs that are missing."""
    return [PROGRAMS[name].apt for name in NEEDED if not _is_here(name)]


def _is_here(name: str) -> bool:
    if name == "PostgreSQL":  # a server is needed, and the client package has none
        return web_postgres.programs() is not None
    return any(map(where, PROGRAMS[name].names))


def installer() -> list[str] | None:
    """Return how to install a package without confirmation; None if that is impossible."""
    if sys.platform == "win32" or shutil.which("apt-get") is None:
        return None
    if os.geteuid() == 0:
        return []
    return ["sudo", "-n"] if os.environ.get("CI") else None


def run(command: Sequence[str]) -> bool:
    """Run a command quietly, and return whether it succeeded."""
    return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode == 0


def install(packages: Sequence[str], by: Sequence[str]) -> None:
    """Install packages one by one, so that a missing one does not block the others."""
    print(f"Installing what tests need: {', '.join(packages)}", flush=True)
    get = [*by, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq"]
    run([*get, "update"])
    for package in packages:
        run([*get, "--yes", "--no-install-recommends", "install", package])


def main() -> int:
    """Install missing programs, if allowed; return 0 if all are then present."""
    wanted = [*missing(), *([] if where(LIGHTER) else [LIGHTER])]
    by = installer()
    if wanted and by is not None:
        install(wanted, by)
    left = missing()
    if left:
        print(
            f"Without {', '.join(left)} some tests are skipped; "
            f"on Debian and Ubuntu: sudo apt-get install {' '.join(left)}"
        )
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
