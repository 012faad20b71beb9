"""Push subscriptions of browsers: the push service's address, and the keys shared with the browser."""

from __future__ import annotations

import base64
import re
from typing import Annotated, Final
from urllib.parse import urlsplit

from pydantic import BaseModel, Field

from ...records import TengenError

_LONGEST: Final = 1000
_PUBLIC_NAME: Final = re.compile(
    r"(?=.{1,253}\Z)(?:(?!-)[a-z0-9_-]{1,63}\.)+(?!(?:local|localhost|internal)\Z)[a-z][a-z0-9-]{1,62}"
)
"""A name of several parts, the last of which begins with a letter, unlike an address in any notation."""


class SubscriptionKeys(BaseModel, extra="forbid"):
    """The browser's public key and its secret, in URL-safe base64."""

    p256dh: Annotated[str, Field(min_length=80, max_length=100)]
    auth: Annotated[str, Field(min_length=16, max_length=40)]


class SubscriptionWish(BaseModel, extra="ignore"):
    """A browser's subscription, as ``PushSubscription.toJSON()`` writes it."""

    endpoint: Annotated[str, Field(min_length=1, max_length=_LONGEST)]
    keys: SubscriptionKeys


def check_wish(wish: SubscriptionWish, allowed: tuple[str, ...] = ()) -> None:
    """Raise TengenError unless a subscription has a public push service and keys."""
    check_endpoint(wish.endpoint, allowed)
    if len(_decoded(wish.keys.p256dh)) != 65 or len(_decoded(wish.keys.auth)) != 16:
        raise TengenError("the keys of a subscription are 65 and 16 bytes in URL-safe base64")


def check_endpoint(endpoint: str, allowed: tuple[str, ...] = ()) -> None:
    """Accept only public push services: HTTPS on the standard port, and a host by name, never by address.

    The host's addresses are checked when it is called (`sender.PublicResolver`). ``allowed`` are exempt origins.

    Raises:
        TengenError: the address is refused.

    >>> check_endpoint("https://updates.push.services.example/wpush/v2/x")
    >>> check_endpoint("https://127.0.0.1/")
    Traceback (most recent call last):
    tengen.records.errors.TengenError: a push service has a public name, not '127.0.0.1'
    """
    try:
        found = urlsplit(endpoint)
        host, port = found.hostname or "", found.port
    except ValueError:
        raise TengenError("the address of the push service cannot be read") from None
    if f"{found.scheme}://{found.netloc}" in allowed:
        return
    if not endpoint.isascii() or not endpoint.isprintable() or " " in endpoint:  # parsers differ on these
        raise TengenError("the address of the push service cannot be read")
    if found.scheme != "https" or port not in (None, 443) or "@" in found.netloc:
        raise TengenError("a push service must use https:// on the standard port")
    if not _PUBLIC_NAME.fullmatch(host.removesuffix(".")):
        raise TengenError("a push service has a public name, not {host!r}", host=host[:60])


def _decoded(text: str) -> bytes:
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except ValueError:
        return b""
