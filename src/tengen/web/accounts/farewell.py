"""The end of an account: what is deleted, and what stays of its games."""

from __future__ import annotations

from typing import Final

from ..games.game_server import GameServer
from ..store import Store
from ..visitors import new_id

_ALL: Final = 1_000_000


async def delete_account(store: Store, games: GameServer, account: str) -> None:
    """Delete an account for good.

    Its passkeys, address, links, settings, progress, ratings, reviews and browsers go. Its games stay, as they are the
    opponents' as well, but its seats in them are nobody's and have no name any more; others' ratings stay what they
    are, and the games they came of were played against somebody who has left.
    """
    browsers = await store.accounts.browsers(account)
    seats = dict(await store.games_of(browsers[0], _ALL)) if browsers else {}
    await store.forget_names(seats, games.news_of_names)
    await games.make_nameless(seats)
    await store.results.forget_player(account, new_id())
    await store.accounts.remove(account)
