"""The home page: boards of all kinds, each a game to begin."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from ..problems import RequestProblem
from ..services import Served
from ..texts import say
from .cached_answers import picture_answer
from .featured import featured_games, featured_picture, games_by_name, other_games

router = APIRouter(include_in_schema=False)

Theme = Literal["light", "dark"]


@router.get("/", response_class=HTMLResponse)
async def home(services: Served, request: Request) -> HTMLResponse:
    """Show the boards."""
    return services.templates.page(request, "home.html", featured=featured_games(), others=other_games())


@router.get("/featured/{name}.svg")
def board(request: Request, name: str, theme: Theme = "light") -> Response:
    """Return the picture of a board of the home page."""
    if name not in games_by_name():
        raise RequestProblem(404, "no-picture", say("refused.no_board"))
    return picture_answer(request, featured_picture(name, theme))
