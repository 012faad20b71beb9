"""Where a KataGo may be on this machine: named by the user, on the path, or within KaTrain."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from .installation import Installation

PROGRAM: Final = "TENGEN_KATAGO"
"""The environment's word for the program; empty: there is none, wherever one might be."""
NETWORK: Final = "TENGEN_KATAGO_NETWORK"
_NAME: Final = "katago"
_ENDINGS: Final = (".bin.gz", ".txt.gz", ".bin", ".txt")
_MODELS: Final = "*.bin.gz"


def is_forbidden() -> bool:
    """Say whether the environment says that there is no KataGo."""
    return os.environ.get(PROGRAM) == ""


def found() -> Iterator[Installation]:
    """Yield the installations that were found without being added, the best known first."""
    if is_forbidden():
        return
    if named := os.environ.get(PROGRAM):
        yield _of(named, f"named by {PROGRAM}")
    if program := shutil.which(_NAME):
        yield _of(program, "on the path")
    yield from _katrains()


def _of(program: str, where: str) -> Installation:
    """Return the installation of a program for which a network has to be looked for."""
    named = os.environ.get(NETWORK)
    if named:
        return Installation(_NAME, program, named, found=f"{where}, network named by {NETWORK}")
    network = next(_networks(shutil.which(program) or program), None)
    if network is None:
        return Installation(_NAME, program, found=f"{where}; no network found, KataGo looks for its default_model")
    return Installation(_NAME, program, str(network), found=where)


def _networks(program: str) -> Iterator[Path]:
    """Yield networks near a program: where KataGo looks itself, beside it, Homebrew's, and KaTrain's."""
    own = Path(os.path.realpath(program)).parent
    home = Path.home()
    for folder in (own, home / ".katago"):
        yield from (path for ending in _ENDINGS if (path := folder / f"default_model{ending}").is_file())
    shared = (own.parent / "share" / "katago", Path(program).parent.parent / "share" / "katago")
    katrain = _package()
    packed = () if katrain is None else (katrain / "models",)
    for folder in (own, home / ".katago", *shared, home / ".katrain", *packed):
        yield from _newest(folder)


def _newest(folder: Path) -> list[Path]:
    """Return the networks in a folder, the newest first."""
    try:
        return sorted(folder.glob(_MODELS), key=lambda path: -path.stat().st_mtime)
    except OSError:
        return []


def _katrains() -> Iterator[Installation]:
    """Yield what KaTrain uses: as its user has set it up, then as it came."""
    package = _package()
    yield from _set_up(package)
    if package is not None:
        program = package / "KataGo" / ("katago.exe" if sys.platform == "win32" else "katago")
        networks = _newest(package / "models")
        if program.is_file() and networks:
            yield Installation(_NAME, str(program), str(networks[0]), found=f"in KaTrain, {package}")


def _set_up(package: Path | None) -> Iterator[Installation]:
    """Yield the engine of KaTrain's own file of settings, where it names a program."""
    file = Path.home() / ".katrain" / "config.json"
    try:
        engine = json.loads(file.read_text(encoding="utf-8"))["engine"]
        program, network, config = (str(engine.get(name) or "") for name in ("katago", "model", "config"))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return
    if program:
        yield Installation(
            _NAME, _within(program, package), _within(network, package), _within(config, package),
            found=f"as KaTrain is set up in {file}",
        )  # fmt: skip


def _within(path: str, package: Path | None) -> str:
    """Return a path as KaTrain means it: ``katrain/`` begins one within its package."""
    if package is not None and path.startswith("katrain/"):
        return str(package / path.removeprefix("katrain/"))
    return os.path.expanduser(path)


def _package() -> Path | None:
    """Return where KaTrain is installed beside Tengen, without importing it."""
    try:
        spec = importlib.util.find_spec("katrain")
    except (ImportError, ValueError):
        return None
    return Path(spec.origin).parent if spec is not None and spec.origin else None
