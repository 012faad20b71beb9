"""The variants that may be chosen by name, each with a board to begin with."""

from __future__ import annotations

from typing import Final

from pydantic import BaseModel

from ...rules import AXES, Variant, variants
from ..texts import once_a_language, tell

SIZES: Final[dict[str, tuple[str, ...]]] = {
    "chinese": ("7", "9", "13", "19"),
    "tile": ("5", "7", "9", "13", "19"),
    "gengo": ("11", "15", "19", "23"),
}
"""Sizes that suit, by the variant they were found for."""


class VariantInfo(BaseModel):
    """A variant that may be chosen by name; ``axes`` are those that differ from the defaults."""

    name: str
    title: str
    prose: str
    axes: dict[str, bool | int | float | str | tuple[int | str, ...]]
    board: str
    footprint: str | None
    sizes: tuple[str, ...]


@once_a_language
def known_variants() -> tuple[VariantInfo, ...]:
    """Return the variants as one chooses from them."""
    return tuple(
        VariantInfo(
            name=each.name,
            title=tell(each.title),
            prose=tell(each.prose),
            axes={name: value for name, value in each.rules.to_dict().items() if value != AXES[name].default},
            board=default_board(each),
            footprint=each.footprint,
            sizes=sizes(each),
        )
        for each in variants()
    )


def sizes(chosen: Variant) -> tuple[str, ...]:
    """Return the sides of boards that suit a variant, smallest first."""
    kind = "gengo" if chosen.footprint else "tile" if chosen.rules.tiles != "none" else "chinese"
    return SIZES[kind]


def default_board(chosen: Variant) -> str:
    """Return the board to begin with: small for beginners; Gengo's stones need its own size."""
    return chosen.board if chosen.footprint else "9"
