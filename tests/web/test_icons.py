"""The page's signs as pictures, for home screens and links."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

import tengen.web

FOLDER = Path(tengen.web.__file__).parent / "static" / "icons"
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
