"""Where a browser can be called: its push service's address, and the keys only the two of us have."""

from __future__ import annotations

import base64
import binascii
from typing import Annotated, Final
from urllib.parse import urlsplit

from pydantic import BaseModel, Field

from ...records import TengenError

_LONGEST: Final = 1000


class SubscriptionKeys(BaseModel, extra="forbid"):
    """The browser's public key and its secret, in URL-safe base64."""

    p256dh: Annotated[str, Field(min_length=80, max_length=100)]
    auth: Annotated[str, Field(min_length=16, max_length=40)]


class SubscriptionWish(BaseModel, extra="ignore"):
    """A browser's subscription, as its ``PushSubscription.toJSON()`` says it."""

    endpoint: Annotated[str, Field(min_length=1, max_length=_LONGEST)]
    keys: SubscriptionKeys


def check_wish(wish: SubscriptionWish, allowed: tuple[str, ...] = ()) -> None:
    """Look at a subscription before it is kept.

    Raises:
        TengenError: its address is not one of a public push service, or its keys are none.
    """
    check_endpoint(wish.endpoint, allowed)
    if len(_decoded(wish.keys.p256dh)) != 65 or len(_decoded(wish.keys.auth)) != 16:
        raise TengenError("the keys of a subscription are 65 and 16 bytes in URL-safe base64")


def check_endpoint(endpoint: str, allowed: tuple[str, ...] = ()) -> None:
    """Let only addresses of public push services pass: HTTPS at its usual port, and no address of a network's inside.

    Where a name leads is looked at when it is called (`sender.PublicResolver`). ``allowed`` are origins that may be
    called all the same.

    Raises:
        TengenError: this is none.

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
    if found.scheme != "https" or port not in (None, 443) or found.username or found.password:
        raise TengenError("a push service is reached by https:// at its usual port")
    name, _, domain = host.lower().rstrip(".").rpartition(".")
    if not name or not domain[:1].isalpha() or domain in ("local", "internal"):  # 0x7f.1 is an address to some
        raise TengenError(f"a push service has a public name, not {host[:60]!r}")


def _decoded(text: str) -> bytes:
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        return b""
