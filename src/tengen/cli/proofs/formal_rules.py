"""`tengen formal`: a workbench for the formal rules."""

from __future__ import annotations

from typing import Annotated

import typer

from ..options import Ascii, Json
from ..records.picture_files import PictureOptions
from .formal_options import FormalOptions


def formal(
    source: Annotated[
        str, typer.Argument(metavar="FILE", help="Clicks, configurations, or a record in any notation; - for stdin.")
    ],
    options: FormalOptions,
    pictures: PictureOptions,
    json: Json = False,
    ascii: Ascii = False,
) -> None:
    """Check a record by the six postulates of the formal rules; tell the eyes, safety and score of a configuration."""
    from .formal_workbench import look

    look(source, options, pictures, json, ascii)
