"""Users' variants: TOML that changes an inherited variant, checked completely before it is loaded."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple, Unpack
from unicodedata import category

from ..records import Listing, Text, listed
from ..records.errors import FormatError, RulesConflict, TengenError
from ..records.text import NOTHING, in_a_row
from .axes import AXES
from .axis import frozen, is_count, told
from .conflicts import contradictions
from .preset_files import preset
from .rules import Axes, Rules, no_axis
from .start_checks import start_problems
from .starts import start_table_problems
from .variant_data import (
    CUSTOMS,
    MOST_LETTERS,
    Variant,
    inherit,
    is_file_name,
    parts,
    prose_problems,
    with_handicap_komi,
)
from .variant_toml import MOST_PARTS, deep_key, key_lines

MAX_BYTES = 64 * 1024
"""The largest file of a variant, in bytes."""

_MAX_DEPTH = 16


class _Kind(NamedTuple):
    """The type of a key: its name in words, and a check."""

    said: Text | Listing
    fits: Callable[[Any], bool]


_TEXT = _Kind(Text("a text"), lambda value: isinstance(value, str))
_KEYS: Mapping[str, _Kind] = {
    **dict.fromkeys(("name", "title", "summary", "inherits", "board", "footprint"), _TEXT),
    "prose": _Kind(Text("a text or a list of sentences"), lambda value: isinstance(value, (str, list))),
    "differences": _Kind(Text("a list of sentences"), lambda value: isinstance(value, list)),
    "source": _TEXT,
    "aliases": _Kind(
        Text("a list of texts"),
        lambda value: isinstance(value, list) and all(isinstance(each, str) for each in value),
    ),
    "place": _Kind(Text("a whole number"), is_count),
    **{
        key: _Kind(listed([f'"{value}"' for value in values], "or"), values.__contains__)
        for key, values in CUSTOMS.items()
    },
    **dict.fromkeys(("axes", "start"), _Kind(Text("a table"), lambda value: isinstance(value, dict))),
}
_NAMING: Mapping[str, tuple[Text, Callable[[str], bool]]] = {
    "name": (
        Text("it must have up to {most_letters} letters and not name a file", most_letters=MOST_LETTERS),
        lambda value: "\n" not in value and not is_file_name(value),
    ),
    "title": (Text("it must be one line of up to {most_letters} letters", most_letters=MOST_LETTERS), str.isprintable),
}
_IN_SENTENCES = ("prose", "differences")


@dataclass(frozen=True)
class Problem:
    """An error in a variant's file: key, place, what is wrong and what to do. Lines and columns from 1; 0: unknown."""

    key: str
    line: int
    message: Text
    suggestion: Text = NOTHING
    column: int = 0

    def __str__(self) -> str:
        return self.text

    @property
    def text(self) -> Text:
        """The whole message."""
        what = in_a_row([self.message, self.suggestion])
        if not self.line:
            return what
        if not self.column:
            return Text("line {line}: {what}", line=self.line, what=what)
        return Text("line {line}, column {column}: {what}", line=self.line, column=self.column, what=what)


def check(source: Path | str) -> list[Problem]:
    r"""Return everything wrong with a variant's file, given by path or as text; [] if it can be played.

    >>> [str(p) for p in check("[axes]\nsuicid = 'allowed'")]
    ["line 2: unknown axis 'suicid'; did you mean suicide?"]
    """
    return _examine(source, ())[0]


def load_variant(source: Path | str) -> Variant:
    r"""Load the variant that a file (by path) or a text describes.

    Raises:
        FormatError: the file cannot be read, or is invalid TOML. RulesConflict: all other problems, each named.

    >>> small = load_variant('name = "small-tile"\ninherits = "tile"\nboard = "5x5"')
    >>> small.name, small.rules.tiles
    ('small-tile', 'tile')
    """
    found, made = _examine(source, ())
    for problem in found:
        if problem.key == "syntax":
            raise FormatError(problem.message, problem.line, problem.column)
    if made is None:
        raise RulesConflict([problem.text for problem in found])
    return made


def _examine(source: object, opened: tuple[str, ...]) -> tuple[list[Problem], Variant | None]:
    if isinstance(source, str) and is_file_name(source) and not re.search(r"[\n=#]", source):
        source = Path(source)
    try:
        text = _read(source)
        if line := deep_key(text):
            return [Problem("syntax", line, Text("a key has more than {most} parts", most=MOST_PARTS))], None
        data = tomllib.loads(text)
    except RecursionError:
        return [Problem("syntax", 0, Text("the values are nested too deeply"))], None
    except ValueError as error:
        return [_syntax(error)], None
    file = _File(data, key_lines(text), source if isinstance(source, Path) else None, opened)
    return file.found, file.variant


