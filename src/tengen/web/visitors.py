"""Visitors, identified by cookies, and their secrets and public names."""

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
    """Return the SHA-256 of a secret, for storage. Being random, it needs no salt."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def is_id(text: str) -> bool:
    """Return whether a text can be the public name of a game or a review; others never reach the store."""
    return 0 < len(text) <= 64 and text.isascii() and text.isalnum()


class Visitors:
    """Finds visitors; ``secure`` cookies are sent over HTTPS only, ``new`` limits the new visitors of an address."""

    def __init__(self, store: Store, secure: bool, new: TokenBuckets) -> None:
        self._store, self._secure, self._new = store, secure, new

    async def find(self, connection: HTTPConnection) -> Visitor | None:
        """Return the visitor by the cookie of a request or a WebSocket; None: unknown."""
        token = connection.cookies.get(COOKIE)
        return None if not token else await self._store.visitor(digest(token))

    async def find_or_add(self, request: Request, response: Response) -> Visitor:
        """Return the visitor by the cookie of a request, or `add` a new one."""
        return await self.find(request) or await self.add(request, response)

    async def add(self, request: Request, response: Response) -> Visitor:
        """Add a visitor and send the cookie with the response; refuse if an address brings too many."""
        self._new.spend(request)
        return await self._store.add_visitor(new_id(), digest(self.give_cookie(request, response)))

    async def named(self, visitor: Visitor) -> str:
        """Return a visitor's name; give a guest a number first."""
        if visitor.name:
            return visitor.name
        name = say("Guest {number}", number=1000 + secrets.randbelow(9000))
        await self._store.rename(visitor.id, name)
        return name

    def give_cookie(self, request: Request, response: Response) -> str:
        """Send a new cookie with the response, and return it; the caller stores its owner."""
        token = new_token()
        secure = self._secure or request.url.scheme == "https"
        response.set_cookie(COOKIE, token, max_age=_DAYS * 24 * 3600, httponly=True, samesite="lax", secure=secure)
        return token

    def take_cookie(self, response: Response) -> None:
        """Delete the browser's cookie."""
        response.delete_cookie(COOKIE, httponly=True, samesite="lax")

    async def seats(self, connection: HTTPConnection, game: str) -> frozenset[Colour]:
        visitor = await self.find(connection)
        return await self._store.seats_of(game, visitor.id if visitor else None)
