"""Profiles of players, with ratings, results by kind and games; and pages of tournaments."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Annotated, Final

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse

from ..accounts.game_results import tallies_of
from ..errors import NO_PLAYER, RequestError
from ..games import game_view
from ..games.live_game import LiveGame
from ..lobby import lobby_view
from ..services import Sender, Served
from ..store.result_store import Encounter
from ..texts import tell
from ..visitors import is_id

router: Final = APIRouter(include_in_schema=False)

_GAMES: Final = 20
"""The number of games on a page."""

_OPPONENTS: Final = 20


@router.get("/people/{id}", response_class=HTMLResponse)
async def profile(
    services: Served, request: Request, reader: Sender, id: str, page: Annotated[int, Query(ge=1, le=10_000)] = 1
) -> HTMLResponse:
    """Show an account's public profile; games by link are shown only to those who played them."""
    store = services.store
    account = await store.accounts.find(id) if is_id(id) else None
    if account is None:
        raise RequestError(404, "no-player", NO_PLAYER)
    theirs = await store.accounts.browsers(id)
    mine = [] if reader is None else await store.same_person(reader.id)
    found = [
        await services.games.find(each)
        for each in await store.results.games_seen(theirs, mine, (page - 1) * _GAMES, _GAMES + 1)
    ]
    ended = await store.results.of_visitors(theirs, mine)
    met = await store.results.opponents(theirs, mine)
    return services.templates.page(
        request,
        "profile.html",
        account=account,
        own=reader is not None and reader.account == id,
        kinds=tallies_of(ended, await store.results.ratings_of(id)),
        mutual=_tallies(each for each in met if each.visitor in mine)[:1],
        opponents=_tallies(each for each in met if each.account is not None)[:_OPPONENTS],
        games=[_line(each) for each in found[:_GAMES] if each is not None],
        number=page,
        more=len(found) > _GAMES,
    )


def _tallies(met: Iterable[Encounter]) -> list[dict[str, object]]:
    """Return the results against each opponent, most frequent first."""
    once = {(each.game, each.account or each.visitor): each for each in met}
    counts: dict[str, Counter[str]] = {}
    last: dict[str, Encounter] = {}
    for (_, whom), each in once.items():
        how = "drawn" if each.winner is None else "won" if each.winner == each.colour else "lost"
        counts.setdefault(whom, Counter())[how] += 1
        last[whom] = each
    return [
        {"profile": lobby_view.profile(whom), "name": last[whom].name, **{how: counts[whom][how] for how in _HOWS}}
        for whom in sorted(counts, key=lambda whom: (-counts[whom].total(), last[whom].name or ""))
    ]


_HOWS: Final = ("won", "lost", "drawn")


def _line(live: LiveGame) -> dict[str, object]:
    room = live.room
    return {
        "url": f"/g/{live.id}",
        "title": tell(room.game.variant.title),
        "board": game_view.board_title(room.game),
        "black": game_view.player_name(room, "black"),
        "white": game_view.player_name(room, "white"),
        "moves": len(room.game.moves),
        "text": game_view.status(live, ()) if room.phase == "over" else "",
    }


@router.get("/t/{id}", response_class=HTMLResponse)
async def tournament(services: Served, request: Request, visitor: Sender, id: str) -> HTMLResponse:
    """Show a tournament; a script updates it."""
    found = await services.tournaments.shown(id, visitor)
    name = "" if visitor is None else visitor.name or ""
    return services.templates.page(request, "tournament.html", found=found, name=name)
