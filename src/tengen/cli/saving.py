"""Games on disk: written whole or not at all, read in any format."""

from __future__ import annotations

import os
import signal
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ..formats import read_file
from ..game import Game


def save(game: Game, path: Path) -> None:
    """Write a game as JSON, losing nothing; whatever stood in the file stays there until all is written.

    Raises:
        OSError: the file cannot be written.
    """
    text = game.to_json()
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(0o666 & ~_umask())
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def load(path: Path) -> Game:
    """Return the game in a file: Tengen's JSON or SGF.

    Raises:
        OSError, FormatError, IllegalMove: the file cannot be read, or its game cannot be played.
    """
    return Game.from_record(read_file(path))


def autosave(game: Game) -> Path:
    """Save a game under a name that is still free, here or where files for a while go; return where."""
    for folder in (Path.cwd(), Path(tempfile.gettempdir())):
        number = 1
        while (path := folder / f"tengen-autosave{'' if number == 1 else f'-{number}'}.json").exists():
            number += 1
        try:
            save(game, path)
        except OSError:
            continue
        return path
    raise OSError("the game could not be saved, neither here nor in the folder for temporary files")


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Let nobody's second Ctrl-C cut short what the first one began."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
