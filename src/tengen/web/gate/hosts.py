"""The hosts and origins by which a server may be asked: another name that leads here gets nothing."""

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
"""Names that lead to the machine itself, wherever they are looked up.

Names that end in ``.localhost`` should, too (RFC 6761), but not every resolver keeps them from the network's.
"""

_LABEL: Final = "[a-z0-9_-]+"
_HOST: Final = re.compile(
    rf"(?:\[(?P<six>[0-9a-f:.]+)\]|(?P<name>{_LABEL}(?:\.{_LABEL})*)\.?)(?::(?P<port>[0-9]{{0,5}}))?"
)
_MOST_PORT: Final = 65_535


def names_no_host(connection: HTTPConnection) -> bool:
    """Say whether a request lacks the host that HTTP/1.1 asks of it, or names several (RFC 9112, 3.2)."""
    count = len(connection.headers.getlist("host"))
    return count > 1 or (count == 0 and connection.scope.get("http_version") == "1.1")


def is_known_host(connection: HTTPConnection, settings: Settings) -> bool:
    """Say whether a request asks for a name that leads here on purpose.

    Somebody else's name may be made to lead here, too ("DNS rebinding"): its pages would then be taken for our own. No
    name in a foreign hand is one of loopback's, an address in numbers, the operator's own, or an origin's; programs of
    HTTP/1.0 that give none are no browsers.
    """
    given = connection.headers.get("host")
    if given is None:
        return not names_no_host(connection)
    name = _read(given)
    return name is not None and (name in OWN_NAMES or _is_address(name) or name in _named(settings))


def is_from_here(connection: HTTPConnection, settings: Settings) -> bool:
    """Say whether a request comes from one of our own pages, or from a program that is no browser.

    Browsers name the page's origin in every request that changes something and in every WebSocket; programs do not.
    A page that came by HTTPS is not one that this server has sent over plain HTTP.
    """
    origin = connection.headers.get("origin")
    if origin is None:
        return connection.headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")
    secure = settings.secure or connection.url.scheme in ("https", "wss")
    here = f"{'https' if secure else 'http'}://{connection.headers.get('host')}"
    return origin in settings.origins or origin == here


def host_name(connection: HTTPConnection) -> str:
    """Return the name that a request asks for, without its port; what is no name is returned as it was given."""
    given = connection.headers.get("host", "")
    return _read(given) or given


def _read(given: str) -> str | None:
    """Return the name of a Host header without its port (RFC 9110, 7.2); None: it is malformed.

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
    """Say whether a name that was read is an address: one of IPv6 was in brackets, and has colons."""
    try:
        IPv4Address(name)
    except AddressValueError:
        return ":" in name
    return True


@lru_cache(maxsize=8)
def _named(settings: Settings) -> frozenset[str]:
    """Return the names that an operator has given; a server that others reach has its machine's name, too."""
    given = {*settings.host_names, settings.host, *filter(None, (urlsplit(each).hostname for each in settings.origins))}
    if settings.host not in LOOPBACK:
        machine = socket.gethostname()
        given |= {machine, f"{machine}.local"}
    return frozenset(name.lower().rstrip(".") for name in given)
