"""The workbench for the formal rules: a record or a configuration checked (docs/formal.md)."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from ...draw.sentences import board_name
from ...records import TengenError
from ...solve.formal import FormalFindings, FormalQuestion, find
from ...solve.formal.findings import picture
from ...solve.formal.formal_report import as_dict, report
from ..openapi import REFUSALS
from ..problems import RequestProblem
from ..security import address_of
from ..services import Served
from ..texts import say

router = APIRouter(prefix="/api", tags=["formal rules"])

_COST: Final = 10
"""A check is work: it counts as so many requests."""

_LARGEST: Final = 400
_LONGEST: Final = 1_000
"""The largest board, in points, and the longest record, in configurations, that a server checks."""

_ONE_AT_A_TIME: Final = asyncio.Semaphore(1)


class FormalRequest(BaseModel):
    """A text to check: clicks, configurations, or a record in any notation; and what is asked about it."""

    text: Annotated[str, Field(min_length=1, max_length=200_000)]
    board: Annotated[str | None, Field(max_length=200)] = None
    start: Annotated[str | None, Field(max_length=2_000)] = None
    at: Annotated[int | None, Field(ge=0, le=_LONGEST)] = None
    family: Annotated[str, Field(max_length=2_000)] = ""
    finished: bool = True
    theme: Literal["light", "dark"] = "light"

    def question(self) -> FormalQuestion:
        """Return what is asked."""
        return FormalQuestion(self.board or None, self.start or None, self.at, self.family, self.finished)


@router.post("/formal", responses=REFUSALS)
async def check_formal(services: Served, request: Request, given: FormalRequest) -> dict[str, Any]:
    """Check a record by the six postulates, and tell the eyes, the safe groups and the score of a configuration."""
    if not services.limits.requests.take(address_of(request), _COST):
        raise RequestProblem(429, "too-many", say("refused.too_much_soon"))
    async with _ONE_AT_A_TIME:
        try:
            return await asyncio.to_thread(_checked, given)
        except TengenError as error:
            line, column = getattr(error, "line", 0), getattr(error, "column", 0)
            raise RequestProblem(422, "unreadable", str(error), line=line, column=column) from None


def _checked(given: FormalRequest) -> dict[str, Any]:
    """Return what was found: the data, the sentences, and the picture."""
    found = find(given.text, given.question())
    _check_size(found)
    told = as_dict(found)
    del told["configurations"]
    board = found.given.board
    for group in told["groups"]:
        group["name"] = " ".join(board.pair(label) for label in sorted(group["stones"], key=board.point)[:4])
    return {
        **told,
        "name": board_name(board),
        "last": len(found.given.configurations) - 1,
        "said": list(report(found)),
        "svg": picture(found, theme=given.theme, prefix="formal"),
    }


def _check_size(found: FormalFindings) -> None:
    points, count = len(found.given.board), len(found.given.configurations)
    if points > _LARGEST or count > _LONGEST:
        raise TengenError(
            f"a server checks boards of up to {_LARGEST} points and records of up to {_LONGEST:,} configurations; "
            f"this is {points} points and {count:,}: `tengen formal` has no limit"
        )
