"""Picture files: the options for them, checked first, and the files, written completely or not at all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Final

import typer

from ...draw import image_files
from ...draw.themes import theme_of
from ...records import TengenError
from ..files import check_free, check_target, put
from ..options import Coordinates, Force, Size, Theme

PAINTED: Final = 1200
"""A PNG's longer side in pixels, by default."""

MOVING: Final = 480
"""An animation's longer side in pixels, by default."""

_ENDINGS: Final = {"svg": (".svg",), "png": (".png",), "pdf": (".pdf",), "animate": (".gif", ".webp")}

Draw = Callable[[int | None], str]
"""Returns a picture as SVG; its longer side has the given number of pixels, or with None its own length."""


@dataclass(frozen=True)
class PictureOptions:
    """The requested picture files and their looks."""

    svg: Annotated[str | None, typer.Option(metavar="OUT", help="Write an SVG picture.")] = None
    png: Annotated[str | None, typer.Option(metavar="OUT", help="Write a PNG picture.")] = None
    pdf: Annotated[str | None, typer.Option(metavar="OUT", help="Write a PDF picture.")] = None
    theme: Theme = "light"
    size: Size = None
    coordinates: Coordinates = None
    force: Force = False

    @property
    def files(self) -> dict[str, str]:
        """The names of the requested files by their options."""
        named = {kind: getattr(self, kind, None) for kind in _ENDINGS}
        return {kind: name for kind, name in named.items() if name is not None}

    @property
    def look(self) -> dict[str, Any]:
        """The looks for `tengen.draw`."""
        return {"theme": self.theme, "coordinates": self.coordinates}

    def check(self, source: str) -> None:
        """Reject what cannot be drawn, before any work."""
        theme_of(self.theme)
        if not self.files and self.coordinates is not None:
            raise TengenError("--coordinates is for pictures, such as --svg OUT; terminals always show coordinates")
        if self.size is not None and not 16 <= self.size <= 20_000:
            raise TengenError(f"--size {self.size}: must be 16 to 20,000 pixels")
        for kind, name in self.files.items():
            check_target(f"--{kind}", name, _ENDINGS[kind], source)
            check_free(name, self.force)
        for kind in self.files:
            image_files.check_installed("gif" if kind == "animate" else kind)
        if len(set(self.files.values())) < len(self.files):
            raise TengenError("two pictures have the same file name")

    def write(self, draw: Draw) -> list[str]:
        """Write the still pictures; return the files."""
        made = {name: kind for kind, name in self.files.items() if kind != "animate"}
        for name, kind in made.items():
            svg = draw(self.size or (PAINTED if kind == "png" else None))
            put(name, svg if kind == "svg" else image_files.png(svg) if kind == "png" else image_files.pdf(svg))
        return list(made)


@dataclass(frozen=True)
class ShownPictures(PictureOptions):
    """Pictures, and an optional animation."""

    animate: Annotated[
        str | None, typer.Option(metavar="OUT", help="Write an animation of the moves: .gif or .webp.")
    ] = None
    delay: Annotated[float, typer.Option(help="Seconds between moves.")] = 0.8
