"""The form for a new game: every choice with its words, checked as one makes it."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from ...players import LEVELS
from ...rules import AXES, variants
from ...rules.axis import show
from ...rules.variant_data import HANDICAP_KOMI
from ..games.variant_choices import known_variants
from ..idle_axes import idle_axes
from ..light_work import beside_loop
from ..services import Served
from ..texts import once_a_language, tell
from .board_choices import GRIDS, SHAPES, board_choices, face_of
from .featured import thumbnails
from .summaries import summary
from .variant_groups import variant_families

router: Final = APIRouter(include_in_schema=False)

APART: Final = ("komi", "handicap")
"""Axes that have a place of their own on the form."""


@router.get("/new", response_class=HTMLResponse)
@beside_loop
def new(services: Served, request: Request) -> HTMLResponse:
    """Show the form; ``?variant=`` and ``?board=`` choose beforehand."""
    axes = {name: axis for name, axis in AXES.items() if name not in APART}
    return services.templates.page(
        request,
        "new.html",
        families=variant_families(),
        pictures=thumbnails(),
        shapes={shape: face_of(shape) for shape in SHAPES},
        axes=axes,
        levels=len(LEVELS),
        guests=[bot for bot in services.programs if bot.visits is not None],
        data=form_data(),
    )


@once_a_language
def form_data() -> dict[str, object]:
    """Return what the form's script knows: the variants, the boards, and a sentence for every value of an axis."""
    return {
        "variants": {each.name: each.model_dump() for each in known_variants()},
        "shapes": {shape: [vars(choice) for choice in board_choices(shape)] for shape in SHAPES},
        "grids": GRIDS,
        "families": {each.name: [member.name for member in each.members] for each in variant_families()},
        "pictures": dict(thumbnails()),
        "summaries": {each.name: summary(each) for each in variants()},
        "idle": {each.name: idle_axes(each) for each in variants()},
        "handicap_komi": HANDICAP_KOMI,
        "axes": {
            name: {
                "default": show(axis.default),
                "about": tell(axis.about),
                "values": {value: tell(sentence) for value, sentence in axis.values.items()},
            }
            for name, axis in AXES.items()
        },
    }
