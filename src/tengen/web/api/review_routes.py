"""Reviews: records put on the table, walked through under any rules, analysed, and continued by trying moves."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Final, Literal, TypeVar

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from ...draw.image_files import png
from ...formats import read_any, sgf
from ...records import COLOURS, FormatError, Record, TengenError
from ...rules import Variant
from ..engine import QuotaSpent
from ..games.game_request import Choice, chosen_variant
from ..pages import review_page as page
from ..problems import Problem, first_of
from ..reviews.node_view import Forbidden, Sight, describe_record, play, view
from ..reviews.record_tree import NoSuchNode, Study
from ..reviews.review_server import Opened, Table, name_of, table_of
from ..security import address_of, new_id
from ..texts import say
from .game_routes import Theme
from .review_socket import router as live

router = APIRouter()
_api = APIRouter(prefix="/api/reviews", tags=["reviews"])
_Id = Annotated[str, Field(min_length=1, max_length=64)]
_Node = Annotated[str, Field(min_length=1, max_length=2_000)]
_T = TypeVar("_T")

MOST_RECORD: Final = 2_000_000
"""The longest record, in bytes."""
_KINDS: Final = {
    "sgf": "application/x-go-sgf",
    "json": "application/json",
    "svg": "image/svg+xml",
    "png": "image/png",
}
_PIXELS: Final = 1_000
_BYTES: Final = {"content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}}
_REFUSED: dict[int | str, dict[str, Any]] = {
    403: {"description": "It comes from a page of another site."},
    404: {"description": "There is no such review, or no such position in it."},
    409: {"description": "It cannot be done; the code says why."},
    413: {"description": "It is too long."},
    422: {"description": "It cannot be read; the text says where and why."},
    429: {"description": "Too much at once."},
}


class NewReview(BaseModel):
    """A record in any format that is read, with its file's name; or a game of this server."""

    model_config = ConfigDict(extra="forbid")
    text: str | None = None
    name: Annotated[str, Field(max_length=200)] = ""
    game: _Id | None = None

    @model_validator(mode="after")
    def _one(self) -> NewReview:
        if (self.text is None) == (self.game is None):
            raise ValueError("give either a text or a game")
        return self


class Made(BaseModel):
    """Where a review is found; ``node`` is the position at which to begin."""

    id: str
    url: str
    node: str = "0"


class Chosen(BaseModel):
    """A position, and other rules than the record's own by name, with axes that differ."""

    model_config = ConfigDict(extra="forbid")
    node: _Node = "0"
    variant: Annotated[str, Field(max_length=80)] | None = None
    axes: Annotated[dict[str, Any], Field(max_length=40)] = Field(default_factory=dict)


class Asked(Chosen):
    """An analysis: of a position or, with ``graph``, of the main line node by node."""

    graph: bool = False


class Tried(Chosen):
    """A move to be tried at a position."""

    move: Annotated[str, Field(min_length=1, max_length=200)]


@_api.post("", status_code=201, responses=_REFUSED)
async def create(request: Request, response: Response, given: NewReview) -> Made:
    """Put a record on the table: from a text, or a game that is over or whose both sides are the visitor's."""
    if given.text is not None:
        return await _kept(request, response, given.text, given.name)
    return await _put(request, response, Study(await _record_of_game(request, given.game or "")))


@_api.post("/file", status_code=201, responses=_REFUSED, openapi_extra={"requestBody": _BYTES})
async def create_from_file(
    request: Request, response: Response, name: Annotated[str, Query(max_length=200)] = ""
) -> Made:
    """Put a record on the table that is sent as a file's bytes: its character set is found out."""
    return await _kept(request, response, await request.body(), name)


@_api.get("/{id}", responses=_REFUSED)
async def look(
    request: Request,
    id: str,
    node: str = "0",
    variant: Annotated[str | None, Query(max_length=80)] = None,
    axes: Annotated[str, Query(max_length=2_000)] = "",
    theme: Theme = "light",
    coordinates: bool = True,
    candidates: bool = True,
    territory: bool = False,
    tree: bool = True,
) -> dict[str, Any]:
    """Return a position of a review, under the record's own rules or others; ``axes`` is a JSON object."""
    table = table_of(request.app)
    opened = await _opened(table, id)
    rules = _rules(opened.study, _choice(variant, axes))
    sight = Sight(theme, coordinates, candidates, territory)
    found = await _worked_out(lambda: view(opened.study, node, rules, sight, table.analyst.known(id, node, rules)))
    if tree:
        found["record"] = await _worked_out(lambda: describe_record(opened.study))
    visitor = await request.app.state.web.visitor(request)
    return {"type": "review", "id": id, "yours": visitor is not None and visitor.id == opened.owner, **found}


@_api.post("/{id}/analysis", status_code=202, responses=_REFUSED)
async def analyse(request: Request, id: str, asked: Asked) -> dict[str, Any]:
    """Have a position analysed, or the main line; what is found goes to the review's WebSocket, and into `look`."""
    table = table_of(request.app)
    opened = await _opened(table, id)
    rules = _rules(opened.study, asked)
    visitor, address = await name_of(request), address_of(request)
    try:
        if asked.graph:
            begun = table.analyst.ask_for_graph(id, opened.study, rules, address)
        else:
            opened.study.line(asked.node)
            begun = table.analyst.ask(id, opened.study, asked.node, rules, visitor, address)
    except NoSuchNode as error:
        raise Problem(404, "no-node", str(error)) from None
    except QuotaSpent as error:
        raise Problem(429, "quota", f"{error}.", wait=error.wait) from None
    return {"node": asked.node, "begun": begun} | ({"points": table.analyst.graph(id, rules)} if asked.graph else {})


