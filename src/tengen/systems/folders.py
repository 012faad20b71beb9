"""Where a user's files lie when nobody names a place: each system has its own habits."""

from __future__ import annotations

from pathlib import Path

from ..records import TengenError


def data_folder() -> Path:
    """Return the folder for what is to be kept, such as games; it need not be there yet.

    It is ``XDG_DATA_HOME`` or ``~/.local/share`` on Linux, ``~/Library/Application Support`` on macOS and
    ``%LOCALAPPDATA%`` on Windows, and ``tengen`` within. TengenError if this user has no home folder.
    """
    from platformdirs import user_data_path

    try:
        folder = user_data_path("tengen", appauthor=False)
    except RuntimeError:
        folder = Path("~")
    if folder.parts[:1] == ("~",):  # what older versions return
        raise TengenError("this user has no home folder; the environment variable HOME can name one")
    return folder
