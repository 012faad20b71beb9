"""Rules pages: every variant in words, with its lessons."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from ...boards.titles import titled
from ...game.picture import drawn_by_rules
from ...records import Text, UnknownVariant
from ...rules import Variant
from ...rules.preset_files import preset
from ...rules.prose import describe
from ..errors import NO_VARIANT, existing
from ..games.game_request import GameChoice, chosen_board, chosen_game, chosen_variant, idle_axes, is_light_choice
from ..lessons.course_library import leads
from ..scheduler.threads import beside_loop, in_thread
from ..services import Served, Services
from ..texts import tell
from .listed_games import KINDS, summary, thumbnails, variant_groups
from .pictures import Theme, picture_answer

router: Final = APIRouter(include_in_schema=False)

CHAPTERS: Final[dict[str, tuple[Text, tuple[str, ...]]]] = {
    "begins": (Text("How it begins"), ("fairness", "komi", "handicap", "handicap_bonus", "tao_start", "tao_in_hand")),
    "moves": (
        Text("Moves"),
        (
            *("suicide", "repetition", "cycle", "pass_lifts_ko", "singleton_of", "own_overlap", "friendly_fire"),
            *("tiles", "tile_stack", "order", "seats"),
            *("tao", "tao_price", "tao_payment", "passing", "coupons", "pass_stones"),
        ),
    ),
    "ends": (Text("How it ends"), ("passes", "end", "scoring", "weights", "tax", "prisoner_value", "payoff")),
}
"""The chapters of a page with their headings and axes, in order."""

_SILENT: Final = frozenset(
    {
        ("tiles", "none"),
        ("tao", "off"),
        ("own_overlap", "false"),
        ("handicap", "0"),
        ("handicap_bonus", "0"),
        ("fairness", "none"),
    }
    | {("coupons", "none"), ("pass_stones", "false"), ("weights", "even"), ("payoff", "none")}
    | {("order", "alternate"), ("seats", "2")}
)
"""Values that are not mentioned."""


@router.get("/rules", response_class=HTMLResponse)
@beside_loop
def all_rules(services: Served, request: Request) -> HTMLResponse:
    """Show every variant, with a board and a sentence."""
    values = {"kinds": KINDS, "groups": variant_groups(), "pictures": thumbnails(), "summary": summary}
    return services.templates.page(request, "rules.html", **values)


@router.get("/rules/{name}.svg")
async def picture(services: Served, request: Request, name: str, theme: Theme = "light") -> Response:
    """Return the board of a shared variant before the first move."""
    body = existing(await services.store.variants.body(name), "no-picture", NO_VARIANT)
    payer = services.limits.requests.spend(request)
    light = await in_thread(lambda: is_light_choice(GameChoice.model_validate_json(body)))
    return picture_answer(request, await services.scheduler.run(payer, _drawn, body, theme, light=light))


@lru_cache(maxsize=128)
def _drawn(body: str, theme: str) -> str:
    game = chosen_game(GameChoice.model_validate_json(body))
    return game.svg(**drawn_by_rules(game), coordinates=False, theme=theme, title=game.variant.title)


@router.get("/rules/{name}", response_class=HTMLResponse)
async def rules(services: Served, request: Request, name: str) -> Response:
    """Show the rules of a variant or a shared one; aliases redirect."""
    try:
        choice = GameChoice(variant=preset(name).name)
        if choice.variant != name:
            return RedirectResponse(f"/rules/{choice.variant}", 308)
    except UnknownVariant:
        body = existing(await services.store.variants.body(name), "no-variant", NO_VARIANT)
        choice = GameChoice.model_validate_json(body)
    listed = await services.store.variants.published(1, name) if choice.board is not None else []
    return await in_thread(_rules, services, request, name, choice, bool(listed))


def _rules(services: Services, request: Request, name: str, choice: GameChoice, listed: bool) -> Response:
    chosen = chosen_variant(choice)
    board = tell(titled(chosen_board(choice, chosen), chosen.footprint))
    told = describe(chosen)
    return services.templates.page(
        request,
        "rule.html",
        name=name,
        shared=choice.board is not None,
        listed=listed,
        preset=choice.variant if choice.toml is None else None,
        told=told,
        board=board,
        start=None if chosen.start is None else chosen.start.position,
        chapters=chapters_of(chosen),
        leads=leads(name),
        summary=summary(chosen),
        formal=chosen.rules.repetition == "formal",
    )


def chapters_of(chosen: Variant, wide: bool | None = None) -> list[dict[str, object]]:
    """Return the chapters of a variant: the title of each, and the rows of axes with an effect.

    ``wide``: whether stones cover more than their own points, if the board decides that.
    """
    vain = idle_axes(chosen, wide)
    told = {
        row.axis: row for row in describe(chosen).rows if not (row.axis in vain or (row.axis, row.value) in _SILENT)
    }
    return [
        {"key": key, "title": title, "rows": [told[axis] for axis in axes if axis in told]}
        for key, (title, axes) in CHAPTERS.items()
    ]
