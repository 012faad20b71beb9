"""An environment outside the repository: its own Python, no compiler, no settings, and only installed packages."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

_KEPT = ("PIP_", "UV_", "SSL_", "LANG", "SYSTEMROOT")
"""Prefixes of the variables that stay: access to package indexes, and what Python needs."""
_PATIENCE = 3600.0
"""Seconds for a program, which may compile the kernels on a busy machine."""
_COMPILED = (".nbc", ".nbi")
"""Files that Numba compiles at run time, which no installation contains."""


class CleanEnvironment:
    """A virtual environment in its own folder, which is home and working folder of its programs."""

    def __init__(self, folder: Path, python: str) -> None:
        self.folder = folder
        self._bin = folder / "env" / ("Scripts" if sys.platform == "win32" else "bin")
        self.environment = _bare_environment(folder, self._bin)
        subprocess.run([python, "-m", "venv", str(folder / "env")], check=True, env=self.environment)
        self._empty, self._given = self._bytes(), len(self.versions())
        self._seconds = 0.0

    def program(self, name: str) -> str:
        """Return the full name of a program in the environment."""
        return str(self._bin / name)

    def install(self, *words: str) -> None:
        """Install packages by pip."""
        began = time.monotonic()
        self.run("python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *words)
        self._seconds += time.monotonic() - began

    def measured(self) -> str:
        """Describe how many packages are installed, their size, and the time of their installation."""
        packages = len(self.versions()) - self._given
        return f"{packages} packages, {(self._bytes() - self._empty) / 1e6:.0f} MB, {self._seconds:.0f} s"

    def versions(self) -> dict[str, str]:
        """Return the versions of the packages by name, including pip's."""
        listed = self.run("python", "-m", "pip", "list", "--format=json", "--disable-pip-version-check").stdout
        return {each["name"]: each["version"] for each in json.loads(listed)}

    def _bytes(self) -> int:
        files = (path for path in (self.folder / "env").rglob("*") if path.suffix not in _COMPILED)
        return sum(path.stat().st_size for path in files if path.is_file() and not path.is_symlink())

    def run(self, *words: str, typed: str = "", code: int | None = 0) -> subprocess.CompletedProcess[str]:
        """Run a program of the environment; RuntimeError with its output if its exit code differs."""
        done = subprocess.run(
            [self.program(words[0]), *words[1:]],
            input=typed,
            capture_output=True,
            encoding="utf-8",
            cwd=self.folder,
            env=self.environment,
            timeout=_PATIENCE,
            check=False,
        )
        if code is not None and done.returncode != code:
            said = (done.stdout + done.stderr)[-2000:]
            raise RuntimeError(f"{' '.join(words)} ended with {done.returncode}, not {code}:\n{said}")
        return done

    def start(self, *words: str) -> subprocess.Popen[str]:
        """Start a program of the environment, whose output is read by the caller."""
        return subprocess.Popen(
            [self.program(words[0]), *words[1:]],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            cwd=self.folder,
            env=self.environment,
        )


def _bare_environment(folder: Path, programs: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name.startswith(_KEPT)}
    return kept | {"HOME": str(folder), "PATH": str(programs), "CC": "no-compiler", "PYTHONUTF8": "1"}


@contextmanager
def clean_environment(python: str = sys.executable, wheels: Sequence[str] = ()) -> Iterator[CleanEnvironment]:
    """Yield an environment with some packages, and remove it afterwards."""
    # Kernels may still be compiled there when a program has ended.
    with tempfile.TemporaryDirectory(prefix="tengen-release-", ignore_cleanup_errors=True) as folder:
        made = CleanEnvironment(Path(folder), python)
        if wheels:
            made.install(*wheels)
        yield made
