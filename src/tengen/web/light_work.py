"""Work of some milliseconds is done beside the event loop, in two threads, a piece after the other.

More threads would not be faster, as only one at a time runs Python, and would hold up the loop: whenever it has let
another run, it waits for all of them in turn. One alone would make everybody wait for what takes longer than thought.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Final, TypeVar

_T = TypeVar("_T")
_THREADS: Final = ThreadPoolExecutor(2, "tengen-light-work")


async def in_thread(work: Callable[..., _T], *given: object) -> _T:
    """Return what a function comes to; it speaks the caller's language."""
    return await asyncio.get_running_loop().run_in_executor(_THREADS, copy_context().run, work, *given)
