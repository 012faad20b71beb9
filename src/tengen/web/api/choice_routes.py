"""Choices for a new game: variants, a check of rules and board, and handicaps for even games."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Annotated, Any, Final, Literal, TypeVar

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, Field

from ...boards import Board
from ...boards.titles import titled
from ...draw import svg as draw
from ...players import LEVELS
from ...players.evening import EvenTerms, even_terms
from ...records import Position, TengenError, Text
from ...records.text import values_of
from ...rules import AXES, Variant, to_toml
from ...rules.axis import frozen, show
from ...rules.conflicts import contradictions
from ...rules.prose import describe
from ...rules.start_checks import start_problems
from ..errors import NO_VARIANT, existing
from ..games.game_request import (
    ChoiceRefused,
    GameChoice,
    VariantInfo,
    chosen_board,
    chosen_game,
    chosen_variant,
    idle_axes,
    is_light_choice,
    known_variants,
)
from ..games.game_view import board_view
from ..scheduler.threads import in_thread
from ..services import Served
from ..talk.plain_text import plain_name
from ..texts import tell

router: Final = APIRouter(prefix="/api", tags=["choices"])

_COST: Final = 5
"""The number of requests that a check counts as."""
_MOST_DRAWN: Final = 400
"""The largest board whose parts are returned, in points."""
_T = TypeVar("_T")


class CheckRequest(GameChoice):
    """A choice to check, and the colours of the picture.

    The returned TOML has its ``title`` and ``summary``. With ``parts``, the board's points and lines are returned, too.
    """

    theme: Literal["light", "dark"] = "light"
    title: Annotated[str, Field(max_length=80)] | None = None
    summary: Annotated[str, Field(max_length=200)] | None = None
    parts: bool = False


class AxisInWords(BaseModel):
    """An axis of the rules with its value in words."""

    axis: str
    value: str
    sentence: str
    changed: bool


class ChoiceProblem(BaseModel):
    """A problem: the field concerned, a sentence and its values.

    ``axes`` are the axes concerned, if any, and ``settings`` their values as users write them.
    """

    field: str
    axes: list[str]
    settings: dict[str, str] = Field(default_factory=dict)
    text: str
    values: dict[str, Any]


class BoardParts(BaseModel):
    """A board's points with their coordinates (the shortest line has length 1), and its lines as pairs of indices."""

    points: list[str]
    lines: list[tuple[int, int]]
    places: list[tuple[float, float]]


class BoardPreview(BaseModel):
    """The chosen board, and its picture before the first move."""

    text: str
    name: str
    points: int
    wide: bool
    svg: str
    parts: BoardParts | None = None


class CheckResult(BaseModel):
    """The result of a check. If something is wrong, ``ok`` is false and the valid parts are still returned.

    ``idle`` are the axes without effect in this game; ``toml`` is the whole game, with its board, as a file.
    """

    ok: bool
    title: str | None
    summary: str
    prose: str
    board: BoardPreview | None
    rules: list[AxisInWords]
    idle: tuple[str, ...]
    toml: str
    wrong: list[ChoiceProblem]


@router.get("/variants")
async def all_variants() -> list[VariantInfo]:
    """Return every variant that can be chosen by name."""
    return list(known_variants())


@router.get("/variants/{id}")
async def shared_variant(services: Served, id: str) -> GameChoice:
    """Return shared rules and their board as a choice for a game."""
    body = existing(await services.store.variants.body(id), "no-variant", NO_VARIANT)
    return GameChoice.model_validate_json(body)


@router.post("/check")
async def check(services: Served, request: Request, wanted: CheckRequest) -> CheckResult:
    """Check a choice without starting a game."""
    payer = services.limits.requests.spend(request, _COST)
    light = await in_thread(is_light_choice, wanted)
    return await services.scheduler.run(payer, checked, wanted, light=light)


def checked(wanted: CheckRequest) -> CheckResult:
    """Check a choice. The board is checked even if the axes are invalid, and the other way round."""
    wrong: list[ChoiceProblem] = []
    base = _tried(wrong, lambda: chosen_variant(wanted.model_copy(update={"axes": {}})))
    board = None if base is None else _tried(wrong, lambda: chosen_board(wanted, base))
    chosen = None if base is None else _changed(wrong, wanted, base)
    svg = ""
    if board is not None and chosen is not None and not wrong:
        game = _tried(wrong, lambda: chosen_game(wanted))
        if game is None:  # the stones or tiles set up by the rules do not fit the board
            wrong[-1].axes = [key for key, *_ in start_problems(replace(chosen, board=board.text)) if key in AXES]
        svg = game.svg(theme=wanted.theme, prefix="preview", title=tell(titled(board))) if game else ""
    if board is not None and not svg:
        svg = draw(board, Position({}), theme=wanted.theme, prefix="preview", title=tell(titled(board)))
    told, shown = chosen or base, None
    if told is not None:
        told = _named(wanted, told)
    if board is not None:
        name = tell(titled(board, told.footprint if told else None))
        parts = _parts(board) if wanted.parts and len(board) <= _MOST_DRAWN else None
        shown = BoardPreview.model_validate({**board_view(board), "name": name, "svg": svg, "parts": parts})
    rows = describe(chosen).rows if chosen else ()
    return CheckResult(
        ok=not wrong,
        title=tell(told.title) if told else None,
        summary=tell(told.summary) if told else "",
        prose=tell(told.prose) if told else "",
        board=shown,
        rules=[AxisInWords(axis=r.axis, value=r.value, sentence=tell(r.sentence), changed=r.changed) for r in rows],
        idle=() if told is None else idle_axes(told, None if shown is None else shown.wide),
        toml="" if wrong or told is None or board is None else _written(told, board),
        wrong=wrong,
    )


