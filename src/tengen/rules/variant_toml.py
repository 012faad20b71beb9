"""TOML of variants: the line of each key in a file, and writing a variant as a file."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import Any

from .rules import Rules
from .variant_data import CUSTOMS, Prose, Sentence, Variant

Path = tuple[str, ...]

_TOKEN = re.compile(
    r'"""(?:"{0,2}(?:\\.|[^"\\]))*(?:"{3,5})?|\'\'\'(?:\'{0,2}[^\'])*(?:\'{3,5})?'
    r'|"(?:\\.|[^"\\\n])*"?|\'[^\'\n]*\'?|#[^\n]*|[A-Za-z0-9_-]+|[\[\]{}=\n]',
    re.DOTALL,
)
"""A string's closing quote is optional, so that the regex never backtracks over an open string."""

_DEPTH = 3

MOST_PARTS = 64
"""The maximum number of dotted parts of a key: `tomllib` takes quadratic time, a minute for a large hostile text.

No row of a footprint's picture (103 letters at most) can look like such a key.
"""

_PART = r"""(?:[A-Za-z0-9_-]++|"(?:\\.|[^"\\\n])*"|'[^'\n]*+')"""
_DEEP_KEY = re.compile(rf"(?<![^\n\[{{,])[ \t]*+(?:{_PART}[ \t]*+\.[ \t]*+){{{MOST_PARTS}}}")


def deep_key(text: str) -> int:
    r"""Return the line of the first key with more than `MOST_PARTS` parts; 0 without one.

    >>> deep_key("title = 'a'\n" + "a." * 99 + "b = 1"), deep_key("axes.komi = 0.5")
    (2, 0)
    """
    found = _DEEP_KEY.search(text)
    return text.count("\n", 0, found.end()) + 1 if found else 0


def key_lines(text: str) -> dict[Path, int]:
    r"""Return the line of each key, and each key of a table, in valid TOML.

    Keys inside inline tables are omitted; texts in the lists of ``start`` are included.

    >>> key_lines("name = 'a'\n[axes]\nkomi = 7")
    {('name',): 1, ('axes',): 2, ('axes', 'komi'): 3}
    >>> key_lines("axes.komi = 7")
    {('axes',): 1, ('axes', 'komi'): 1}
    """
    found: dict[Path, int] = {}
    table: Path = ()
    for words in _statements(text):
        tokens, line = [token for token, _ in words], words[0][1]
        header = tokens[0] == "["
        names = tokens if header else tokens[: tokens.index("=")] if "=" in tokens else []
        path = tuple(_name(token) for token in names[:_KEPT] if token not in ("[", "]"))[:_DEPTH]
        if header:
            table = path
        path = path if header else (*table, *path)[:_DEPTH]
        for length in range(1, len(path) + 1):
            found.setdefault(path[:length], line)
        for token, at in words if path[:1] == ("start",) else ():
            if token[0] in "\"'" and token[:3] not in ('"""', "'''"):
                found.setdefault((*path, _name(token)), at)
    return found


_KEPT = _DEPTH + 2
"""A header's tokens begin with one or two brackets; deeper nesting does not matter."""


def _statements(text: str) -> Iterator[list[tuple[str, int]]]:
    """Yield every header and setting as the tokens up to the end of its value, with its line."""
    line, depth = 1, 0
    tokens: list[tuple[str, int]] = []
    for match in _TOKEN.finditer(text):
        token = match[0]
        depth += (token in ("[", "{")) - (token in ("]", "}"))
        if token == "\n" and not depth:
            if tokens:
                yield tokens
            tokens = []
        elif token != "\n" and not token.startswith("#"):
            tokens.append((token, line))
        line += token.count("\n")
    if tokens:
        yield tokens


def _name(token: str) -> str:
    """Return the key of a token, without quotes."""
    return str(tomllib.loads(f"{token} = 0").popitem()[0]) if token[0] in "\"'" else token


def to_toml(game: Variant) -> str:
    r"""Write a variant as a file that `load_variant` reads: every axis that differs from the defaults.

    >>> from tengen.rules import variant
    >>> print(to_toml(variant("formal")).partition("[axes]\n")[2], end="")
    repetition = "formal"
    """
    said: dict[str, Any] = {"name": game.name, "title": game.title, "board": game.board, "footprint": game.footprint}
    said |= {"source": game.source, "summary": game.summary, "prose": game.prose, "aliases": game.aliases}
    said |= {key: value for key, (usual, *_) in CUSTOMS.items() if (value := getattr(game, key)) != usual}
    said |= {"differences": game.differences}
    lines = [f"{key} = {_toml(value)}" for key, value in said.items() if value]
    changed = game.rules.differences(Rules())
    if game.rules.handicap:  # otherwise loading would set a handicap's komi
        changed |= {"komi": game.rules.komi}
    lines += ["", "[axes]", *(f"{name} = {_toml(value)}" for name, value in changed.items())]
    if game.start:
        lines += ["", "[start]", *(f"{name} = {_toml(value)}" for name, value in game.start.table.items())]
    return "\n".join(lines) + "\n"


def _toml(value: Any) -> str:
    if isinstance(value, Prose):
        return "[\n" + "".join(f"  {_sentence(part)},\n" for part in value.sentences) + "]"
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, Sentence):
        return _sentence(value)
    if isinstance(value, (tuple, list)):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_quoted(key)} = {_toml(each)}" for key, each in value.items()) + "}"
    return repr(value).lower() if isinstance(value, bool) else repr(value)


def _sentence(part: Sentence) -> str:
    if not part.axes:
        return _quoted(part.text)
    return f"{{text = {_quoted(part.text)}, axes = {_toml(tuple(axis for axis, _ in part.axes))}}}"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + re.sub(r"[\x00-\x1f\x7f]", lambda c: f"\\u{ord(c[0]):04x}", escaped) + '"'
