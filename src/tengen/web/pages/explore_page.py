"""Exploring: every game, boards of every kind, and the workshop."""

from __future__ import annotations

from typing import Final, Literal

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from ..errors import NO_BOARD, RequestError
from ..scheduler.threads import beside_loop
from ..services import Served
from .board_kinds import board_kind_picture, board_kinds
from .cached_answers import picture_answer
from .listed_games import KINDS, choice_of, summary, thumbnails, variant_groups

router: Final = APIRouter(include_in_schema=False)


@router.get("/explore", response_class=HTMLResponse)
@beside_loop
def explore(services: Served, request: Request) -> HTMLResponse:
    """Show the games, the boards and the workshop."""
    kinds = board_kinds().values()
    return services.templates.page(
        request,
        "explore.html",
        kinds=KINDS,
        groups=variant_groups(),
        pictures=thumbnails(),
        summary=summary,
        boards=[kind for kind in kinds if not kind.is_graph],
        graphs=[kind for kind in kinds if kind.is_graph],
        choice=lambda board: choice_of("chinese", board),
    )


@router.get("/boards/{name}.svg")
@beside_loop
def board_kind(request: Request, name: str, theme: Literal["light", "dark"] = "light") -> Response:
    """Return the picture of a kind of board."""
    if name not in board_kinds():
        raise RequestError(404, "no-picture", NO_BOARD)
    return picture_answer(request, board_kind_picture(name, theme))
