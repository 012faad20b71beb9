"""The pages of games and of reviews, and the strings that their scripts say."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from ...draw.sentences import handicap_terms
from ...records import TengenError
from ...rules import variants
from ...rules.prose import describe
from ..errors import NO_REVIEW, RequestError
from ..games import game_view
from ..games.possibilities import board_notes
from ..languages.reader_language import language
from ..scheduler.payers import address_of
from ..services import Served, Services
from ..texts import script_words
from ..visitors import is_id
from .link_previews import LinkPreview, game_preview, review_preview
from .pictures import cached_answer
from .rules_page import chapters_of

router: Final = APIRouter(include_in_schema=False)


@router.get("/g/{id}", response_class=HTMLResponse)
async def game(services: Served, request: Request, id: str) -> HTMLResponse:
    """Show a game: to its players and, as it is public, to anyone with the link; the board comes once it can."""
    if not is_id(id) or not await services.store.has_game(id):
        return services.templates.problem(request, 404)
    preparing = not services.prepared.is_set()
    live = None if preparing else await services.games.find(id)
    link = None if live is None else game_preview(live)
    return services.templates.page(request, "game.html", id=id, preparing=preparing, link=link)


@router.get("/g/{id}/rules", response_class=HTMLResponse)
async def game_rules(services: Served, request: Request, id: str) -> HTMLResponse:
    """Return the rules of a game, as a part of its page: its prose, its chapters, and notes on its board."""
    live = await services.games.find(id) if is_id(id) else None
    if live is None:
        return services.templates.problem(request, 404)
    game = live.room.game
    values = {
        "told": describe(game.variant),
        "chapters": chapters_of(game.variant, wide=not game.board.point_stones),
        "board": game_view.board_title(game),
        "notes": board_notes(game),
        "terms": handicap_terms(game.rules),
        "known": any(each.name == game.variant.name for each in variants()),
    }
    return services.templates.page(request, "rules_sheet.html", **values)


@router.get("/games", response_class=HTMLResponse)
async def games(services: Served, request: Request) -> HTMLResponse:
    """Show the visitor's own games."""
    return services.templates.page(request, "games.html")


@router.get("/review", response_class=HTMLResponse)
async def upload(services: Served, request: Request) -> HTMLResponse:
    """Show where a record can be handed in."""
    return services.templates.page(request, "upload.html")


@router.get("/r/{id}", response_class=HTMLResponse)
async def review(services: Served, request: Request, id: str) -> HTMLResponse:
    """Show a review to anyone with the link."""
    if not is_id(id) or not await services.store.reviews.has(id):
        return services.templates.problem(request, 404, NO_REVIEW)
    presets = [(each.name, each.title) for each in variants()]
    preparing = not services.prepared.is_set()
    link = None if preparing else await _review_link(services, request, id)
    known = {"id": id, "link": link, "preparing": preparing}
    return services.templates.page(request, "review.html", variants=presets, **known)


async def _review_link(services: Services, request: Request, id: str) -> LinkPreview | None:
    """Return what a link to a review shows elsewhere; None where it cannot be opened, as the page then says."""
    try:
        found = await services.reviews.open(id, address_of(request))
        return None if found is None else await review_preview(services, id, found, address_of(request))
    except (TengenError, RequestError):
        return None


@router.get("/words.json")
async def words(request: Request) -> Response:
    """Return the translations that scripts need in the reader's language; browsers keep those of a version."""
    text, version = script_words(language())
    fixed = request.query_params.get("v") == version
    keeping = "public, max-age=31536000, immutable" if fixed else "no-cache"
    return cached_answer(request, text or "{}", "application/json", keeping)
