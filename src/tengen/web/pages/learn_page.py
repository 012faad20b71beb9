"""Learn: the courses, a course with its steps, and a step on a live board."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from ...records import Text
from ..errors import NO_COURSE, NO_TASK, RequestError
from ..lessons.course_library import LessonCourse, courses
from ..lessons.course_library import course as find_course
from ..lessons.course_library import task as find_task
from ..scheduler.threads import beside_loop
from ..services import Served
from .cached_answers import picture_answer

router: Final = APIRouter(include_in_schema=False)


@router.get("/learn", response_class=HTMLResponse)
@beside_loop
def learn(services: Served, request: Request) -> HTMLResponse:
    """Show every course; the browser itself knows what has been done."""
    return services.templates.page(request, "learn.html", courses=courses())


@router.get("/learn/{name}", response_class=HTMLResponse)
@beside_loop
def course(services: Served, request: Request, name: str) -> HTMLResponse:
    """Show a course and its steps."""
    found, after = _course(name), iter(courses())
    assert found in after  # which leaves those after it
    return services.templates.page(request, "course.html", course=found, following=next(after, None))


@router.get("/learn/{name}/{task}.svg")
@beside_loop
def task_picture(request: Request, name: str, task: str, theme: Literal["light", "dark"] = "light") -> Response:
    """Return the picture of a step's position."""
    if find_task(name, task) is None:
        raise RequestError(404, "no-picture", Text("There is no such step of an example."))
    return picture_answer(request, start_picture(name, task, theme))


@router.get("/learn/{name}/{task}", response_class=HTMLResponse)
@beside_loop
def lesson(services: Served, request: Request, name: str, task: str) -> HTMLResponse:
    """Show a step of a course; its board comes by the script."""
    found = _course(name)
    place = next((number for number, each in enumerate(found.tasks) if each.name == task), None)
    if place is None:
        raise RequestError(404, "no-task", NO_TASK)
    addresses = [f"/learn/{name}/{each.name}" for each in found.tasks]
    values = {"course": found, "task": found.tasks[place], "number": place + 1}
    values["back_url"] = addresses[place - 1] if place else ""
    values["next_url"] = addresses[place + 1] if place + 1 < len(addresses) else f"/learn/{name}#end"
    return services.templates.page(request, "lesson.html", **values)


@lru_cache(maxsize=512)
def start_picture(collection: str, name: str, theme: str) -> str:
    """Return the picture of a task's position, drawn once."""
    found = find_task(collection, name)
    assert found is not None
    return found.start().svg(coordinates=False, theme=theme, title=found.title)


def _course(name: str) -> LessonCourse:
    found = find_course(name)
    if found is None:
        raise RequestError(404, "no-course", NO_COURSE)
    return found
