"""Variants of the workshop: stored under a short id, published on Explore, and tried out by the computer."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine
from typing import Annotated, Any, Final

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, Field

from ...game.game_records import CUSTOM
from ...records import Text
from ...rules import variants
from ..engine import Question
from ..engine.messages import TrialGame
from ..errors import TOO_LATE, RequestError
from ..games.game_request import GameChoice, choice_of, laid_out
from ..gate.quotas import ROOM_FOR_ANYTHING
from ..scheduler.payers import address_of
from ..scheduler.threads import in_thread
from ..services import Served
from ..settings import MOST_TEXT

router: Final = APIRouter(prefix="/api", tags=["choices"])
_MOST_PUBLISHED: Final = 2_000
_MOST_OF_ONE: Final = 20
_SUMMARY: Final = 200
_THOUGHT: Final = 16_000
"""Points times simulations of each move in a trial."""


class NewVariant(BaseModel, extra="forbid"):
    """Rules and their board in TOML; with ``publish``, Explore lists their title and summary."""

    toml: Annotated[str, Field(min_length=1, max_length=MOST_TEXT)]
    publish: bool = False


class KeptVariant(BaseModel):
    """A variant's short id and the address of its page."""

    id: str
    url: str


@router.post("/variants", status_code=201, dependencies=ROOM_FOR_ANYTHING)
async def keep(services: Served, request: Request, response: Response, wanted: NewVariant) -> KeptVariant:
    """Store a variant under an id made of its content, and list it on Explore if wanted."""
    services.limits.variants.spend(request)
    game = await laid_out(services.scheduler, address_of(request), GameChoice(toml=wanted.toml))
    title = services.names.claimed(game.variant.title)
    taken = {CUSTOM, *(str(each.title).casefold() for each in variants())}
    if wanted.publish and (title is None or title.casefold() in taken):
        raise RequestError(422, "no-title", Text("Give your game a name of its own before you publish it."))
    body = json.dumps({"toml": wanted.toml, "board": game.board.text})
    id = await services.store.variants.keep(await in_thread(choice_of, game), body)
    if wanted.publish:
        visitor = await services.visitors.find_or_add(request, response)
        about = services.names.claimed(game.variant.summary[:_SUMMARY]) or ""
        listed = title or "", about, visitor.id, _MOST_OF_ONE, _MOST_PUBLISHED
        full = await services.store.variants.publish(id, *listed)
        if full == "maker":
            why = Text("You can publish up to {count} games; send the link instead.")
            raise RequestError(409, "full", why, count=_MOST_OF_ONE)
        if full == "list":
            raise RequestError(503, "full", Text("This server's list of games is full; send the link instead."))
    return KeptVariant(id=id, url=f"/rules/{id}")


class NewTrial(BaseModel, extra="forbid"):
    """A variant in TOML, and the number of the trial game, which seeds it."""

    toml: Annotated[str, Field(min_length=1, max_length=MOST_TEXT)]
    number: Annotated[int, Field(ge=1, le=1_000)]


@router.post("/trials")
async def trial(services: Served, request: Request, wanted: NewTrial) -> dict[str, object]:
    """Let the computer play one game of a variant against itself, and return its statistics (`TrialGame`)."""
    payer = address_of(request)
    services.limits.requests.spend(request)
    game = await laid_out(services.scheduler, payer, GameChoice(toml=wanted.toml))
    points = len(game.board)
    simulations = max(24, min(200, _THOUGHT // points))
    with services.limits.analysis(payer, simulations * points):
        question = Question(game.to_json(), points, key=f"trial {payer}", payer=payer, board=game.board.text)
        return await _unless_gone(request, services.engine.trial(question, simulations, wanted.number))


async def _unless_gone(request: Request, work: Coroutine[Any, Any, TrialGame]) -> dict[str, object]:
    """Return the result of ``work``; if the client disconnects, cancel it and raise RequestError."""
    working = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(request.receive())  # the body has been read: only a disconnect can follow
    try:
        await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise RequestError(499, "gone", TOO_LATE)
        return {**working.result()}
    finally:
        working.cancel()
        leaving.cancel()
