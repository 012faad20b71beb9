"""The page's signs as pictures, for home screens and links: a stone on the centre of its wood.

The files under ``static/icons`` are what `drawn_icons` returns; ``TENGEN_SNAPSHOTS=1 python -m pytest
tests/web/test_icons.py`` draws them anew.
"""

from __future__ import annotations

from typing import Final

from ..draw.image_files import banner, png
from .pages.listed_games import featured_picture
from .texts import say

_WOOD, _LINE, _STONE = "#E8C583", "#4A3A22", "#15161A"
_WIDE: Final = 1.0
_SAFE: Final = 0.8
"""How much of a picture is sure to be seen where a home screen cuts it into a shape of its own."""


def sign(side: int, corner: float, scale: float) -> str:
    """Return the sign as SVG: ``corner`` rounds the wood (a share of its side), ``scale`` shrinks the stone."""
    half, rim = side / 2, side / 16 if corner else 0
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{side}" height="{side}" viewBox="0 0 {side} {side}">'
        f'<rect width="{side}" height="{side}" rx="{side * corner:g}" fill="{_WOOD}"/>'
        f'<path d="M{half:g} {rim:g}V{side - rim:g}M{rim:g} {half:g}H{side - rim:g}" '
        f'stroke="{_LINE}" stroke-width="{side * scale * 0.047:g}"/>'
        f'<circle cx="{half:g}" cy="{half:g}" r="{side * scale * 0.2656:g}" fill="{_STONE}"/></svg>'
    )


def drawn_icons() -> dict[str, bytes]:
    """Return every picture by its file's name."""
    return {
        "icon-192.png": png(sign(192, 0.22, _WIDE)),
        "icon-512.png": png(sign(512, 0.22, _WIDE)),
        "maskable-512.png": png(sign(512, 0.0, _SAFE)),
        "touch.png": png(sign(180, 0.0, _WIDE)),
        "link.png": banner(featured_picture("cushion", "light"), say("Tengen"), (say("Every Go on every board"),)),
    }
