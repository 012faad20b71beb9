"""The signs of the page as pictures: a stone on the centre of its wood, drawn here and kept as files."""

from __future__ import annotations

import os
from io import BytesIO
from pathlib import Path
from typing import Final

import pytest
from PIL import Image, ImageChops

import tengen.web
from tengen.draw.image_files import banner, png
from tengen.web.pages.featured import featured_picture
from tengen.web.texts import say

FOLDER = Path(tengen.web.__file__).parent / "static" / "icons"
_WOOD, _LINE, _STONE = "#E8C583", "#4A3A22", "#15161A"
_WIDE: Final = 1.0
_SAFE: Final = 0.8
"""How much of a picture is sure to be seen where a home screen cuts it into a shape of its own."""
SIDES = {"icon-192.png": 192, "icon-512.png": 512, "maskable-512.png": 512, "touch.png": 180}


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


def test_the_files_are_what_is_drawn() -> None:
    """After a change of the sign: ``TENGEN_SNAPSHOTS=1 python -m pytest tests/web/test_icons.py``."""
    made = drawn_icons()
    if os.environ.get("TENGEN_SNAPSHOTS"):
        for name, body in made.items():
            (FOLDER / name).write_bytes(body)
    assert made.keys() == {path.name for path in FOLDER.glob("*.png")}
    for name in SIDES:  # the picture of a link has letters, which depend on the fonts there are
        kept, drawn = (Image.open(BytesIO(body)).convert("RGB") for body in ((FOLDER / name).read_bytes(), made[name]))
        assert max(ImageChops.difference(kept, drawn).tobytes()) < 16


@pytest.mark.parametrize(("name", "side"), SIDES.items())
def test_a_sign_is_square_and_shows_a_stone_on_wood(name: str, side: int) -> None:
    picture = Image.open(BytesIO((FOLDER / name).read_bytes())).convert("RGB")
    assert picture.size == (side, side)
    assert picture.getpixel((side // 2, side // 2)) == (0x15, 0x16, 0x1A)
    assert picture.getpixel((side // 4, side // 8)) == (0xE8, 0xC5, 0x83)


def test_the_picture_of_a_link_has_the_size_that_is_expected() -> None:
    with Image.open(FOLDER / "link.png") as picture:
        assert picture.size == (1200, 630)
