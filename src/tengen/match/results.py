"""The results of a match in a file: a head, then one line of JSON a game, each written whole as it comes."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, fields
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from ..game.recording import described
from ..records import FormatError, TengenError
from .entrants import Entrant
from .referee import SIDES, Conditions, Contestant, GameResult

_KIND: Final = "match"


def head_of(first: Contestant, second: Contestant, conditions: Conditions) -> dict[str, Any]:
    """Return what has to be the same when a match goes on: players, rules, board and conditions."""
    variant, axes = described(conditions.variant)
    given = {each.name: getattr(conditions, each.name) for each in fields(conditions)}
    return {
        "tengen": 1,
        "kind": _KIND,
        "players": [each.text if isinstance(each, Entrant) else each.name for each in (first, second)],
        "variant": variant,
        "axes": axes,
        "board": conditions.board.text,
        **{name: value for name, value in given.items() if name not in ("variant", "board")},
    }


def as_line(result: GameResult) -> str:
    """Return a game as a line of JSON.

    >>> as_line(GameResult(2, "second", "first", "W+R", "resignation", ("C3", "resign"), ("A", "B"))).startswith('{"g')
    True
    """
    said = {key: value for key, value in asdict(result).items() if key != "number"}
    return json.dumps({"game": result.number, **said}, ensure_ascii=False) + "\n"


class Results:
    """A file of results, open for more of them; nobody else can have it open for that.

    ``games`` are the results that were in it. A line cut off in the middle, as by a power cut, is dropped.

    Raises:
        TengenError: the file is there and ``resume`` is false, or it holds another match, or somebody else has it.
        FormatError: it holds something else.
        OSError: it cannot be read or written.
    """

    def __init__(self, path: Path, head: Mapping[str, Any], *, resume: bool) -> None:
        self.path = path
        self.games: list[GameResult] = []
        if not resume and path.exists():
            raise TengenError(f"{path} is there already; with --resume the match in it goes on")
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o666)
        try:
            self._lock()
            self._begin(json.loads(json.dumps(head)))
        except BaseException:
            os.close(self._file)
            raise

    def _lock(self) -> None:
        try:
            import fcntl
        except ImportError:  # Windows has none
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise TengenError(f"{self.path}: another match is writing into it just now") from None

    def _begin(self, head: dict[str, Any]) -> None:
        """Read what is there, or write the head."""
        with open(self._file, "rb", closefd=False) as file:
            data = file.read()
        whole = data.rfind(b"\n") + 1
        if not whole and not json.dumps(head).encode().startswith(data[:20]):
            raise FormatError(f"{self.path} is no file of a match's results", 1, 1)
        if whole < len(data):
            os.ftruncate(self._file, whole)
        if not whole:
            self._write(json.dumps(head, ensure_ascii=False) + "\n")
            return
        lines = [self._read(number, line) for number, line in enumerate(data[:whole].splitlines(), 1)]
        self._compare(lines[0], head)
        found = {
            result.number: result for number, line in enumerate(lines[1:], 2) for result in self._game(number, line)
        }
        self.games = [found[number] for number in sorted(found)]

    def _read(self, number: int, line: bytes) -> dict[str, Any]:
        with suppress(ValueError, RecursionError):
            read = json.loads(line)
            if isinstance(read, dict):
                return read
        raise FormatError(f"{self.path}: this is no line of a match's results", number, 1)

    def _compare(self, found: dict[str, Any], head: dict[str, Any]) -> None:
        if found.get("kind") != _KIND:
            raise FormatError(f"{self.path} is no file of a match's results", 1, 1)
        different = [
            f"{key} is {json.dumps(found.get(key))} there and {json.dumps(head.get(key))} here"
            for key in {**head, **found}
            if found.get(key) != head.get(key)
        ]
        if different:
            raise TengenError(f"{self.path} holds another match: {'; '.join(different)}")

    def _game(self, number: int, line: dict[str, Any]) -> list[GameResult]:
        """Return the game of a line; nothing for a summary."""
        if "game" not in line:
            return []
        given: dict[str, Any] = {"number" if key == "game" else key: _frozen(each) for key, each in line.items()}
        with suppress(TypeError):
            made = GameResult(**given)
            if made.black in SIDES and made.winner in (*SIDES, None) and isinstance(made.number, int):
                return [made]
        raise FormatError(f"{self.path}: this is no game of a match", number, 1)

    def add(self, result: GameResult) -> None:
        """Write a game: all of its line or, where there is no room for it, nothing."""
        self._write(as_line(result))

    def finish(self, summary: Mapping[str, Any]) -> None:
        """Write what came of the match, as a line of its own."""
        self._write(json.dumps({"summary": summary}, ensure_ascii=False) + "\n")

    def _write(self, line: str) -> None:
        before = os.fstat(self._file).st_size
        data = line.encode("utf-8", "replace")
        try:
            if os.write(self._file, data) < len(data):
                raise OSError(28, os.strerror(28))
            os.fsync(self._file)
        except OSError as error:
            with suppress(OSError):
                os.ftruncate(self._file, before)
            raise OSError(error.errno, error.strerror or str(error), str(self.path)) from error

    def close(self) -> None:
        """Let others have the file."""
        os.close(self._file)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
