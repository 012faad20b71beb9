"""Variants as TOML."""

from __future__ import annotations

import re
from typing import Any

from .rules import Rules
from .variant_data import CUSTOMS, Variant
from .variant_prose import Prose, Sentence


def to_toml(game: Variant) -> str:
    r"""Write a variant as a file that `load_variant` reads back: every axis that differs from the defaults.

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
    if game.rules.handicap:  # whose komi would else be that of a handicap game
        changed |= {"komi": game.rules.komi}
    lines += ["", "[axes]", *(f"{name} = {_toml(value)}" for name, value in changed.items())]
    return "\n".join(lines) + "\n"


def _toml(value: Any) -> str:
    if isinstance(value, Prose):
        return "[\n" + "".join(f"  {_sentence(part)},\n" for part in value.sentences) + "]"
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, Sentence):
        return _sentence(value)
    if isinstance(value, tuple):
        return f"[{', '.join(map(_toml, value))}]"
    return repr(value).lower() if isinstance(value, bool) else repr(value)


def _sentence(part: Sentence) -> str:
    if not part.axes:
        return _quoted(part.text)
    return f"{{text = {_quoted(part.text)}, axes = {_toml(tuple(axis for axis, _ in part.axes))}}}"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + re.sub(r"[\x00-\x1f\x7f]", lambda c: f"\\u{ord(c[0]):04x}", escaped) + '"'
