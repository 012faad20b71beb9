"""Problems: all of them by game and grade, one on a live board, and the problem of the day."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Final, Literal

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from ...records import Text
from ..errors import NO_TASK, RequestError
from ..lessons.problem_library import COLLECTION, GoProblem, Level, by_name, daily, game_of, problems
from ..scheduler.threads import beside_loop
from ..services import Served
from .cached_answers import picture_answer
from .learn_page import start_picture
from .listed_games import variant_families

router: Final = APIRouter(include_in_schema=False)

_LEVELS: Final[dict[Level, Text]] = {"easy": Text("Easy"), "medium": Text("Medium"), "hard": Text("Hard")}


@router.get("/problems", response_class=HTMLResponse)
@beside_loop
def overview(services: Served, request: Request) -> HTMLResponse:
    """Show every problem; the browser itself knows which are solved and which are due."""
    return services.templates.page(
        request, "problems.html", games=problems(), daily=daily(_today()), titles=_titles(), grades=_LEVELS
    )


@router.get("/problems/daily", response_class=HTMLResponse)
@beside_loop
def of_the_day(services: Served, request: Request) -> HTMLResponse:
    """Show the problem of the day, by the date in UTC: the same for everybody."""
    day = _today()
    return _shown(services, request, daily(day), day.isoformat())


@router.get("/problems/{name}.svg")
@beside_loop
def problem_picture(request: Request, name: str, theme: Literal["light", "dark"] = "light") -> Response:
    """Return the picture of a problem's position."""
    return picture_answer(request, start_picture(COLLECTION, _problem(name).name, theme))


@router.get("/problems/{name}", response_class=HTMLResponse)
@beside_loop
def problem(services: Served, request: Request, name: str) -> HTMLResponse:
    """Show a problem; its board comes by the script."""
    return _shown(services, request, _problem(name))


def _shown(services: Served, request: Request, found: GoProblem, day: str = "") -> HTMLResponse:
    names = " ".join(each.name for some in problems().values() for each in some)
    values = {"problem": found, "day": day, "names": names, "collection": COLLECTION}
    values |= {"game": _titles()[game_of(found.name)], "level": _LEVELS[found.level]}
    return services.templates.page(request, "problem.html", **values)


def _problem(name: str) -> GoProblem:
    found = by_name().get(name)
    if found is None:
        raise RequestError(404, "no-task", NO_TASK)
    return found


def _titles() -> dict[str, str]:
    return {family.name: family.title for family in variant_families()}


def _today() -> date:
    return datetime.now(UTC).date()
