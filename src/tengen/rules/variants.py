"""Variants: a name, rules, a default board with its footprint, and prose; every preset is a TOML file."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Any

from ..records.errors import FormatError, UnknownVariant
from .axes import AXES, show
from .rules import Rules

ORDER = (
    "chinese", "japanese", "korean", "aga", "new-zealand", "tromp-taylor", "ing", "formal",
    "tile", "cushion", "tao", "gengo", "gengo-go", "gengo-large-n", "gengo-large-o",
)  # fmt: skip
"""The presets, in the order in which they are listed."""


@dataclass(frozen=True)
class Variant:
    """A game by name.

    ``board`` is the default board's text and ``footprint`` what stones block on it and on any plain size given instead
    (None: their own point). ``changes`` are the axes changed from the variant of that name.
    """

    name: str
    title: str
    rules: Rules
    board: str = "19"
    footprint: str | None = None
    prose: str = ""
    source: str = ""
    aliases: tuple[str, ...] = ()
    changes: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))


@cache
def _preset(name: str) -> Variant:
    data = tomllib.loads(files(__package__).joinpath("presets", f"{name}.toml").read_text("utf-8"))
    return inherit(_preset(data["inherits"]) if "inherits" in data else None, name, data)


def inherit(parent: Variant | None, name: str, data: Mapping[str, Any]) -> Variant:
    """Return the variant a TOML file describes: its parent's, but for what the file says."""
    base = parent or Variant(name, name, Rules())
    return Variant(
        name=name,
        title=data.get("title", name),
        rules=base.rules.replace(**data.get("axes", {})),
        board=str(data.get("board", base.board)),
        footprint=data.get("footprint", base.footprint),
        prose=" ".join(str(data.get("prose", base.prose)).split()),
        source=" ".join(str(data.get("source", base.source)).split()),
        aliases=tuple(data.get("aliases", ())),
    )


def variants() -> tuple[Variant, ...]:
    """Return every preset.

    >>> [v.name for v in variants()][:3]
    ['chinese', 'japanese', 'korean']
    """
    return tuple(map(_preset, ORDER))


@cache
def _names() -> dict[str, str]:
    return {word: preset.name for preset in variants() for word in (preset.name, *preset.aliases)}


def variant(game: str | Variant | Rules, **axes: Any) -> Variant:
    """Return a variant by name or alias, or a user's TOML file by its path, with some axes changed.

    A variant may be given instead of a name, and so may bare rules, which make a nameless variant ("custom").

    Raises:
        UnknownVariant: with close matches. RulesConflict: unknown or contradictory axes. FormatError: a bad file.

    >>> variant("tao", tiles="cushion").changes
    {'tiles': 'cushion'}
    """
    if isinstance(game, Rules):
        found = Variant("custom", "Custom rules", game)
    elif isinstance(game, Variant):
        found = game
    else:
        found = _by_name(game)
    if not axes:
        return found
    rules = found.rules.replace(**axes)
    changed = {**found.changes, **{name: getattr(rules, name) for name in axes}}
    return replace(found, rules=rules, changes=changed)


def _by_name(name: object) -> Variant:
    if not isinstance(name, str):
        raise UnknownVariant(repr(name), ())
    word = name.strip().lower().replace("_", "-").replace(" ", "-")
    if word in ORDER:
        return _preset(word)
    if name.endswith(".toml"):
        if not Path(name).is_file():
            raise FormatError(f"there is no file {name}")
        from .checking import load_variant

        return load_variant(Path(name))
    if word in _names():
        return _preset(_names()[word])
    raise UnknownVariant(name, get_close_matches(word, _names(), 3))


@dataclass(frozen=True)
class Row:
    """One axis of a description: its value, the sentence for it, its clause, and whether it differs from the default."""

    axis: str
    value: str
    sentence: str
    clause: str
    changed: bool


@dataclass(frozen=True)
class Description:
    """A variant in words, made from its data so that the two cannot differ."""

    name: str
    title: str
    prose: str
    source: str
    board: str
    rows: tuple[Row, ...]


def describe(game: str | Variant | Rules) -> Description:
    """Return a variant in words: its prose, and a sentence for every axis, those that differ from the default first."""
    chosen = variant(game)
    rows = []
    for name, axis in AXES.items():
        value = getattr(chosen.rules, name)
        rows.append(Row(name, show(value), axis.say(value), axis.clause, value != axis.default))
    rows.sort(key=lambda row: not row.changed)
    board = chosen.board if chosen.footprint is None else f"{chosen.board}, stones as in {chosen.footprint}"
    return Description(chosen.name, chosen.title, chosen.prose, chosen.source, board, tuple(rows))


def axes_table() -> str:
    """Return the table of axes in Markdown, as docs/rules.md shows it."""
    lines = ["| axis | values (default first) | meaning | clause |", "|---|---|---|---|"]
    for axis in AXES.values():
        default = show(axis.default)
        words = [default, *(word for word in axis.values if word != default)]
        if axis.name not in ("passes",) and default not in axis.values:
            words = [default, *axis.values]
        meaning = axis.about
        lines.append(f"| `{axis.name}` | {', '.join(f'`{word}`' for word in words)} | {meaning} | {axis.clause} |")
    return "\n".join(lines) + "\n"
