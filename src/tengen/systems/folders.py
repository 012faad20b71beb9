"""Default folders for a user's files on each system."""

from __future__ import annotations

from pathlib import Path

from ..records import TengenError


def data_folder() -> Path:
    """Return the folder for permanent files, such as games; it may not exist yet.

    It is ``tengen`` in ``XDG_DATA_HOME`` or ``~/.local/share`` on Linux, ``~/Library/Application Support`` on macOS and
    ``%LOCALAPPDATA%`` on Windows. TengenError if this user has no home folder.
    """
    from platformdirs import user_data_path

    try:
        folder = user_data_path("tengen", appauthor=False)
    except RuntimeError:
        folder = Path("~")
    if folder.parts[:1] == ("~",):  # as in older versions
        raise TengenError("this user has no home folder; set the environment variable HOME")
    return folder
