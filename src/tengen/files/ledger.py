"""What is found bit by bit, in a file as it comes: a head, then a line of JSON each, written whole or not at all."""

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
    """An entry that has a number."""

    @property
    def number(self) -> int:
        """Which entry it is, from 1."""


E = TypeVar("E", bound=Numbered)


def append_line(file: int, line: str, path: Path) -> None:
    """Write a line at the end of an open file, by the name of which errors call it: all of it or nothing."""
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
    """A file of entries, such as games, open for more of them; nobody else can have it open for that.

    ``entries`` are those that were in it, by number. ``kind`` is the word in the head that says whose file it is,
    ``noun`` what it is called, ``entry`` what its entries are. A line cut off in the middle, as by a power cut, is
    dropped.

    Raises:
        TengenError: the file is there and ``resume`` is false, or it holds others, or somebody else has it.
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
            raise TengenError(f"{path} is there already; with --resume the {self.noun} in it goes on")
        self._file = os.open(path, APPENDING, 0o666)
        try:
            lock(self._file, f"{path}: another {self.noun} is writing into it just now")
            self._begin(json.loads(json.dumps(head)))
        except BaseException:
            os.close(self._file)
            raise

    def _begin(self, head: dict[str, Any]) -> None:
        """Read what is there, or write the head."""
        with open(self._file, "rb", closefd=False) as file:
            data = file.read()
        whole = data.rfind(b"\n") + 1
        if not whole and not json.dumps(head).encode().startswith(data[:20]):
            raise FormatError(f"{self.path} is no file of a {self.noun}'s results", 1, 1)
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
        raise FormatError(f"{self.path}: this is no line of a {self.noun}'s results", number, 1)

    def _compare(self, found: dict[str, Any], head: dict[str, Any]) -> None:
        if found.get("kind") != self.kind:
            raise FormatError(f"{self.path} is no file of a {self.noun}'s results", 1, 1)
        different = [
            f"{key} is {json.dumps(found.get(key))} there and {json.dumps(head.get(key))} here"
            for key in {**head, **found}
            if found.get(key) != head.get(key)
        ]
        if different:
            raise TengenError(f"{self.path} holds another {self.noun}: {'; '.join(different)}")

    def _entry(self, number: int, line: dict[str, Any]) -> list[E]:
        """Return the entry of a line; nothing for a summary."""
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
        raise FormatError(f"{self.path}: this is no {self.entry} of a {self.noun}", number, 1)

    @abstractmethod
    def read(self, given: Mapping[str, Any]) -> E | None:
        """Return the entry of a line's fields, None where they cannot be; TypeError where they are others."""

    def line(self, entry: E) -> str:
        """Return an entry, which is a dataclass, as a line of JSON that `read` understands."""
        said = asdict(cast("Any", entry))
        del said["number"]
        return json.dumps({self.entry: entry.number, **said}, ensure_ascii=False) + "\n"

    def add(self, entry: E) -> None:
        """Write an entry: all of its line or, where there is no room for it, nothing."""
        self._write(self.line(entry))

    def finish(self, summary: Mapping[str, Any]) -> None:
        """Write what came of the entries, as a line of its own."""
        self._write(json.dumps({"summary": summary}, ensure_ascii=False) + "\n")

    def _write(self, line: str) -> None:
        append_line(self._file, line, self.path)

    def close(self) -> None:
        """Let others have the file."""
        os.close(self._file)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
