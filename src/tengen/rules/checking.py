"""Users' own variants: TOML that inherits by difference, checked as a whole before it is loaded."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from ..records.errors import FormatError, RulesConflict, TengenError, UnknownVariant
from .axes import AXES, contradictions, frozen, show
from .rules import unknown_axis
from .variants import Variant, inherit, variant

MAX_BYTES = 64 * 1024
_MAX_DEPTH = 16
_KEYS: dict[str, type] = {
    "name": str, "title": str, "inherits": str, "board": str, "footprint": str, "prose": str, "source": str,
    "aliases": list, "axes": dict,
}  # fmt: skip


@dataclass(frozen=True)
class Problem:
    """Something wrong in a variant's file: the key it is about, its line (0: unknown), what is wrong, what to do."""

    key: str
    line: int
    message: str
    suggestion: str = ""

    def __str__(self) -> str:
        where = f"line {self.line}: " if self.line else ""
        return f"{where}{self.message}" + (f"; {self.suggestion}" if self.suggestion else "")


def check(source: Path | str) -> list[Problem]:
    """Return everything that is wrong with a variant's file, given by its path or as text; [] when it can be played.

    >>> [str(p) for p in check("[axes]\\nsuicid = 'allowed'")]
    ["line 2: there is no axis 'suicid'; did you mean suicide?"]
    """
    return _examine(source)[0]


def load_variant(source: Path | str) -> Variant:
    """Return the variant a file (by its path) or a text describes.

    Raises:
        FormatError: the text is no TOML. RulesConflict: anything else, with every problem named.
    """
    found, made = _examine(source)
    syntax = [problem for problem in found if problem.key == "syntax"]
    if syntax:
        raise FormatError(str(syntax[0]))
    if found or made is None:
        raise RulesConflict([str(problem) for problem in found])
    return made


def _examine(source: Path | str, depth: int = 0, open_files: tuple[Path, ...] = ()) -> tuple[list[Problem], Variant | None]:
    folder, name = Path(), "custom"
    try:
        if isinstance(source, Path):
            folder, name = source.parent, source.stem
            open_files = (*open_files, source.resolve())
        text = _read(source)
        data = tomllib.loads(text)
    except (FormatError, tomllib.TOMLDecodeError) as error:
        return [_syntax(error)], None
    except RecursionError:
        return [Problem("syntax", 0, "the values are nested too deeply")], None
    found = _keys(data, text)
    parent = None
    if isinstance(data.get("inherits"), str):
        parent_problems, parent = _parent(data["inherits"], folder, depth, open_files)
        found += [Problem("inherits", _line(text, "inherits"), problem) for problem in parent_problems]
        if parent_problems:
            return found + _values(data, text), None
    found += _values(data, text)
    if not found:
        found += _combination(data, parent, text)
    if found:
        return found, None
    return [], inherit(parent, str(data.get("name", name)), data)


def _read(source: Path | str) -> str:
    if isinstance(source, str):
        if len(source) > MAX_BYTES:
            raise FormatError(f"the text has {len(source)} characters; a variant has at most {MAX_BYTES}")
        return source
    try:
        with source.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise FormatError(f"{source} cannot be read: {error.strerror or error}") from None
    if len(data) > MAX_BYTES:
        raise FormatError(f"{source} has more than {MAX_BYTES} bytes; a variant's file is smaller")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FormatError(f"{source} is not UTF-8 text (byte {error.start})") from None


def _syntax(error: Exception) -> Problem:
    place = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
    if place is None:
        return Problem("syntax", 0, str(error))
    what = str(error)[: place.start()].strip()
    return Problem("syntax", int(place[1]), f"column {place[2]}: {what}", "the file must be TOML")


def _line(text: str, key: str) -> int:
    """Return the line on which a key is set, or 0."""
    for number, line in enumerate(text.splitlines(), 1):
        if re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*=", line) or line.strip() == f"[{key}]":
            return number
    return 0


