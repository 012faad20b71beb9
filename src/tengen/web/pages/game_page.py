"""The game's page, the list of a visitor's games, and the strings that their scripts say."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from ..security import is_id
from ..services import Served
from ..texts import say
from .cached_answers import cached_answer

router = APIRouter(include_in_schema=False)


@router.get("/g/{id}", response_class=HTMLResponse)
async def game(services: Served, request: Request, id: str) -> HTMLResponse:
    """Show a game: to its players and, as it is public, to anyone with the link; the board comes once it can."""
    if not is_id(id) or not await services.store.has_game(id):
        return services.templates.problem(request, 404)
    preparing = not services.prepared.is_set()
    return services.templates.page(request, "game.html", id=id, preparing=preparing)


@router.get("/games", response_class=HTMLResponse)
async def games(services: Served, request: Request) -> HTMLResponse:
    """Show the visitor's own games."""
    return services.templates.page(request, "games.html")


@router.get("/words.json")
async def words(request: Request) -> Response:
    """Return every string of the pages; the browser keeps them until they change."""
    return cached_answer(request, say.json(), "application/json", "no-cache")
