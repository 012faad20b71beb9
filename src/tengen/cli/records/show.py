"""`tengen show`: a position, a diagram or a part of a game, in the terminal and as pictures."""

from __future__ import annotations

from ..options import Ascii, Source
from .picture_files import ShownPictures
from .show_options import ShowOptions


def show(source: Source, options: ShowOptions, pictures: ShownPictures, ascii: Ascii = False) -> None:
    """Draw a position, a diagram or the moves of a game: in the terminal, or as pictures."""
    from .record_view import show_file

    show_file(source, options, pictures, ascii)
