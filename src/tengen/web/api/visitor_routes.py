"""A visitor: their name, their games, the link that carries these to another browser, and where they can be called."""

from __future__ import annotations

import json
from typing import Annotated, Final

from fastapi import APIRouter, Request, Response
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, Field

from ...records import COLOURS, Colour, TengenError, Text
from ..accounts.export import exported
from ..accounts.game_results import tallies_of
from ..accounts.items import MOST_ITEMS, Key, Remembered, Value, merged_items, too_long
from ..errors import LINK_SPENT, RequestError
from ..games import game_view
from ..games.game_view import drawn_beside
from ..games.live_game import LiveGame
from ..languages.reader_language import language
from ..lobby.names import named
from ..push.subscription import SubscriptionWish, check_wish
from ..scheduler.threads import in_thread
from ..services import Served
from ..store.account_store import Carry
from ..store.push_store import Subscription
from ..texts import tell
from ..visitors import digest, new_token
from .openapi import REFUSALS

router: Final = APIRouter(prefix="/api", tags=["visitor"])
_SHOWN = 60


class VisitorName(BaseModel, extra="forbid"):
    """A name to be called by; empty: none."""

    name: Annotated[str, Field(max_length=40)]


@router.get("/me")
async def me(services: Served, request: Request) -> dict[str, str | bool | None]:
    """Return who the visitor is; somebody without a cookie is nobody yet."""
    visitor = await services.visitors.find(request)
    return {"name": visitor.name if visitor else None, "known": visitor is not None}


@router.put("/me", responses=REFUSALS)
async def rename(
    services: Served, request: Request, response: Response, given: VisitorName
) -> dict[str, str | bool | None]:
    """Claim a name: it is shown in games that are begun or joined from now on. Nobody stays nobody without one."""
    name = services.names.claimed(given.name)
    if name is None and await services.visitors.find(request) is None:
        return {"name": None, "known": False}
    visitor = await services.visitors.find_or_add(request, response)
    await services.store.rename(visitor.id, name)
    return {"name": name, "known": True}


@router.post("/me/guest")
async def be_guest(services: Served, request: Request, response: Response) -> dict[str, str | bool | None]:
    """Be called a guest with a number, unless one has a name already."""
    visitor = await services.visitors.find_or_add(request, response)
    return {"name": await named(services.store, visitor), "known": True}


@router.get("/me/games")
async def games(services: Served, request: Request, theme: str = "light") -> list[dict[str, object]]:
    """Return the visitor's games: first those that wait for them, then those that go on, then those that are over."""
    visitor = await services.visitors.find(request)
    if visitor is None:
        return []
    found = []
    style = game_view.BoardStyle("dark" if theme == "dark" else "light", False)
    for id, seats in await services.store.games_of(visitor.id, _SHOWN):
        live = await services.games.find(id)
        if live is not None:
            found.append(
                {
                    "id": id,
                    "url": f"/g/{id}",
                    "title": tell(live.room.game.variant.title),
                    "board": game_view.board_title(live.room.game),
                    "phase": live.room.phase,
                    "you": sorted(seats),
                    "your_turn": _waits_for(live, seats),
                    "moves": len(live.room.game.moves),
                    "players": {colour: game_view.player_name(live.room, colour) for colour in COLOURS},
                    "text": game_view.status(live, seats),
                    "updated": live.changed,
                    "svg": await drawn_beside(live, style, f"g{live.id}"),
                }
            )
    return sorted(found, key=lambda game: not game["your_turn"])


def _waits_for(live: LiveGame, seats: frozenset[Colour]) -> bool:
    """Say whether a game that has both its players waits for somebody in these seats."""
    room = live.room
    return room.phase != "waiting" and not room.terms.one_device and bool(room.awaited & seats)


@router.get("/me/results")
async def results(services: Served, request: Request) -> dict[str, object]:
    """Return how the visitor's games ended, by kind: against people and against the computer; and their ratings."""
    visitor = await services.visitors.find(request)
    if visitor is None:
        return {"kinds": []}
    ended = await services.store.results.of_visitors(await services.store.same_person(visitor.id))
    ratings = await services.store.results.ratings_of(visitor.account) if visitor.account else {}
    return {"kinds": tallies_of(ended, ratings)}


