"""The compiled code that a search calls; plain Python can replace it until it is available."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any, Final

from ..kernel.compiling import claim, compile_beside, cores, goes_on
from ..kernel.game_calls import StandIn
from ..kernel.jit import is_there
from .tree import keep, search

_ENTRIES: Final[dict[str, Callable[..., int]]] = {"search": search, "keep": keep}


class SearchCalls:
    """The functions that searches call on boards with wide stones, or without.

    With ``at_once``, plain Python is used while other processes compile: at a hundredth of the speed, and without the
    network.
    """

    search: Callable[..., int]
    keep: Callable[..., int]

    def __init__(self, wide: bool, at_once: bool) -> None:
        self._wide, self._is_prepared = wide, at_once
        for name, compiled in _ENTRIES.items():
            stand_in = StandIn(compiled, partial(is_compiling, wide), partial(setattr, self, name))
            setattr(self, name, stand_in if at_once else compiled)

    def prepare(self, *given: Any) -> None:
        """Let another process compile a share of the search if it is about to be compiled here for these arguments."""
        if not self._is_prepared and not is_there(search, given):
            compile_playouts_beside(self._wide)
        self._is_prepared = True

    @property
    def is_plain(self) -> bool:
        """Whether plain Python searches, as of the last call."""
        return isinstance(self.search, StandIn)


@cache
def search_calls(wide: bool, at_once: bool) -> SearchCalls:
    """Return the functions for boards with wide stones, or without; shared by the process."""
    return SearchCalls(wide, at_once)


def is_compiling(wide: bool) -> bool:
    """Return whether the search is being compiled in the background; start it if no process has."""
    return goes_on(claim("search", wide), _line("search", wide))


def compile_playouts_beside(wide: bool) -> None:
    """Start, once, a process that compiles the playouts, if there is a core for it."""
    if cores() > 1:
        compile_beside(_line("playouts", wide))


def _line(share: str, wide: bool) -> str:
    return f"from {__package__}.compiled import compile_{share}; compile_{share}({wide})"
