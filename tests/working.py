"""Work for processes and machines, some of which end those who do it: all of it can be pickled."""

from __future__ import annotations

import os
import signal
import tempfile
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import IO, Any

from tengen.records import TengenError


def halved(unit: int) -> float:
    """Return half of a number; 3 cannot be halved, nor -3."""
    if abs(unit) == 3:
        raise TengenError("3 cannot be halved")
    return unit / 2


def killed_beside(folder: Path, unit: int) -> int:
    """Do a unit: 1 is done when 2 has been, and 2 kills its process once, when 1 has been begun."""
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
    """Return ``size`` bytes."""
    return bytes(size)


def no_answer(unit: int) -> Callable[[], int]:
    """Return what cannot be pickled."""
    return lambda: unit


class Fussy(Exception):
    """An error that cannot be made again from what it says."""

    def __init__(self, first: int, second: int) -> None:
        super().__init__(f"{first} is not {second}")


def failing(unit: int) -> int:
    """Fail by an error that can be pickled, or, from 1 on, by one that cannot be made again."""
    if unit:
        raise Fussy(unit, 0)
    raise ZeroDivisionError("nothing to divide by")


def killed() -> None:
    """Kill this process."""
    os.kill(os.getpid(), signal.SIGKILL)


def dying_once(folder: Path, die: Callable[[], None]) -> Callable[[int], float]:
    """Return `halved`, whose second unit ends whoever works at it, once."""
    return partial(surviving, folder, die, halved)


def surviving(folder: Path, die: Callable[[], None], work: Callable[[Any], Any], unit: Any) -> Any:
    """Do a unit, unless exactly one was begun before in this way: then die.

    ``folder`` tells of units that other processes have begun.
    """
    if not is_first(folder / "begun") and is_first(folder / "died"):
        die()
    return work(unit)


def is_first(path: Path) -> bool:
    """Say whether nobody was here before."""
    try:
        path.touch(exist_ok=False)
    except FileExistsError:
        return False
    return True


def counted(node: str, folder: Path, work: Callable[[Any], Any], unit: Any) -> Any:
    """Do a unit, and leave a file for every time it is begun."""
    import ray

    doomed = ray.get_runtime_context().get_node_id() == node
    mark, _ = tempfile.mkstemp(dir=folder, prefix=f"{'doomed' if doomed else 'safe'}-{unit}-")
    os.close(mark)
    if doomed:
        return surviving(folder, partial(lose_machine, folder), work, unit)
    with pipe(folder / "gate") as gate:  # so that it does not do everything while the other one is being started
        if not (folder / "died").exists():
            gate.read(1)
    return work(unit)


def lose_machine(folder: Path) -> None:
    """Ask for the end of this machine, and let the safe one work from now on."""
    with pipe(folder / "plea") as plea, pipe(folder / "gate") as gate:
        gate.write(b"!" * 100)
        plea.write(b"!")
        threading.Event().wait()


def pipe(path: Path) -> IO[bytes]:
    """Open a named pipe to read and write, which waits for nobody."""
    return open(os.open(path, os.O_RDWR), "r+b", buffering=0)
