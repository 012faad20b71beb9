"""Sending to push services: encrypted, signed, within a time limit, and never to an address inside a network."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Final

import aiohttp
from pywebpush import WebPusher

from ...records import TengenError
from ..store.push_store import Subscription
from .lanes import Lanes, TooManyCalls
from .server_key import ServerKey
from .subscription import check_endpoint

log: Final = logging.getLogger("tengen.web")

_PATIENCE: Final = aiohttp.ClientTimeout(total=10)
_WAITS: Final = (0.0, 5.0, 60.0)
"""Seconds before each try."""

_GONE: Final = (404, 410)
_KEPT: Final = 3 * 24 * 3600
"""Seconds for which a push service keeps a message for a browser that is closed."""


class PushSender:
    """Calls browsers. ``key`` gives the server's key, ``forget`` a subscription's end that its push service tells.

    ``allowed`` are origins of push services that need not be public.
    """

    def __init__(
        self,
        key: Callable[[], Awaitable[ServerKey]],
        forget: Callable[[str], Awaitable[None]],
        allowed: tuple[str, ...] = (),
    ) -> None:
        self._key, self._forget, self._allowed = key, forget, allowed
        self._lanes = Lanes(allowed)

    async def close(self) -> None:
        """Let go of the connections."""
        await self._lanes.close()

    async def send(self, to: Subscription, payload: bytes, topic: str) -> None:
        """Call a browser; a later message of the same ``topic`` takes the place of one it has not received yet."""
        for wait in _WAITS:
            await asyncio.sleep(wait)
            try:
                check_endpoint(to.endpoint, self._allowed)
                async with self._lanes.of(to.endpoint).place() as session:
                    status = await self._post(session, to, payload, topic)
            except TooManyCalls:
                log.warning("a call was dropped: too many wait")
                return
            except (aiohttp.ClientError, OSError, TimeoutError) as error:
                log.info("a push service was not reached", extra={"why": type(error).__name__})
                continue
            except (TengenError, ValueError) as error:  # an address or a key that is no good
                log.info("a subscription is of no use", extra={"why": str(error)})
                status = _GONE[0]
            if status in _GONE:
                await self._forget(to.endpoint)
            if status < 500 and status != 429:
                return

    async def _post(self, session: aiohttp.ClientSession, to: Subscription, payload: bytes, topic: str) -> int:
        """Send once; return the status of the answer. Redirections are not followed, and the answer is not read."""
        key = await self._key()
        headers, body = await asyncio.to_thread(_sealed, to, payload, key)
        headers |= {"topic": topic[:32], "ttl": str(_KEPT), "urgency": "normal"}
        async with session.post(
            to.endpoint, data=body, headers=headers, timeout=_PATIENCE, allow_redirects=False
        ) as answer:
            return answer.status


def _sealed(to: Subscription, payload: bytes, key: ServerKey) -> tuple[dict[str, str], bytes]:
    """Encrypt a message for a browser (RFC 8291), and sign for its push service."""
    sealed: bytes = WebPusher(to.info()).encode(payload, "aes128gcm")["body"]
    headers = {"content-encoding": "aes128gcm", "content-type": "application/octet-stream"}
    return headers | key.sign(to.endpoint, time.time() + 12 * 3600), sealed
