"""The strength of the computer's levels, in its own module because the opening book needs it before players load."""

from __future__ import annotations

from typing import Final

LEVELS: Final = (15, 60, 120, 250, 500, 1_000, 2_000, 5_000, 12_000, 30_000)
"""Playouts per move for the levels 1 to 10."""
FIRST_WITH_NETWORK: Final = 5
"""The first level whose search uses the network."""
