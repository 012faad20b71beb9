"""From the CPU's compiled functions to the device's: the same Python source, compiled a second time.

A function of the kernel refers to the ones it calls by its module's names. Its device form is the same code object with
those names bound to device forms; nothing else of it changes, and the CPU's form does not notice.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import cache
from types import FunctionType
from typing import Any

from ..kernel.numba_internals import Dispatcher, is_folded
from ..kernel.stamps import stamp
from .target import SIMULATED, cuda


def _bound(source: Any, **names: Any) -> Any:
    """Return a copy of a function in which names of compiled functions mean their device forms."""
    known = {**source.__globals__, **names}
    for name in source.__code__.co_names:
        if isinstance(known.get(name), Dispatcher):
            known[name] = on_device(known[name])
    copy = FunctionType(source.__code__, known, source.__name__, source.__defaults__, source.__closure__)
    copy.__module__, copy.__qualname__ = source.__module__, source.__qualname__
    return copy


@cache
def on_device(function: Any) -> Any:
    """Return the device form of a function made by `kernel.jit`'s decorators."""
    folded = is_folded(function) and not SIMULATED
    return cuda.jit(device=True, **({"forceinline": True} if folded else {}))(_bound(function.py_func))


def kernel(source: Any) -> Callable[[int | None], Any]:
    """Make a kernel of a function: what it returns gives the one for boards that are wide (1), or not (None).

    In the function ``WIDE`` is that, to be compiled in. Kernels are cached on disk, by the rule of `kernel.jit`.
    """

    @cache
    def made(wide: int | None) -> Any:
        copy = _bound(source, WIDE=wide)
        copy.__qualname__ += "" if wide is None else "_wide"  # the cache tells kernels by their names
        if SIMULATED:
            return cuda.jit(copy)
        compiled = cuda.jit(cache=True)(copy)
        cache_file = getattr(getattr(compiled, "_cache", None), "_cache_file", None)
        if cache_file is not None:
            cache_file._source_stamp = stamp(copy)
        return compiled

    return made


@cache
def launcher(compiled: Any, blocks: int, block: int) -> Any:
    """Return what calls a kernel with a number of blocks of CUDA's, silently also where they leave most of a GPU idle.

    How many games are played is the caller's choice; Numba would warn of fewer than 128 blocks. Filters of warnings are
    the whole process's, so they are changed once for each kernel and number of blocks, and not at every launch.
    """
    if SIMULATED:  # its kernels are their own launchers, and know only the number of blocks last asked for
        return lambda *arguments: compiled[blocks, block](*arguments)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return compiled[blocks, block]
