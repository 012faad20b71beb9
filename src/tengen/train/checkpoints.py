"""Checkpoints: all that learning needs to go on after a kill, written whole or not at all."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any, Final

import torch

from ..records import TengenError

KEPT: Final = 3
"""How many checkpoints of a folder stay; older ones are removed."""
_NAME: Final = re.compile(r"step-(\d+)\.pt")
_NEEDED: Final = frozenset({"options", "step", "model", "average", "optimiser", "taken"})
_WITHOUT: Final = "without that file learning goes on from the checkpoint before it, where there is one"


def write_checkpoint(folder: Path, step: int, state: dict[str, Any]) -> Path:
    """Write a state under its step's name, and remove the oldest ones; return where it is.

    Raises:
        OSError: it cannot be written; those before are untouched.
    """
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / f"step-{step:09}.pt"
    half = folder / ".half.pt"
    with half.open("wb") as file:
        torch.save(state, file)
        file.flush()
        os.fsync(file.fileno())
    half.replace(target)
    for path in checkpoints(folder)[:-KEPT]:
        path.unlink(missing_ok=True)
    return target


def checkpoints(folder: Path) -> list[Path]:
    """Return the checkpoints of a folder, oldest first."""
    return sorted(path for path in folder.glob("step-*.pt") if _NAME.fullmatch(path.name))


def read_checkpoint(path: Path) -> dict[str, Any]:
    """Return the state in a checkpoint, or in the latest one of a folder.

    Raises:
        TengenError: the folder has none, or the file is no checkpoint.
    """
    if path.is_dir():
        found = checkpoints(path)
        if not found:
            raise TengenError(f"{path} has no checkpoint")
        path = found[-1]
    try:
        state = torch.load(path, map_location="cpu", weights_only=True)
    except OSError:
        raise
    except Exception as error:
        raise TengenError(f"{path} is no checkpoint ({type(error).__name__}); {_WITHOUT}") from None
    if not isinstance(state, dict) or not state.keys() >= _NEEDED:
        raise TengenError(f"{path} is no checkpoint of a network that learns; {_WITHOUT}")
    return state
