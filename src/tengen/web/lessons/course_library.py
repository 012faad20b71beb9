"""All courses, and every task that the server judges, by its address: `COURSE/TASK`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from pydantic import BaseModel, ValidationError

from . import problem_library
from .reading import LessonError, read_table, read_tasks, told_errors
from .task import Task

ORDER: Final = ("go", "tile", "cushion", "tao", "gengo", "graphs")
"""The courses in the order in which pages list them."""


@dataclass(frozen=True)
class Course:
    """A course: tasks one after the other.

    ``variant`` is the game that it teaches, and ``rules`` are the variants whose page leads to it.
    """

    name: str
    title: str
    text: str
    end: str
    variant: str
    rules: tuple[str, ...]
    tasks: tuple[Task, ...]

    @property
    def face(self) -> str:
        """The name of the task whose board stands for the course."""
        return next((task.name for task in self.tasks if task.more.get("face")), self.tasks[-1].name)

    def place(self, name: str) -> int | None:
        """Return which of the tasks has a name, from 0; None where none has."""
        return next((number for number, task in enumerate(self.tasks) if task.name == name), None)


class CourseData(BaseModel, extra="forbid"):
    """What a file says of its course."""

    title: str
    text: str
    end: str
    variant: str
    rules: tuple[str, ...] = ()


def read_course(text: str, file: str) -> Course:
    """Return the course of a file: its tasks, and ``[course]`` with title, text, end, variant and rules.

    Raises:
        LessonError: something is wrong with the file.
    """
    about = read_table(text, file).get("course")
    try:
        told = CourseData.model_validate(about or {})
    except ValidationError as error:
        raise LessonError("\n".join(f"{file}: [course]: {each}" for each in told_errors(error))) from None
    return Course(file.removesuffix(".toml"), tasks=read_tasks(text, file), **told.model_dump())


@cache
def courses() -> tuple[Course, ...]:
    """Return every course, in order."""
    folder = files(__package__) / "courses"
    return tuple(read_course((folder / f"{name}.toml").read_text("utf-8"), f"{name}.toml") for name in ORDER)


def course(name: str) -> Course | None:
    """Return the course of a name; None where there is none."""
    return next((each for each in courses() if each.name == name), None)


def task(collection: str, name: str) -> Task | None:
    """Return the task of an address; None where there is none."""
    if collection == problem_library.COLLECTION:
        return problem_library.task(name)
    found = course(collection)
    return None if found is None else next((each for each in found.tasks if each.name == name), None)


@dataclass(frozen=True)
class Leads:
    """Where the page of a variant's rules leads: to courses, and to single steps, each with its course."""

    courses: tuple[Course, ...]
    steps: tuple[tuple[Course, Task], ...]


def leads(variant: str) -> Leads:
    """Return the courses of a variant's rules and the steps that show what is special about them."""
    own = tuple(each for each in courses() if variant in each.rules)
    steps = tuple(
        (each, task)
        for each in courses()
        for task in each.tasks
        if each.name == variant or variant in task.more.get("rules", ())
    )
    return Leads(own, steps)
