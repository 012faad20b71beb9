"""`tengen book`: a game as Go books print it, in files."""

from __future__ import annotations

from typing import Annotated

import typer

from .book_options import BookOptions


def book(
    source: Annotated[str, typer.Argument(metavar="GAME", help="A record in any notation; - for standard input.")],
    options: BookOptions,
) -> None:
    """Print a game as Go books do: numbered diagrams, notes on what they cannot show, comments."""
    from .book_files import print_book

    print_book(source, options)
