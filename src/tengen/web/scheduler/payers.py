"""On whose account work is done: that of the address it comes from, or the server's own."""

from __future__ import annotations

from contextvars import ContextVar
from ipaddress import IPv6Address, IPv6Network
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection


_asker: ContextVar[str] = ContextVar("asker", default="")


def asked_by(address: str) -> None:
    """Let the work that this task causes from now on be done on an address's account."""
    _asker.set(address)


def asker() -> str:
    """Return the address for which this task works; "" for the server itself."""
    return _asker.get()


def address_of(connection: HTTPConnection) -> str:
    """Return the account of a connection: its address, or for IPv6 its /64 network, which is one household.

    >>> from types import SimpleNamespace as Some
    >>> address_of(Some(client=Some(host="2001:db8:1:2:3:4:5:6")))
    '2001:db8:1:2::/64'
    """
    return counted_address(connection.client.host if connection.client else "nobody")


def counted_address(host: str) -> str:
    """Return the account of a host's address."""
    if ":" not in host:
        return host
    try:
        found = IPv6Address(host)
    except ValueError:
        return host
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(IPv6Network((found, 64), strict=False))
