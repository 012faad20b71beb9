"""Passkeys (WebAuthn): registration and sign-in.

A ceremony starts with a challenge and can be finished once, by the browser that started it (by a separate cookie).
"""

from __future__ import annotations

import ipaddress
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import Response
from webauthn import (
    base64url_to_bytes,
    generate_authentication_options,
    generate_registration_options,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import bytes_to_base64url, options_to_json_dict
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from ...records import Text
from ..errors import TOO_LATE, RequestError
from ..settings import Settings
from ..store import Ceremony, Passkey, Store
from ..texts import say
from ..visitors import digest, new_token

log: Final = logging.getLogger("tengen.web")

COOKIE: Final = "tengen-passkey"
_PATH: Final = "/api/account"
_SECONDS: Final = 300
_MOST_ID: Final = 1_023
"""The maximum number of bytes of a credential's id (WebAuthn)."""


@dataclass(frozen=True)
class Party:
    """The relying party of a passkey: the page's host and origin."""

    id: str
    origin: str


class Passkeys:
    """The server's side of both ceremonies."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store, self._origins, self._secure = store.accounts, settings.origins, settings.secure

    def party(self, request: Request) -> Party:
        """Return the relying party for the page of a request; RequestError if browsers refuse passkeys there.

        The guard has already checked that the origin is this server's own. If the operator has named the server's
        origins, only those are allowed.
        """
        origin = request.headers.get("origin") or f"{request.url.scheme}://{request.headers.get('host', '')}"
        try:
            host = urlsplit(origin).hostname
        except ValueError:
            host = None
        if self._origins and origin not in self._origins:
            why = Text("Sign in at {address}.", address=self._origins[0])
            raise RequestError(409, "other-address", why)
        if not host or _is_address(host):
            why = Text("Passkeys are made for a name such as localhost or go.example.org, not for a number.")
            raise RequestError(409, "no-name", why)
        return Party(host, origin)

    # -- making one ----------------------------------------------------------------------------------------------------

    async def begin_making(self, request: Request, response: Response, account: str, name: str) -> dict[str, object]:
        """Return the browser's options for creating a passkey, for an account that may not exist yet."""
        party = self.party(request)
        known = await self._store.passkeys(account)
        options = generate_registration_options(
            rp_id=party.id,
            rp_name=say("Tengen"),
            user_id=account.encode(),
            user_name=name,
            exclude_credentials=[
                PublicKeyCredentialDescriptor(id=base64url_to_bytes(each.credential))
                for each in known
                if each.party == party.id
            ],
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED,
                user_verification=UserVerificationRequirement.PREFERRED,
            ),
        )
        await self._begin(request, response, Ceremony("make", bytes_to_base64url(options.challenge), account))
        return options_to_json_dict(options)

    async def made(
        self, request: Request, response: Response, credential: Mapping[str, object], name: str, now: float
    ) -> Passkey:
        """Return the passkey that a browser has made, not yet stored; RequestError if it does not match the request."""
        begun = await self._end(request, response, "make")
        party = self.party(request)
        try:
            found = verify_registration_response(
                credential=dict(credential),
                expected_challenge=base64url_to_bytes(begun.challenge),
                expected_rp_id=party.id,
                expected_origin=party.origin,
            )
        except Exception as error:  # any error of the parsers of its many formats: the passkey is invalid
            raise _refused(error) from None
        if len(found.credential_id) > _MOST_ID:
            raise _refused(ValueError("its id is too long"))
        id = bytes_to_base64url(found.credential_id)
        key = bytes_to_base64url(found.credential_public_key)
        return Passkey(digest(id), id, begun.account, party.id, key, found.sign_count, name, now)

    # -- signing in ----------------------------------------------------------------------------------------------------

    async def begin_signing_in(self, request: Request, response: Response) -> dict[str, object]:
        """Return the browser's options for signing in; they name no account, as the user chooses the passkey."""
        party = self.party(request)
        options = generate_authentication_options(
            rp_id=party.id, user_verification=UserVerificationRequirement.PREFERRED
        )
        await self._begin(request, response, Ceremony("sign-in", bytes_to_base64url(options.challenge), ""))
        return options_to_json_dict(options)

    async def signed(self, request: Request, response: Response, credential: Mapping[str, object]) -> str:
        """Return the account whose passkey has signed; RequestError if it is unknown."""
        begun = await self._end(request, response, "sign-in")
        party = self.party(request)
        known = await self._store.passkey(digest(str(credential.get("id"))))
        if known is None or known.party != party.id:
            raise RequestError(403, "no-passkey", Text("No account here uses this passkey."))
        try:
            found = verify_authentication_response(
                credential=dict(credential),
                expected_challenge=base64url_to_bytes(begun.challenge),
                expected_rp_id=party.id,
                expected_origin=party.origin,
                credential_public_key=base64url_to_bytes(known.public_key),
                credential_current_sign_count=known.uses,
            )
        except Exception as error:  # as above
            raise _refused(error) from None
        if not await self._store.use_passkey(known.id, found.new_sign_count):
            raise _refused("its counter did not advance, or it has been removed")
        return known.account

    # -- ceremonies ----------------------------------------------------------------------------------------------------

    async def _begin(self, request: Request, response: Response, begun: Ceremony) -> None:
        token = new_token()
        await self._store.keep_once(digest(token), begun, _SECONDS)
        secure = self._secure or request.url.scheme == "https"
        response.set_cookie(
            COOKIE, token, max_age=_SECONDS, path=_PATH, httponly=True, samesite="strict", secure=secure
        )

    async def _end(self, request: Request, response: Response, purpose: str) -> Ceremony:
        """Return the ceremony that this browser has begun, and end it."""
        token = request.cookies.get(COOKIE)
        begun = await self._store.spend(Ceremony, digest(token)) if token else None
        response.delete_cookie(COOKIE, path=_PATH)
        if begun is None or begun.purpose != purpose:
            raise RequestError(409, "too-late", TOO_LATE)
        return begun


def _is_address(host: str) -> bool:
    """Return whether a host is an IP address: browsers refuse passkeys for those."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _refused(why: Exception | str) -> RequestError:
    log.info("a passkey was refused", extra={"why": str(why)[:200]})
    return RequestError(403, "no-passkey", Text("This passkey cannot be accepted here."))
