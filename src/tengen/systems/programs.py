"""Where programs lie: in the path, or in the folders beside it into which systems put some."""

from __future__ import annotations

import shutil
from glob import glob
from typing import Final

_BESIDE: Final = ("/usr/games", "/usr/local/bin", "/opt/homebrew/bin", "/usr/lib/postgresql/*/bin")
"""Folders in which programs lie that are often not in the path."""


def where(name: str) -> str | None:
    """Return the full name of a program, in the path or beside it; None where it is in neither."""
    folders = (folder for pattern in _BESIDE for folder in glob(pattern))
    return shutil.which(name) or next(filter(None, (shutil.which(name, path=folder) for folder in folders)), None)
