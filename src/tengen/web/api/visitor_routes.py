"""A visitor: name, games, links that carry these elsewhere, push subscriptions, and reports."""

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
from ..errors import LINK_SPENT, NO_REVIEW, NO_VARIANT, NOTHING_REPORTED, RequestError, existing
from ..games import game_view
from ..games.game_view import drawn_beside
from ..languages.reader_language import language
from ..push.subscription import SubscriptionWish, check_wish
from ..scheduler.threads import in_thread
from ..services import Sender, Served, Services
from ..store import Visitor
from ..store.account_store import Carry
from ..store.operator_store import Reason, Report, ReportKind
from ..store.push_store import Subscription
from ..talk.chat import chatting
from ..talk.plain_text import plain_text
from ..texts import tell
from ..visitors import digest, is_id, new_token
from .game_routes import LinkToken, found_game

router: Final = APIRouter(prefix="/api", tags=["visitor"])
_SHOWN = 60


class VisitorName(BaseModel, extra="forbid"):
    """A name; empty: none."""

    name: Annotated[str, Field(max_length=40)]


@router.get("/me")
async def me(visitor: Sender) -> dict[str, str | bool | None]:
    """Return the visitor's name and whether the visitor is known."""
    return {"name": visitor.name if visitor else None, "known": visitor is not None}


@router.put("/me")
async def rename(
    services: Served, request: Request, response: Response, given: VisitorName
) -> dict[str, str | bool | None]:
    """Claim a name, shown in games started or joined from now on."""
    name = services.names.claimed(given.name)
    if name is None and await services.visitors.find(request) is None:
        return {"name": None, "known": False}
    visitor = await services.visitors.find_or_add(request, response)
    await services.store.rename(visitor.id, name)
    return {"name": name, "known": True}


@router.post("/me/guest")
async def be_guest(services: Served, request: Request, response: Response) -> dict[str, str | bool | None]:
    """Become a guest with a number, unless the visitor has a name."""
    visitor = await services.visitors.find_or_add(request, response)
    return {"name": await services.visitors.named(visitor), "known": True}


@router.get("/me/games")
async def games(services: Served, visitor: Sender, theme: str = "light") -> list[dict[str, object]]:
    """Return the visitor's games: first those waiting for them, then others in progress, then finished ones."""
    if visitor is None:
        return []
    found = []
    style = game_view.BoardStyle("dark" if theme == "dark" else "light", False)
    for id, seats in await services.store.games_of(visitor.id, _SHOWN):
        live = await services.games.find(id)
        if live is None:
            continue
        room = live.room
        found.append(
            {
                "id": id,
                "url": f"/g/{id}",
                "title": tell(room.game.variant.title),
                "board": game_view.board_title(room.game),
                "phase": room.phase,
                "you": sorted(seats),
                "your_turn": room.phase != "waiting" and not room.terms.one_device and bool(room.awaited & seats),
                "moves": len(room.game.moves),
                "players": {colour: game_view.player_name(room, colour) for colour in COLOURS},
                "text": game_view.status(live, seats),
                "updated": live.changed,
                "svg": await drawn_beside(live, style, f"g{live.id}"),
            }
        )
    return sorted(found, key=lambda game: not game["your_turn"])


@router.get("/me/results")
async def results(services: Served, visitor: Sender) -> dict[str, object]:
    """Return the visitor's results by kind, against people and against the computer, and their ratings."""
    if visitor is None:
        return {"kinds": []}
    ended = await services.store.results.of_visitors(await services.store.same_person(visitor.id))
    ratings = await services.store.results.ratings_of(visitor.account) if visitor.account else {}
    return {"kinds": tallies_of(ended, ratings)}


@router.get("/me/export.zip", response_class=StreamingResponse)
async def export(services: Served, request: Request, visitor: Sender) -> StreamingResponse:
    """Return all stored data of the visitor and of their account: games as SGF, the rest as JSON."""
    if visitor is None:
        raise RequestError(404, "nobody", Text("Nothing is stored for this browser."))
    services.limits.exports.spend(request)
    headers = {"content-disposition": 'attachment; filename="tengen.zip"', "cache-control": "no-store"}
    return StreamingResponse(exported(services.store, visitor), media_type="application/zip", headers=headers)


_CARRY_SECONDS: Final = 900
Items = Annotated[dict[Key, Value], Field(max_length=MOST_ITEMS)]


class CarriedBrowser(BaseModel, extra="forbid"):
    """The browser's items to carry."""

    items: Items = Field(default_factory=dict)


class CarryLink(LinkToken):
    """The secret of a link, and the items of the browser that takes the games over."""

    items: Items = Field(default_factory=dict)


@router.post("/me/carry", status_code=201)
async def carry(services: Served, request: Request, visitor: Sender, given: CarriedBrowser) -> dict[str, str | int]:
    """Return a single-use link, valid for some minutes, by which another browser can take over this one's games."""
    if visitor is None:
        raise RequestError(404, "nobody", Text("This browser has no games yet."))
    services.limits.sign_ins.spend(request)
    if too_long(given.items.values()):
        raise RequestError(413, "too-long", Text("This browser stores too much for a link."))
    token = new_token()
    await services.store.accounts.keep_once(digest(token), Carry(visitor.id, json.dumps(given.items)), _CARRY_SECONDS)
    return {"url": f"/carry#{token}", "seconds": _CARRY_SECONDS}


