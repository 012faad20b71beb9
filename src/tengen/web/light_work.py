"""Work of some milliseconds is done beside the event loop, in one thread, a piece after the other.

Several threads would not be faster, as only one at a time runs Python, and would hold up the loop: whenever it has let
another run, it would wait for all of them in turn.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Final, TypeVar

_T = TypeVar("_T")
_THREAD: Final = ThreadPoolExecutor(1, "tengen-light-work")


async def in_thread(work: Callable[..., _T], *given: object) -> _T:
    """Return what a function comes to; it speaks the caller's language."""
    return await asyncio.get_running_loop().run_in_executor(_THREAD, copy_context().run, work, *given)
