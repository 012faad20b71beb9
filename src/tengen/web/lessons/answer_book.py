"""All answers of a task at once, so that a page can judge tries without a server.

A book has ``start``, the state in which the task begins, and two tables. Their keys are the tries so far, a line each.

- ``stages``: after right tries, the ``next`` try of the solution. Where points have to be found, ``find`` lists them,
  and ``counted`` has the text after each.
- ``answers``: what `task_view.answer` returns for a try; of a state only the fields that differ from the start, and of
  a picture its `splices`. The answer for a point that was found treats it as the first one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..games.game_view import BoardStyle, splices
from ..texts import tell
from . import task_view
from .goals import wanted
from .judge import TryResult, judge, next_try, tried
from .task import Task


def answer_book(task: Task, style: BoardStyle) -> dict[str, object]:
    """Return the book of a task; its size and cost grow with the board and with the task's lines."""
    begun = judge(task, ())
    start = task_view.state(task, begun, style)
    stages, answers = {}, {}
    waiting: list[tuple[tuple[str, ...], TryResult]] = [((), begun)]
    while waiting:
        before, at = waiting.pop()
        points = _sought(at)
        made = {(*before, text): tried(task, at, text) for text in _tries(task, at, bool(points))}
        answers |= {"\n".join(tries): _told(task, each, start, style) for tries, each in made.items()}
        counted: list[list[str]] = []
        for number, text in enumerate(points, 1):
            at = tried(task, at, text)
            counted.append([tell(each) for each in at.text])
            made = {(*before, *points[:number]): at}
        if points:
            answers["\n".join((*before, *points))] = _told(task, at, start, style)
        next_one = {} if points else {"next": next_try(task, at)}
        stages["\n".join(before)] = {"find": points, "counted": counted, **next_one}
        waiting += [(tries, each) for tries, each in made.items() if each.kind == "onward"]
    return {"start": start, "stages": stages, "answers": answers}


def _sought(at: TryResult) -> tuple[str, ...]:
    """Return the points that are to be found at a stage, if any."""
    return next((wanted(each.find, at.game) for each in at.stage.answers if each.find), ())


def _tries(task: Task, at: TryResult, seeks: bool) -> Iterator[str]:
    """Yield all that a learner can do on the page."""
    yield from at.game.board.labels
    if not seeks:
        for action in task_view.actions(task, at.game):
            yield from (f"tao {label}" for label in at.game.board.labels) if action == "tao" else (action,)


def _told(task: Task, made: TryResult, start: dict[str, Any], style: BoardStyle) -> dict[str, Any]:
    """Return the answer to a try."""
    state = task_view.state(task, made, style) if made.kept else task_view.ended(task, made.game)
    return {
        "verdict": made.kind,
        "text": [tell(each) for each in made.text],
        "reasons": [str(reason) for reason in made.reasons],
        "frames": [_brief(frame, start) for frame in task_view.turn_frames(task, made, style)],
        "state": _brief(state, start),
    }


def _brief(state: dict[str, Any], start: dict[str, Any]) -> dict[str, Any]:
    """Return what differs from the start, of the picture its lines."""
    found = {name: value for name, value in state.items() if name not in start or start[name] != value}
    if "svg" in found:
        found["svg"] = list(splices(start["svg"].split("\n"), found["svg"].split("\n")))
    return found
