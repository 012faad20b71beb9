"""The pages of games and of reviews, the report form, and the translations for scripts."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated, Final
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from ...draw.sentences import handicap_terms
from ...records import COLOURS, TengenError, Text
from ...rules import variants
from ...rules.prose import describe
from ..errors import NO_GAME, NO_REVIEW, NOTHING_REPORTED, RequestError, existing
from ..games import game_view
from ..games.game_request import choice_of
from ..games.live_game import LiveGame
from ..games.possibilities import board_notes
from ..languages.reader_language import language
from ..scheduler.payers import address_of
from ..scheduler.threads import in_thread
from ..services import Served, Services
from ..store.operator_store import Reason
from ..texts import say, script_words, tell
from ..visitors import is_id
from .link_previews import game_preview, review_preview
from .pictures import cached_answer
from .rules_page import chapters_of

router: Final = APIRouter(include_in_schema=False)
_REASONS: Final[dict[Reason, Text]] = {
    "insult": Text("It insults or threatens someone"),
    "spam": Text("It is advertising or spam"),
    "cheating": Text("Someone is not playing fairly"),
    "unlawful": Text("It may be against the law"),
    "other": Text("Something else"),
}
_LONGEST: Final = 200
"""The longest board text in an address, in characters."""
_MESSAGES: Final = 20
"""The number of latest chat messages offered in the report form."""


@router.get("/g/{id}", response_class=HTMLResponse)
async def game(services: Served, request: Request, id: str) -> HTMLResponse:
    """Show a game to its players and to anyone with the link; the script loads the board."""
    if not is_id(id) or not await services.store.has_game(id):
        return services.templates.problem(request, 404)
    preparing = not services.prepared.is_set()
    live = None if preparing else await services.games.find(id)
    link = None if live is None else game_preview(live)
    return services.templates.page(request, "game.html", id=id, preparing=preparing, link=link)


@router.get("/g/{id}/variant", response_class=RedirectResponse)
async def variant(services: Served, id: str, new: bool = False) -> RedirectResponse:
    """Redirect to a game's rules, or with ``new`` to the form filled in with them; custom rules are stored for that."""
    live = existing(await services.games.find(id), "no-game", NO_GAME)
    choice = await in_thread(choice_of, live.room.game)
    name, board = choice.get("variant", ""), choice["board"]
    if "toml" in choice or choice["axes"] or len(board) > _LONGEST:
        name, board = await services.store.variants.keep(choice), None
    form = urlencode({"variant": name} | ({"board": board} if board else {}))
    return RedirectResponse(f"/new?{form}" if new else f"/rules/{name}", 303)


@router.get("/g/{id}/rules", response_class=HTMLResponse)
async def game_rules(services: Served, request: Request, id: str) -> HTMLResponse:
    """Return the rules of a game as a part of its page: prose, chapters, and notes on its board."""
    live = await services.games.find(id) if is_id(id) else None
    if live is None:
        return services.templates.problem(request, 404)
    game = live.room.game
    values = {
        "id": id,
        "told": describe(game.variant),
        "chapters": chapters_of(game.variant, wide=not game.board.point_stones),
        "board": game_view.board_title(game),
        "notes": board_notes(game),
        "terms": handicap_terms(game.rules),
        "known": any(each.name == game.variant.name for each in variants()),
    }
    return services.templates.page(request, "rules_sheet.html", **values)


@router.get("/r/{id}", response_class=HTMLResponse)
async def review(services: Served, request: Request, id: str) -> HTMLResponse:
    """Show a review to anyone with the link."""
    if not is_id(id) or not await services.store.reviews.has(id):
        return services.templates.problem(request, 404, NO_REVIEW)
    presets = [(each.name, each.title) for each in variants()]
    preparing = not services.prepared.is_set()
    link = None
    if not preparing:
        with suppress(TengenError, RequestError):  # the page reports the error
            found = await services.reviews.open(id, address_of(request))
            link = None if found is None else await review_preview(services, id, found, address_of(request))
    known = {"id": id, "link": link, "preparing": preparing}
    return services.templates.page(request, "review.html", variants=presets, **known)


@router.get("/report", response_class=HTMLResponse)
async def report(
    services: Served,
    request: Request,
    game: Annotated[str, Query(max_length=64)] = "",
    review: Annotated[str, Query(max_length=64)] = "",
    variant: Annotated[str, Query(max_length=64)] = "",
    tournament: Annotated[str, Query(max_length=64)] = "",
) -> HTMLResponse:
    """Show the form for a game, a review, a published variant or a tournament."""
    live = await services.games.find(game) if is_id(game) else None
    listed = await services.store.variants.published(1, variant) if is_id(variant) else []
    if live is not None:
        kind, id, about = "game", f"/g/{game}", await _of_game(services, request, live)
    elif listed:
        kind, id, about = "variant", f"/rules/{variant}", [("variant", "", listed[0].title)]
    elif is_id(review) and await services.store.reviews.has(review):
        kind, id, about = "review", f"/r/{review}", [("review", "", say("The review"))]
    elif await services.tournaments.has(tournament):
        name = (await services.tournaments.find(tournament)).name
        kind, id, about = "tournament", f"/t/{tournament}", [("tournament", "", name)]
    else:
        return services.templates.problem(request, 404, NOTHING_REPORTED)
    reasons = [(each, tell(text)) for each, text in _REASONS.items()]
    values = {"about": about, "reasons": reasons, "back": id, "kind": kind, "id": id.rpartition("/")[2]}
    return services.templates.page(request, "report.html", **values)


async def _of_game(services: Services, request: Request, live: LiveGame) -> list[tuple[str, str, str]]:
    """Return the parts of a game that can be reported: the report's field, its value, and its description."""
    found = [("game", "", say("The game"))]
    found += [
        ("colour", colour, say("The name “{name}”", name=game_view.player_name(live.room, colour)))
        for colour in COLOURS
        if live.room.terms.seats[colour].kind == "person" and live.room.names[colour]
    ]
    seats = await services.visitors.seats(request, live.id)
    if seats and not live.room.is_alone:
        said = [
            each for each in await services.games.chat.since(live, 0) if each.kind == "text" and each.by not in seats
        ]
        found += [
            ("message", str(each.number), say("The message “{text}”", text=each.body)) for each in said[-_MESSAGES:]
        ]
    return found


@router.get("/words.json")
async def words(request: Request) -> Response:
    """Return the scripts' translations in the reader's language, cached by version."""
    text, version = script_words(language())
    fixed = request.query_params.get("v") == version
    keeping = "public, max-age=31536000, immutable" if fixed else "no-cache"
    return cached_answer(request, text or "{}", "application/json", keeping)