@router.get("/me/export.zip", response_class=StreamingResponse, responses=REFUSALS)
async def export(services: Served, request: Request) -> StreamingResponse:
    """Return everything that is kept of the visitor and of their account: games as SGF, the rest as JSON."""
    visitor = await services.visitors.find(request)
    if visitor is None:
        raise RequestError(404, "nobody", Text("Nothing is kept of this browser."))
    services.limits.exports.spend(request)
    headers = {"content-disposition": 'attachment; filename="tengen.zip"', "cache-control": "no-store"}
    return StreamingResponse(exported(services.store, visitor), media_type="application/zip", headers=headers)


_CARRY_SECONDS: Final = 900
Items = Annotated[dict[Key, Value], Field(max_length=MOST_ITEMS)]


class CarriedBrowser(BaseModel, extra="forbid"):
    """What the browser remembers that is to be carried."""

    items: Items = Field(default_factory=dict)


class CarryLink(BaseModel, extra="forbid"):
    """The secret of a link, and what the browser that takes the games over remembers itself."""

    token: Annotated[str, Field(min_length=1, max_length=100)]
    items: Items = Field(default_factory=dict)


@router.post("/me/carry", status_code=201, responses=REFUSALS)
async def carry(services: Served, request: Request, given: CarriedBrowser) -> dict[str, str | int]:
    """Return a link by which one other browser can take over this one's games; good once, for some minutes."""
    visitor = await services.visitors.find(request)
    if visitor is None:
        raise RequestError(404, "nobody", Text("This browser has no games yet."))
    services.limits.sign_ins.spend(request)
    if too_long(given.items.values()):
        raise RequestError(413, "too-long", Text("This browser remembers too much for a link."))
    token = new_token()
    await services.store.accounts.keep_once(digest(token), Carry(visitor.id, json.dumps(given.items)), _CARRY_SECONDS)
    return {"url": f"/carry#{token}", "seconds": _CARRY_SECONDS}


@router.post("/me/carried", responses=REFUSALS)
async def carried(services: Served, request: Request, response: Response, given: CarryLink) -> dict[str, object]:
    """Take over another browser's games: both sit in them from now on. The link is spent."""
    if too_long(given.items.values()):
        raise RequestError(413, "too-long", Text("This browser remembers too much for a link."))
    link = await services.store.accounts.look(Carry, digest(given.token))
    known = await services.visitors.find(request)
    if link is not None and await services.store.keeps_rated(link.visitor, known.id if known else None):
        why = Text("The other browser plays a rated game: sign in to its account here, and the game is here as well.")
        raise RequestError(409, "rated", why)
    found = await services.store.accounts.spend(Carry, digest(given.token))
    if found is None:
        raise RequestError(404, "spent", LINK_SPENT)
    visitor = await services.visitors.find_or_add(request, response)
    count = await services.store.copy_seats(found.visitor, visitor.id)
    theirs = {key: Remembered(value=value) for key, value in json.loads(found.items).items()}
    return {"games": count, "items": await in_thread(merged_items, theirs, given.items)}


class Endpoint(BaseModel, extra="forbid"):
    """A browser's address at its push service."""

    endpoint: Annotated[str, Field(min_length=1, max_length=1000)]


@router.get("/push/key")
async def key(services: Served) -> dict[str, str]:
    """Return the public key with which a browser subscribes."""
    return {"key": (await services.caller.key()).public}


@router.post("/push/subscriptions", status_code=201, responses=REFUSALS)
async def subscribe(
    services: Served, request: Request, response: Response, wanted: SubscriptionWish
) -> dict[str, bool]:
    """Call this browser when it is its visitor's turn, in the language that it reads now."""
    try:
        check_wish(wanted, services.settings.push_services)
    except TengenError as error:
        raise RequestError(422, "no-push-service", Text("This is no subscription: {what}.", what=error.text)) from None
    visitor = await services.visitors.find_or_add(request, response)
    made = Subscription(wanted.endpoint, wanted.keys.p256dh, wanted.keys.auth, language())
    await services.store.pushes.keep(visitor.id, made)
    return {"on": True}


@router.post("/push/subscriptions/state", responses=REFUSALS)
async def state(services: Served, request: Request, asked: Endpoint) -> dict[str, bool]:
    """Say whether a browser is called for this visitor."""
    visitor = await services.visitors.find(request)
    return {"on": visitor is not None and await services.store.pushes.has(asked.endpoint, visitor.id)}


@router.delete("/push/subscriptions", responses=REFUSALS)
async def unsubscribe(services: Served, request: Request, gone: Endpoint) -> dict[str, bool]:
    """Call this browser no more."""
    visitor = await services.visitors.find(request)
    if visitor is not None:
        await services.store.pushes.remove(gone.endpoint, visitor.id)
    return {"on": False}
