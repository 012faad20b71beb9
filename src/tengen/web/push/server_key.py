"""The key by which push services know this server (VAPID, RFC 8292): made at its first use, kept in the database."""

from __future__ import annotations

import base64
import secrets
from typing import Final
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

_NAME: Final = "vapid"
_CURVE: Final = ec.SECP256R1()
_ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


class ServerKey:
    """A private key; ``contact`` says whom a push service may write to."""

    def __init__(self, private: str, contact: str) -> None:
        self._vapid = Vapid02.from_raw(private.encode())
        self._contact = contact

    @property
    def public(self) -> str:
        """The public key, as a browser asks for it when it subscribes."""
        return _encoded(self._vapid.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))

    def sign(self, endpoint: str, expires: float) -> dict[str, str]:
        """Return the headers that prove to a push service who calls."""
        found = urlsplit(endpoint)
        audience = f"{found.scheme}://{found.netloc}"
        headers: dict[str, str] = self._vapid.sign({"sub": self._contact, "aud": audience, "exp": int(expires)})
        return headers


def new_private_key() -> str:
    """Return a new private key, as it is kept."""
    return _encoded((secrets.randbelow(_ORDER - 1) + 1).to_bytes(32, "big"))


def _encoded(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()
