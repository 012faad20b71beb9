"""Payers of work: the address that requested it, or the server itself."""

from __future__ import annotations

from contextvars import ContextVar
from ipaddress import IPv6Address, IPv6Network
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection


_asker: ContextVar[str] = ContextVar("asker", default="")


def asked_by(address: str) -> None:
    """Charge further work of this task to an address."""
    _asker.set(address)


def asker() -> str:
    """Return the payer of this task; "" for the server itself."""
    return _asker.get()


def address_of(connection: HTTPConnection) -> str:
    """Return the payer of a connection: its address, or for IPv6 its /64 network (one household).

    >>> from types import SimpleNamespace as Some
    >>> address_of(Some(client=Some(host="2001:db8:1:2:3:4:5:6")))
    '2001:db8:1:2::/64'
    """
    return counted_address(connection.client.host if connection.client else "nobody")


def counted_address(host: str) -> str:
    if ":" not in host:
        return host
    try:
        found = IPv6Address(host)
    except ValueError:
        return host
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(IPv6Network((found, 64), strict=False))
