"""The home page with its doors and boards that are games to begin; and Explore, with every game and kind of board."""

from __future__ import annotations

from functools import cache
from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from ...records import Text
from ..scheduler.threads import beside_loop
from ..services import Served
from .board_kinds import board_kinds
from .listed_games import KINDS, choice_of, featured_games, games_by_name, summary, thumbnails, variant_groups

router: Final = APIRouter(include_in_schema=False)


DOORS: Final = (
    ("/learn", Text("Learn"), Text("On a live board, from the first stone on.")),
    ("/lobby", Text("Play"), Text("Against a friend, a stranger or the computer.")),
    ("/explore", Text("Explore"), Text("Games, boards, rules, proofs.")),
)
"""The ways into the pages: an address, a name and a sentence about each."""

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


@router.get("/explore", response_class=HTMLResponse)
@beside_loop
def explore(services: Served, request: Request) -> HTMLResponse:
    """Show the games, the boards and the workshop."""
    boards = board_kinds().values()
    return services.templates.page(
        request,
        "explore.html",
        kinds=KINDS,
        groups=variant_groups(),
        pictures=thumbnails(),
        summary=summary,
        boards=[kind for kind in boards if not kind.is_graph],
        graphs=[kind for kind in boards if kind.is_graph],
        choice=lambda board: choice_of("chinese", board),
    )
