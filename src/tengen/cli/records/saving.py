"""Files on disk: written whole or not at all; games, read in any format."""

from __future__ import annotations

import errno
import os
import signal
import stat
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final, NoReturn

from ..terminal import is_interrupt

if TYPE_CHECKING:
    from ...game import Game

_OCCASION: Final = 1.0
"""Seconds after a signal that ends the program in which other such signals say nothing new."""

_ENDS: Final = tuple(signal.Signals[name] for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
"""What ends a program from outside; Windows knows no hang-up."""


def write_whole(path: Path, data: str | bytes) -> None:
    """Write a file, text as UTF-8; whatever stood in it stays there until all is written.

    A link stays a link, and a file keeps its mode.

    Raises:
        OSError: the file cannot be written, or it is a folder, a pipe or a device; its name is the one given.
    """
    with whole_file(path) as file:
        file.write(data.encode("utf-8") if isinstance(data, str) else data)


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """Open a file to be written as `write_whole` does: it takes the old one's place when all is written.

    Raises:
        OSError: see there.
    """
    try:
        target = Path(os.path.realpath(path))
        with _replacing(target, _mode(target)) as file:
            yield file
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(path)) from error


def save(game: Game, path: Path) -> None:
    """Write a game as JSON, losing nothing, as `write_whole` does."""
    write_whole(path, game.to_json())


def _mode(target: Path) -> int:
    """Return the mode of a file, or that of a new one; what is no regular file is refused."""
    try:
        mode = target.stat().st_mode
    except FileNotFoundError:
        return 0o666 & ~_umask()
    if stat.S_ISDIR(mode):
        raise OSError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, "Is not a regular file")
    return stat.S_IMODE(mode)


@contextmanager
def _replacing(target: Path, mode: int) -> Iterator[BinaryIO]:
    """Open a file that is put in the place of another, in one step."""
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


def load(path: Path) -> Game:
    """Return the game in a file: Tengen's JSON or SGF.

    Raises:
        OSError, FormatError, IllegalMove: the file cannot be read, or its game cannot be played.
    """
    from ...formats import read_file
    from ...game import Game

    return Game.from_record(read_file(path))


def autosave(game: Game) -> Path:
    """Save a game under a name that is still free, here or in the folder for temporary files; return where."""
    for folder in (os.curdir, tempfile.gettempdir()):
        path = free_name("tengen-autosave", ".json", folder)
        try:
            save(game, path)
            return path.absolute()
        except OSError:  # nobody may write there, or the folder is gone
            continue
    raise OSError("the game could not be saved, neither here nor in the folder for temporary files")


def free_name(stem: str, ending: str, folder: str = "") -> Path:
    """Return the first name of a kind that nothing in a folder has: the stem alone, or with a number from 2 on."""
    number = 1
    while os.path.lexists(path := Path(folder, f"{stem}{'' if number == 1 else f'-{number}'}{ending}")):
        number += 1
    return path


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Keep a second Ctrl-C, and a hang-up after it, from cutting short what the first one began."""
    with _answering((signal.SIGINT, *_ENDS), signal.SIG_IGN):
        yield


@contextmanager
def undivided() -> Iterator[None]:
    """Hold Ctrl-C back until the work within is done."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    pressed: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: pressed.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed:
        raise KeyboardInterrupt


@contextmanager
def ended_politely() -> Iterator[None]:
    """Turn the signals that end a program into SystemExit, so that there is time to save.

    Signals that come right after the first one are of the same occasion. A later one is answered again, since Python
    lets exceptions go that are raised while it tidies up.
    """
    again = 0.0

    def leave(number: int, _: object) -> None:
        nonlocal again
        if time.monotonic() >= again:
            again = time.monotonic() + _OCCASION
            raise SystemExit(128 + number)

    with _answering(_ENDS, leave):
        yield


@contextmanager
def finished() -> Iterator[list[int]]:
    """Note signals that end the program, Ctrl-C too, in a list, at which work in steps looks after each.

    A second one ends the program as it would have.
    """
    asked: list[int] = []
    names = (signal.SIGINT, *_ENDS)
    before = {name: signal.getsignal(name) for name in names}

    def note(number: int, _: object) -> None:
        asked.append(number)
        for name in names:
            signal.signal(name, before[name])

    with _answering(names, note):
        yield asked


@contextmanager
def stopped(leave: Callable[[int], NoReturn]) -> Iterator[None]:
    """Leave with the exit code for Ctrl-C, or for a signal within `ended_politely`, where one breaks the work off."""
    try:
        yield
    except SystemExit as error:
        leave(int(error.code or 1))
    except (Exception, KeyboardInterrupt) as error:
        if not is_interrupt(error):
            raise
        leave(130)


@contextmanager
def _answering(signals: Iterable[signal.Signals], answer: Any) -> Iterator[None]:
    """Answer signals in one way for a while, except those that are ignored already, as under ``nohup``."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {name: signal.getsignal(name) for name in signals}
    changed = {name: old for name, old in before.items() if old not in (signal.SIG_IGN, None)}
    for name in changed:
        signal.signal(name, answer)
    try:
        yield
    finally:
        for name, old in changed.items():
            signal.signal(name, old)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
