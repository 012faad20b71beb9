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
from ...rules import Variant, variants
from ...rules.conflicts import idle
from ...rules.prose import Row, describe
from ...rules.variants import preset
from ..problems import Problem
from ..texts import say
from .featured import shelf
from .home_page import drawing
from .positions import picture
from .rule_examples import RuleExample, examples_of
from .templates import page

router = APIRouter(include_in_schema=False)

_CHAPTERS: Final = {
    "begins": ("komi", "handicap", "tao_start", "tao_in_hand"),
    "moves": (
        *("suicide", "repetition", "cycle", "pass_lifts_ko", "own_overlap", "friendly_fire", "tiles", "tile_stack"),
        *("tao", "tao_price", "tao_payment", "passing"),
    ),
    "ends": ("passes", "end", "scoring", "prisoner_value"),
}
"""The axes in the order in which a page tells them."""

_SILENT: Final = frozenset({("tiles", "none"), ("tao", "off"), ("own_overlap", "false"), ("handicap", "0")})
"""What goes without saying."""


@dataclass(frozen=True)
class Chapter:
    """A heading's key, and the sentences under it."""

    key: str
    rows: tuple[Row, ...]


@router.get("/rules", response_class=HTMLResponse)
async def all_rules(request: Request) -> HTMLResponse:
    """Show every variant, with a board where the shelf has one."""
    pictures = {board.variant: board.name for board in shelf() if board.name in ("go", board.variant)}
    return page(request, "rules.html", groups=groups(), pictures=pictures)


@cache
def groups() -> dict[str, tuple[Variant, ...]]:
    """Return the variants by what kind of game they are: the new ones, ordinary Go, and Gengo's kin."""
    found: dict[str, list[Variant]] = {"new": [], "go": [], "kin": []}
    for each in variants():
        rules = each.rules
        if each.name.startswith("gengo-"):
            found["kin"].append(each)
        else:
            new = each.footprint or rules.tiles != "none" or rules.tao == "on"
            found["new" if new else "go"].append(each)
    found["new"].sort(key=lambda each: [board.variant for board in shelf()].index(each.name))
    return {kind: tuple(those) for kind, those in found.items()}


@router.get("/rules/{name}", response_class=HTMLResponse)
async def rules(request: Request, name: str) -> Response:
    """Show the rules of a variant; its other names lead there."""
    found = _preset(name)
    if found != name:
        return RedirectResponse(f"/rules/{found}", 308)
    chosen = preset(name)
    board = board_name(parse(chosen.board, footprint=chosen.footprint))
    told = describe(chosen)
    return page(request, "rule.html", told=told, board=board, chapters=chapters(name), examples=examples_of(name))


@router.get("/rules/{name}/{example}/{step}.svg")
def step_picture(
    request: Request, name: str, example: str, step: int, theme: Literal["light", "dark"] = "light"
) -> Response:
    """Return the picture of one step of an example."""
    found = next((each for each in examples_of(name) if each.name == example), None)
    if found is None or not 0 <= step < len(found.steps):
        raise Problem(404, "no-picture", say("refused.no_step"))
    return drawing(request, picture(f"rules/{example}", step, theme, _title(found, step), True))


def _title(example: RuleExample, step: int) -> str:
    return f"{example.title}: {example.steps[step].text}"


def _preset(name: str) -> str:
    try:
        return preset(name).name
    except UnknownVariant:
        raise Problem(404, "no-variant", say("refused.no_variant")) from None


@cache
def chapters(name: str) -> tuple[Chapter, ...]:
    """Return what the axes of a variant say, chapter by chapter; what decides nothing is left out."""
    chosen = preset(name)
    vain = {"friendly_fire"} if chosen.footprint is None else set[str]()
    if chosen.rules.end == "no-moves":
        vain |= {"scoring", "prisoner_value", "komi"}
    elif chosen.rules.scoring != "territory":
        vain.add("prisoner_value")
    told = {
        row.axis: row
        for row in describe(chosen).rows
        if not (row.axis in vain or (row.axis, row.value) in _SILENT or idle(row.axis, chosen.rules.to_dict()))
    }
    return tuple(Chapter(key, tuple(told[axis] for axis in axes if axis in told)) for key, axes in _CHAPTERS.items())
