"""A visitor: their name, and their games."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Request, Response
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, Field

from ...records import COLOURS, Colour, Text
from ..accounts.export import exported
from ..accounts.game_results import tallies_of
from ..errors import RequestError
from ..games import game_view
from ..games.game_view import drawn_beside
from ..games.live_game import LiveGame
from ..lobby.names import named
from ..services import Served
from ..texts import tell
from .openapi import REFUSALS

router: Final = APIRouter(prefix="/api/me", tags=["visitor"])
_SHOWN = 60


class VisitorName(BaseModel, extra="forbid"):
    """A name to be called by; empty: none."""

    name: Annotated[str, Field(max_length=40)]


@router.get("")
async def me(services: Served, request: Request) -> dict[str, str | bool | None]:
    """Return who the visitor is; somebody without a cookie is nobody yet."""
    visitor = await services.visitors.find(request)
    return {"name": visitor.name if visitor else None, "known": visitor is not None}


@router.put("", responses=REFUSALS)
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


@router.post("/guest")
async def be_guest(services: Served, request: Request, response: Response) -> dict[str, str | bool | None]:
    """Be called a guest with a number, unless one has a name already."""
    visitor = await services.visitors.find_or_add(request, response)
    return {"name": await named(services.store, visitor), "known": True}


@router.get("/games")
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


@router.get("/results")
async def results(services: Served, request: Request) -> dict[str, object]:
    """Return how the visitor's games ended, by kind: against people and against the computer; and their ratings."""
    visitor = await services.visitors.find(request)
    if visitor is None:
        return {"kinds": []}
    ended = await services.store.results.of_visitors(await services.store.same_person(visitor.id))
    ratings = await services.store.results.ratings_of(visitor.account) if visitor.account else {}
    return {"kinds": tallies_of(ended, ratings)}


@router.get("/export.zip", response_class=StreamingResponse, responses=REFUSALS)
async def export(services: Served, request: Request) -> StreamingResponse:
    """Return everything that is kept of the visitor and of their account: games as SGF, the rest as JSON."""
    visitor = await services.visitors.find(request)
    if visitor is None:
        raise RequestError(404, "nobody", Text("Nothing is kept of this browser."))
    services.limits.exports.spend(request)
    headers = {"content-disposition": 'attachment; filename="tengen.zip"', "cache-control": "no-store"}
    return StreamingResponse(exported(services.store, visitor), media_type="application/zip", headers=headers)
