"""Files that get their name when they are whole: made in a folder beside it, which goes with whatever is left in it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from ....records import TengenError


@contextmanager
def beside(target: Path, force: bool, prefix: str = ".tengen-") -> Iterator[Path]:
    """Give a name for a file in a folder of its own beside another one; what is left there goes."""
    if target.exists() and not force:
        raise TengenError("{target} is there already; --force replaces it", target=target)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(prefix=prefix, dir=target.parent) as folder:
            yield Path(folder) / target.name
    except OSError as error:
        raise TengenError("{target} cannot be written: {error}", target=target, error=error.strerror or error) from None


def put(copy: Path, target: Path, force: bool) -> None:
    """Give a copy its name; without ``force`` only if nothing has got that name meanwhile."""
    if force:
        copy.replace(target)
    else:
        try:
            os.link(copy, target)
        except FileExistsError:
            raise TengenError("{target} is there already; --force replaces it", target=target) from None
        except OSError:  # a file system without links
            copy.rename(target)
    if sys.platform != "win32":  # where folders cannot be opened
        folder = os.open(target.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
