"""The variant that a proof is about: without komi, unless some was asked for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..choice import chosen

if TYPE_CHECKING:
    from ...rules import Variant


def solved_variant(name: str | None, settings: Sequence[str] | None) -> Variant:
    """Return the variant asked for (Chinese rules if none), without komi where none is set."""
    variant = chosen(name or "chinese", settings)
    if any(setting.partition("=")[0].strip() == "komi" for setting in settings or ()):
        return variant
    return chosen(variant, (), komi=0)