def _parts(board: Board) -> BoardParts:
    lines = [(a, b) for a, near in enumerate(board.edges) for b in near if a < b]
    return BoardParts(points=list(board.labels), lines=lines, places=list(board.coordinates))


def _named(wanted: CheckRequest, found: Variant) -> Variant:
    """Return a variant with the chosen title and summary, as the preset's may be wrong for it."""
    title = found.title if wanted.title is None else plain_name(wanted.title) or found.title
    summary = "" if wanted.toml is None else found.summary
    return replace(found, title=title, summary=summary if wanted.summary is None else plain_name(wanted.summary) or "")


def _written(chosen: Variant, board: Board) -> str:
    """Return a choice as a self-contained file, without texts that are only true of its parent."""
    return to_toml(replace(chosen, name="workshop", aliases=(), board=board.text, source="", differences=()))


def _tried(wrong: list[ChoiceProblem], work: Callable[[], _T]) -> _T | None:
    """Return the result of ``work``; if it is refused, add the reason to ``wrong`` and return None."""
    try:
        return work()
    except TengenError as error:
        wrong.append(_problem(error.field if isinstance(error, ChoiceRefused) else "board", [], error.text))
    return None


def _problem(field: str, axes: Iterable[str], text: Text) -> ChoiceProblem:
    return ChoiceProblem(field=field, axes=list(axes), text=tell(text), values=values_of(text))


def _changed(wrong: list[ChoiceProblem], wanted: GameChoice, base: Variant) -> Variant | None:
    """Return the variant with its axes changed; add contradictions to ``wrong`` and return None if there are any."""
    found = list[ChoiceProblem]()
    chosen = _tried(found, lambda: chosen_variant(wanted))
    if found and not wanted.axes.keys() - AXES.keys():
        values = base.rules.to_dict() | {name: frozen(name, value) for name, value in wanted.axes.items()}
        refused = {name: AXES[name].refusal(values[name]) for name in AXES}
        bad = [name for name in AXES if refused[name]]
        told = [_problem("axes", [name], refused[name]) for name in bad]
        told += [_problem("axes", each.axes, each.message) for each in contradictions(values, bad)]
        for each in told:
            each.settings = {name: show(values[name]) for name in each.axes}
        found = told or found
    wrong += found
    return chosen


Level = Annotated[int, Query(ge=1, le=len(LEVELS))]


class EvenGame(BaseModel):
    """The handicap for the ``weaker`` level, which plays Black; ``known`` is false if it was not measured.

    ``komi`` null is the usual komi; ``enough`` is false if the largest handicap tried is too small, or if levels so
    far apart were not tested.
    """

    known: bool
    weaker: int = 0
    handicap: int = 0
    komi: float | None = None
    enough: bool = True
    text: str = ""


@router.get("/even")
async def even(
    one: Level,
    other: Level,
    variant: Annotated[str, Query(max_length=80)] = "chinese",
    board: Annotated[str, Query(max_length=80)] = "9x9",
) -> EvenGame:
    """Return the handicap for an even game between two levels."""
    try:
        found = await in_thread(_terms, one, other, GameChoice(variant=variant, board=board))
    except ChoiceRefused:
        raise
    except TengenError:
        return EvenGame(known=False)
    return EvenGame(
        known=True,
        weaker=found.weaker,
        handicap=found.handicap,
        komi=found.komi,
        enough=found.enough,
        text=tell(_in_words(found)),
    )


def _in_words(terms: EvenTerms) -> Text:
    """Return the terms in words; ``one`` is the stronger level."""
    levels = {"one": terms.stronger, "other": terms.weaker}
    if not terms.enough and terms.played:
        return Text(
            "Level {one} against level {other}: even {count} stones, the most that was tried, are not enough for "
            "level {other}.",
            **levels,
            count=terms.handicap,
        )
    if not terms.enough:
        return Text(
            "Level {one} against level {other}: levels so far apart were not measured; the most tried is "
            "{count} stones.",
            **levels,
            count=terms.handicap,
        )
    if terms.measured is None:
        return Text("Level {one} against level {other}: even without a handicap, with colours by chance.", **levels)
    if terms.handicap:
        return Text.counted(
            "Level {one} against level {other}: even at 1 stone, with Black for level {other}.",
            "Level {one} against level {other}: even at {count} stones, with Black for level {other}.",
            terms.handicap,
            **levels,
        )
    if terms.komi:
        return Text(
            "Level {one} against level {other}: even at a komi of {komi:g}, with Black for level {other}.",
            **levels,
            komi=terms.komi,
        )
    return Text("Level {one} against level {other}: even without a handicap, with Black for level {other}.", **levels)


def _terms(one: int, other: int, choice: GameChoice) -> EvenTerms:
    """Return the handicap for an even game; a board that takes long to build is refused without building it.

    Raises:
        ChoiceRefused: invalid choice. TengenError: nothing was measured for this game on this board.
    """
    if not is_light_choice(choice):
        raise TengenError("nothing was measured on boards that take long to build")
    wanted = chosen_variant(choice)
    return even_terms(one, other, wanted, chosen_board(choice, wanted))
