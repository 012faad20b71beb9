"""An installation of KataGo: its program, network and settings, and a check of these files."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from ...players.process import ProgramError
from ...records import TengenError

VISITS: Final = 40
"""Visits of a "look" by default: a second or two of a processor, little for a graphics card."""
PATIENCE: Final = 30.0
"""Timeout for silence in seconds: KataGo reports progress every second."""
_CONFIG: Final = Path(__file__).with_name("analysis.cfg")
_MOST_VISITS: Final = 1_000_000
_AT_ONCE: Final = "numAnalysisThreads"
_ROOM: Final = "maxBoardSizeForNNBuffer"
"""The size at which every board is computed, even smaller ones, which takes time."""


@dataclass(frozen=True)
class Installation:
    """How to start a KataGo, as `KataGo` shows. ``found`` describes where it was found.

    ``config`` is a file of KataGo's settings (None: Tengen's own), ``settings`` override it. ``largest`` is the longest
    side of its boards; every board is computed at that size (None: boards up to 19x19, and no size is passed).
    ``visits`` are the cost of a "look" at a position.
    """

    name: str
    program: str
    network: str = ""
    config: str = ""
    settings: dict[str, str] = field(default_factory=dict)
    visits: int = VISITS
    largest: int | None = None
    patience: float = PATIENCE
    found: str = ""

    def __post_init__(self) -> None:
        if not 1 <= self.visits <= _MOST_VISITS:
            raise TengenError(f"visits {self.visits}: must be from 1 to {_MOST_VISITS:,}")
        if not self.patience > 0:
            raise TengenError(f"patience {self.patience:g}: must be more than 0 seconds")
        if self.largest is not None and not 2 <= self.largest <= 50:
            raise TengenError(f"largest {self.largest}: KataGo is compiled for boards up to 19x19, at most 50x50")

    @property
    def at_once(self) -> int:
        """The number of positions that it searches at once."""
        said = self._overridden.get(_AT_ONCE, "")
        if not said and self.config:
            with suppress(OSError):
                text = Path(self.config).read_text("utf-8", "replace")
                said = "".join(re.findall(rf"^[^\S\n]*+{_AT_ONCE}\s*=\s*(\d+)", text, re.MULTILINE)[-1:])
        return max(1, int(said)) if said.isdecimal() else 1

    @property
    def _overridden(self) -> dict[str, str]:
        """The settings in addition to those of a file."""
        at_once = max(2, min(16, os.cpu_count() or 1))  # one thread each, one per core
        own = {} if self.config else {_AT_ONCE: str(at_once), "nnMaxBatchSize": str(2 * at_once)}
        if self.largest is not None:
            own[_ROOM] = str(self.largest)
        return own | self.settings

    def command(self) -> list[str]:
        """Return the command line of its analysis engine."""
        words = [self.program, "analysis", "-config", self.config or str(_CONFIG)]
        words += ["-model", self.network] if self.network else []
        if self._overridden:
            words += ["-override-config", ",".join(f"{name}={value}" for name, value in self._overridden.items())]
        return words

    def check(self) -> None:
        """Check that its files exist; ProgramError if not."""
        if shutil.which(self.program) is None:
            program = Path(self.program)
            why = f"no program {self.program}"
            if program.is_dir():
                why = f"{self.program} is a folder; name the program in it"
            elif program.exists():
                why = f"{self.program} is not executable (run `chmod +x` on it)"
            elif " " in self.program:
                why += f", spaces and all; if it speaks GTP, it is a player: --opponent {self.program!r}"
            raise ProgramError("start", f"{self.name} cannot be started: {why}")
        for what, path in (("network", self.network), ("config file", self.config)):
            if path and not Path(path).is_file():
                trouble = "is a folder; name the file in it" if Path(path).is_dir() else "does not exist"
                raise ProgramError("start", f"{self.name} cannot be started: its {what} {path} {trouble}")
        if self.network and not Path(self.network).stat().st_size:
            raise ProgramError("start", f"{self.name} cannot be started: its network {self.network} is empty")

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain data, without defaults."""
        usual = Installation(self.name, "")
        return {name: value for name, value in asdict(replace(self, found="")).items() if value != getattr(usual, name)}


PROGRAM: Final = "TENGEN_KATAGO"
"""The environment variable with the path of the program; if empty, KataGo is not searched for."""
NETWORK: Final = "TENGEN_KATAGO_NETWORK"
_NAME: Final = "katago"
_ENDINGS: Final = (".bin.gz", ".txt.gz", ".bin", ".txt")
_MODELS: Final = "*.bin.gz"


def found() -> Iterator[Installation]:
    """Yield the installations that were found, the most reliable source first, KaTrain's last."""
    named = os.environ.get(PROGRAM)
    if named == "":
        return
    if named:
        yield _of(named, f"named by {PROGRAM}")
    if program := shutil.which(_NAME):
        yield _of(program, "on the path")
    package = _package()
    yield from _set_up(package)
    if package is not None:
        program = str(package / "KataGo" / ("katago.exe" if sys.platform == "win32" else "katago"))
        networks = _newest(package / "models")
        if Path(program).is_file() and networks:
            yield Installation(_NAME, program, str(networks[0]), found=f"in KaTrain, {package}")


def _of(program: str, where: str) -> Installation:
    """Return the installation of a program whose network must be found."""
    named = os.environ.get(NETWORK)
    if named:
        return Installation(_NAME, program, named, found=f"{where}, network named by {NETWORK}")
    network = next(_networks(shutil.which(program) or program), None)
    if network is None:
        return Installation(_NAME, program, found=f"{where}; no network found, KataGo looks for its default_model")
    return Installation(_NAME, program, str(network), found=where)


def _networks(program: str) -> Iterator[Path]:
    """Yield networks near a program: KataGo's own folders, next to it, Homebrew's, and KaTrain's."""
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
    try:
        return sorted(folder.glob(_MODELS), key=lambda path: -path.stat().st_mtime)
    except OSError:
        return []


def _set_up(package: Path | None) -> Iterator[Installation]:
    """Yield the engine of KaTrain's config file, if it names a program."""
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
    """Return a path as KaTrain resolves it: ``katrain/`` refers to its package."""
    if package is not None and path.startswith("katrain/"):
        return str(package / path.removeprefix("katrain/"))
    return os.path.expanduser(path)


def _package() -> Path | None:
    """Return the folder of KaTrain, if installed next to Tengen, without importing it."""
    try:
        spec = importlib.util.find_spec("katrain")
    except (ImportError, ValueError):
        return None
    return Path(spec.origin).parent if spec is not None and spec.origin else None
