"""Results in a growing file: a header, then a line of JSON each, written completely or not at all."""

from __future__ import annotations

import json
import os
from abc import ABC, abstractmethod
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar, cast

from ..records import FormatError, TengenError
from ..systems.locking import APPENDING, lock


class Numbered(Protocol):
    @property
    def number(self) -> int:
        """The number of the entry, from 1."""


E = TypeVar("E", bound=Numbered)


def append_line(file: int, line: str, path: Path) -> None:
    """Append a line to an open file, named in errors: all of it or nothing."""
    before = os.fstat(file).st_size
    data = line.encode("utf-8", "replace")
    try:
        if os.write(file, data) < len(data):
            raise OSError(28, os.strerror(28))
        os.fsync(file)
    except OSError as error:
        with suppress(OSError):
            os.ftruncate(file, before)
        raise OSError(error.errno, error.strerror or str(error), str(path)) from error


class Ledger(ABC, Generic[E]):
    """A file of entries, such as games, open for appending; locked against other writers.

    ``entries`` are the existing ones, by number. ``kind`` identifies the file in its head, ``noun`` is its name in
    messages, ``entry`` that of its entries. A truncated line, as after a power cut, is dropped.

    Raises:
        TengenError: the file exists and ``resume`` is false, or it has another head, or another process writes to it.
        FormatError: it holds something else.
        OSError: it cannot be read or written.
    """

    kind: ClassVar[str]
    noun: ClassVar[str]
    entry: ClassVar[str] = "game"

    def __init__(self, path: Path, head: Mapping[str, Any], *, resume: bool) -> None:
        self.path = path
        self.entries: list[E] = []
        if not resume and path.exists():
            raise TengenError(f"{path} already exists; --resume continues the {self.noun} in it")
        self._file = os.open(path, APPENDING, 0o666)
        try:
            lock(self._file, f"{path}: another {self.noun} is writing to it")
            self._begin(json.loads(json.dumps(head)))
        except BaseException:
            os.close(self._file)
            raise

    def _begin(self, head: dict[str, Any]) -> None:
        """Read the existing file, or write the head."""
        with open(self._file, "rb", closefd=False) as file:
            data = file.read()
        whole = data.rfind(b"\n") + 1
        if not whole and not json.dumps(head).encode().startswith(data[:20]):
            raise FormatError(f"{self.path} is not a file of a {self.noun}'s results", 1, 1)
        if whole < len(data):
            os.ftruncate(self._file, whole)
        if not whole:
            self._write(json.dumps(head, ensure_ascii=False) + "\n")
            return
        lines = [self._read(number, line) for number, line in enumerate(data[:whole].splitlines(), 1)]
        self._compare(lines[0], head)
        found = {each.number: each for number, line in enumerate(lines[1:], 2) for each in self._entry(number, line)}
        self.entries = [found[number] for number in sorted(found)]

    def _read(self, number: int, line: bytes) -> dict[str, Any]:
        with suppress(ValueError, RecursionError):
            read = json.loads(line)
            if isinstance(read, dict):
                return read
        raise FormatError(f"{self.path}: not a line of a {self.noun}'s results", number, 1)

    def _compare(self, found: dict[str, Any], head: dict[str, Any]) -> None:
        if found.get("kind") != self.kind:
            raise FormatError(f"{self.path} is not a file of a {self.noun}'s results", 1, 1)
        different = [
            f"{key} is {json.dumps(found.get(key))} there and {json.dumps(head.get(key))} here"
            for key in {**head, **found}
            if found.get(key) != head.get(key)
        ]
        if different:
            raise TengenError(f"{self.path} holds another {self.noun}: {'; '.join(different)}")

    def _entry(self, number: int, line: dict[str, Any]) -> list[E]:
        """Return the entry of a line, or None for a summary."""
        if self.entry not in line:
            return []
        given: dict[str, Any] = {
            "number" if key == self.entry else key: (tuple(each) if isinstance(each, list) else each)
            for key, each in line.items()
        }
        with suppress(TypeError):
            made = self.read(given)
            if made is not None and isinstance(made.number, int):
                return [made]
        raise FormatError(f"{self.path}: invalid {self.entry} of a {self.noun}", number, 1)

    @abstractmethod
    def read(self, given: Mapping[str, Any]) -> E | None:
        """Return the entry of a line's fields, None if the values are impossible; TypeError for other fields."""

    def line(self, entry: E) -> str:
        """Return an entry, which is a dataclass, as a line of JSON for `read`."""
        said = asdict(cast("Any", entry))
        del said["number"]
        return json.dumps({self.entry: entry.number, **said}, ensure_ascii=False) + "\n"

    def add(self, entry: E) -> None:
        """Write an entry: its whole line or, if there is no room, nothing."""
        self._write(self.line(entry))

    def finish(self, summary: Mapping[str, Any]) -> None:
        """Write the summary of the entries, as a line of its own."""
        self._write(json.dumps({"summary": summary}, ensure_ascii=False) + "\n")

    def _write(self, line: str) -> None:
        append_line(self._file, line, self.path)

    def close(self) -> None:
        os.close(self._file)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