def _read(source: object) -> str:
    if isinstance(source, str):
        if len(source) > MAX_BYTES:
            raise FormatError(
                "the text has {count:,} characters; a variant has at most {max_bytes:,}",
                count=len(source),
                max_bytes=MAX_BYTES,
            )
        return source.removeprefix("\ufeff")
    if not isinstance(source, Path):
        raise FormatError("a variant must be given as a path or a text, not {source}", source=told(source))
    try:
        with source.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise FormatError("file {shown} not found", shown=_shown(source)) from None
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise FormatError("{shown} cannot be read: {why}", shown=_shown(source), why=why) from None
    if len(data) > MAX_BYTES:
        raise FormatError(
            "{shown} has more than {max_bytes:,} bytes; a variant's file is smaller",
            shown=_shown(source),
            max_bytes=MAX_BYTES,
        )
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FormatError(
            "{shown} is not UTF-8 text (byte {start:,})", shown=_shown(source), start=error.start + 1
        ) from None


def _shown(path: Path) -> str:
    text = str(path)
    return text if text.isprintable() and len(text) <= 200 else told(text)


def _syntax(error: ValueError) -> Problem:
    if isinstance(error, TengenError):
        return Problem("syntax", 0, error.text)
    if not isinstance(error, tomllib.TOMLDecodeError):
        return Problem("syntax", 0, Text("invalid TOML: a number has too many digits"))
    what, _, place = str(error).rpartition(" (at ")
    if place.startswith("end"):
        return Problem("syntax", 0, Text("invalid TOML: {what} at the end of the text", what=what))
    numbers = re.findall(r"\d+", place)
    line, column = map(int, numbers) if len(numbers) == 2 else (0, 0)
    return Problem("syntax", line, Text("invalid TOML: {what}", what=what), column=column)