@_api.post("/{id}/try", status_code=201, responses=_REFUSED)
async def try_move(request: Request, response: Response, id: str, tried: Tried) -> Made:
    """Try a move: a variation in the review of whoever owns it; anybody else gets a copy of their own with it."""
    web, table = request.app.state.web, table_of(request.app)
    async with table.trying:
        opened = await _opened(table, id)
        visitor = await web.known_visitor(request, response)
        text, node = await _worked_out(lambda: _with_move(opened, tried))
        if visitor.id != opened.owner:
            _count(request, text)
            id = new_id()
        await web.store.keep_review(id, text, visitor.id, web.settings.kept_bytes)
    table.analyst.tell(id, {"type": "tree", "node": node})
    return Made(id=id, url=f"/r/{id}", node=node)


@_api.get("/{id}/record.{form}", response_class=Response, responses=_REFUSED)
async def download(
    request: Request, id: str, form: Literal["sgf", "json", "svg", "png"], node: str = "0", theme: Theme = "light"
) -> Response:
    """Return the record with all its variations as SGF or JSON, or a position of it as a picture."""
    opened = await _opened(table_of(request.app), id)
    body = await _worked_out(lambda: _file(opened.study, form, node, theme))
    headers = {"content-disposition": f'attachment; filename="tengen-review-{id}.{form}"'}
    return Response(body, media_type=_KINDS[form], headers=headers)


# -- parts -------------------------------------------------------------------------------------------------------------


async def _kept(request: Request, response: Response, data: str | bytes, name: str) -> Made:
    """Read a record and keep it."""
    size = len(data.encode("utf-8", "replace")) if isinstance(data, str) else len(data)
    if size > MOST_RECORD:
        text = request.app.state.web.words("review.too_long", most=f"{MOST_RECORD:,}", size=f"{size:,}")
        raise Problem(413, "too-long", text)
    try:
        study = await asyncio.to_thread(lambda: Study.of(read_any(data, name=name)))
    except FormatError as error:
        raise Problem(422, "unreadable", _capital(str(error)), line=error.line, column=error.column) from None
    except TengenError as error:
        raise Problem(422, "unreadable", _capital(str(error))) from None
    return await _put(request, response, study)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


async def _put(request: Request, response: Response, study: Study) -> Made:
    web = request.app.state.web
    text = await asyncio.to_thread(study.to_json)
    _count(request, text)
    visitor = await web.known_visitor(request, response)
    id = new_id()
    await web.store.keep_review(id, text, visitor.id, web.settings.kept_bytes)
    response.headers["location"] = f"/r/{id}"
    return Made(id=id, url=f"/r/{id}")


def _count(request: Request, text: str) -> None:
    """Count a new review of whoever asks for it, and how long it is."""
    table, address = table_of(request.app), address_of(request)
    if not (table.new_reviews.take(address) and table.new_bytes.take(address, len(text))):
        raise Problem(429, "too-many", say("refused.new_reviews"))


async def _record_of_game(request: Request, id: str) -> Record:
    web = request.app.state.web
    live = await web.hall.room(id)
    if live is None:
        raise Problem(404, "no-game", say("refused.no_game"))
    visitor = await web.visitor(request)
    seats = await web.store.seats_of(id, visitor.id if visitor else None)
    if live.room.phase != "over" and not seats.issuperset(COLOURS):
        raise Problem(409, "not-over", web.words("review.not_over"))
    record: Record = live.room.game.record
    for colour, name in live.room.names.items():
        if name:
            record.info[f"P{colour[0].upper()}"] = name
    return record


async def _opened(table: Table, id: str) -> Opened:
    opened = await table.open(id)
    if opened is None:
        raise Problem(404, "no-review", table.web.words("review.gone"))
    return opened


def _choice(variant: str | None, axes: str) -> Chosen:
    try:
        return Chosen.model_validate_json('{"axes": ' + (axes or "{}") + "}").model_copy(update={"variant": variant})
    except ValidationError as error:
        raise Problem(422, "invalid", f"axes: {first_of(error.errors())}") from None


def _rules(study: Study, chosen: Chosen) -> Variant:
    """Return the rules chosen, or the record's own."""
    if chosen.variant is None and not chosen.axes:
        return study.own_rules
    try:
        choice = Choice(variant=chosen.variant or study.own_rules.name, axes=chosen.axes)
    except ValidationError as error:
        raise Problem(422, "invalid", first_of(error.errors())) from None
    return chosen_variant(choice)


async def _worked_out(work: Callable[[], _T]) -> _T:
    """Do something that takes a while beside the event loop; errors become answers."""
    try:
        return await asyncio.to_thread(work)
    except NoSuchNode as error:
        raise Problem(404, "no-node", str(error)) from None
    except Forbidden as error:
        raise Problem(409, "illegal", str(error), reasons=[str(reason) for reason in error.reasons]) from None
    except TengenError as error:
        raise Problem(422, "impossible", str(error)) from None


def _with_move(opened: Opened, tried: Tried) -> tuple[str, str]:
    """Return a review's record with a move that is tried in it, as JSON, and the address of that move."""
    study = Study.from_json(opened.text)
    node = play(study, tried.node, tried.move, _rules(study, tried))
    return study.to_json(), node


def _file(study: Study, form: str, node: str, theme: Theme) -> bytes:
    if form == "sgf":
        return sgf.write(study.record).encode()
    if form == "json":
        return study.to_json().encode()
    seen: Mapping[str, Any] = view(study, node, study.own_rules, Sight(theme))
    svg: str = seen["svg"]
    if form == "svg":
        return svg.encode()
    try:
        return png(svg)
    except TengenError as error:
        raise Problem(501, "no-png", str(error)) from None


router.include_router(_api)
router.include_router(live)
router.include_router(page.router)
