"""The game's page, the list of a visitor's games, and the strings that their scripts say."""

from __future__ import annotations

from hashlib import sha256

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from ..security import is_id
from .templates import page, problem_page

router = APIRouter(include_in_schema=False)


@router.get("/g/{id}", response_class=HTMLResponse)
async def game(request: Request, id: str) -> HTMLResponse:
    """Show a game: to its players and, as it is public, to anyone with the link; the board comes once it can."""
    web = request.app.state.web
    if not is_id(id) or not await web.store.has_game(id):
        return problem_page(request, 404)
    return page(request, "game.html", id=id, preparing=not web.prepared.is_set())


@router.get("/games", response_class=HTMLResponse)
async def games(request: Request) -> HTMLResponse:
    """Show the visitor's own games."""
    return page(request, "games.html")


@router.get("/words.json")
async def words(request: Request) -> Response:
    """Return every string of the pages; the browser keeps them until they change."""
    body = request.app.state.web.words.json().encode()
    tag = f'"{sha256(body).hexdigest()[:16]}"'
    headers = {"etag": tag, "cache-control": "no-cache"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(body, media_type="application/json", headers=headers)
