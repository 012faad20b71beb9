"""Games as files, and signals that end a program while it writes them."""

from __future__ import annotations

import os
import signal
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn

from ..files.whole import write_whole
from .lost_signals import lost_code
from .terminal import harmless, is_interrupt, say

if TYPE_CHECKING:
    from ..game import Game

_OCCASION: Final = 1.0
"""Seconds after a signal that ends the program in which other such signals say nothing new."""

_ENDS: Final = tuple(signal.Signals[name] for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
"""What ends a program from outside; Windows knows no hang-up."""


def save(game: Game, path: Path) -> None:
    """Write a game as JSON, losing nothing, as `write_whole` does."""
    write_whole(path, game.to_json())


def load(path: Path) -> Game:
    """Return the game in a file, the first of several: Tengen's JSON or SGF; warn of what was repaired or left out.

    Raises:
        OSError, FormatError, IllegalMove: the file cannot be read, or its game cannot be played.
    """
    from ..formats import read_file
    from ..game import Game
    from ..game.game_records import assumed_komi

    record = read_file(path)
    game = Game.from_record(record)
    for warning in (*record.warnings, assumed_komi(game.variant)):
        if warning:
            say(harmless(f"{path}: {warning}"), err=True)
    return game


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
def noting_ctrl_c() -> Iterator[list[int]]:
    """Note every Ctrl-C in a list, and raise KeyboardInterrupt as ever: what it ends may answer with what it knows."""
    pressed: list[int] = []

    def note(number: int, frame: Any) -> None:
        pressed.append(number)
        signal.default_int_handler(number, frame)

    with _answering((signal.SIGINT,), note):
        yield pressed


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
def stopped(leave: Callable[[int], NoReturn]) -> Iterator[None]:
    """Leave with the exit code for Ctrl-C, or for a signal within `ended_politely`, where one breaks the work off."""
    try:
        yield
    except SystemExit as error:
        leave(int(error.code or 1))
    except (Exception, KeyboardInterrupt) as error:
        code = 130 if is_interrupt(error) else lost_code()
        if code is None:
            raise
        leave(code)


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
