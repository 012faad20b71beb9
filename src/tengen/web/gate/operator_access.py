"""Access to metrics: by the operator's token, if the server has one."""

from __future__ import annotations

import base64
import ipaddress
import secrets
from typing import Final

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection

_FORWARDED: Final = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip")
"""Headers of forwarded requests."""


def is_operator(headers: Headers, token: str | None) -> bool:
    """Return whether a request has the operator's token, as a bearer token or as the password of any user."""
    kind, _, given = headers.get("authorization", "").partition(" ")
    if kind.lower() == "basic":
        try:
            given = base64.b64decode(given, validate=True).decode("utf-8", "replace").partition(":")[2]
        except ValueError:
            given = ""
    elif kind.lower() != "bearer":
        return False
    return token is not None and secrets.compare_digest(given.encode("utf-8", "replace"), token.encode())


def may_see_figures(connection: HTTPConnection, token: str | None) -> bool:
    """Return whether a request may see metrics: from the operator, or directly from a program on this machine."""
    if is_operator(connection.headers, token):
        return True
    if connection.client is None or any(name in connection.headers for name in _FORWARDED):
        return False
    try:
        return ipaddress.ip_address(connection.client.host).is_loopback
    except ValueError:
        return False
