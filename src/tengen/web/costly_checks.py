"""Checks that are work: each counts as several requests of its address, and one of a kind runs at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from fastapi import Request

from .request_errors import RequestError
from .security import address_of
from .services import Services
from .texts import say

_T = TypeVar("_T")


class CostlyCheck:
    """One kind of check, which counts as ``cost`` requests."""

    def __init__(self, cost: int) -> None:
        self._cost = cost
        self._turn = asyncio.Semaphore(1)

    async def run(self, services: Services, request: Request, work: Callable[[], _T]) -> _T:
        """Return what the work comes to, done in a thread when the check before it has ended.

        Raises:
            RequestError: the address has asked too much lately; nothing is done.
        """
        if not services.limits.requests.take(address_of(request), self._cost):
            raise RequestError(429, "too-many", say("refused.too_much_soon"))
        async with self._turn:
            return await asyncio.to_thread(work)
