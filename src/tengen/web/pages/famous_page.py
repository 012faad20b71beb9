"""Famous positions: the diagrams of the triple ko with what they are worth, and the end of the game of 417 moves."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from ...boards import parse
from ...draw import svg
from ...game.named_positions import named_positions
from ...records import Text
from ..errors import NO_BOARD, RequestError
from ..scheduler.threads import beside_loop
from ..services import Served
from .cached_answers import picture_answer
from .solved_page import WON_BY

router: Final = APIRouter(include_in_schema=False)

_SUPERKOS: Final = {
    "positional": Text("Positional"),
    "situational": Text("Situational"),
    "natural": Text("Natural"),
}


@router.get("/positions", response_class=HTMLResponse)
@beside_loop
def famous(services: Served, request: Request) -> HTMLResponse:
    """Show the positions whose worth is known (spec 1.24), and the end of the game of 417 moves (spec 2.10)."""
    worth = [each for each in named_positions().values() if each.values]
    return services.templates.page(request, "positions.html", worth=worth, superkos=_SUPERKOS, outcome=_outcome)


@router.get("/positions/{name}.svg")
@beside_loop
def famous_picture(request: Request, name: str, theme: Literal["light", "dark"] = "light") -> Response:
    """Return the picture of a position known by name."""
    if name not in named_positions():
        raise RequestError(404, "no-picture", NO_BOARD)
    return picture_answer(request, _picture(name, theme))


def _outcome(margin: float) -> Text:
    return WON_BY["black" if margin > 0 else "white"].with_values(points=abs(margin))


@lru_cache(maxsize=64)
def _picture(name: str, theme: str) -> str:
    diagram = named_positions()[name].diagram()
    return svg(parse(diagram.board), diagram.position, theme=theme, title="", coordinates=True)
