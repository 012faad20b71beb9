"""The disk on which an SQLite file lies: whether something can be written, and how much room there is."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path
from typing import Final

from sqlalchemy.ext.asyncio import AsyncEngine

LEAST: Final = 50_000_000
"""Bytes of room below which a server is not ready: games would soon not be stored."""
_PROBE: Final = b"\0" * 4096


class DatabaseDisk:
    """The disk of a database's file."""

    def __init__(self, file: Path) -> None:
        self._file = file

    @classmethod
    def of(cls, engine: AsyncEngine) -> DatabaseDisk | None:
        """Return the disk of a database; None where it is in memory or on another machine."""
        name = engine.url.database
        if engine.dialect.name != "sqlite" or not name or name.startswith((":memory:", "file:")):
            return None
        return cls(Path(name))

    def size(self) -> int:
        """Return the length of the file in bytes, with that of the log of what is yet to be written into it."""
        files = self._file, self._file.with_name(f"{self._file.name}-wal")
        return sum(each.stat().st_size for each in files if each.exists())

    def room(self) -> int:
        """Return how many bytes there is room for."""
        return shutil.disk_usage(self._file.absolute().parent).free

    def is_writable(self) -> bool:
        """Write something beside the file, and say whether that went well and there is room for more."""
        try:
            with tempfile.TemporaryFile(dir=self._file.absolute().parent) as probe:
                probe.write(_PROBE)
                probe.flush()
                os.fsync(probe.fileno())
            return os.access(self._file, os.W_OK) and self.room() >= LEAST
        except OSError:
            return False
