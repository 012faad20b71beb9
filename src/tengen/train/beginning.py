"""The weights that training in a folder began with: kept in its checkpoints, so that it goes on with no others."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final, TypeAlias

from ..network.weights import Weights, load
from ..records import TengenError

Beginning: TypeAlias = dict[str, str]
"""Their ``name`` and ``fingerprint``, as a checkpoint keeps them."""

_UNKNOWN: Final[Beginning] = {"name": "unknown", "fingerprint": ""}
"""What a folder began with whose checkpoint does not say."""


def called(path: Path, weights: Weights) -> Beginning:
    """Return what is kept of weights."""
    return {"name": path.name, "fingerprint": weights.fingerprint}


def went_on_with(state: dict[str, Any], folder: Path, given: Path | None) -> Beginning | None:
    """Return what a folder began with, as its checkpoint says; refuse to go on where other weights are given.

    The weights that it began with need not be there any more, and its own are no others.

    Raises:
        TengenError: others are given.
    """
    before: Beginning | None = state.get("began_with", _UNKNOWN)
    if given is None or not given.exists() or given.resolve() == (folder / "weights.npz").resolve():
        return before
    wanted = called(given, load(given))
    if before is None or before["fingerprint"] not in ("", wanted["fingerprint"]):
        how = "without --weights" if before is None else f"with {before['name']}, which are others"
        raise TengenError(
            f"--weights {given}: training in {folder} began {how}; go on without --weights, or begin in another folder"
        )
    return before if before["fingerprint"] else wanted
