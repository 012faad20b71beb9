"""The lobby's page: who wants to play, who is here, what can be watched, and the house's programs."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from ...rules import Variant
from ..games.game_request import ClockChoice, default_board, sizes
from ..lobby.lobby_view import clock_text
from ..services import Sender, Served
from .listed_games import KINDS, variant_groups

router: Final = APIRouter(include_in_schema=False)

CLOCKS: Final[dict[str, ClockChoice]] = {
    "none": ClockChoice(),
    "quick": ClockChoice(kind="fischer", main=180, increment=5),
    "medium": ClockChoice(kind="absolute", main=600),
    "slow": ClockChoice(kind="byoyomi", main=1200, periods=5, period=30),
    "days": ClockChoice(kind="correspondence", period=3 * 86_400),
}
"""The clocks that the lobby's own form offers; any other can be chosen where a new game is."""


@router.get("/lobby", response_class=HTMLResponse)
async def lobby(services: Served, request: Request, visitor: Sender) -> HTMLResponse:
    """Show the lobby; what changes in it comes by its WebSocket."""
    groups = variant_groups()
    shown = {kind: [_kind(each) for each in groups[kind]] for kind in ("go", "new", "kin")}
    clocks = [(name, clock_text(clock.timing()), clock.model_dump()) for name, clock in CLOCKS.items()]
    may_rate = visitor is not None and visitor.account is not None
    return services.templates.page(
        request,
        "lobby.html",
        groups=shown,
        clocks=clocks,
        bots=services.programs,
        may_rate=may_rate,
        kinds=KINDS,
    )


def _kind(variant: Variant) -> dict[str, object]:
    """Return a kind of game as one chooses it: its name, and the boards that suit, as the form writes them."""
    boards = sizes(variant)
    return {
        "name": variant.name,
        "title": variant.title,
        "boards": boards,
        "board": default_board(variant) if default_board(variant) in boards else boards[0],
    }
