"""Themes of pictures: light and dark wood, and paper for print (the values are those of the design)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..records import TengenError, listed


@dataclass(frozen=True)
class Theme:
    """Colours in SVG's form.

    ``wood``, ``black`` and ``white`` shade from the first to the second; ``patch`` hides lines under letters; ``paper``
    is the margin, if painted. ``edge`` is the width of a stone's edge, which makes Black's stones visible on dark wood.
    """

    name: str
    wood: tuple[str, str]
    patch: str
    line: str
    ink: str
    black: tuple[str, str]
    white: tuple[str, str]
    black_edge: str
    white_edge: str
    shadow: float
    accent: str
    accent_on_black: str
    tile: str
    tile_edge: str
    footprint: str
    paper: str
    edge: float = 0.025
    tao_edge: str = "#15161A"
    fonts: str = (
        "system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, "
        "'Liberation Sans', 'Noto Sans', 'DejaVu Sans', sans-serif"
    )


LIGHT: Final = Theme(
    "light", ("#E9C989", "#E6C17D"), "#E8C583", "#4A3A22", "#6B5735", ("#4A4C55", "#15161A"), ("#FFFFFF", "#E9E6DD"),
    "#0B0C0E", "#8D8775", 0.28, "#C2402A", "#FF9077", "#6F7C8A", "#4C5763", "#4A3A22",
    "#F3EAD6",
)  # fmt: skip
DARK: Final = Theme(
    "dark", ("#5A4430", "#4F3B29"), "#553F2C", "#BFA37A", "#B59B73", ("#3A3C44", "#0E0F12"), ("#FBFAF6", "#DAD6CA"),
    "#A39B86", "#8D8775", 0.45, "#F0765C", "#FF9077", "#8494A4", "#BCC8D2", "#B59B73",
    "#2B231B", edge=0.045, tao_edge="#A39B86",
)  # fmt: skip
PRINT: Final = Theme(
    "print", ("#FFFFFF", "#FFFFFF"), "#FFFFFF", "#000000", "#000000", ("#000000", "#000000"), ("#FFFFFF", "#FFFFFF"),
    "#000000", "#000000", 0.0, "#A02A18", "#FFFFFF", "#A3ACB5", "#4C565F", "#000000",
    "#FFFFFF",
)  # fmt: skip
THEMES: Final = {theme.name: theme for theme in (LIGHT, DARK, PRINT)}


def theme_of(name: str) -> Theme:
    """Return a theme by its name; TengenError for an unknown one."""
    if name not in THEMES:
        raise TengenError("unknown theme {name!r}; the themes are {themes}", name=name, themes=listed(THEMES, "comma"))
    return THEMES[name]
