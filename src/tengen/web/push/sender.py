"""Sending to push services: encrypted, signed, within a time limit, and never to an address inside a network."""

from __future__ import annotations

import asyncio
import logging
import socket
import time
from collections.abc import Awaitable, Callable
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Final

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult
from aiohttp.resolver import ThreadedResolver
from pywebpush import WebPusher

from ...records import TengenError
from ..store.push_store import Subscription
from .server_key import ServerKey
from .subscription import check_endpoint

log = logging.getLogger("tengen.web")

_PATIENCE: Final = aiohttp.ClientTimeout(total=10)
_WAITS: Final = (0.0, 5.0, 60.0)
"""Seconds before each try."""

_GONE: Final = (404, 410)
_AT_ONCE: Final = 20
_KEPT: Final = 3 * 24 * 3600
"""Seconds for which a push service keeps a message for a browser that is closed."""


_TRANSLATED: Final = IPv6Network("64:ff9b::/96")
"""Addresses that stand for any address of IPv4, also for those inside a network."""


def is_public(host: str) -> bool:
    """Say whether an address is one of the public network, whatever form it is written in.

    >>> [is_public(each) for each in ("93.184.215.14", "10.0.0.1", "::ffff:127.0.0.1", "fe80::1", "64:ff9b::7f00:1")]
    [True, False, False, False, False]
    """
    found: IPv4Address | IPv6Address = ip_address(host.partition("%")[0])
    if isinstance(found, IPv6Address):
        if found in _TRANSLATED or found.teredo is not None:
            return False
        found = found.ipv4_mapped or found.sixtofour or found
    return found.is_global and not found.is_multicast


class PublicResolver(AbstractResolver):
    """Finds the addresses of a host, and gives only public ones: the connection is made to one of these."""

    def __init__(self) -> None:
        self._found = ThreadedResolver()

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        """Return a host's public addresses; OSError where there is none."""
        found = await self._found.resolve(host, port, family)
        public = [each for each in found if is_public(each["host"])]
        if not public:
            raise OSError(f"{host} has no public address")
        return public

    async def close(self) -> None:
        """Close it."""
        await self._found.close()


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
        self._places = asyncio.Semaphore(_AT_ONCE)
        self._session: aiohttp.ClientSession | None = None
        self._inside: aiohttp.ClientSession | None = None

    async def close(self) -> None:
        """Let go of the connections."""
        for session in (self._session, self._inside):
            if session is not None:
                await session.close()

    async def send(self, to: Subscription, payload: bytes, topic: str) -> None:
        """Call a browser; a later message of the same ``topic`` takes the place of one it has not received yet."""
        for wait in _WAITS:
            await asyncio.sleep(wait)
            try:
                async with self._places:
                    status = await self._post(to, payload, topic)
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

    async def _post(self, to: Subscription, payload: bytes, topic: str) -> int:
        """Send once; return the status of the answer. Redirections are not followed, and the answer is not read."""
        check_endpoint(to.endpoint, self._allowed)
        key = await self._key()
        headers, body = await asyncio.to_thread(_sealed, to, payload, key)
        headers |= {"topic": topic[:32], "ttl": str(_KEPT), "urgency": "normal"}
        session = self._open(to.endpoint)
        async with session.post(
            to.endpoint, data=body, headers=headers, timeout=_PATIENCE, allow_redirects=False
        ) as answer:
            return answer.status

    def _open(self, endpoint: str) -> aiohttp.ClientSession:
        """Return the connections for an address: those to push services that are allowed look up any name."""
        if endpoint.startswith(tuple(f"{origin}/" for origin in self._allowed)):
            self._inside = self._inside or aiohttp.ClientSession()
            return self._inside
        if self._session is None:
            self._session = aiohttp.ClientSession(connector=aiohttp.TCPConnector(resolver=PublicResolver()))
        return self._session


def _sealed(to: Subscription, payload: bytes, key: ServerKey) -> tuple[dict[str, str], bytes]:
    """Encrypt a message for a browser (RFC 8291), and sign for its push service."""
    sealed: bytes = WebPusher(to.info()).encode(payload, "aes128gcm")["body"]
    headers = {"content-encoding": "aes128gcm", "content-type": "application/octet-stream"}
    return headers | key.sign(to.endpoint, time.time() + 12 * 3600), sealed
