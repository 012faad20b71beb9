"""Signing in and out, by a cookie that changes when a browser joins an account; and deleting accounts."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from ..errors import BARRED, RequestError
from ..games.game_server import GameServer
from ..store import Account, Store
from ..store.people import forget_names
from ..visitors import Visitors, digest, new_id


class Sessions:
    """Signs browsers in and out; ``signed_out`` receives those whose cookies have become invalid.

    Other servers are notified by the same database transaction.
    """

    def __init__(
        self, store: Store, visitors: Visitors, signed_out: Callable[[Collection[str]], None] = lambda _: None
    ) -> None:
        self._store, self._visitors, self._signed_out = store, visitors, signed_out

    async def account(self, request: Request) -> Account | None:
        visitor = await self._visitors.find(request)
        return None if visitor is None or visitor.account is None else await self._store.accounts.find(visitor.account)

    async def enter(self, request: Request, response: Response, account: str) -> None:
        """Sign a browser in to an account, with its games; RequestError if the operator has banned either.

        The browser gets a new cookie, so that the old one, which others may know or have planted, does not open the
        account. If it was signed in to another account, that account keeps its games.
        """
        if await self._store.operator.ban_of(account) is not None:
            raise RequestError(403, "barred", BARRED)
        visitor = await self._visitors.find(request)
        if visitor is None or visitor.account not in (None, account):
            if visitor is not None:
                await self._expel(visitor.id)
            visitor = await self._visitors.add(request, response)
        token = self._visitors.give_cookie(request, response)
        await self._store.accounts.attach(visitor.id, account, digest(token))
        self._signed_out([visitor.id])  # pages opened with the old cookie

    async def leave(self, request: Request, response: Response, everywhere: bool) -> None:
        """Sign out a browser, or all browsers of its account, whose links for carrying games then end, too."""
        visitor = await self._visitors.find(request)
        if visitor is None:
            return
        if everywhere and visitor.account is not None:
            self._signed_out(await self._store.accounts.expel_all(visitor.account))
        else:
            await self._expel(visitor.id)
        self._visitors.take_cookie(response)

    def end(self, response: Response, browsers: Collection[str]) -> None:
        """Sign out the browsers of a deleted account; the response goes to one of them."""
        self._signed_out(browsers)
        self._visitors.take_cookie(response)

    async def _expel(self, visitor: str) -> None:
        await self._store.accounts.expel(visitor)
        self._signed_out([visitor])


_ALL: Final = 1_000_000


async def delete_account(store: Store, games: GameServer, account: str) -> None:
    """Delete an account permanently.

    Its passkeys, address, links, settings, progress, ratings, reviews and browsers are deleted. Its games stay, as they
    also belong to the opponents, but its seats in them lose their owner and name. Other players' ratings do not change.
    """
    browsers = await store.accounts.browsers(account)
    seats = dict(await store.games_of(browsers[0], _ALL)) if browsers else {}
    await forget_names(store.engine, seats, games.news_of_names)
    await games.make_nameless(seats)
    await store.results.forget_player(account, new_id())
    await store.accounts.remove(account)
