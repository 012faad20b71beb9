"""Tasks read from TOML: everything that is wrong with a file is said with the file, the task and the field."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from ...records import TengenError
from .task import Task


class LessonError(TengenError):
    """A file of lessons or problems that cannot be used."""


def read_text(path: Path) -> str:
    """Return what a file says.

    Raises:
        LessonError: it is no UTF-8.
    """
    try:
        return path.read_text("utf-8")
    except UnicodeDecodeError as error:
        raise LessonError(
            "{path}: is not written in UTF-8 (at byte {start})", path=path.name, start=error.start
        ) from None


def read_table(text: str, file: str) -> dict[str, Any]:
    """Return a file's table.

    Raises:
        LessonError: it is no TOML.
    """
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise LessonError("{file}: {error}", file=file, error=error) from None
    except RecursionError:
        raise LessonError("{file}: tables or lists are nested too deeply", file=file) from None


def read_tasks(text: str, file: str) -> tuple[Task, ...]:
    """Return the tasks of a file, its ``[[tasks]]``, in order.

    Raises:
        LessonError: something is wrong; everything that is stands in the message, a line each.
    """
    given = read_table(text, file).get("tasks")
    if not isinstance(given, list) or not given:
        raise LessonError("{file}: has no [[tasks]]", file=file)
    wrong: list[str] = []
    tasks = [_task(each, number, file, wrong) for number, each in enumerate(given, 1)]
    names = [task.name for task in tasks if task is not None]
    wrong += [f"{file}: two tasks are called {name!r}" for name in sorted({n for n in names if names.count(n) > 1})]
    if wrong:
        raise LessonError("\n".join(wrong))
    return tuple(task for task in tasks if task is not None)


def _task(given: object, number: int, file: str, wrong: list[str]) -> Task | None:
    if not isinstance(given, Mapping):
        wrong.append(f"{file}: task {number} is no table")
        return None
    name = given.get("name", number)
    try:
        return Task.model_validate(given)
    except ValidationError as error:
        wrong += [f"{file}: task {name}: {told}" for told in told_errors(error)]
        return None


def told_errors(error: ValidationError) -> Iterator[str]:
    """Yield the errors of a table: the field, what is wrong with it, and what was given."""
    for each in error.errors():
        field = ".".join(str(part) for part in each["loc"] if part != "Task")
        said = {"extra_forbidden": "is no field", "missing": "is missing"}.get(each["type"])
        told = said or each["msg"].removeprefix("Value error, ")
        yield f"{field} {told}" if said else f"{field}: {told}" if field else told
