"""Compile the reader before a game needs it: a quarter of a minute."""

from __future__ import annotations

from functools import cache

from ..game import Game
from ..kernel.compiling import compile_beside, cores
from ..kernel.jit import is_any_there
from .fate import GroupReader
from .proof_search import prove


@cache
def compile_ahead() -> None:
    """Compile the reader in a background process, once, if it is not on disk and there is a second core."""
    if cores() > 1 and not is_compiled():
        compile_beside(f"from {__name__} import compile_reader; compile_reader()")


def is_compiled() -> bool:
    """Return whether reading starts without compiling."""
    return is_any_there(prove)


def compile_reader() -> None:
    """Load the reader, or compile it."""
    GroupReader(Game.setup("chinese", ["X.O", "OO.", "..."]), budget=1).read("A3", "white")
