"""What the computer's levels are called."""

from __future__ import annotations

from typing import Final

from ...records import Text

LEVEL_NAMES: Final = (
    Text("beginner"),
    Text("novice"),
    Text("easy"),
    Text("casual"),
    Text("steady"),
    Text("careful"),
    Text("demanding"),
    Text("strong"),
    Text("very strong"),
    Text("as strong as it gets"),
)
"""The names of the levels, from the first on."""
