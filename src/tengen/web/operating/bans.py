"""Bans of addresses, accounts and browsers, read from the store."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from starlette.requests import HTTPConnection

from ...records import Text
from ..errors import BARRED
from ..store import Store
from ..store.operator_store import Ban
from ..texts import together
from ..visitors import COOKIE, digest

Network = IPv4Network | IPv6Network

_MAPPED = 96
"""The bits before an IPv4 address in an IPv4-mapped IPv6 address."""


class Bans:
    """The current bans; ``clock`` gives the time in seconds since 1970."""

    def __init__(self, store: Store, clock: Callable[[], float]) -> None:
        self._store, self._clock = store, clock
        self._networks: Sequence[tuple[Network, Ban]] = ()
        self._cookies: Mapping[str, Ban] = {}

    async def read(self) -> None:
        found = await self._store.operator.bans()
        self._cookies = await self._store.operator.banned_cookies()
        self._networks = [(ip_network(ban.whom), ban) for ban in found if ban.kind == "address"]

    def of(self, connection: HTTPConnection) -> Ban | None:
        """Return the ban that applies to the sender of a request, or None."""
        if not self._networks and not self._cookies:
            return None
        now = self._clock()
        ban = self._cookies.get(digest(connection.cookies.get(COOKIE, "")))
        if ban is not None and _holds(ban, now):
            return ban
        try:
            address = ip_address(connection.client.host if connection.client else "")
        except ValueError:
            return None
        if isinstance(address, IPv6Address):
            address = address.ipv4_mapped or address
        return next((ban for network, ban in self._networks if address in network and _holds(ban, now)), None)


def barred(ban: Ban) -> str:
    """Return the message for a banned visitor."""
    if ban.expires is None:
        told = BARRED
    else:
        until = f"{datetime.fromtimestamp(ban.expires, UTC):%Y-%m-%d %H:%M} UTC"
        told = Text("The operator of this server does not let you in before {date}.", date=until)
    return together((told, Text("The reason given: {reason}", reason=ban.reason) if ban.reason else ""))


def read_network(text: str) -> Network | None:
    """Return the network of an address or of CIDR notation; None if it is neither.

    An IPv4-mapped IPv6 address becomes IPv4, as addresses of connections do.

    >>> read_network("192.0.2.7"), read_network("2001:db8::1/64"), read_network("ab12")
    (IPv4Network('192.0.2.7/32'), IPv6Network('2001:db8::/64'), None)
    >>> read_network("::ffff:192.0.2.7/120")
    IPv4Network('192.0.2.0/24')
    """
    try:
        found = ip_network(text, strict=False)
    except ValueError:
        return None
    plain = found.network_address.ipv4_mapped if isinstance(found, IPv6Network) and found.prefixlen >= _MAPPED else None
    return found if plain is None else IPv4Network((plain, found.prefixlen - _MAPPED))


def _holds(ban: Ban, now: float) -> bool:
    return ban.expires is None or ban.expires > now
