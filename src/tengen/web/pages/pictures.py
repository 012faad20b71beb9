"""Pictures of boards at their own addresses, with validation by browsers' caches."""

from __future__ import annotations

from collections.abc import Callable, Container
from hashlib import sha256
from typing import Final, Literal

from fastapi import APIRouter, Request
from fastapi.responses import Response

from ...game.named_positions import named_positions
from ...records import Text
from ..errors import RequestError
from ..scheduler.threads import beside_loop
from .board_kinds import board_kind_picture, board_kinds
from .home_page import known_picture, pictured
from .listed_games import featured_picture, games_by_name
from .solved_page import famous_picture, solved, solved_picture

router: Final = APIRouter(include_in_schema=False)

Theme = Literal["light", "dark"]


def picture_answer(request: Request, svg: str) -> Response:
    """Return a picture, cached for an hour."""
    return cached_answer(request, svg, "image/svg+xml", "public, max-age=3600")


def cached_answer(request: Request, body: str, kind: str, keeping: str) -> Response:
    """Return a text with an ETag; ``keeping`` is its Cache-Control."""
    tag = sha256(body.encode()).hexdigest()[:16]
    headers = {"etag": f'"{tag}"', "cache-control": keeping}
    if request.headers.get("if-none-match") == headers["etag"]:
        return Response(status_code=304, headers=headers)
    return Response(body, media_type=kind, headers=headers)


def _add_route(shelf: str, known: Callable[[], Container[str]], draw: Callable[[str, str], str]) -> None:
    @router.get(f"/{shelf}/{{name}}.svg")
    @beside_loop
    def picture(request: Request, name: str, theme: Theme = "light") -> Response:
        if name not in known():
            raise RequestError(404, "no-picture", Text("The home page has no such board."))
        return picture_answer(request, draw(name, theme))


_add_route("featured", games_by_name, featured_picture)
_add_route("boards", board_kinds, board_kind_picture)
_add_route("variants", pictured, known_picture)
_add_route("solved", solved, solved_picture)
_add_route("positions", named_positions, famous_picture)
