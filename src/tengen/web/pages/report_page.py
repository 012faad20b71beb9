"""The form by which a visitor reports a game, a review, a name or a message to the operator."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse

from ...records import COLOURS, Text
from ..errors import NOTHING_REPORTED
from ..games.game_view import player_name
from ..games.live_game import LiveGame
from ..services import Served, Services
from ..store.operator_store import Reason
from ..texts import say, tell
from ..visitors import is_id

router: Final = APIRouter(include_in_schema=False)
_REASONS: Final[dict[Reason, Text]] = {
    "insult": Text("It insults or threatens somebody"),
    "spam": Text("It is advertising, or repeats itself"),
    "cheating": Text("Somebody does not play fairly"),
    "unlawful": Text("It may be against the law"),
    "other": Text("Something else"),
}
_MESSAGES: Final = 20
"""The last messages of a chat that are offered to be reported."""


@router.get("/report", response_class=HTMLResponse)
async def report(
    services: Served,
    request: Request,
    game: Annotated[str, Query(max_length=64)] = "",
    review: Annotated[str, Query(max_length=64)] = "",
) -> HTMLResponse:
    """Show the form for a game or a review."""
    live = await services.games.find(game) if is_id(game) else None
    known = live is not None or (is_id(review) and await services.store.reviews.has(review))
    if not known:
        return services.templates.problem(request, 404, NOTHING_REPORTED)
    about = [("review", "", say("The review"))] if live is None else await _of_game(services, request, live)
    reasons = [(each, tell(text)) for each, text in _REASONS.items()]
    back = f"/g/{game}" if live is not None else f"/r/{review}"
    known_id = {"game": game if live is not None else "", "review": "" if live is not None else review}
    return services.templates.page(request, "report.html", about=about, reasons=reasons, back=back, **known_id)


async def _of_game(services: Services, request: Request, live: LiveGame) -> list[tuple[str, str, str]]:
    """Return what of a game can be reported: the field of the report and its value, and words for it."""
    found = [("game", "", say("The game"))]
    found += [
        ("colour", colour, say("The name “{name}”", name=player_name(live.room, colour)))
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
