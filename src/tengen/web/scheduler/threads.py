"""Two threads for work of some milliseconds, with fair shares for addresses.

More threads would not be faster, because of the GIL, and would delay the event loop, which waits for each of them in
turn. With one thread, a slow piece of work would delay all others.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial, wraps
from typing import Any, Final, ParamSpec, TypeVar
from weakref import WeakKeyDictionary

from .limit_table import LIMITS
from .payers import asker
from .slots import Slot, Slots

_T = TypeVar("_T")
_P = ParamSpec("_P")
LIGHT_TEXT: Final = 10_000
"""Characters of a text in any notation that is read in 30 ms; diagrams take longest, 3 ms a thousand."""
LIGHT_RECORD: Final = 30_000
"""Characters of a record in Tengen's own JSON that is read in 10 ms."""
LIGHT_PICTURE: Final = 60_000
"""Characters of a picture in SVG that becomes a PNG in some milliseconds."""
_ROW: Final = LIMITS["threads"]
_THREADS: Final = ThreadPoolExecutor(_ROW.total, "tengen-light-work")  # type: ignore[arg-type]  # no setting
_slots: Final[WeakKeyDictionary[asyncio.AbstractEventLoop, Slots]] = WeakKeyDictionary()


async def in_thread(work: Callable[..., _T], *given: object) -> _T:
    """Run a function in a thread, in the caller's language, queued for the caller's payer."""
    loop = asyncio.get_running_loop()
    slots = _slots.setdefault(loop, _ROW.slots())
    slot = await slots.take(Slot(payer=asker()), bounded=False)
    done = loop.run_in_executor(_THREADS, copy_context().run, work, *given)
    done.add_done_callback(lambda _: slots.leave(slot))
    return await asyncio.shield(done)  # held until the thread is free, even if the caller has gone


def beside_loop(work: Callable[_P, _T]) -> Callable[_P, Coroutine[Any, Any, _T]]:
    """Return a function that runs by `in_thread`, as FastAPI would run it in one of forty threads."""

    @wraps(work)
    async def done(*given: _P.args, **named: _P.kwargs) -> _T:
        return await in_thread(partial(work, *given, **named))

    return done
