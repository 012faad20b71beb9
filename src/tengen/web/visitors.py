"""Visitors, known by their cookies, and the secrets and public names that are made for them."""

from __future__ import annotations

import hashlib
import secrets
from typing import Final

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from ..records import Colour
from .scheduler.limit_table import TokenBuckets
from .store import Store, Visitor
from .texts import say

COOKIE: Final = "tengen"
_DAYS = 400


def new_token() -> str:
    """Return a secret of 192 random bits that fits into a URL."""
    return secrets.token_urlsafe(24)


def new_id() -> str:
    """Return a public name of 72 random bits, for games and reviews."""
    return secrets.token_hex(9)


def digest(token: str) -> str:
    """Return what is kept of a secret: its SHA-256. Being random, it needs no salt."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def is_id(text: str) -> bool:
    """Say whether a text may be the public name of a game or a review: whatever else is never asked of the store."""
    return 0 < len(text) <= 64 and text.isascii() and text.isalnum()


class Visitors:
    """Finds the visitor of a request; ``secure`` says that cookies are sent back over HTTPS only.

    ``new`` bounds how many an address may bring.
    """

    def __init__(self, store: Store, secure: bool, new: TokenBuckets) -> None:
        self._store, self._secure, self._new = store, secure, new

    async def find(self, connection: HTTPConnection) -> Visitor | None:
        """Return whose cookie a request (or a WebSocket) carries; None: nobody's that is known."""
        token = connection.cookies.get(COOKIE)
        return None if not token else await self._store.visitor(digest(token))

    async def find_or_add(self, request: Request, response: Response) -> Visitor:
        """Return whose cookie a request carries, or `add` somebody new."""
        return await self.find(request) or await self.add(request, response)

    async def add(self, request: Request, response: Response) -> Visitor:
        """Take in somebody new, whose cookie goes with the response; refuse that if too many come from an address."""
        self._new.spend(request)
        return await self._store.add_visitor(new_id(), digest(self.give_cookie(request, response)))

    async def named(self, visitor: Visitor) -> str:
        """Return a visitor's name; one without is a guest with a number from now on."""
        if visitor.name:
            return visitor.name
        name = say("Guest {number}", number=1000 + secrets.randbelow(9000))
        await self._store.rename(visitor.id, name)
        return name

    def give_cookie(self, request: Request, response: Response) -> str:
        """Send a new cookie with the response, and return it: whose it is is for the caller to store."""
        token = new_token()
        secure = self._secure or request.url.scheme == "https"
        response.set_cookie(COOKIE, token, max_age=_DAYS * 24 * 3600, httponly=True, samesite="lax", secure=secure)
        return token

    def take_cookie(self, response: Response) -> None:
        """Let the browser forget its cookie."""
        response.delete_cookie(COOKIE, httponly=True, samesite="lax")

    async def seats(self, connection: HTTPConnection, game: str) -> frozenset[Colour]:
        """Return the seats that the visitor of a request has in a game."""
        visitor = await self.find(connection)
        return await self._store.seats_of(game, visitor.id if visitor else None)
