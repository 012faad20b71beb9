"""A folder of episodes: compressed files of whole lines, and a last one that grows line by line."""

from __future__ import annotations

import gzip
import os
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from ..records import FormatError
from ..systems.locking import APPENDING, lock
from .episodes import Episode, read_episode

FULL: Final = 500
"""Episodes in a compressed file."""
_GROWING: Final = "growing.jsonl"


class EpisodeFolder:
    """A folder open for more episodes; nobody else can have it open for that.

    Each is written as a whole line to ``growing.jsonl``, which is compressed into ``000001.jsonl.gz`` and so on when it
    has `FULL` of them; that file stands in its place whole or not at all. A line cut off in the middle, as by a power
    cut, is dropped when the folder is opened again.

    Raises:
        TengenError: somebody else has it open.
        OSError: it cannot be read or written.
    """

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self._file = os.open(folder / _GROWING, APPENDING, 0o666)
        try:
            lock(self._file, f"{folder}: another command is writing episodes into it just now")
            self._mend()
        except BaseException:
            os.close(self._file)
            raise

    def _mend(self) -> None:
        """Drop a torn last line, and lines that were compressed just before a command was interrupted."""
        data = (self.folder / _GROWING).read_bytes()
        whole = data.rfind(b"\n") + 1
        if whole < len(data):
            os.ftruncate(self._file, whole)
        lines = data[:whole].splitlines()
        packed = compressed(self.folder)
        if lines and packed and _lines(packed[-1])[-1:] == lines[-1:]:
            os.ftruncate(self._file, 0)
            lines = []
        self._lines, self._packed = len(lines), sum(len(_lines(path)) for path in packed)
        last = lines[-1] if lines else (_lines(packed[-1])[-1] if packed else None)
        self.last: int = 0 if last is None else read_episode(last).number

    @property
    def count(self) -> int:
        """How many episodes it has."""
        return self._packed + self._lines

    def add(self, episode: Episode) -> None:
        """Write an episode: all of its line or, where there is no room for it, nothing."""
        before = os.fstat(self._file).st_size
        data = episode.line().encode("utf-8")
        if os.write(self._file, data) < len(data):
            os.ftruncate(self._file, before)
            raise OSError(28, os.strerror(28), str(self.folder))
        self._lines += 1
        self.last = max(self.last, episode.number)
        if self._lines >= FULL:
            self._compress()

    def _compress(self) -> None:
        os.fsync(self._file)
        taken = compressed(self.folder)
        number = int(taken[-1].name.partition(".")[0]) + 1 if taken else 1
        target = self.folder / f"{number:06}.jsonl.gz"
        half = target.with_suffix(".half")
        half.write_bytes(gzip.compress((self.folder / _GROWING).read_bytes(), mtime=0))
        with half.open("rb") as file:
            os.fsync(file.fileno())
        half.replace(target)
        os.ftruncate(self._file, 0)
        self._packed, self._lines = self._packed + self._lines, 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        os.close(self._file)


def compressed(folder: Path) -> list[Path]:
    """Return a folder's compressed files of episodes, oldest first: none of them ever changes."""
    return sorted(folder.glob("[0-9]*.jsonl.gz"))


def read_file(path: Path) -> Iterator[Episode]:
    """Yield the episodes of a file, compressed or growing; a torn last line is left out.

    Raises:
        FormatError: a line is no episode; it says which.
    """
    for number, line in enumerate(_lines(path), 1):
        try:
            yield read_episode(line)
        except FormatError as error:
            raise FormatError(f"{path}: {error}", number, 1) from None


def read_folder(folder: Path, begin: int = 0, end: int | None = None) -> Iterator[Episode]:
    """Yield the episodes of a folder from one place to another, oldest first; it may be written to meanwhile.

    Places count from 0 and stay what they are.
    """
    place = 0
    for path in _files(folder):
        count = _count(path)
        if place + count > begin and (end is None or place < end):
            stop = None if end is None else end - place
            yield from islice(read_file(path), max(0, begin - place), stop)
        place += count


def _files(folder: Path) -> list[Path]:
    """Return the files to be read: not the growing one while it has just been compressed."""
    packed, growing = compressed(folder), folder / _GROWING
    lines = _lines(growing) if growing.exists() else []
    again = bool(lines and packed) and _lines(packed[-1])[-1] == lines[-1]
    return packed if again or not lines else [*packed, growing]


def _count(path: Path) -> int:
    return _count_compressed(path) if path.suffix == ".gz" else len(_lines(path))


@lru_cache(maxsize=4096)
def _count_compressed(path: Path) -> int:
    return len(_lines(path))


def _lines(path: Path) -> list[bytes]:
    data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    return data[: data.rfind(b"\n") + 1].splitlines()
