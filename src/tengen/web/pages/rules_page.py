"""The rules: a page for every variant, in words and in examples that one clicks through."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final, Literal

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from ...boards import parse
from ...draw.sentences import board_name
from ...records import UnknownVariant
from ...rules.conflicts import idle
from ...rules.prose import Row, describe
from ...rules.variants import preset
from ..problems import RequestProblem
from ..services import Served
from ..texts import say
from .cached_answers import picture_answer
from .featured import thumbnails
from .positions import stored_picture
from .rule_examples import examples_of
from .summaries import summary
from .variant_groups import variant_groups

router = APIRouter(include_in_schema=False)

_CHAPTERS: Final = {
    "begins": ("komi", "handicap", "handicap_bonus", "tao_start", "tao_in_hand"),
    "moves": (
        *("suicide", "repetition", "cycle", "pass_lifts_ko", "singleton_of", "own_overlap", "friendly_fire"),
        *("tiles", "tile_stack"),
        *("tao", "tao_price", "tao_payment", "passing"),
    ),
    "ends": ("passes", "end", "scoring", "tax", "prisoner_value"),
}
"""The axes in the order in which a page tells them."""

_SILENT: Final = frozenset(
    {("tiles", "none"), ("tao", "off"), ("own_overlap", "false"), ("handicap", "0"), ("handicap_bonus", "0")}
)
"""What goes without saying."""


@dataclass(frozen=True)
class RulesChapter:
    """A heading's key, and the sentences under it."""

    key: str
    rows: tuple[Row, ...]


@router.get("/rules", response_class=HTMLResponse)
async def all_rules(services: Served, request: Request) -> HTMLResponse:
    """Show every variant, with a board and a sentence."""
    values = {"groups": variant_groups(), "pictures": thumbnails(), "summary": summary}
    return services.templates.page(request, "rules.html", **values)


@router.get("/rules/{name}", response_class=HTMLResponse)
async def rules(services: Served, request: Request, name: str) -> Response:
    """Show the rules of a variant; its other names lead there."""
    found = _preset(name)
    if found != name:
        return RedirectResponse(f"/rules/{found}", 308)
    chosen = preset(name)
    board = board_name(parse(chosen.board, footprint=chosen.footprint))
    told = describe(chosen)
    values = {"told": told, "board": board, "chapters": chapters(name), "examples": examples_of(name)}
    values["formal"] = chosen.rules.repetition == "formal"
    return services.templates.page(request, "rule.html", **values)


@router.get("/rules/{name}/{example}/{step}.svg")
def step_picture(
    request: Request, name: str, example: str, step: int, theme: Literal["light", "dark"] = "light"
) -> Response:
    """Return the picture of one step of an example."""
    found = next((each for each in examples_of(name) if each.name == example), None)
    if found is None or not 0 <= step < len(found.steps):
        raise RequestProblem(404, "no-picture", say("refused.no_step"))
    title = f"{found.title}: {found.steps[step].text}"
    return picture_answer(request, stored_picture(f"rules/{example}", step, theme, title))


def _preset(name: str) -> str:
    try:
        return preset(name).name
    except UnknownVariant:
        raise RequestProblem(404, "no-variant", say("refused.no_variant")) from None


@cache
def chapters(name: str) -> tuple[RulesChapter, ...]:
    """Return what the axes of a variant say, chapter by chapter; what decides nothing is left out."""
    chosen = preset(name)
    vain = {"friendly_fire"} if chosen.footprint is None else set[str]()
    told = {
        row.axis: row
        for row in describe(chosen).rows
        if not (row.axis in vain or (row.axis, row.value) in _SILENT or idle(row.axis, chosen.rules.to_dict()))
    }
    return tuple(
        RulesChapter(key, tuple(told[axis] for axis in axes if axis in told)) for key, axes in _CHAPTERS.items()
    )
