"""Reports: what a visitor tells the operator about a game, a review, a message or a name."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from ...records import Colour, Text
from ..errors import NOTHING_REPORTED, RequestError
from ..services import Sender, Served, Services
from ..store import Visitor
from ..store.operator_store import Reason, Report, ReportKind
from ..talk.chat import chatting
from ..talk.plain_text import plain_text
from ..visitors import is_id
from .game_routes import found_game

router: Final = APIRouter(prefix="/api/reports", tags=["visitor"])

_MOST_WAITING: Final = 10_000
"""Reports that wait to be read; further ones are refused."""
_Id = Annotated[str, Field(min_length=1, max_length=64)]
_About = tuple[ReportKind, str, str, str | None]
"""What a report is about: its kind and id, the name or the message, and whose that is."""


class NewReport(BaseModel, extra="forbid"):
    """A report of a ``game``, of the name of its ``colour`` or of a ``message`` in its chat, or of a ``review``."""

    game: _Id | None = None
    review: _Id | None = None
    colour: Colour | None = None
    message: Annotated[int, Field(ge=1, le=10_000_000)] | None = None
    reason: Reason
    words: Annotated[str, Field(max_length=1_000)] = ""


@router.post("", status_code=201)
async def report(services: Served, request: Request, visitor: Sender, wanted: NewReport) -> dict[str, bool]:
    """Tell the operator that something is wrong with a game, a name or a message in it, or a review."""
    if (wanted.game is None) == (wanted.review is None):
        raise RequestError(422, "invalid", NOTHING_REPORTED)
    found = await (_about_game(services, wanted, visitor) if wanted.game else _about_review(services, wanted.review))
    services.limits.reports.spend(request)
    kind, about, quoted, accused = found
    made = Report(
        kind=kind,
        about=about,
        quoted=quoted,
        accused=accused,
        reason=wanted.reason,
        words=plain_text(wanted.words),
        reporter=None if visitor is None else visitor.id,
        created=services.games.clock(),
    )
    if not await services.store.operator.report(made, _MOST_WAITING):
        why = Text("So many reports wait to be read that no more are taken; write to the operator.")
        raise RequestError(503, "full", why)
    return {"kept": True}


async def _about_review(services: Services, id: str | None) -> _About:
    state = await services.store.reviews.state(id) if id is not None and is_id(id) else None
    if state is None or id is None:
        raise RequestError(404, "no-review", Text("There is no such review."))
    return "review", id, "", state[1]


async def _about_game(services: Services, wanted: NewReport, visitor: Visitor | None) -> _About:
    live = await found_game(services, wanted.game or "")
    holders = dict(await services.store.seats.holders(live.id))
    if wanted.message is not None:
        seats = await services.store.seats_of(live.id, visitor.id if visitor else None)
        chatting(live.room, seats)  # nobody else has heard it
        said = [each for each in await services.games.chat.since(live, wanted.message - 1) if each.body][:1]
        if not said or said[0].number != wanted.message:
            raise RequestError(404, "no-message", Text("There is no such message in this game."))
        return "message", live.id, said[0].body, holders.get(said[0].by)
    if wanted.colour is not None:
        return "name", live.id, live.room.names[wanted.colour] or "", holders.get(wanted.colour)
    return "game", live.id, "", None
