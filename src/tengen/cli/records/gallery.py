"""`tengen gallery`: a picture of every kind of board and of every variant, with a page that shows them."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from ...files.whole import write_whole
from ...records import TengenError
from ..compiling import announced
from ..options import Force
from ..terminal import harmless, progress, say
from .files import check_folder, check_free


def gallery(
    folder: Annotated[str, typer.Argument(metavar="DIR", help="Where the pictures go.")],
    page: Annotated[
        str | None, typer.Option(metavar="FILE", help="The page that shows them. [default: DIR/index.md]")
    ] = None,
    force: Force = False,
) -> None:
    """Draw a picture of every kind of board and of every variant, with a page that shows them."""
    from . import exhibits

    target = Path(folder)
    shown = target / "index.md" if page is None else Path(page)
    if shown.parent != target:
        check_folder("--page", shown)
    if shown.suffix.lower() != ".md":
        raise TengenError(f"--page {page}: such a file's name ends in .md")
    listed = exhibits.exhibits()
    for name in (*(target / f"{exhibit.name}.svg" for exhibit in listed), shown):
        check_free(name, force, ", and every other picture")
    target.mkdir(parents=True, exist_ok=True)
    with announced(), progress("Drawing", len(listed)) as step:
        for exhibit in listed:
            write_whole(target / f"{exhibit.name}.svg", exhibits.picture(exhibit))
            step()
    write_whole(shown, exhibits.page(Path(os.path.relpath(target, shown.parent)).as_posix()))
    say(harmless(f"Wrote {len(listed)} pictures into {target}, and {shown}."))
