"""Which axes decide nothing in a game, and are not shown where somebody chooses."""

from __future__ import annotations

from ...rules import AXES, Variant
from ...rules.conflicts import idle

_WIDE = ("own_overlap", "friendly_fire")
"""Axes about stones that block more than their own point."""

_AHEAD = ("handicap_kind", "handicap_bonus")
"""Axes about a handicap."""


def idle_axes(chosen: Variant, wide: bool | None = None) -> tuple[str, ...]:
    """Return the axes that decide nothing; ``wide``: whether stones on the board block more than their own point.

    >>> from tengen.rules import variant
    >>> "tao_price" in idle_axes(variant("tile")), "tao_price" in idle_axes(variant("tao"))
    (True, False)
    """
    values = chosen.rules.to_dict()
    vain = () if (chosen.footprint is not None if wide is None else wide) else _WIDE
    level = () if chosen.rules.handicap else _AHEAD
    return tuple(name for name in AXES if name in vain or name in level or idle(name, values))
