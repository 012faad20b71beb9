"""Sending to push services: encrypted, signed, with a time limit, and never to a private address."""

from __future__ import annotations

import asyncio
import base64
import logging
import socket
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Any, Final, Literal
from urllib.parse import urlsplit

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02
from pywebpush import WebPusher

from ...records import TengenError
from ..scheduler.fair_queue import QueueFull
from ..scheduler.slots import Slot, Slots
from ..store.push_store import Subscription
from .subscription import check_endpoint


class ServerKey:
    """A private key; ``contact`` is an address for push services."""

    def __init__(self, private: str, contact: str) -> None:
        self._vapid = Vapid02.from_raw(private.encode())
        self._contact = contact

    @property
    def public(self) -> str:
        """The public key, in the form that a browser needs to subscribe."""
        return _encoded(self._vapid.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))

    def sign(self, endpoint: str, expires: float) -> dict[str, str]:
        """Return the headers that identify this server to a push service."""
        found = urlsplit(endpoint)
        audience = f"{found.scheme}://{found.netloc}"
        headers: dict[str, str] = self._vapid.sign({"sub": self._contact, "aud": audience, "exp": int(expires)})
        return headers


def new_private_key() -> str:
    made = ec.generate_private_key(ec.SECP256R1())
    return _encoded(made.private_numbers().private_value.to_bytes(32, "big"))


