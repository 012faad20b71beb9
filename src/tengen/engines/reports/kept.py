"""What was found about positions, kept in a file of the user's cache, so that a report that was broken off goes on."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict
from hashlib import blake2b
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Final, Self

from platformdirs import user_cache_path

from ...game import Game
from .losses import Look

_FIELDS = ("black", "lead", "visits", "lines", "by", "note")


def folder() -> Path:
    """Return where looks are kept."""
    return user_cache_path("tengen", appauthor=False) / "analyses"


class Kept:
    """Looks at the positions of one game by one engine, in a file to which each is added as it comes.

    A line that was not finished, as after a power cut, is dropped. ``anew`` forgets what is there.
    """

    def __init__(
        self, games: Mapping[int, Game], engine: str, *, anew: bool = False, where: Path | None = None
    ) -> None:
        self._keys = {node: _digest(game.to_json()) for node, game in games.items()}
        name = _digest(json.dumps([engine, sorted(self._keys.values())]))
        self.path: Final = (where or folder()) / f"{name}.jsonl"
        self.looks: dict[int, Look] = {}
        self._file: IO[str] | None = None
        if anew:
            self.path.unlink(missing_ok=True)
        self._read()

    def add(self, node: int, look: Look) -> None:
        """Keep what was found about a position."""
        self.looks[node] = look
        if self._file is None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._file = self.path.open("a", encoding="utf-8")
        self._file.write(json.dumps({"position": self._keys[node], **asdict(look)}, ensure_ascii=False) + "\n")
        self._file.flush()

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def _read(self) -> None:
        nodes: dict[str, list[int]] = {}
        for node, key in self._keys.items():
            nodes.setdefault(key, []).append(node)
        try:
            text = self.path.read_text(encoding="utf-8")
        except OSError:
            return
        whole = text[: text.rfind("\n") + 1]
        if whole != text:
            self.path.write_text(whole, encoding="utf-8")
        for line in whole.splitlines():
            with suppress(ValueError, KeyError, TypeError):
                said = json.loads(line)
                look = _look(said)
                self.looks.update(dict.fromkeys(nodes[said["position"]], look))


def _look(said: Mapping[str, Any]) -> Look:
    given = {name: said[name] for name in _FIELDS}
    lines: Iterable[Iterable[str]] = given.pop("lines")
    return Look(**given, lines=tuple(tuple(map(str, line)) for line in lines))


def _digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=16).hexdigest()
