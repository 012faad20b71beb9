"""Whether the rules are compiled, and where what is compiled is kept."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from .finding import Finding
from .folders import shown, writable

PART = "compiled rules"


def compiled() -> Iterator[Finding]:
    """Yield how much is compiled already, and whether more can be kept."""
    package = Path(__file__).parents[3]
    named = os.environ.get("TENGEN_CACHE") or os.environ.get("NUMBA_CACHE_DIR")
    folder = Path(named).expanduser().absolute() if named else package
    files = [*folder.rglob("*.nbc")] if folder.is_dir() else []
    amount = sum(file.stat().st_size for file in files)
    if files:
        yield Finding(PART, "compiled code", "works", f"{len(files):,} files, {shown(amount)}, in {folder}")
    else:
        yield Finding(PART, "compiled code", "missing", f"none in {folder}: what is needed first is compiled first")
    found = writable("compiled code", folder, "the environment variable TENGEN_CACHE names another folder")
    if found.state == "broken":
        yield Finding(PART, "kept", "broken", f"{found.says}; everything is compiled anew each time", found.remedy)
