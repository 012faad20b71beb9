"""Work of some milliseconds is done beside the event loop, in two threads, in turn for each address that asks.

More threads would not be faster, as only one at a time runs Python, and would hold up the loop: whenever it has let
another run, it waits for all of them in turn. One alone would make everybody wait for what takes longer than thought.
"""

from __future__ import annotations

import asyncio
import gc
import sys
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
LIGHT_RECORD: Final = 30_000
"""Characters of a record in Tengen's own JSON that is read in 10 ms."""
LIGHT_PICTURE: Final = 60_000
"""Characters of a picture in SVG that becomes a PNG in some milliseconds."""
_ROW: Final = LIMITS["threads"]
_THREADS: Final = ThreadPoolExecutor(_ROW.total, "tengen-light-work")  # type: ignore[arg-type]  # no setting
_OBJECTS: Final = (2_000, 10, 1_000)
"""Of the three generations: a look for garbage in all of memory takes half a second with a thousand games."""
_TURN: Final = 0.001
"""Seconds after which a thread that computes lets the event loop go on, which may ask that of it for every step."""
_slots: Final[WeakKeyDictionary[asyncio.AbstractEventLoop, Slots]] = WeakKeyDictionary()


def keep_pauses_short() -> None:
    """Have the event loop of this process wait for nothing long; what is in memory by now stays there."""
    gc.freeze()
    gc.set_threshold(*_OBJECTS)
    gc.enable()
    sys.setswitchinterval(_TURN)


async def in_thread(work: Callable[..., _T], *given: object) -> _T:
    """Return the result of a function; it uses the caller's language, and waits behind the caller's own work."""
    loop = asyncio.get_running_loop()
    slots = _slots.setdefault(loop, _ROW.slots())
    slot = await slots.take(Slot(payer=asker()), bounded=False)
    done = loop.run_in_executor(_THREADS, copy_context().run, work, *given)
    done.add_done_callback(lambda _: slots.leave(slot))
    return await asyncio.shield(done)  # the caller may go; the slot lasts until the thread is free


def beside_loop(work: Callable[_P, _T]) -> Callable[_P, Coroutine[Any, Any, _T]]:
    """Return a function that has its work done by `in_thread`: FastAPI does that of plain ones in forty threads."""

    @wraps(work)
    async def done(*given: _P.args, **named: _P.kwargs) -> _T:
        return await in_thread(partial(work, *given, **named))

    return done
