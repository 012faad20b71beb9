"""A passkey's authenticator in software: it makes ES256 credentials and signs with them, as in WebAuthn."""

import hashlib
import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from webauthn.helpers import encode_cbor

_PRESENT_AND_VERIFIED, _WITH_KEY = 0x05, 0x40


def text(given: bytes) -> str:
    """Return bytes as base64url without padding."""
    return urlsafe_b64encode(given).decode().rstrip("=")


def raw(given: str) -> bytes:
    return urlsafe_b64decode(given + "=" * (-len(given) % 4))


@dataclass
class Device:
    """A device that keeps passkeys; ``origin`` is the page's, as sent by its browser."""

    origin: str = "http://go.test"
    keys: dict[str, tuple[ec.EllipticCurvePrivateKey, bytes, str]] = field(default_factory=dict)
    uses: int = 0

    def make(self, options: dict[str, Any], id: bytes | None = None) -> dict[str, Any]:
        """Return the credential that a browser sends after `navigator.credentials.create`, with a new id."""
        key, id = ec.generate_private_key(ec.SECP256R1()), id or secrets.token_bytes(32)
        self.keys[text(id)] = key, raw(options["user"]["id"]), options["rp"]["id"]
        point = key.public_key().public_numbers()
        cose = encode_cbor({1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32), -3: point.y.to_bytes(32)})
        data = self._data(options["rp"]["id"], _PRESENT_AND_VERIFIED | _WITH_KEY)
        data += bytes(16) + len(id).to_bytes(2) + id + cose
        response = {
            "clientDataJSON": text(self._client("webauthn.create", options["challenge"])),
            "attestationObject": text(encode_cbor({"fmt": "none", "attStmt": {}, "authData": data})),
        }
        return _credential(text(id), response)

    def sign(
        self, options: dict[str, Any], id: str | None = None, said: dict[str, Any] | None = None
    ) -> dict[str, Any]:
        """Return the credential of `navigator.credentials.get`, newest or given; ``said`` has false entries."""
        id = id or [*self.keys][-1]
        key, user, party = self.keys[id]
        self.uses += 1
        data, client = (
            self._data(party, _PRESENT_AND_VERIFIED),
            self._client("webauthn.get", options["challenge"], said),
        )
        signature = key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(SHA256()))
        response = {
            "clientDataJSON": text(client),
            "authenticatorData": text(data),
            "signature": text(signature),
            "userHandle": text(user),
        }
        return _credential(id, response)

    def _data(self, party: str, flags: int) -> bytes:
        return hashlib.sha256(party.encode()).digest() + bytes([flags]) + self.uses.to_bytes(4)

    def _client(self, kind: str, challenge: str, otherwise: dict[str, Any] | None = None) -> bytes:
        said = {"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}
        return json.dumps(said | (otherwise or {})).encode()


def _credential(id: str, response: dict[str, str]) -> dict[str, Any]:
    return {"id": id, "rawId": id, "type": "public-key", "response": response, "clientExtensionResults": {}}
