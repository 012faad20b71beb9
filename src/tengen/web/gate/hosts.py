"""The host names and origins of a server; requests for others are refused."""

from __future__ import annotations

import re
import socket
from functools import lru_cache
from ipaddress import AddressValueError, IPv4Address, IPv6Address
from typing import Final
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from ..settings import LOOPBACK, Settings

OWN_NAMES: Final = frozenset(("localhost",))
"""Names that always lead to the machine itself.

Names that end in ``.localhost`` should, too (RFC 6761), but some resolvers ask the network for them.
"""

_LABEL: Final = "[a-z0-9_-]+"
_HOST: Final = re.compile(
    rf"(?:\[(?P<six>[0-9a-f:.]+)\]|(?P<name>{_LABEL}(?:\.{_LABEL})*)\.?)(?::(?P<port>[0-9]{{0,5}}))?"
)
_MOST_PORT: Final = 65_535


def names_no_host(connection: HTTPConnection) -> bool:
    """Return whether a request lacks the Host header of HTTP/1.1, or has several (RFC 9112, 3.2)."""
    count = len(connection.headers.getlist("host"))
    return count > 1 or (count == 0 and connection.scope.get("http_version") == "1.1")


def is_known_host(connection: HTTPConnection, settings: Settings) -> bool:
    """Return whether a request is for one of this server's own names.

    An attacker can make a foreign name lead here ("DNS rebinding"), and its pages would then pass for ours. Loopback
    names, IP addresses and the operator's names and origins are safe; so are HTTP/1.0 requests without a host, which
    browsers do not send.
    """
    given = connection.headers.get("host")
    if given is None:
        return not names_no_host(connection)
    name = _read(given)
    return name is not None and (name in OWN_NAMES or _is_address(name) or name in _named(settings))


def is_from_here(connection: HTTPConnection, settings: Settings) -> bool:
    """Return whether a request comes from one of our own pages, or not from a browser.

    Browsers send the page's origin with every request that changes something and every WebSocket; programs do not.
    The scheme matters: an HTTPS page is not from a server over plain HTTP.
    """
    origin = connection.headers.get("origin")
    if origin is None:
        return connection.headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")
    secure = settings.secure or connection.url.scheme in ("https", "wss")
    here = f"{'https' if secure else 'http'}://{connection.headers.get('host')}"
    return origin in settings.origins or origin == here


def host_name(connection: HTTPConnection) -> str:
    """Return the host name of a request without its port; an invalid one is returned unchanged."""
    given = connection.headers.get("host", "")
    return _read(given) or given


def _read(given: str) -> str | None:
    """Return the name in a Host header without its port (RFC 9110, 7.2); None if it is malformed.

    >>> [_read(each) for each in ("LOCALHOST.:80", "[::1]:8000")]
    ['localhost', '::1']
    >>> [_read(each) for each in ("", "[::1].evil", "localhost:x@evil", "a..", "b:70000")]
    [None, None, None, None, None]
    """
    found = _HOST.fullmatch(given.strip().lower())
    if found is None or int(found["port"] or 0) > _MOST_PORT:
        return None
    try:
        return found["name"] or str(IPv6Address(found["six"]))
    except AddressValueError:
        return None


def _is_address(name: str) -> bool:
    """Return whether a name from `_read` is an IP address."""
    try:
        IPv4Address(name)
    except AddressValueError:
        return ":" in name
    return True


@lru_cache(maxsize=8)
def _named(settings: Settings) -> frozenset[str]:
    """Return the operator's names, and the machine's name if the server can be reached from other machines."""
    given = {*settings.host_names, settings.host, *filter(None, (urlsplit(each).hostname for each in settings.origins))}
    if settings.host not in LOOPBACK:
        machine = socket.gethostname()
        given |= {machine, f"{machine}.local"}
    return frozenset(name.lower().rstrip(".") for name in given)
