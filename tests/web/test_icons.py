"""The signs of the page as pictures: they are drawn by Tengen, and kept as files."""

from __future__ import annotations

import os
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops

import tengen.web
from tengen.web.icons import drawn_icons

FOLDER = Path(tengen.web.__file__).parent / "static" / "icons"
SIDES = {"icon-192.png": 192, "icon-512.png": 512, "maskable-512.png": 512, "touch.png": 180}


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
