"""Reviews: stored records, viewed under any rules, analysed, and continued by trial moves."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from json import dumps
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Depends, Query, Request, Response
from pydantic import BaseModel, Field, Json, ValidationError, model_validator

from ...formats import json
from ...game.game_records import with_komi_of
from ...records import COLOURS, FormatError, TengenError, Text
from ...rules import Variant
from ..errors import NO_REVIEW, RequestError, existing, first_of
from ..games.game_files import Form, download, game_record, picture_file, record_file
from ..games.game_request import AxisGiven, GameChoice, chosen_variant, with_axes
from ..games.game_view import BoardStyle
from ..gate.quotas import ROOM_FOR_ANYTHING
from ..reviews.node_view import ForbiddenMove
from ..reviews.record_tree import NoSuchNode
from ..reviews.review_work import (
    Circles,
    OpenReview,
    accepted,
    find_node,
    holds_much,
    open_whole,
    picture_at,
    shown,
    tree_of,
)
from ..scheduler.limit_table import QuotaSpent
from ..scheduler.payers import address_of
from ..scheduler.threads import LIGHT_PICTURE, LIGHT_RECORD, LIGHT_TEXT, in_thread
from ..services import Sender, Served, Services
from .game_routes import Theme, found_game

router: Final = APIRouter(prefix="/api/reviews", tags=["reviews"])

MOST_RECORD: Final = 2_000_000
"""The longest record, in bytes."""
_BYTES: Final = {"content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}}


class NewReview(BaseModel, extra="forbid"):
    """A record in any supported format, with its file's name; or a game of this server.

    ``board`` is for records without one. ``circles`` of a diagram are marks or the tiles of a variant; "ask" refuses a
    diagram with circles by the code ``circles``.
    """

    text: str | None = None
    name: Annotated[str, Field(max_length=200)] = ""
    board: Annotated[str | None, Field(max_length=200)] = None
    circles: Circles = "marks"
    game: Annotated[str, Field(min_length=1, max_length=64)] | None = None

    @model_validator(mode="after")
    def _one(self) -> NewReview:
        if (self.text is None) == (self.game is None):
            raise TengenError("give either a text or a game")
        return self


class CreatedReview(BaseModel):
    """The address of a review; ``node`` is the position at which to begin."""

    id: str
    url: str
    node: str = "0"


class NodeRequest(BaseModel, extra="forbid"):
    """A position, and rules other than the record's by name, with changed axes."""

    node: Annotated[str, Field(min_length=1, max_length=2_000)] = "0"
    variant: Annotated[str, Field(max_length=80)] | None = None
    axes: Annotated[dict[str, AxisGiven], Field(max_length=40)] = Field(default_factory=dict)


class ReviewAnalysisRequest(NodeRequest):
    """An analysis of a position or, with ``graph``, of the main line node by node."""

    graph: bool = False


class NodeQuery(NodeRequest, extra="ignore"):
    """A position of a review, its rules (``axes`` is a JSON object), and the board's style.

    ``then`` are moves, separated by commas, that are shown on the board only.
    """

    axes: Json[dict[str, AxisGiven]] = Field(default_factory=dict, max_length=40)
    theme: Theme = "light"
    coordinates: bool = True
    territory: bool = False
    tree: bool = True
    then: Annotated[str, Field(max_length=400)] = ""


@contextmanager
def answering_errors() -> Iterator[None]:
    """Turn the errors of a review into responses."""
    try:
        yield
    except NoSuchNode as error:
        raise RequestError(404, "no-node", error.text) from None
    except ForbiddenMove as error:
        raise RequestError(409, "illegal", error.text, more={"reasons": list(map(str, error.reasons))}) from None
    except QuotaSpent as error:
        raise RequestError(429, "quota", error.text, more={"wait": error.wait}) from None
    except TengenError as error:
        raise RequestError(422, "impossible", error.text) from None


async def open_review(services: Served, request: Request, id: str) -> OpenReview:
    """Return a review; refuse the request if it does not exist or cannot be opened."""
    with answering_errors():
        review = await services.reviews.open(id, address_of(request))
    return existing(review, "no-review", NO_REVIEW)


FoundReview = Annotated[OpenReview, Depends(open_review)]


@router.post("", status_code=201, dependencies=ROOM_FOR_ANYTHING)
async def create(
    services: Served, request: Request, response: Response, visitor: Sender, given: NewReview
) -> CreatedReview:
    """Make a review of a text, of a finished game (its players share one), or of one where you play both sides."""
    if given.text is not None:
        return await _from_file(services, request, response, given.text, given.name, given.board, given.circles)
    live = await found_game(services, given.game or "")
    seats = await services.visitors.seats(request, live.id)
    if live.room.phase != "over" and not seats.issuperset(COLOURS):
        why = Text("A game can be reviewed when it is over, or while you play both sides.")
        raise RequestError(409, "not-over", why)
    shared = live.id if live.room.phase == "over" and seats else None
    if shared and visitor and (id := await services.reviews.of_game(shared, visitor.id)):
        return CreatedReview(id=id, url=f"/r/{id}")
    text = await in_thread(json.dumps, game_record(live.room))
    with answering_errors():
        await services.scheduler.run(address_of(request), open_whole, text, light=len(text) <= LIGHT_RECORD)
    return await _new_review(services, request, response, text, shared)


