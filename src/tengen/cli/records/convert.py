"""`tengen convert`: a record or a diagram from one notation to another."""

from __future__ import annotations

from typing import Annotated

import typer

from .convert_options import ConvertOptions


def convert(
    source: Annotated[str, typer.Argument(metavar="IN", help="A file in any notation; - for standard input.")],
    target: Annotated[str, typer.Argument(metavar="OUT", help="The file to write; - for standard output.")],
    options: ConvertOptions,
) -> None:
    """Convert records and diagrams: SGF, JSON, drawings, what other servers and programs write, lists of moves."""
    from .conversion import convert_file

    convert_file(source, target, options)
