"""The home page: the shelf of boards, each a game to begin."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from typing import Literal

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from ..problems import Problem
from ..texts import say
from .featured import shelf
from .positions import picture
from .templates import page

router = APIRouter(include_in_schema=False)

Theme = Literal["light", "dark"]


@router.get("/", response_class=HTMLResponse)
async def home(request: Request) -> HTMLResponse:
    """Show the shelf."""
    return page(request, "home.html", shelf=shelf())


@router.get("/shelf/{name}.svg")
def board(request: Request, name: str, theme: Theme = "light") -> Response:
    """Return the picture of a board of the shelf; it is drawn once."""
    titles = {each.name: each.title for each in shelf()}
    if name not in titles:
        raise Problem(404, "no-picture", say("refused.no_board"))
    return drawing(request, picture(f"shelf/{name}", 0, theme, titles[name]))


def drawing(request: Request, svg: str) -> Response:
    """Return a picture that browsers keep for an hour, and then ask whether it has changed."""
    tag = _tag(svg)
    headers = {"etag": tag, "cache-control": "public, max-age=3600"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(svg, media_type="image/svg+xml", headers=headers)


@cache
def _tag(svg: str) -> str:
    return f'"{sha256(svg.encode()).hexdigest()[:16]}"'
