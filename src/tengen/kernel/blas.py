"""Products of matrices on one thread: what NumPy's library for them may use is one number for the whole process."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from threading import RLock

from threadpoolctl import ThreadpoolController

_ALONE = RLock()


@lru_cache(maxsize=1)
def _controller() -> ThreadpoolController:
    return ThreadpoolController()


@contextmanager
def one_thread() -> Iterator[None]:
    """Keep NumPy's products of matrices to one thread; one caller at a time is inside, and others wait.

    So a product comes out the same, bit by bit, whoever else is about to multiply: a library that divides it among
    threads rounds otherwise. Were two inside at once, the first to leave would lift the other's limit, or the last
    leave its own behind.
    """
    with _ALONE, _controller().limit(limits=1, user_api="blas"):
        yield
