"""The form for a new game: every choice with its words, checked as one makes it."""

from __future__ import annotations

from functools import cache
from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from ...players import LEVELS
from ...rules import AXES
from ...rules.axis import show
from ...rules.variants import HANDICAP_KOMI
from ..api.choice_routes import known_variants
from ..services import Served
from .variant_groups import variant_groups

router = APIRouter(include_in_schema=False)

_WRAPPED: Final = ("7x7", "9x9", "11x11", "13x13", "19x19")

SHAPES: Final[dict[str, tuple[str, ...]]] = {
    "grid": (),
    "torus": tuple(f"{size} torus" for size in _WRAPPED),
    "cylinder": tuple(f"{size} cylinder" for size in _WRAPPED),
    "mobius": tuple(f"{size} mobius" for size in _WRAPPED),
    "klein": tuple(f"{size} klein" for size in _WRAPPED),
    "hexagon": tuple(f"hexagon {side}" for side in range(3, 9)),
    "triangular": tuple(f"triangular {size}" for size in ("5x5", "7x7", "9x9", "13x13")),
    "honeycomb": tuple(f"honeycomb {size}" for size in ("4x4", "5x5", "6x6", "7x7", "9x9")),
    "ring": tuple(f"ring {size}" for size in ("10x3", "12x3", "14x4", "16x5")),
    "star": tuple(f"star {size}" for size in (2, 3, 4)),
    "graph": tuple(
        f"graph:{name}"
        for name in (
            *("petersen", "cube", "icosahedron", "dodecahedron", "heawood", "desargues", "frucht", "truncated-cube"),
            *("tutte", "hypercube-4", "hypercube-5", "wheel-12", "circular-ladder-12"),
        )
    ),
}
"""Boards to choose from, by shape; squares come in the sizes that suit the variant; any other can be written."""

APART: Final = ("komi", "handicap")
"""Axes that have a place of their own on the form."""


@router.get("/new", response_class=HTMLResponse)
async def new(services: Served, request: Request) -> HTMLResponse:
    """Show the form; ``?variant=`` and ``?board=`` choose beforehand."""
    axes = {name: axis for name, axis in AXES.items() if name not in APART}
    return services.templates.page(
        request, "new.html", groups=variant_groups(), shapes=SHAPES, axes=axes, levels=len(LEVELS), data=_data()
    )


@cache
def _data() -> dict[str, object]:
    """Return what the form's script knows: the variants, the boards, and a sentence for every value of an axis."""
    return {
        "variants": {each.name: each.model_dump() for each in known_variants()},
        "shapes": SHAPES,
        "handicap_komi": HANDICAP_KOMI,
        "axes": {
            name: {"default": show(axis.default), "about": axis.about, "values": dict(axis.values)}
            for name, axis in AXES.items()
        },
    }
