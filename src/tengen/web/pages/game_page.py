"""The game's page, the list of a visitor's games, and the strings that their scripts say."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from ...draw.sentences import handicap_terms
from ...rules.preset_files import variants
from ...rules.prose import describe
from ..games import game_view
from ..games.possibilities import board_notes
from ..languages.reader_language import language
from ..services import Served
from ..texts import script_words
from ..visitors import is_id
from .cached_answers import cached_answer
from .link_previews import game_link
from .rules_page import chapters_of

router: Final = APIRouter(include_in_schema=False)


@router.get("/g/{id}", response_class=HTMLResponse)
async def game(services: Served, request: Request, id: str) -> HTMLResponse:
    """Show a game: to its players and, as it is public, to anyone with the link; the board comes once it can."""
    if not is_id(id) or not await services.store.has_game(id):
        return services.templates.problem(request, 404)
    preparing = not services.prepared.is_set()
    link = await game_link(services, id)
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


@router.get("/words.json")
async def words(request: Request) -> Response:
    """Return the translations that scripts need in the reader's language; browsers keep those of a version."""
    text, version = script_words(language())
    fixed = request.query_params.get("v") == version
    keeping = "public, max-age=31536000, immutable" if fixed else "no-cache"
    return cached_answer(request, text or "{}", "application/json", keeping)
