"""Learn: courses with their steps, and problems by game and grade, each on a live board."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from functools import lru_cache
from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from ...records import Text
from ..errors import NO_COURSE, NO_TASK, existing
from ..games.game_view import BoardStyle
from ..lessons.course_library import course as find_course
from ..lessons.course_library import courses
from ..lessons.course_library import task as find_task
from ..lessons.problem_library import COLLECTION, GoProblem, Level, by_name, daily, game_of, problems
from ..lessons.task_view import answer_book
from ..scheduler.threads import beside_loop
from ..services import Served
from ..texts import language
from .listed_games import variant_families
from .pictures import Theme, cached_answer, picture_answer

router: Final = APIRouter(include_in_schema=False)


@router.get("/learn", response_class=HTMLResponse)
@beside_loop
def learn(services: Served, request: Request) -> HTMLResponse:
    """Show every course; the browser stores the progress."""
    return services.templates.page(request, "learn.html", courses=courses())


@router.get("/learn/{name}", response_class=HTMLResponse)
@beside_loop
def course(services: Served, request: Request, name: str) -> HTMLResponse:
    """Show a course and its steps."""
    found, after = existing(find_course(name), "no-course", NO_COURSE), iter(courses())
    assert found in after  # the iterator continues with those after it
    return services.templates.page(request, "course.html", course=found, following=next(after, None))


@router.get("/learn/{name}/{task}.svg")
@beside_loop
def task_picture(services: Served, request: Request, name: str, task: str, theme: Theme = "light") -> Response:
    """Return the picture of a step's position."""
    existing(find_task(name, task), "no-picture", NO_TASK)
    return picture_answer(request, start_picture(name, task, theme))


@router.get("/learn/{name}/{task}.json")
@beside_loop
def task_book(request: Request, name: str, task: str, theme: Theme = "light") -> Response:
    """Return every answer to a task at once, for a page without a connection."""
    existing(find_task(name, task), "no-task", NO_TASK)
    return cached_answer(request, _book(name, task, theme, language()), "application/json", "no-cache")


@lru_cache(maxsize=48)  # some hundred kilobytes each
def _book(collection: str, name: str, theme: Theme, _language: str) -> str:
    found = find_task(collection, name)
    assert found is not None
    return json.dumps(answer_book(found, BoardStyle(theme)), ensure_ascii=False, separators=(",", ":"))


@router.get("/learn/{name}/{task}", response_class=HTMLResponse)
@beside_loop
def lesson(services: Served, request: Request, name: str, task: str) -> HTMLResponse:
    """Show a step of a course; the script loads its board."""
    found = existing(find_course(name), "no-course", NO_COURSE)
    known = (number for number, each in enumerate(found.tasks) if each.name == task)
    place = existing(next(known, None), "no-task", NO_TASK)
    addresses = [f"/learn/{name}/{each.name}" for each in found.tasks]
    values = {"course": found, "task": found.tasks[place], "number": place + 1}
    values["back_url"] = addresses[place - 1] if place else ""
    values["next_url"] = addresses[place + 1] if place + 1 < len(addresses) else f"/learn/{name}#end"
    return services.templates.page(request, "lesson.html", **values)


@lru_cache(maxsize=512)
def start_picture(collection: str, name: str, theme: str) -> str:
    """Return the picture of a task's position (cached)."""
    found = find_task(collection, name)
    assert found is not None
    return found.start().svg(coordinates=False, theme=theme, title=found.title)


# -- problems ----------------------------------------------------------------------------------------------------------

_LEVELS: Final[dict[Level, Text]] = {"easy": Text("Easy"), "medium": Text("Medium"), "hard": Text("Hard")}


@router.get("/problems", response_class=HTMLResponse)
@beside_loop
def overview(services: Served, request: Request) -> HTMLResponse:
    """Show every problem; the browser stores which are solved and which are due."""
    return services.templates.page(
        request,
        "problems.html",
        games=problems(),
        daily=daily(datetime.now(UTC).date()),
        titles=_titles(),
        grades=_LEVELS,
    )


@router.get("/problems/daily", response_class=HTMLResponse)
@beside_loop
def of_the_day(services: Served, request: Request) -> HTMLResponse:
    """Show the problem of the day, by the date in UTC."""
    day = datetime.now(UTC).date()
    return _shown(services, request, daily(day), day.isoformat())


@router.get("/problems/{name}.svg")
@beside_loop
def problem_picture(services: Served, request: Request, name: str, theme: Theme = "light") -> Response:
    """Return the picture of a problem's position."""
    existing(by_name().get(name), "no-task", NO_TASK)
    return picture_answer(request, start_picture(COLLECTION, name, theme))


@router.get("/problems/{name}", response_class=HTMLResponse)
@beside_loop
def problem(services: Served, request: Request, name: str) -> HTMLResponse:
    """Show a problem; the script loads its board."""
    return _shown(services, request, existing(by_name().get(name), "no-task", NO_TASK))


def _shown(services: Served, request: Request, found: GoProblem, day: str = "") -> HTMLResponse:
    names = " ".join(each.name for some in problems().values() for each in some)
    game, level = _titles()[game_of(found.name)], _LEVELS[found.level]
    known = {"problem": found, "day": day, "names": names, "collection": COLLECTION, "game": game, "level": level}
    return services.templates.page(request, "problem.html", **known)


def _titles() -> dict[str, str]:
    return {family.name: family.title for family in variant_families()}