def _encoded(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


_USUAL: Final = ("googleapis.com", "push.services.mozilla.com", "push.apple.com", "notify.windows.com")
"""The push services of the common browsers, which answer quickly."""

_AT_ONCE: Final = 20
"""The number of simultaneous calls to usual push services, to those that the operator allows, and to all others."""
_MOST_WAITING: Final = 500
"""The maximum number of calls waiting for each of these; further ones are dropped, as they would come too late."""
_LOOKUPS: Final = 8
"""Simultaneous name look-ups; a name's owner can delay one for half a minute."""

_UNICAST: Final = IPv6Network("2000::/3")
"""All public IPv6 addresses; it excludes private addresses and those that map to IPv4."""


def is_public(host: str) -> bool:
    """Return whether an address is public, in any notation.

    >>> [is_public(each) for each in ("93.184.215.14", "10.0.0.1", "::ffff:127.0.0.1", "fe80::1", "64:ff9b::7f00:1")]
    [True, False, False, False, False]
    """
    found: IPv4Address | IPv6Address = ip_address(host.partition("%")[0])
    if isinstance(found, IPv6Address):
        found = found.ipv4_mapped or found.sixtofour or found
    if isinstance(found, IPv6Address) and (found not in _UNICAST or found.teredo is not None):
        return False
    return found.is_global and not found.is_multicast


class PublicResolver(AbstractResolver):
    """Resolves a host to public addresses only, one of which the connection uses.

    It uses its own threads, which do not delay the end of the process: slow names would block the threads that all
    parts of the server share, such as the database's driver.
    """

    def __init__(self) -> None:
        self._places = asyncio.Semaphore(_LOOKUPS)

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        """Return a host's public addresses; OSError if it has none."""
        async with self._places:
            found = await _in_thread(lambda: socket.getaddrinfo(host, port, family, socket.SOCK_STREAM))
        public = [
            ResolveResult(hostname=host, host=str(place[0]), port=port, family=kind, proto=proto, flags=_NUMBERS)
            for kind, _, proto, _, place in found
            if is_public(str(place[0]))
        ]
        if not public:
            raise OSError(f"{host} has no public address")
        return public

    async def close(self) -> None:
        """Do nothing."""


async def _in_thread(work: Callable[[], Any]) -> Any:
    """Run a function in a daemon thread."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[Any] = loop.create_future()

    def end(result: object, error: Exception | None) -> None:
        if not done.done():
            done.set_exception(error) if error is not None else done.set_result(result)

    def run() -> None:
        result, error = None, None
        try:
            result = work()
        except Exception as raised:
            error = raised
        with suppress(RuntimeError):  # the server has ended
            loop.call_soon_threadsafe(end, result, error)

    threading.Thread(target=run, daemon=True, name="tengen-lookup").start()
    return await done


_NUMBERS: Final = socket.AI_NUMERICHOST | socket.AI_NUMERICSERV

log: Final = logging.getLogger("tengen.web")

_PATIENCE: Final = aiohttp.ClientTimeout(total=10)
_WAITS: Final = (0.0, 5.0, 60.0)
"""Seconds before each attempt."""

_GONE: Final = (404, 410)
_KEPT: Final = 3 * 24 * 3600
"""Seconds for which a push service keeps a message for a browser that is closed."""


class PushSender:
    """Sends notifications. ``key`` gives the server's key, ``forget`` removes an expired subscription.

    ``allowed`` are origins of push services that need not be public.
    """

    def __init__(
        self,
        key: Callable[[], Awaitable[ServerKey]],
        forget: Callable[[str], Awaitable[None]],
        allowed: tuple[str, ...] = (),
    ) -> None:
        self._key, self._forget, self._allowed = key, forget, allowed
        self._slots = Slots(3 * _AT_ONCE, each=_AT_ONCE, waiting=_MOST_WAITING)
        self._sessions: dict[str, aiohttp.ClientSession] = {}

    async def close(self) -> None:
        for session in self._sessions.values():
            await session.close()

    async def send(self, to: Subscription, payload: bytes, topic: str) -> None:
        """Notify a browser; a later message of the same ``topic`` replaces one not received yet."""
        for wait in _WAITS:
            await asyncio.sleep(wait)
            try:
                check_endpoint(to.endpoint, self._allowed)
                async with self._session(to.endpoint) as session:
                    headers, body = await asyncio.to_thread(_sealed, to, payload, await self._key())
                    headers |= {"topic": topic[:32], "ttl": str(_KEPT), "urgency": "normal"}
                    async with session.post(
                        to.endpoint, data=body, headers=headers, timeout=_PATIENCE, allow_redirects=False
                    ) as answer:  # not read
                        status = answer.status
            except QueueFull:
                log.warning("a call was dropped: too many wait")
                return
            except (aiohttp.ClientError, OSError, TimeoutError) as error:
                log.info("a push service was not reached", extra={"why": type(error).__name__})
                continue
            except (TengenError, ValueError) as error:  # an invalid address or key
                log.info("a subscription is unusable", extra={"why": str(error)})
                status = _GONE[0]
            if status in _GONE:
                await self._forget(to.endpoint)
            if status < 500 and status != 429:
                return

    @asynccontextmanager
    async def _session(self, endpoint: str) -> AsyncIterator[aiohttp.ClientSession]:
        """Hold a slot for push services of this kind during the block.

        Push services that do not answer do not delay the usual ones.
        """
        kind = self.kind_of(endpoint)
        slot = await self._slots.take(Slot(payer=kind))
        try:
            if kind not in self._sessions:
                resolver = None if kind == "allowed" else PublicResolver()
                self._sessions[kind] = aiohttp.ClientSession(connector=aiohttp.TCPConnector(resolver=resolver))
            yield self._sessions[kind]
        finally:
            self._slots.leave(slot)

    def kind_of(self, endpoint: str) -> Literal["allowed", "usual", "other"]:
        """Return the kind of a push service; each kind has its own slots."""
        if endpoint.startswith(tuple(f"{origin}/" for origin in self._allowed)):
            return "allowed"
        host = urlsplit(endpoint).hostname or ""
        return "usual" if host.endswith(tuple(f".{name}" for name in _USUAL)) else "other"


def _sealed(to: Subscription, payload: bytes, key: ServerKey) -> tuple[dict[str, str], bytes]:
    """Encrypt a message for a browser (RFC 8291), and sign for its push service."""
    info = {"endpoint": to.endpoint, "keys": {"p256dh": to.key, "auth": to.secret}}
    sealed: bytes = WebPusher(info).encode(payload, "aes128gcm")["body"]
    headers = {"content-encoding": "aes128gcm", "content-type": "application/octet-stream"}
    return headers | key.sign(to.endpoint, time.time() + 12 * 3600), sealed
