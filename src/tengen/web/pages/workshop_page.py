"""The workshop: rules and a board of one's own, tried out and published."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from ...rules import AXES
from ..scheduler.threads import beside_loop
from ..services import Served
from .board_kinds import shape_choices
from .listed_games import KINDS, variant_groups
from .new_game_page import AXIS_TITLES, VALUES, form_data
from .rules_page import CHAPTERS

router: Final = APIRouter(include_in_schema=False)

_HANDICAP: Final = ("handicap", "handicap_bonus")
"""What belongs to a single game rather than to the rules."""


@router.get("/workshop", response_class=HTMLResponse)
@beside_loop
def workshop(services: Served, request: Request) -> HTMLResponse:
    """Show the workshop; ``?variant=`` names a variant to start from, a preset or one that was shared."""
    chapters = {title: [axis for axis in axes if axis not in _HANDICAP] for title, axes in CHAPTERS.values()}
    return services.templates.page(
        request,
        "workshop.html",
        kinds=KINDS,
        groups=variant_groups(),
        chapters=chapters,
        axes=AXES,
        titles=AXIS_TITLES,
        values=VALUES,
        shapes=shape_choices(),
        data=form_data(),
    )
