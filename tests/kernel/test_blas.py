"""One thread for products of matrices, as long as somebody is inside, and as it was before afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Thread

import pytest
from threadpoolctl import ThreadpoolController

from tengen.kernel.blas import one_thread


def allowed() -> set[int]:
    """Return how many threads the libraries for products of matrices may use."""
    return {info["num_threads"] for info in ThreadpoolController().select(user_api="blas").info()}


@pytest.fixture
def several() -> Iterator[None]:
    """Allow two threads; a thread that has ended says so, so that it does not keep others from setting limits."""
    if not allowed():
        pytest.skip("NumPy's library for products of matrices is none that threadpoolctl knows")
    [before] = allowed()
    _set(2)
    yield
    _set(before)


def _set(count: int) -> None:
    setting = Thread(target=lambda: ThreadpoolController().limit(limits=count, user_api="blas"))
    setting.start()
    setting.join()


def test_there_is_one_thread_inside_and_what_was_allowed_comes_back(several: None) -> None:
    assert allowed() == {2}
    with one_thread():
        assert allowed() == {1}
        with one_thread():
            assert allowed() == {1}
        assert allowed() == {1}
    assert allowed() == {2}


def test_threads_that_come_at_once_leave_no_limit_behind(several: None) -> None:
    barrier = Barrier(4)

    def multiply(number: int) -> bool:
        barrier.wait()
        held = []
        for _ in range(50):
            with one_thread():
                held.append(allowed() == {1})
        return all(held)

    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(multiply, range(4)))
    assert allowed() == {2}
