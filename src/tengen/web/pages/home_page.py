"""The home page, with games to start; Explore, with every game and kind of board; and all known variants."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Annotated, Final
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse

from ...boards import parse
from ...boards.titles import titled
from ...draw import svg
from ...records import Position
from ...rules import Variant, library, preset
from ...rules.preset_files import KnownVariant, families, known
from ..games.game_request import default_board
from ..scheduler.threads import beside_loop, in_thread
from ..services import Served, Services
from ..store.variant_store import PublishedVariant
from ..texts import tell
from .board_kinds import board_kinds, stored_position
from .listed_games import KINDS, choice_of, faces, featured_games, summary, thumbnails, variant_groups

router: Final = APIRouter(include_in_schema=False)
_PUBLISHED: Final = 60
"""The number of published games on a page of Explore."""


@router.get("/", response_class=HTMLResponse)
@beside_loop
def home(services: Served, request: Request) -> HTMLResponse:
    """Show the ways into a game, and boards to start on at once."""
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


@router.get("/variants", response_class=HTMLResponse)
@beside_loop
def all_variants(services: Served, request: Request) -> HTMLResponse:
    """Show all variants by family; a script searches and filters them."""
    values = {"families": families(), "known": known(), "picture": _address, "play": _play}
    return services.templates.page(request, "variants.html", **values)


def _play(each: KnownVariant) -> list[tuple[str, str]]:
    """Return the playable forms of a variant: the address of each, and its distinction."""
    found = []
    for variant, board in each.ways:
        title = tell(variant.title if board is None else titled(parse(board, files=False)))
        chosen = {"variant": variant.name} if board is None else {"variant": variant.name, "board": board}
        found.append((f"/new?{urlencode(chosen)}", title[:1].upper() + title[1:]))
    return found


@cache
def _boards() -> dict[str, str]:
    """Return the pictures of boards in mid-game, by the boards' texts."""
    shown = {kind.board: f"/boards/{kind.name}.svg" for kind in board_kinds().values()}
    return {game.board: f"/featured/{game.name}.svg" for game in featured_games() if not game.board.isdigit()} | shown


def _address(each: KnownVariant) -> str:
    for variant, board in each.ways[:1]:
        if found := faces()[variant.name] if board is None else _boards().get(board):
            return found
    return f"/variants/{each.name}.svg"


@cache
def pictured() -> dict[str, tuple[Variant, str | None, str]]:
    """Return the pictures of this page by name in addresses: the variant, the board and the moves."""
    rows = {each.name: (*(each.ways or [(preset("chinese"), None)])[0], each.moves) for each in known()}
    return {each.name: (each, None, "") for each in library()} | rows


@lru_cache(maxsize=256)
def known_picture(name: str, theme: str) -> str:
    """Return the picture of a variant (cached): in mid-game if its moves are known, else at the start."""
    variant, text, moves = pictured()[name]
    board = parse(text or default_board(variant), variant.footprint, files=False)
    if moves:
        return stored_position(f"variants/{name}", board).draw(theme, "", walls=variant.rules.captured == "wall")
    start = variant.start.position if variant.start else Position({})
    return svg(board, start, coordinates=False, theme=theme, title="")
