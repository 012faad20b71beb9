"""A folder of episodes: compressed files of whole lines, and a last one that grows line by line."""

from __future__ import annotations

import gzip
import os
import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Final, Self

from tengen.files.ledger import append_line
from tengen.files.whole import write_whole
from tengen.records import FormatError
from tengen.systems.locking import APPENDING, lock

from .episodes import Episode, read_episode

FULL: Final = 500
"""Episodes in a compressed file."""
_GROWING: Final = "growing.jsonl"
_NUMBER: Final = re.compile(rb'"number": ?(\d+)')


class EpisodeFolder:
    """A folder open for more episodes, by this process alone.

    Each is written as a whole line to ``growing.jsonl``, which is compressed into ``000001.jsonl.gz`` and so on when it
    has `FULL` of them; those files appear complete or not at all. A line cut off in the middle, as by a power cut, is
    dropped when the folder is opened again.

    Raises:
        TengenError: another process has it open.
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
        """Drop a torn last line, and lines that were compressed just before an interruption."""
        data = (self.folder / _GROWING).read_bytes()
        whole = data.rfind(b"\n") + 1
        if whole < len(data):
            os.ftruncate(self._file, whole)
        lines = data[:whole].splitlines()
        packed = compressed(self.folder)
        if lines and packed and _lines(packed[-1])[-1:] == lines[-1:]:
            os.ftruncate(self._file, 0)
            lines = []
        self._lines, self._packed = len(lines), 0
        numbers = [0, *map(_number, lines)]
        for path in packed:
            each = _lines(path)
            self._packed += len(each)
            numbers += map(_number, each)
        self.last: int = max(numbers)  # not the newest's, since several processes play

    @property
    def count(self) -> int:
        """The number of episodes."""
        return self._packed + self._lines

    @property
    def newest(self) -> Episode | None:
        """The last episode added."""
        return next(read_folder(self.folder, self.count - 1), None) if self.count else None

    def add(self, episode: Episode) -> None:
        """Write an episode: its complete line or, if there is no room for it, nothing."""
        append_line(self._file, episode.line(), self.folder)
        self._lines += 1
        self.last = max(self.last, episode.number)
        if self._lines >= FULL:
            taken = compressed(self.folder)
            number = int(taken[-1].name.partition(".")[0]) + 1 if taken else 1
            target = self.folder / f"{number:06}.jsonl.gz"
            write_whole(target, gzip.compress((self.folder / _GROWING).read_bytes(), mtime=0))
            os.ftruncate(self._file, 0)
            self._packed, self._lines = self._packed + self._lines, 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._file)


def compressed(folder: Path) -> list[Path]:
    """Return a folder's compressed files of episodes, oldest first; they never change."""
    return sorted(folder.glob("[0-9]*.jsonl.gz"))


def _episodes(path: Path, lines: list[bytes]) -> Iterator[Episode]:
    for number, line in enumerate(lines, 1):
        try:
            yield read_episode(line)
        except FormatError as error:
            raise FormatError(f"{path}: {error.what}", number, 1) from None


def read_folder(folder: Path, begin: int = 0) -> Iterator[Episode]:
    """Yield the episodes of a folder from a place on, oldest first; it may be written at the same time.

    Places count from 0 and never change; a torn last line is left out.

    Raises:
        FormatError: a line is not an episode; the message names it.
    """
    place = read = 0
    while True:
        growing = _growing(folder) if read == len(compressed(folder)) else []
        packed = compressed(folder)[read:]  # listed again, since lines may have been compressed
        if not packed:
            yield from islice(_episodes(folder / _GROWING, growing), max(0, begin - place), None)
            return
        count = _count(packed[0])
        if place + count > begin:
            yield from islice(_episodes(packed[0], _lines(packed[0])), max(0, begin - place), None)
        place, read = place + count, read + 1


def count_folder(folder: Path) -> int:
    """Return how many episodes a folder has."""
    return sum(map(_count, compressed(folder))) + len(_growing(folder))


def _growing(folder: Path) -> list[bytes]:
    """Return the lines that are not compressed yet."""
    growing, packed = folder / _GROWING, compressed(folder)
    lines = _lines(growing) if growing.exists() else []
    return [] if lines and packed and _lines(packed[-1])[-1] == lines[-1] else lines


@lru_cache(maxsize=4096)
def _count(path: Path) -> int:
    return len(_lines(path))


def _number(line: bytes) -> int:
    """Return the number of the episode in a line, without parsing the rest."""
    found = _NUMBER.search(line)
    return int(found[1]) if found else 0


def _lines(path: Path) -> list[bytes]:
    data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    return data[: data.rfind(b"\n") + 1].splitlines()
