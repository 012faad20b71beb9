"""`tengen life`: what lives unconditionally in a position, and the smallest groups that do."""

from __future__ import annotations

from typing import Annotated

import typer

from ...records import TengenError
from ..options import Ascii, Json
from ..records.picture_files import PictureOptions
from ..records.show_options import PositionOptions
from .life_options import SmallestOptions


def life(
    wanted: SmallestOptions,
    options: PositionOptions,
    pictures: PictureOptions,
    source: Annotated[
        str | None, typer.Argument(metavar="FILE", help="A record or a diagram in any notation; - for stdin.")
    ] = None,
    json: Json = False,
    ascii: Ascii = False,
) -> None:
    """Tell and draw what lives whatever the opponent does, what is safe territory, and how the rest can be taken."""
    from .life_search import find_smallest, judge

    if wanted.smallest is None:
        if wanted != SmallestOptions():
            raise TengenError("--footprint, --one-chain and --checkpoint go with --smallest")
        judge(source, options, pictures, json, ascii)
        return
    if source is not None or not options.is_open:
        raise TengenError("--smallest looks for a group of its own: leave FILE, its places and its rules out")
    find_smallest(wanted, options.board, pictures, json, ascii)
