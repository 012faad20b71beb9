"""Pictures as files: what was asked for, checked first, and written whole or not at all."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ...draw.image_files import check_installed
from ...draw.themes import theme_of
from ...records import TengenError
from ..terminal import harmless, say
from .saving import write_whole
from .sources import STREAM

PAINTED: Final = 1200
"""A PNG's longer side in pixels, where nothing else is asked for."""

MOVING: Final = 480
"""A moving picture's longer side in pixels, where nothing else is asked for."""

GROUNDS: Final = {"dark": "#1B1612"}
"""What is behind a moving picture of a theme, where it is not white."""

_ENDINGS: Final = {"svg": (".svg",), "png": (".png",), "pdf": (".pdf",), "animate": (".gif", ".webp")}

Draw = Callable[[int | None], str]
"""Gives a picture as SVG, its longer side so many pixels long (None: as it comes)."""


@dataclass(frozen=True)
class Pictures:
    """The files that are wanted, and how they are to look.

    ``territory`` shows who owns what, ``dead`` names stones to be taken as dead, ``liberties`` stones whose liberties
    are marked; labels stand side by side with blanks or commas between them.
    """

    svg: str | None = None
    png: str | None = None
    pdf: str | None = None
    animate: str | None = None
    theme: str = "light"
    size: int | None = None
    coordinates: bool | None = None
    territory: bool = False
    dead: str = ""
    liberties: str = ""
    delay: float = 0.8

    @property
    def files(self) -> dict[str, str]:
        """The names of the wanted files by their options."""
        named = {kind: getattr(self, kind) for kind in _ENDINGS}
        return {kind: name for kind, name in named.items() if name is not None}

    @property
    def needs_game(self) -> bool:
        """Whether a diagram has to be played through for them."""
        return bool(self.animate or self.territory or self.dead or self.liberties)

    def check(self, source: str) -> None:
        """Refuse what cannot be made, before any work is done."""
        theme_of(self.theme)
        if self.size is not None and not 16 <= self.size <= 20_000:
            raise TengenError(f"--size {self.size}: a picture is 16 to 20,000 pixels wide")
        for kind, name in self.files.items():
            check_target(f"--{kind}", name, _ENDINGS[kind], source)
        for kind in self.files:
            check_installed("gif" if kind == "animate" else kind)
        if len(set(self.files.values())) < len(self.files):
            raise TengenError("two pictures have the same name; they are two files")

    def still(self, draw: Draw) -> list[str]:
        """Write the pictures that do not move; return the files."""
        from ...draw import image_files

        made = {name: kind for kind, name in self.files.items() if kind != "animate"}
        for name, kind in made.items():
            svg = draw(self.size or (PAINTED if kind == "png" else None))
            put(name, svg if kind == "svg" else image_files.png(svg) if kind == "png" else image_files.pdf(svg))
        return list(made)


def check_target(option: str, name: str, endings: tuple[str, ...], source: str) -> None:
    """Refuse a file's name that says it is something else, is the source's or lies nowhere."""
    if name == STREAM:
        return
    check_name(option, name)
    if Path(name).suffix.lower() not in endings:
        raise TengenError(f"{option} {name}: such a file's name ends in {' or '.join(endings)}")
    folder = Path(name).parent
    if not folder.is_dir():
        raise TengenError(f"{option} {name}: there is no folder {folder}")
    if source != STREAM and os.path.exists(name) and os.path.exists(source) and os.path.samefile(source, name):
        raise TengenError(f"{option} {name}: that is the file that is read")


def check_name(what: str, name: str) -> None:
    """Refuse a name that is none, or a folder's."""
    if not name.strip():
        raise TengenError(f"{what}: the name of the file is empty")
    if name.endswith(("/", os.sep)) or os.path.isdir(name):
        raise TengenError(f"{what} {name}: that is a folder; name a file in it")


def put(name: str, data: str | bytes) -> None:
    """Write a file, or on standard output."""
    if name != STREAM:
        write_whole(Path(name), data)
        return
    sys.stdout.flush()
    sys.stdout.buffer.write(data.encode("utf-8") if isinstance(data, str) else data)
    sys.stdout.buffer.flush()


def tell(files: list[str]) -> None:
    """Say which files were written, where standard output is not one of them."""
    named = [name for name in files if name != STREAM]
    if named:
        *others, last = named
        say(harmless(f"Wrote {', '.join(others)}{' and ' if others else ''}{last}."), err=STREAM in files)
