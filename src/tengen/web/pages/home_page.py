"""The home page, with boards that are games to begin; and Explore, with every game and kind of board."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse

from ..scheduler.threads import beside_loop, in_thread
from ..services import Served, Services
from ..store.variant_store import PublishedVariant
from .board_kinds import board_kinds
from .listed_games import KINDS, choice_of, featured_games, summary, thumbnails, variant_groups

router: Final = APIRouter(include_in_schema=False)
_PUBLISHED: Final = 60
"""Published games on a page of Explore."""


@router.get("/", response_class=HTMLResponse)
@beside_loop
def home(services: Served, request: Request) -> HTMLResponse:
    """Show the ways into a game, and boards to begin at once."""
    return services.templates.page(request, "home.html", featured=featured_games())


@router.get("/explore", response_class=HTMLResponse)
async def explore(services: Served, request: Request, page: Annotated[int, Query(ge=1, le=10_000)] = 1) -> HTMLResponse:
    """Show the games, those that visitors have published (the newest first), the boards and the workshop."""
    published = await services.store.variants.published(_PUBLISHED + 1, skipped=(page - 1) * _PUBLISHED)
    return await in_thread(_explore, services, request, published, page)


def _explore(services: Services, request: Request, published: list[PublishedVariant], page: int) -> HTMLResponse:
    boards = board_kinds().values()
    return services.templates.page(
        request,
        "explore.html",
        kinds=KINDS,
        published=published[:_PUBLISHED],
        number=page,
        more=len(published) > _PUBLISHED,
        groups=variant_groups(),
        pictures=thumbnails(),
        summary=summary,
        boards=[kind for kind in boards if not kind.is_graph],
        graphs=[kind for kind in boards if kind.is_graph],
        choice=lambda board: choice_of("chinese", board),
    )
