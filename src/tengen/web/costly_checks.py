"""Work that is charged: a check counts as several requests of its address, and what is costly is done beside."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final, TypeVar

from fastapi import Request

from .error_texts import TOO_MUCH_SOON
from .light_work import in_thread
from .request_errors import RequestError
from .security import address_of
from .services import Services

_T = TypeVar("_T")

LIGHT_PICTURE: Final = 60_000
"""Characters of a picture in SVG that becomes a PNG in some milliseconds."""


class TooMuchHere(Exception):
    """What was begun in a thread of the server takes longer than that can spare."""


class CostlyCheck:
    """One kind of check, which counts as ``cost`` requests."""

    def __init__(self, cost: int) -> None:
        self._cost = cost

    def charge(self, services: Services, request: Request) -> str:
        """Charge the address of a request, and return it.

        Raises:
            RequestError: the address has asked too much lately.
        """
        payer = address_of(request)
        if not services.limits.requests.take(payer, self._cost):
            raise RequestError(429, "too-many", TOO_MUCH_SOON)
        return payer


async def in_charged_thread(services: Services, payer: str, work: Callable[..., _T], *given: object) -> _T:
    """Run a function in a thread and return its result; its processor time is charged like the helper process's.

    What is refused is charged, too, and so is work whose caller has gone.

    Raises:
        RequestError: the address has had its share.
    """
    seconds, loop = services.limits.side_seconds, asyncio.get_running_loop()
    if seconds.left(payer) <= 0:
        raise RequestError(429, "too-many", TOO_MUCH_SOON)

    def timed() -> _T:
        began = time.thread_time()
        try:
            return work(*given)
        finally:
            with suppress(RuntimeError):  # the server has ended
                loop.call_soon_threadsafe(seconds.charge, payer, time.thread_time() - began)

    return await in_thread(timed)


async def done_beside(
    services: Services,
    payer: str,
    light: bool,
    work: Callable[..., _T],
    *given: object,
    lightly: Callable[..., _T] | None = None,
) -> _T:
    """Return what a function of a module comes to: in a thread where it is light, else in the process beside.

    ``lightly`` does the same in a thread, and raises `TooMuchHere` where it finds out that it is not light.
    """
    if light:
        with suppress(TooMuchHere):
            return await in_charged_thread(services, payer, lightly or work, *given)
    return await services.side.run(payer, work, *given)
