"""Files that are written completely or not at all: to a temporary file that replaces the old one."""

from __future__ import annotations

import errno
import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


def write_whole(path: Path, data: str | bytes) -> None:
    """Write a file, text as UTF-8; the old content stays until all is written.

    Links stay links, and files keep their mode.

    Raises:
        OSError: the file cannot be written, or is a folder, a pipe or a device; its name is the one given.
    """
    with whole_file(path) as file:
        file.write(data.encode("utf-8") if isinstance(data, str) else data)


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """Open a file for writing like `write_whole`: it replaces the old one when complete."""
    try:
        target = Path(os.path.realpath(path))
        with _replacing(target, _mode(target)) as file:
            yield file
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(path)) from error


def _mode(target: Path) -> int:
    """Return the mode of a file, or that of a new one; refuse anything other than a regular file."""
    try:
        mode = target.stat().st_mode
    except FileNotFoundError:
        os.umask(mask := os.umask(0))
        return 0o666 & ~mask
    if stat.S_ISDIR(mode):
        raise OSError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, "Is not a regular file")
    return stat.S_IMODE(mode)


@contextmanager
def _replacing(target: Path, mode: int) -> Iterator[BinaryIO]:
    """Open a file that replaces another in one step."""
    handle, name = tempfile.mkstemp(prefix=".tengen-", dir=target.parent)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(mode)
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