@router.post("/me/carried")
async def carried(services: Served, request: Request, response: Response, given: CarryLink) -> dict[str, object]:
    """Take over another browser's games: both can play them from now on. The link is used up."""
    if too_long(given.items.values()):
        raise RequestError(413, "too-long", Text("This browser stores too much for a link."))
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
    await services.tournaments.carry(found.visitor, visitor.id)
    theirs = {key: Remembered(value=value) for key, value in json.loads(found.items).items()}
    return {"games": count, "items": await in_thread(merged_items, theirs, given.items)}


class Endpoint(BaseModel, extra="forbid"):
    """A browser's address at its push service."""

    endpoint: Annotated[str, Field(min_length=1, max_length=1000)]


@router.get("/push/key")
async def key(services: Served) -> dict[str, str]:
    """Return the public key with which a browser subscribes."""
    return {"key": (await services.caller.key()).public}


@router.post("/push/subscriptions", status_code=201)
async def subscribe(
    services: Served, request: Request, response: Response, wanted: SubscriptionWish
) -> dict[str, bool]:
    """Notify this browser when it is its visitor's turn, in its current language."""
    try:
        check_wish(wanted, services.settings.push_services)
    except TengenError as error:
        raise RequestError(422, "no-push-service", Text("Invalid subscription: {what}.", what=error.text)) from None
    visitor = await services.visitors.find_or_add(request, response)
    made = Subscription(wanted.endpoint, wanted.keys.p256dh, wanted.keys.auth, language())
    await services.store.pushes.keep(visitor.id, made)
    return {"on": True}


@router.post("/push/subscriptions/state")
async def state(services: Served, visitor: Sender, asked: Endpoint) -> dict[str, bool]:
    """Return whether a browser gets notifications for this visitor."""
    return {"on": visitor is not None and await services.store.pushes.has(asked.endpoint, visitor.id)}


@router.delete("/push/subscriptions")
async def unsubscribe(services: Served, visitor: Sender, gone: Endpoint) -> dict[str, bool]:
    """Stop notifications to this browser."""
    if visitor is not None:
        await services.store.pushes.remove(gone.endpoint, visitor.id)
    return {"on": False}


# -- reports to the operator -------------------------------------------------------------------------------------------

_MOST_WAITING: Final = 10_000
"""The maximum number of unread reports; further ones are refused."""
_Id = Annotated[str, Field(min_length=1, max_length=64)]


class NewReport(BaseModel, extra="forbid"):
    """A report of a ``game``, of the name of its ``colour``, of a ``message`` in its chat, or of something else."""

    game: _Id | None = None
    review: _Id | None = None
    variant: _Id | None = None
    tournament: _Id | None = None
    colour: Colour | None = None
    message: Annotated[int, Field(ge=1, le=10_000_000)] | None = None
    reason: Reason
    words: Annotated[str, Field(max_length=1_000)] = ""


@router.post("/reports", status_code=201)
async def report(services: Served, request: Request, visitor: Sender, wanted: NewReport) -> dict[str, bool]:
    """Report a game, a name or a message in it, or something else to the operator."""
    if [wanted.game, wanted.review, wanted.variant, wanted.tournament].count(None) != 3:
        raise RequestError(422, "invalid", NOTHING_REPORTED)
    found = await _about(services, wanted, visitor)
    services.limits.reports.spend(request)
    made = Report(
        *found,
        reason=wanted.reason,
        words=plain_text(wanted.words),
        reporter=None if visitor is None else visitor.id,
        created=services.games.clock(),
    )
    if not await services.store.operator.report(made, _MOST_WAITING):
        why = Text("Too many reports are waiting; write to the operator instead.")
        raise RequestError(503, "full", why)
    return {"kept": True}


async def _about(
    services: Services, wanted: NewReport, visitor: Visitor | None
) -> tuple[ReportKind, str, str, str | None]:
    """Return the subject of a report: its kind and id, the name or the message, and its author."""
    if wanted.variant is not None:
        found = next(iter(await services.store.variants.published(1, wanted.variant)), None)
        title = existing(found, "no-variant", NO_VARIANT).title
        return "variant", wanted.variant, title, await services.store.variants.maker(wanted.variant)
    if wanted.review is not None:
        kept = await services.store.reviews.state(wanted.review) if is_id(wanted.review) else None
        return "review", wanted.review, "", existing(kept, "no-review", NO_REVIEW).owner
    if wanted.tournament is not None:
        held = await services.tournaments.find(wanted.tournament)
        return "tournament", wanted.tournament, held.name, held.organiser
    live = await found_game(services, wanted.game or "")
    holders = dict(await services.store.seats.holders(live.id))
    if wanted.message is not None:
        seats = await services.store.seats_of(live.id, visitor.id if visitor else None)
        chatting(live.room, seats)  # only players can have heard it
        said = [each for each in await services.games.chat.since(live, wanted.message - 1) if each.body][:1]
        if not said or said[0].number != wanted.message:
            raise RequestError(404, "no-message", Text("Message not found in this game."))
        return "message", live.id, said[0].body, holders.get(said[0].by)
    if wanted.colour is not None:
        return "name", live.id, live.room.names[wanted.colour] or "", holders.get(wanted.colour)
    return "game", live.id, "", None