def _keys(data: Mapping[str, Any], text: str) -> list[Problem]:
    found = []
    for key, value in data.items():
        if key in AXES:
            found.append(Problem(key, _line(text, key), f"{key} is an axis", "write it below [axes]"))
        elif key not in _KEYS:
            close = get_close_matches(key, _KEYS, 1)
            found.append(Problem(key, _line(text, key), f"there is no key {key!r}", f"did you mean {close[0]}?" if close else ""))
        elif not isinstance(value, _KEYS[key]) and not (key == "board" and type(value) is int):
            kind = {str: "text", list: "a list", dict: "a table"}[_KEYS[key]]
            found.append(Problem(key, _line(text, key), f"{key} must be {kind}, not {show(value)}"))
    if isinstance(data.get("aliases"), list) and not all(isinstance(alias, str) for alias in data["aliases"]):
        found.append(Problem("aliases", _line(text, "aliases"), "aliases must be texts"))
    return found


def _parent(name: str, folder: Path, depth: int, open_files: tuple[Path, ...]) -> tuple[list[str], Variant | None]:
    if not name.endswith(".toml"):
        try:
            return [], variant(name)
        except UnknownVariant as error:
            return [str(error)], None
    path = folder / name
    if path.resolve() in open_files:
        return [f"{name} inherits from itself"], None
    if depth >= _MAX_DEPTH:
        return [f"more than {_MAX_DEPTH} files inherit from each other"], None
    problems, parent = _examine(path, depth + 1, open_files)
    return [f"{name}: {problem}" for problem in problems], parent


def _values(data: Mapping[str, Any], text: str) -> list[Problem]:
    """Return what is wrong with single axes, and with the board."""
    found = []
    axes = data.get("axes")
    for name, value in axes.items() if isinstance(axes, dict) else ():
        line = _line(text, name)
        if name not in AXES:
            message, _, suggestion = unknown_axis(name).partition("; ")
            found.append(Problem(name, line, message, suggestion))
            continue
        value = ("on" if value else "off") if name == "tao" and isinstance(value, bool) else frozen(value)
        if not AXES[name].accepts(value):
            close = get_close_matches(str(value), AXES[name].values, 1)
            advice = f"did you mean {close[0]}?" if close else f"it is one of: {AXES[name].allowed}"
            found.append(Problem(name, line, f"{name} = {show(value)} is not possible", advice))
    return found + _board(data, text)


def _board(data: Mapping[str, Any], text: str) -> list[Problem]:
    from ..boards import parse

    found = []
    for key, size in (("board", data.get("board")), ("footprint", "9")):
        footprint = data.get("footprint") if key == "footprint" else None
        if (key == "footprint" and not isinstance(footprint, str)) or not isinstance(size, (str, int)):
            continue
        try:
            parse(str(size), footprint=footprint)
        except TengenError as error:
            found.append(Problem(key, _line(text, key), str(error)))
    return found


def _combination(data: Mapping[str, Any], parent: Variant | None, text: str) -> list[Problem]:
    """Return the contradictions of axes that are good one by one."""
    axes = parent.rules.to_dict() if parent else {name: axis.default for name, axis in AXES.items()}
    for name, value in data.get("axes", {}).items():
        axes[name] = ("on" if value else "off") if name == "tao" and isinstance(value, bool) else frozen(value)
    found = []
    for message in contradictions(axes):
        key = next((word for word in re.findall(r"\w+", message) if word in data.get("axes", {})), "axes")
        found.append(Problem(key, _line(text, key), message))
    return found


def to_toml(game: Variant) -> str:
    """Write a variant as a file that `load_variant` reads back: every axis that differs from the defaults."""
    lines = [f"name = {_quoted(game.name)}", f"title = {_quoted(game.title)}", f"board = {_quoted(game.board)}"]
    if game.footprint is not None:
        lines.append(f"footprint = {_quoted(game.footprint)}")
    lines += [f"source = {_quoted(game.source)}", f"prose = {_quoted(game.prose)}"]
    if game.aliases:
        lines.append(f"aliases = [{', '.join(map(_quoted, game.aliases))}]")
    changed = {name: value for name, value in game.rules.to_dict().items() if value != AXES[name].default}
    lines += ["", "[axes]", *(f"{name} = {_toml(value)}" for name, value in changed.items())]
    return "\n".join(lines) + "\n"


def _toml(value: Any) -> str:
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, tuple):
        return f"[{', '.join(map(_toml, value))}]"
    return repr(value).lower() if isinstance(value, bool) else repr(value)


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + re.sub(r"[\x00-\x1f\x7f]", lambda c: f"\\u{ord(c[0]):04x}", escaped) + '"'
