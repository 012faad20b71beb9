"""The workbench for the formal rules: a record or a configuration checked (docs/why/formal.md)."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from ...boards import Board, bounded, parse
from ...boards.titles import titled
from ...records import TengenError
from ..errors import RequestError
from ..services import Served
from ..settings import BOUNDS
from ..texts import tell

router: Final = APIRouter(prefix="/api", tags=["formal rules"])

_COST: Final = 10
"""The number of requests that a check counts as."""

_LARGEST: Final = 400
_LONGEST: Final = 1_000
"""The largest board, in points, and the longest record, in configurations, that a server checks."""


class FormalRequest(BaseModel):
    """A text to check (clicks, configurations, or a record in any notation) and the questions about it."""

    text: Annotated[str, Field(min_length=1, max_length=200_000)]
    board: Annotated[str | None, Field(max_length=200)] = None
    start: Annotated[str | None, Field(max_length=2_000)] = None
    at: Annotated[int | None, Field(ge=0, le=_LONGEST)] = None
    family: Annotated[str, Field(max_length=2_000)] = ""
    finished: bool = True
    theme: Literal["light", "dark"] = "light"


@router.post("/formal")
async def check_formal(services: Served, request: Request, given: FormalRequest) -> dict[str, Any]:
    """Check a record against the six postulates; return eyes, safe groups and score of a configuration."""
    payer = services.limits.requests.spend(request, _COST)
    try:
        return await services.scheduler.run(payer, _checked, given)
    except TengenError as error:
        place = {"line": getattr(error, "line", 0), "column": getattr(error, "column", 0)}
        raise RequestError(422, "unreadable", error.text, more=place) from None


def _checked(given: FormalRequest) -> dict[str, Any]:
    """Return the findings: data, sentences and picture."""
    from ...solve.formal import FormalQuestion, find  # late: slow to load, and rarely needed
    from ...solve.formal.findings import picture
    from ...solve.formal.formal_report import as_dict, report

    with bounded(BOUNDS):
        board = parse(given.board, files=False) if given.board else None
        asked = FormalQuestion(board, given.start or None, given.at, given.family, given.finished)
        found = find(given.text, asked, admit=_admit)
    told = as_dict(found)
    del told["configurations"]
    board = found.given.board
    for group in told["groups"]:
        group["name"] = " ".join(board.pair(label) for label in sorted(group["stones"], key=board.point)[:4])
    return {
        **told,
        "name": tell(titled(board)),
        "last": len(found.given.configurations) - 1,
        "said": [tell(sentence) for sentence in report(found)],
        "svg": picture(found, theme=given.theme, prefix="formal"),
    }


def _admit(board: Board, count: int) -> None:
    """Refuse a text that is too large for a server, before its configurations are built."""
    if len(board) > _LARGEST or count > _LONGEST:
        raise TengenError(
            "a server checks boards of up to {largest} points and records of up to {longest:,} configurations; this "
            "is {points} points and {count:,}: `tengen formal` has no limit",
            largest=_LARGEST,
            longest=_LONGEST,
            points=len(board),
            count=count,
        )
