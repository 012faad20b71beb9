"""What there is to choose from, and what a choice comes to: the rules in words and the board, or what is wrong."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from functools import cache
from typing import Final, Literal, TypeVar

from fastapi import APIRouter, Request
from pydantic import BaseModel

from ...draw import svg as draw
from ...draw.sentences import board_name
from ...records import Position, TengenError
from ...rules import AXES, Variant, variants
from ...rules.axis import frozen
from ...rules.conflicts import contradictions
from ...rules.prose import describe
from ..games.game_request import ChoiceRefused, GameChoice, chosen_board, chosen_game, chosen_variant
from ..games.game_view import board_view
from ..problems import RequestProblem
from ..security import address_of
from ..services import Served
from ..texts import say

router = APIRouter(prefix="/api", tags=["choices"])

_COST: Final = 5
"""The number of requests that a check counts as, because it is work."""

_ONE_AT_A_TIME: Final = asyncio.Semaphore(1)
_T = TypeVar("_T")

SIZES: Final = {
    "chinese": ("7", "9", "13", "19"),
    "tile": ("5", "7", "9", "13", "19"),
    "gengo": ("11", "15", "19", "23"),
}
"""Sizes that suit, by the variant they were found for."""


class CheckRequest(GameChoice):
    """A choice to look at, and the colours of the picture."""

    theme: Literal["light", "dark"] = "light"


class AxisInWords(BaseModel):
    """A choice within the rules: its value in words."""

    axis: str
    value: str
    sentence: str
    changed: bool


class VariantInfo(BaseModel):
    """A variant that may be chosen by name; ``axes`` are those that differ from the defaults."""

    name: str
    title: str
    prose: str
    axes: dict[str, bool | int | float | str | tuple[int | str, ...]]
    board: str
    footprint: str | None
    sizes: tuple[str, ...]


class ChoiceProblem(BaseModel):
    """What is wrong: the field it is about, the axes concerned where it is the axes, and a sentence."""

    field: str
    axes: list[str]
    text: str


class BoardPreview(BaseModel):
    """A board that was chosen, and its picture before the first move."""

    text: str
    name: str
    points: int
    wide: bool
    svg: str


class CheckResult(BaseModel):
    """What a choice comes to. ``ok`` is false where something is wrong; what could be read is answered all the same."""

    ok: bool
    title: str | None
    prose: str
    board: BoardPreview | None
    rules: list[AxisInWords]
    wrong: list[ChoiceProblem]


@router.get("/variants")
async def all_variants() -> list[VariantInfo]:
    """Return every variant that may be chosen by name."""
    return list(known_variants())


@cache
def known_variants() -> tuple[VariantInfo, ...]:
    """Return the variants as one chooses from them."""
    return tuple(
        VariantInfo(
            name=each.name,
            title=each.title,
            prose=each.prose,
            axes={name: value for name, value in each.rules.to_dict().items() if value != AXES[name].default},
            board=default_board(each),
            footprint=each.footprint,
            sizes=sizes(each),
        )
        for each in variants()
    )


def sizes(chosen: Variant) -> tuple[str, ...]:
    """Return the sides of boards that suit a variant, smallest first."""
    kind = "gengo" if chosen.footprint else "tile" if chosen.rules.tiles != "none" else "chinese"
    return SIZES[kind]


def default_board(chosen: Variant) -> str:
    """Return the board to begin with: small for whoever is new; Gengo's stones need its own size."""
    return chosen.board if chosen.footprint else "9"


@router.post("/check")
async def check(services: Served, request: Request, wanted: CheckRequest) -> CheckResult:
    """Say what a choice comes to, and what is wrong with it; nothing is begun."""
    if not services.limits.requests.take(address_of(request), _COST):
        raise RequestProblem(429, "too-many", say("refused.too_much_soon"))
    async with _ONE_AT_A_TIME:
        return await asyncio.to_thread(checked, wanted)


def checked(wanted: CheckRequest) -> CheckResult:
    """Return what a choice comes to. A board is looked at even where the axes are wrong, and the other way round."""
    wrong: list[ChoiceProblem] = []
    base = _tried(wrong, lambda: chosen_variant(wanted.model_copy(update={"axes": {}})))
    board = None if base is None else _tried(wrong, lambda: chosen_board(wanted, base))
    chosen = None if base is None else _changed(wrong, wanted, base)
    svg = ""
    if board is not None and chosen is not None and not wrong:
        game = _tried(wrong, lambda: chosen_game(wanted))
        svg = game.svg(theme=wanted.theme, prefix="preview", title=board_name(board)) if game else ""
    if board is not None and not svg:
        svg = draw(board, Position({}), theme=wanted.theme, prefix="preview", title=board_name(board))
    told = chosen or base
    rows = describe(chosen).rows if chosen else ()
    return CheckResult(
        ok=not wrong,
        title=told.title if told else None,
        prose=told.prose if told else "",
        board=BoardPreview.model_validate({**board_view(board), "svg": svg}) if board else None,
        rules=[AxisInWords(axis=r.axis, value=r.value, sentence=r.sentence, changed=r.changed) for r in rows],
        wrong=wrong,
    )


def _tried(wrong: list[ChoiceProblem], work: Callable[[], _T]) -> _T | None:
    """Return what some work comes to; None, and why, where it is refused."""
    try:
        return work()
    except ChoiceRefused as error:
        axes = [name for name in AXES if re.search(rf"\b{name}\b", str(error))] if error.field == "axes" else []
        wrong.append(ChoiceProblem(field=error.field, axes=axes, text=str(error)))
    except TengenError as error:
        wrong.append(ChoiceProblem(field="board", axes=[], text=str(error)))
    return None


def _changed(wrong: list[ChoiceProblem], wanted: GameChoice, base: Variant) -> Variant | None:
    """Return the variant with its axes changed; None, and every contradiction with its axes, where there are any."""
    found: list[ChoiceProblem] = []
    chosen = _tried(found, lambda: chosen_variant(wanted))
    if found and not wanted.axes.keys() - AXES.keys():
        values = base.rules.to_dict() | {name: frozen(name, value) for name, value in wanted.axes.items()}
        refused = {name: AXES[name].refusal(values[name]) for name in AXES}
        bad = [name for name in AXES if refused[name]]
        told = [ChoiceProblem(field="axes", axes=[name], text=refused[name]) for name in bad]
        told += [ChoiceProblem(field="axes", axes=list(c.axes), text=c.message) for c in contradictions(values, bad)]
        found = told or found
    wrong += found
    return chosen
