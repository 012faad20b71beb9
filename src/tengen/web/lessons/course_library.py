"""All courses, and every task that the server judges, by its address: `COURSE/TASK`."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from math import inf
from typing import Any

from pydantic import BaseModel, ValidationError

from . import problem_library
from .task import LessonError, Task, Words, read_table, read_tasks, told_errors


class LessonCourse(BaseModel, extra="forbid", frozen=True):
    """A course: tasks one after the other.

    ``end`` is its closing text. ``variant`` is the game taught, and ``rules`` are the variants whose pages link to the
    course. Pages list courses by ``place``.
    """

    name: str
    title: Words
    text: Words
    end: Words
    variant: str
    rules: tuple[str, ...] = ()
    place: float = inf
    tasks: tuple[Task, ...]

    @property
    def face(self) -> str:
        """The name of the task whose board represents the course."""
        return next((task.name for task in self.tasks if task.more.get("face")), self.tasks[-1].name)


def read_course(text: str, file: str) -> LessonCourse:
    """Return the course of a file: its tasks, and ``[course]`` with title, text, end, variant, rules and place."""
    about, tasks = read_table(text, file).get("course"), read_tasks(text, file)
    named = {"name": file.removesuffix(".toml"), "tasks": tasks}
    try:
        return LessonCourse.model_validate({**about, **named} if isinstance(about, dict) else named)
    except ValidationError as error:
        raise LessonError("\n".join(f"{file}: [course]: {each}" for each in told_errors(error))) from None


@cache
def courses() -> tuple[LessonCourse, ...]:
    """Return every course in the folder of courses, in order."""
    read = [read_course(file.read_text("utf-8"), file.name) for file in (files(__package__) / "courses").iterdir()]
    return tuple(sorted(read, key=lambda course: (course.place, course.name)))


def course(name: str) -> LessonCourse | None:
    return next((each for each in courses() if each.name == name), None)


def task(collection: str, name: str) -> Task | None:
    if collection == problem_library.COLLECTION:
        return problem_library.task(name)
    found = course(collection)
    return None if found is None else next((each for each in found.tasks if each.name == name), None)


def leads(variant: str) -> dict[str, Any]:
    """Return the courses of a variant's rules, and the steps, each with its course, that show its special rules."""
    steps = [(each, task) for each in courses() for task in each.tasks]
    return {
        "courses": [each for each in courses() if variant in each.rules],
        "steps": [(c, task) for c, task in steps if c.name == variant or variant in task.more.get("rules", ())],
    }