@router.post("/file", status_code=201, dependencies=ROOM_FOR_ANYTHING, openapi_extra={"requestBody": _BYTES})
async def create_from_file(
    services: Served,
    request: Request,
    response: Response,
    name: Annotated[str, Query(max_length=200)] = "",
    board: Annotated[str | None, Query(max_length=200)] = None,
    circles: Circles = "marks",
) -> CreatedReview:
    """Make a review of a record sent as a file's bytes; its character set is detected."""
    return await _from_file(services, request, response, await request.body(), name, board, circles)


@router.get("/{id}")
async def review_node(
    services: Served,
    request: Request,
    id: str,
    review: FoundReview,
    visitor: Sender,
    query: Annotated[NodeQuery, Query()],
) -> Response:
    """Return a position of a review, under the record's rules or others; ``axes`` is a JSON object."""
    rules = rules_for(review.record.own_rules, query)
    style = BoardStyle(query.theme, query.coordinates, query.territory)
    analysis = services.reviews.analyses.known(id, query.node, rules)
    given = (query.node, rules, style, analysis, moves_of(query.then), query.tree)
    with answering_errors():
        found = await services.reviews.done(review, address_of(request), shown, *given)
    right = await services.reviews.right_of(id, review, visitor)
    shared = right == "own" and await services.store.reviews.is_shared(id)
    lesson = await services.reviews.lesson(id, review, visitor, right)
    head = dumps({"type": "review", "id": id, "right": right, "shared": shared, "lesson": lesson})
    return Response(f"{head[:-1]}, {found[1:]}", media_type="application/json")


@router.post("/{id}/analysis", status_code=202)
async def analyse(
    services: Served, request: Request, id: str, review: FoundReview, visitor: Sender, asked: ReviewAnalysisRequest
) -> dict[str, object]:
    """Analyse a position or the main line; results go to the review's WebSocket, and into its positions."""
    analyses, address = services.reviews.analyses, address_of(request)
    rules = rules_for(review.record.own_rules, asked)
    with answering_errors():
        if asked.graph:
            begun = analyses.ask_for_graph(id, review, rules, address)
            return {"node": asked.node, "begun": begun, "points": analyses.graph(id, rules)}
        await services.reviews.done(review, address, find_node, asked.node)
        begun = analyses.ask(id, review, asked.node, rules, visitor.id if visitor else address, address)
    return {"node": asked.node, "begun": begun}


@router.get("/{id}/record.{form}", response_class=Response)
async def record(
    services: Served,
    request: Request,
    id: str,
    review: FoundReview,
    form: Form,
    node: str = "0",
    theme: Theme = "light",
) -> Response:
    """Return the record with all variations as SGF or JSON, or a position as a picture."""
    payer = address_of(request)
    with answering_errors():
        if form in ("sgf", "json"):
            body = await services.reviews.done(review, payer, _file, form)
        else:
            svg = await services.reviews.done(review, payer, picture_at, node, theme)
            light = form == "svg" or len(svg) <= LIGHT_PICTURE
            body = await services.scheduler.run(payer, picture_file, svg, form, light=light)
    return download(body, f"tengen-review-{id}", form)


# -- parts -------------------------------------------------------------------------------------------------------------


async def _from_file(
    services: Services,
    request: Request,
    response: Response,
    data: str | bytes,
    name: str,
    board: str | None,
    circles: Circles,
) -> CreatedReview:
    """Read a record and store it."""
    size = len(data.encode("utf-8", "replace")) if isinstance(data, str) else len(data)
    if size > MOST_RECORD:
        why = Text("A record may have {most:,} bytes at most; this one has {size:,}.", most=MOST_RECORD, size=size)
        raise RequestError(413, "too-long", why)
    try:
        light = size <= LIGHT_TEXT and not holds_much(data)
        payer, read, given = address_of(request), services.scheduler.run, (data, name, board, circles)
        text = await read(payer, accepted, *given, True, light=True) if light else None
        if text is None:
            text = await read(payer, accepted, *given)
    except TengenError as error:
        place = {"line": error.line, "column": error.column} if isinstance(error, FormatError) else {}
        raise RequestError(422, "unreadable", error.text, more=place) from None
    assert text is not None  # only ``light`` reads can return None
    return await _new_review(services, request, response, text)


async def _new_review(
    services: Services, request: Request, response: Response, text: str, game: str | None = None
) -> CreatedReview:
    count_review(services, request, text)
    visitor = await services.visitors.find_or_add(request, response)
    id = await services.reviews.keep(text, visitor.id, game)
    response.headers["location"] = f"/r/{id}"
    return CreatedReview(id=id, url=f"/r/{id}")


def count_review(services: Services, request: Request, text: str) -> None:
    """Charge a new review and its length to the requesting address."""
    services.limits.new_reviews.spend(request)
    services.limits.review_bytes.spend(request, len(text))


def rules_for(own: Variant, chosen: NodeRequest) -> Variant:
    """Return the chosen rules, or the record's; axes alone change the record's rules.

    The record's komi also applies under other rules, unless the axes have one.
    """
    if chosen.variant is None and not chosen.axes:
        return own
    try:
        choice = GameChoice(variant=chosen.variant or "chinese", axes=chosen.axes)
    except ValidationError as error:
        raise RequestError(422, "invalid", first_of(error.errors())) from None
    return with_axes(own, choice.axes) if chosen.variant is None else with_komi_of(own, chosen_variant(choice))


def moves_of(then: str) -> list[str]:
    """Return the moves of a comma-separated text."""
    return [move.strip() for move in then.split(",") if move.strip()]


def _file(text: str, form: Literal["sgf", "json"]) -> bytes:
    return record_file(tree_of(text).record, form)
