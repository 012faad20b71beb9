"""Variants: a name, rules, a default board with its footprint, and prose; every preset is a TOML file."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from ..records.errors import UnknownVariant
from .axis import told
from .rules import Rules

ORDER = (
    "chinese", "japanese", "korean", "aga", "new-zealand", "tromp-taylor", "ing", "formal",
    "tile", "cushion", "tao", "gengo", "gengo-go", "gengo-large-n", "gengo-large-o",
)  # fmt: skip
"""The presets, in the order in which they are listed."""

MOST_LETTERS = 80
"""No variant's name is longer."""


@dataclass(frozen=True)
class Variant:
    """A game by name.

    ``board`` is the default board's text and ``footprint`` what stones block on it and on any plain size given instead
    (None: their own point). ``changes`` are the axes that `variant` was asked to change.
    """

    name: str
    title: str
    rules: Rules
    board: str = "19"
    footprint: str | None = None
    prose: str = ""
    source: str = ""
    aliases: tuple[str, ...] = ()
    changes: Mapping[str, Any] = field(default_factory=dict, hash=False)


@cache
def _preset(name: str) -> Variant:
    data = tomllib.loads(files(__package__).joinpath("presets", f"{name}.toml").read_text("utf-8"))
    return inherit(_preset(data["inherits"]) if "inherits" in data else None, name, data)


def inherit(parent: Variant | None, name: str, data: Mapping[str, Any]) -> Variant:
    """Return the variant a TOML file describes: its parent's, but for what the file says."""
    base = parent or Variant(name, name, Rules())
    footprint = data.get("footprint", base.footprint)
    return Variant(
        name=name,
        title=data.get("title", name),
        rules=base.rules.replace(**data.get("axes", {})),
        board=str(data.get("board", base.board)),
        footprint=footprint and one_line(footprint),
        prose=" ".join(str(data.get("prose", base.prose)).split()),
        source=" ".join(str(data.get("source", base.source)).split()),
        aliases=tuple(data.get("aliases", ())),
    )


def one_line(picture: str) -> str:
    r"""Write the picture of a footprint in one line, rows separated by slashes; a name stays as it is.

    >>> one_line(".n.\nnxn\n.n.\n")
    '.n./nxn/.n.'
    """
    return "/".join(row.strip() for row in picture.splitlines() if row.strip())


def variants() -> tuple[Variant, ...]:
    """Return every preset.

    >>> [v.name for v in variants()][:3]
    ['chinese', 'japanese', 'korean']
    """
    return tuple(map(_preset, ORDER))


@cache
def _names() -> dict[str, str]:
    return {word: known.name for known in variants() for word in (known.name, *known.aliases)}


def variant(game: str | Path | Variant | Rules, **axes: Any) -> Variant:
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
    return replace(found, rules=rules, changes={**found.changes, **rules.differences(found.rules)})


def _by_name(name: object) -> Variant:
    if isinstance(name, Path) or (isinstance(name, str) and is_file_name(name)):
        from .variant_files import load_variant

        return load_variant(Path(name))
    return preset(name)


def preset(name: object) -> Variant:
    """Return a preset by name or alias. Unlike `variant` it opens no file: for names out of records and off the net.

    Raises:
        UnknownVariant: with close matches.

    >>> preset("NZ").name
    'new-zealand'
    """
    if not isinstance(name, str):
        raise UnknownVariant(told(name), ())
    name = name if len(name) <= MOST_LETTERS else f"{name[:MOST_LETTERS]}..."
    word = "-".join(name.lower().replace("_", " ").split())
    if word in _names():
        return _preset(_names()[word])
    raise UnknownVariant(name, get_close_matches(word, _names(), 3))


def is_file_name(name: str) -> bool:
    """Say whether a name is that of a variant's file rather than of a preset."""
    return name.lower().endswith(".toml")