class _File:
    """A file being checked: its data, the resulting variant, and its problems."""

    def __init__(
        self,
        data: Mapping[str, Any],
        lines: Mapping[tuple[str, ...], int],
        path: Path | None,
        opened: tuple[str, ...],
    ) -> None:
        self.data = data
        self.lines = lines
        self.path = path
        self.opened = (*opened, os.path.realpath(path)) if path else opened
        self.found: list[Problem] = []
        self.variant: Variant | None = None
        self._check_keys()
        self._check_texts()
        parent = self._parent()
        self._check_axes(parent.rules if parent else Rules())
        stem = path.name.split(".")[0] if path else ""
        made = inherit(parent, str(data.get("name", stem or "custom")), self._placed())
        for problem in start_problems(made, whole=not self.found):
            self._add(*problem)
        self.found.sort(key=lambda problem: problem.line or MAX_BYTES)
        self.variant = None if self.found else made

    def _add(self, key: str, message: Text, suggestion: Text = NOTHING, axis: bool = False) -> None:
        path = tuple(key.split(".", 2)) if key.startswith("start.") else (key,)  # "start.black.D4"
        key, paths = path[0], [path[:length] for length in range(len(path), 0, -1)]
        if axis or key in AXES:
            paths = [("axes", key), ("axes",)]
        if key == "footprint":  # an inherited footprint clashes with this file's board
            paths.append(("board",))
        line = next((self.lines[path] for path in paths if path in self.lines), 0)
        self.found.append(Problem(key, line, message, suggestion))

    def _placed(self) -> dict[str, Any]:
        """Return the data without invalid keys, with a board's file relative to the variant's own folder."""
        wrong = {problem.key for problem in self.found}
        data = {key: value for key, value in self.data.items() if key not in wrong}
        if self.found:
            data.pop("axes", None)
        if self.path and _names_file(data.get("board")):
            data["board"] = f"file:{self.path.parent / data['board'].strip()[5:].strip()}"
        return data

    def _check_keys(self) -> None:
        for key, value in self.data.items():
            if key in AXES:
                wrong, right = Text("{key} is an axis", key=key), Text("write it below [axes]")
                self.found.append(Problem(key, self.lines.get((key,), 0), wrong, right))
            elif key not in _KEYS:
                close = get_close_matches(key[:60].lower(), _KEYS, 1)
                hint = Text("the keys are {keys}", keys=listed(_KEYS, "comma"))
                if close:
                    hint = Text("did you mean {close}?", close=close[0])
                self._add(key, Text("unknown key {key}", key=told(key)), hint)
            elif not _KEYS[key].fits(value) and not (key == "board" and type(value) is int):
                kind = _KEYS[key].said
                self._add(key, Text("{key} must be {kind}, not {value}", key=key, kind=kind, value=told(value)))

    def _texts(self) -> Iterator[tuple[str, str, str]]:
        """Yield every text with its key and its name in messages."""
        for key in _KEYS:
            if isinstance(self.data.get(key), str):
                yield key, key, self.data[key]
        for key in _IN_SENTENCES:
            said = self.data.get(key)
            for number, (text, _) in enumerate(parts(said) if isinstance(said, list) else (), 1):
                if isinstance(text, str):
                    yield key, Text("sentence {number} of {key}", number=number, key=key), text

    def _check_texts(self) -> None:
        for key, called, value in self._texts():
            if any(category(letter) == "Cc" and letter not in "\n\t" for letter in value):
                self._add(key, Text("{called} has a control character in it", called=called))
            elif not value.strip() and called not in ("prose", "source"):
                self._add(key, Text("{called} is empty", called=called), Text("leave it out or fill it in"))
            elif key in _NAMING and (len(value) > MOST_LETTERS or not _NAMING[key][1](value)):
                self._add(key, Text("{axis} = {value} is not possible", axis=key, value=told(value)), _NAMING[key][0])
        if isinstance(start := self.data.get("start"), dict):
            for problem in start_table_problems(start):
                self._add(*problem)
        for key in _IN_SENTENCES:
            if isinstance(self.data.get(key), list):
                for message, suggestion in prose_problems(self.data[key], key):
                    self._add(key, message, suggestion)
        if self.path is None and _names_file(self.data.get("board")):
            wrong = Text("a text without a file of its own cannot name one")
            self._add("board", wrong, Text("save it as a file first"))

    def _parent(self) -> Variant | None:
        name = self.data.get("inherits")
        if not isinstance(name, str) or any(problem.key == "inherits" for problem in self.found):
            return None
        if is_file_name(name):
            return self._parent_file(name)
        try:
            return preset(name)
        except TengenError as error:
            self._add("inherits", error.text)
            return None

    def _parent_file(self, name: str) -> Variant | None:
        if self.path is None:
            self._add("inherits", Text("a text without a file of its own can inherit from presets only"))
            return None
        path = self.path.parent / name
        if os.path.realpath(path) in self.opened:
            self._add("inherits", Text("{name} inherits from itself", name=name))
        elif len(self.opened) >= _MAX_DEPTH:
            self._add("inherits", Text("more than {max_depth} files inherit from each other", max_depth=_MAX_DEPTH))
        else:
            problems, parent = _examine(path, self.opened)
            for problem in problems:
                self._add("inherits", Text("{name}: {problem}", name=name, problem=problem.text))
            return parent
        return None

    def _check_axes(self, rules: Rules) -> None:
        own = self.data.get("axes")
        own = own if isinstance(own, dict) else {}
        changed, bad = {}, []
        for name, value in own.items():
            if name in _KEYS:
                self._add(name, Text("{name} is not an axis", name=name), Text("write it above [axes]"), axis=True)
                continue
            if name not in AXES:
                self._add(name, *no_axis(name), axis=True)
                continue
            changed[name] = frozen(name, value)
            if trouble := AXES[name].trouble_with(changed[name]):
                message, suggestion = trouble
                close = get_close_matches(value[:60].lower(), AXES[name].values, 1) if isinstance(value, str) else []
                self._add(name, message, Text("did you mean {close}?", close=close[0]) if close else suggestion)
                bad.append(name)
        for one in contradictions(rules.to_dict() | changed, bad):
            self._add(next((name for name in one.axes if name in own), one.axes[0]), one.message)


def _names_file(board: object) -> bool:
    return isinstance(board, str) and board.strip().casefold().startswith("file:")


def variant(game: str | Path | Variant | Rules, **axes: Unpack[Axes]) -> Variant:
    """Return a variant by name or alias, or from a TOML file by its path, with some axes changed.

    A variant passes through, and bare rules make a nameless variant ("custom"). The komi of a handicap game is 0.5
    unless one is given (spec 5).

    Raises:
        UnknownVariant: with close matches. RulesConflict: unknown or contradictory axes. FormatError: a bad file.

    >>> variant("tao", tiles="cushion").changes
    {'tiles': 'cushion'}
    """
    if isinstance(game, Rules):
        found = Variant("custom", Text("Custom rules"), game)
    elif isinstance(game, Variant):
        found = game
    else:
        is_file = isinstance(game, Path) or (isinstance(game, str) and is_file_name(game))
        found = load_variant(Path(game)) if is_file else preset(game)
    if not axes:
        return found
    rules = with_handicap_komi(found, axes)
    put_aside = rules.komi != found.rules.komi and "komi" not in axes
    return replace(
        found,
        rules=rules,
        changes={**found.changes, **rules.differences(found.rules)},
        komi_given=found.komi_given or "komi" in axes,
        even_komi=found.rules.komi if put_aside and rules.handicap else None if put_aside else found.even_komi,
    )
