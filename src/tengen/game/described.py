"""A game's rules and board in the words of records and positions: a preset, the axes that differ, the board's text."""

from __future__ import annotations

from typing import Any

from .. import boards
from ..boards import Board
from ..records import UnknownVariant
from ..rules import Rules, Variant, preset
from ..rules.axis import write_game
from ..rules.variant_data import CUSTOMS

CUSTOM = "custom"
"""The name a record gives to rules that are no preset; its axes are then all that differs from ``Rules()``."""


def described(chosen: Variant) -> tuple[str, dict[str, Any]]:
    """Return a variant as a preset and what differs from it, komi always; or as custom rules, all that differs."""
    try:
        known = preset(chosen.name)
    except UnknownVariant:
        return CUSTOM, chosen.rules.differences(Rules())
    if any(getattr(known, key) != getattr(chosen, key) for key in ("footprint", "start", *CUSTOMS)):
        return CUSTOM, chosen.rules.differences(Rules())
    return known.name, {"komi": chosen.rules.komi, **chosen.rules.differences(known.rules)}


def board_text(chosen: Variant, board: Board) -> str:
    """Return a board's text so that no variant's footprint is added to it again when it is read.

    That footprints are neighbours is left to the rules, which say own_overlap (spec 4.2).
    """
    text, footprint = board.without_overlap().text, chosen.footprint
    if footprint and board.surface and boards.parse(text, footprint=footprint).text != text:
        return f"go {text}"
    return text


def game_text(chosen: Variant) -> str:
    """Return a variant as the text of a position names it, with what a nameless one says of the end of its games."""
    name, axes = described(chosen)
    return write_game(name, axes | ({key: getattr(chosen, key) for key in CUSTOMS} if name == CUSTOM else {}))
