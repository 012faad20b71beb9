"""The page's signs as pictures, for home screens and links."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from PIL import Image

import tengen.web

FOLDER = Path(tengen.web.__file__).parent / "static" / "icons"
_WOOD, _LINE, _STONE = "#E8C583", "#4A3A22", "#15161A"
_WIDE: Final = 1.0
_SAFE: Final = 0.8
"""How much of a picture is sure to be seen where a home screen cuts it into a shape of its own."""
SIDES = {"icon-192.png": 192, "icon-512.png": 512, "maskable-512.png": 512, "touch.png": 180}


@pytest.mark.parametrize(("name", "side"), SIDES.items())
def test_a_sign_is_square_and_shows_a_stone_on_wood(name: str, side: int) -> None:
    picture = Image.open(FOLDER / name).convert("RGB")
    assert picture.size == (side, side)
    assert picture.getpixel((side // 2, side // 2)) == (0x15, 0x16, 0x1A)
    assert picture.getpixel((side // 4, side // 8)) == (0xE8, 0xC5, 0x83)


def test_the_picture_of_a_link_has_the_size_that_is_expected() -> None:
    with Image.open(FOLDER / "link.png") as picture:
        assert picture.size == (1200, 630)
