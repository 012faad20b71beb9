"""Attempts at lessons and problems: judged by the game itself, and not stored."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter
from pydantic import BaseModel, Field

from ...records import BoardError, FormatError
from ..errors import NO_TASK, RequestError, existing
from ..games.game_view import BoardStyle
from ..lessons import task_view
from ..lessons.course_library import task as find_task
from ..lessons.judge import MOST, BadTry
from ..scheduler.threads import in_thread

router: Final = APIRouter(prefix="/api", tags=["lessons"])

Try = Annotated[str, Field(min_length=1, max_length=40)]


class TryRequest(BaseModel):
    """The correct attempts so far and a new one, or ``shown`` for the rest of the solution; and the board's style."""

    tries: Annotated[list[Try], Field(max_length=MOST)] = []
    show: bool = False
    theme: Literal["light", "dark"] = "light"
    coordinates: bool = True


@router.post("/lessons/{collection}/{name}/try")
async def try_task(collection: str, name: str, given: TryRequest) -> dict[str, Any]:
    """Judge the last of some attempts at a task; without any, return its beginning."""
    task = existing(find_task(collection, name), "no-task", NO_TASK)
    style = BoardStyle(given.theme, given.coordinates)
    work = task_view.shown if given.show else task_view.answer
    try:
        return await in_thread(work, task, given.tries, style)
    except (BadTry, FormatError, BoardError) as error:
        raise RequestError(422, "bad-try", error.text) from None
