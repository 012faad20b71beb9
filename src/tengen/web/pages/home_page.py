"""The home page: what Go and Tengen are, three doors, a beginning for everybody, and boards that are games to begin."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final, Literal

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from ...records import Text
from ..errors import NO_BOARD, RequestError
from ..scheduler.threads import beside_loop
from ..services import Served
from .board_kinds import board_kinds
from .cached_answers import picture_answer
from .listed_games import choice_of, featured_games, featured_picture, games_by_name

router: Final = APIRouter(include_in_schema=False)

Theme = Literal["light", "dark"]


@dataclass(frozen=True)
class Door:
    """A way into the pages: its address, its name and a sentence about it."""

    address: str
    name: Text
    text: Text


DOORS: Final = (
    Door("/learn", Text("Learn"), Text("On a live board, from the first stone on.")),
    Door("/lobby", Text("Play"), Text("Against a friend, a stranger or the computer.")),
    Door("/explore", Text("Explore"), Text("Games, boards, rules, proofs.")),
)
FIRST_LESSON: Final = "/learn/go"
"""Where somebody begins who is new to Go."""

_KNOWN: Final = ("cushion", "tile", "tao", "gengo")
"""The games for somebody who plays Go, by their names among the featured ones."""


@router.get("/", response_class=HTMLResponse)
@beside_loop
def home(services: Served, request: Request) -> HTMLResponse:
    """Show the doors, the beginnings and the boards."""
    return services.templates.page(
        request,
        "home.html",
        doors=DOORS,
        first_lesson=FIRST_LESSON,
        featured=featured_games(),
        known=[games_by_name()[name] for name in _KNOWN],
        surprises=surprises(),
    )


@cache
def surprises() -> tuple[dict[str, object], ...]:
    """Return the games among which one is drawn for visitors who want to be surprised: any but ordinary Go."""
    featured = [game.choice() for game in featured_games() if game.name != "go"]
    others = [choice_of(name, kind.board) for kind in board_kinds().values() for name in ("chinese", "cushion", "tao")]
    return (*featured, *others)


@router.get("/featured/{name}.svg")
@beside_loop
def board(request: Request, name: str, theme: Theme = "light") -> Response:
    """Return the picture of a board of the home page."""
    if name not in games_by_name():
        raise RequestError(404, "no-picture", NO_BOARD)
    return picture_answer(request, featured_picture(name, theme))
