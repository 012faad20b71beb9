"""Work for processes, some of which kill their process: all of it can be pickled."""

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

from tengen.records import TengenError


def halved(unit: int) -> float:
    """Return half of a number; 3 cannot be halved, nor -3."""
    if abs(unit) == 3:
        raise TengenError("3 cannot be halved")
    return unit / 2


def killed_beside(folder: Path, unit: int) -> int:
    """Do a unit: unit 1 finishes after unit 2, which kills its process once after unit 1 has begun."""
    (folder / str(unit)).touch()
    while unit == 1 and not (folder / "done").exists():
        time.sleep(0.01)
    while unit == 2 and not (folder / "1").exists():
        time.sleep(0.01)
    if unit == 2 and is_first(folder / "died"):
        killed()
    if unit == 2:
        (folder / "done").touch()
    return unit


def large(size: int) -> bytes:
    return bytes(size)


def no_answer(unit: int) -> Callable[[], int]:
    """Return something that cannot be pickled."""
    return lambda: unit


class Fussy(Exception):
    """An error that cannot be rebuilt from its message."""

    def __init__(self, first: int, second: int) -> None:
        super().__init__(f"{first} is not {second}")


def failing(unit: int) -> int:
    """Fail by an error that can be pickled, or, from 1 on, by one that cannot be rebuilt."""
    if unit:
        raise Fussy(unit, 0)
    raise ZeroDivisionError("nothing to divide by")


def killed() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def killed_once(folder: Path, unit: int) -> float:
    """Return half of a number; the second unit that is begun kills its process, once."""
    if not is_first(folder / "begun") and is_first(folder / "died"):
        killed()
    return halved(unit)


def is_first(path: Path) -> bool:
    """Return whether this is the first call."""
    try:
        path.touch(exist_ok=False)
    except FileExistsError:
        return False
    return True
