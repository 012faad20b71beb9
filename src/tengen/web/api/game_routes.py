"""Games: made, looked at, played by intents, and taken home."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Collection
from dataclasses import replace
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ...game import Game
from ...players import LEVELS
from ...records import COLOURS, Colour, other
from ..admission import spend
from ..games import Event, GameTerms, Room, Seat, game_view
from ..games.game_request import ClockChoice, GameChoice, chosen_game
from ..games.live_game import LiveGame
from ..openapi import REFUSALS
from ..problems import RequestProblem, first_of
from ..security import address_of, digest, new_id, new_token, plain_name
from ..services import Served, Services
from ..texts import say
from .downloads import Form, download, picture_file, record_file

router = APIRouter(prefix="/api/games", tags=["games"])

Theme = Literal["light", "dark", "print"]
_Id = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[!-~]+$")]
_ONE_AT_A_TIME: Final = asyncio.Semaphore(1)


class OpponentChoice(BaseModel):
    """Who plays the other side: the computer at a level, a friend by link, or oneself on the same device."""

    model_config = ConfigDict(extra="forbid")
    kind: Literal["computer", "friend", "self"] = "computer"
    level: Annotated[int, Field(ge=1, le=len(LEVELS))] = 4


class EarlierGame(BaseModel):
    """An earlier game, and the number of its moves after which to go on."""

    model_config = ConfigDict(extra="forbid")
    game: _Id
    moves: Annotated[int, Field(ge=0, le=100_000)]


class NewGame(GameChoice):
    """A game to be begun."""

    opponent: OpponentChoice = Field(default_factory=OpponentChoice)
    colour: Literal["black", "white", "random"] = "black"
    clock: ClockChoice = Field(default_factory=ClockChoice)
    name: Annotated[str, Field(max_length=40)] | None = None
    start: EarlierGame | None = Field(default=None, alias="from")


class CreatedGame(BaseModel):
    """A game that was begun, and the secret links of its seats."""

    id: str
    url: str
    seats: dict[Colour, str]
    invite: str | None


class SeatToken(BaseModel):
    """The secret of a seat's link."""

    model_config = ConfigDict(extra="forbid")
    token: Annotated[str, Field(min_length=1, max_length=100)]


class RematchRequest(BaseModel):
    """Who wants to play again: whoever the cookie says, or has a seat's secret."""

    model_config = ConfigDict(extra="forbid")
    seat: Annotated[str, Field(max_length=100)] | None = None


class IntentRequest(BaseModel):
    """An intent: the client's own id for it, how many events the client has seen, and the intent itself."""

    model_config = ConfigDict(extra="forbid")
    id: _Id
    number: Annotated[int, Field(ge=0, le=10_000_000)]
    intent: dict[str, object]
    seat: Annotated[str, Field(max_length=100)] | None = None


@router.post("", status_code=201, responses=REFUSALS)
async def create(services: Served, request: Request, response: Response, wanted: NewGame) -> CreatedGame:
    """Begin a game; the visitor sits where they chose to, and gets the secret link of every seat that is theirs."""
    visitor = await services.visitors.find_or_add(request, response)
    if not services.limits.new_games.take(address_of(request)):
        raise RequestProblem(429, "too-many", say("refused.new_games"))
    game = await _begun(services, wanted)
    mine = _seats_of(wanted)
    name = plain_name(wanted.name or "") or visitor.name
    terms = GameTerms(
        game.to_json(),
        {colour: _seat(wanted, colour in mine, name) for colour in COLOURS},
        wanted.clock.timing(),
        one_device=wanted.opponent.kind == "self",
    )
    made = await _keep(services, request, terms, visitor.id, mine)
    response.headers["location"] = made.url
    return made


async def _keep(
    services: Services, request: Request, terms: GameTerms, owner: str, mine: Collection[Colour]
) -> CreatedGame:
    """Keep a new game of a visitor who sits in these seats, with a secret link for the seat of every person."""
    room = Room(terms)
    if room.game.to_play == terms.computer:
        spend(services, request, room, "move")
    id = new_id()
    people = [colour for colour in COLOURS if terms.seats[colour].kind == "person"]
    tokens = {colour: new_token() for colour in people}
    hashes = {colour: digest(token) for colour, token in tokens.items()}
    await services.games.create(id, terms, hashes, owner, mine)
    links = {colour: f"/g/{id}#seat={token}" for colour, token in tokens.items()}
    invite = next((links[colour] for colour in people if colour not in mine), None)
    return CreatedGame(id=id, url=f"/g/{id}", seats=links, invite=invite)


@router.post("/{id}/rematch", status_code=201, responses=REFUSALS)
async def rematch(
    services: Served, request: Request, response: Response, id: str, wanted: RematchRequest
) -> CreatedGame:
    """Play a game that is over once more: the same rules, board, clocks and players.

    Players change colours, but not with a handicap, nor after a game without result. Whoever sat in the game sits in
    the new one. Where the other player asked first, that game is returned, without the links of its seats.
    """
    live = await _found(services, id)
    seats = await _seats_in(services, request, live, wanted.seat)
    if not seats:
        raise RequestProblem(403, "not-your-seat", say("refused.no_seat"))
    if live.room.phase != "over":
        raise RequestProblem(409, "not-over", say("refused.not_over"))
    if known := _rematch_of(live):
        return _known(known)
    visitor = await services.visitors.find_or_add(request, response)
    if not services.limits.new_games.take(address_of(request)):
        raise RequestProblem(429, "too-many", say("refused.new_games"))
    seat: dict[Colour, Colour] = {
        colour: other(colour) if live.room.game.changes_colours else colour for colour in COLOURS
    }
    mine = [seat[colour] for colour in COLOURS if colour in seats]
    made = await _keep(services, request, live.room.rematch_terms(), visitor.id, mine)
    for colour, holder in await services.store.holders(id):
        await services.store.grant(made.id, seat[colour], holder)
    begun = Event("rematch", services.games.clock(), next(iter(seats)), game=made.id)
    await services.games.log.add(live, lambda room, now: [] if room.rematch is not None else [begun])
    return made if _rematch_of(live) == made.id else _known(_rematch_of(live) or "")  # the other player was faster


def _rematch_of(live: LiveGame) -> str | None:
    """Return the game that repeats this one, once somebody has begun it."""
    return None if live.room.rematch is None else live.room.rematch[1]


def _known(id: str) -> CreatedGame:
    return CreatedGame(id=id, url=f"/g/{id}", seats={}, invite=None)


async def _begun(services: Services, wanted: NewGame) -> Game:
    """Return the game at its beginning: a new one, or an earlier one taken back to a move."""
    if wanted.start is None:
        async with _ONE_AT_A_TIME:
            return await asyncio.to_thread(_laid_out, wanted)
    live = await _found(services, wanted.start.game)
    game = live.room.game.at(min(wanted.start.moves, len(live.room.game.moves)))
    if game.outcome is not None:
        raise RequestProblem(409, "over", say("refused.over_there"))
    return game


def _laid_out(wanted: NewGame) -> Game:
    """Return a new game whose board is laid out for pictures, which takes a second where it has a thousand points."""
    game = chosen_game(wanted)
    game.svg()
    return game


def _seats_of(wanted: NewGame) -> tuple[Colour, ...]:
    if wanted.opponent.kind == "self":
        return COLOURS
    return (random.choice(COLOURS) if wanted.colour == "random" else wanted.colour,)


def _seat(wanted: NewGame, mine: bool, name: str | None) -> Seat:
    if mine:
        return Seat(name=name)
    if wanted.opponent.kind == "computer":
        return Seat("computer", wanted.opponent.level)
    return Seat(taken=False)


async def _found(services: Services, id: str) -> LiveGame:
    live = await services.games.find(id)
    if live is None:
        raise RequestProblem(404, "no-game", say("refused.no_game"))
    return live


@router.get("/{id}", responses=REFUSALS)
async def game_state(
    services: Served,
    request: Request,
    id: str,
    theme: Theme = "light",
    coordinates: bool = True,
    territory: bool = False,
    moves: Annotated[int | None, Query(ge=0)] = None,
) -> dict[str, object]:
    """Return a game's state as the visitor may see it, or how it stood after a number of moves."""
    live = await _found(services, id)
    style = game_view.BoardStyle(theme, coordinates, territory)
    if moves is not None:
        return game_view.past(live.room, moves, style)
    seats = await services.visitors.seats(request, id)
    return game_view.state(live, seats, style, services.games.clock(), services.engine.queued(id))


@router.get("/{id}/relations", responses=REFUSALS)
async def board_relations(services: Served, id: str) -> dict[str, dict[str, list[str]]]:
    """Return the footprint and the neighbours of every point of the game's board."""
    live = await _found(services, id)
    return game_view.relations(live.room.game.board)


@router.post("/{id}/seat", responses=REFUSALS)
async def sit(services: Served, request: Request, response: Response, id: str, given: SeatToken) -> dict[str, Colour]:
    """Take the seat whose secret link this is."""
    live = await _found(services, id)
    colour = await services.store.seat_by_token(id, digest(given.token))
    if colour is None:
        raise RequestProblem(403, "no-seat", say("refused.no_seat"))
    visitor = await services.visitors.find_or_add(request, response)
    await services.store.grant(id, colour, visitor.id)
    await services.games.join(live, colour, visitor.name)
    return {"colour": colour}


@router.post("/{id}/intents", responses=REFUSALS)
async def intend(services: Served, request: Request, id: str, wanted: IntentRequest) -> dict[str, bool | int]:
    """Carry out an intent; sent again with the same id, it is carried out once."""
    live = await _found(services, id)
    seats = await _seats_in(services, request, live, wanted.seat)
    if seats and not services.games.has_done(live, seats, wanted.id):
        spend(services, request, live.room, wanted.intent.get("kind"))
    try:
        number = await services.games.intend(live, seats, wanted.intent, wanted.number, wanted.id)
    except ValidationError as error:
        raise RequestProblem(422, "unknown", f"This is no intent: {first_of(error.errors())}.") from None
    return {"accepted": True, "number": number}


async def _seats_in(services: Services, request: Request, live: LiveGame, token: str | None) -> frozenset[Colour]:
    """Return the seats of a request's sender: by the cookie, and by a seat's secret if one is given."""
    seats = await services.visitors.seats(request, live.id)
    if token:
        colour = await services.store.seat_by_token(live.id, digest(token))
        if colour is None:
            raise RequestProblem(403, "no-seat", say("refused.no_secret"))
        await services.games.join(live, colour, None)
        seats |= {colour}
    return seats


@router.get("/{id}/record.{form}", response_class=Response, responses=REFUSALS)
async def record(services: Served, id: str, form: Form, theme: Theme = "light") -> Response:
    """Return the game as a file: SGF and JSON hold all of it, SVG and PNG show the board."""
    live = await _found(services, id)
    if form in ("sgf", "json"):
        record = live.room.game.record
        names = {f"P{colour[0].upper()}": game_view.player_name(live.room, colour) for colour in COLOURS}
        body = record_file(replace(record, info={**record.info, **names}), form)
    else:
        svg = game_view.picture(live.room, game_view.BoardStyle(theme))
        body = await asyncio.to_thread(picture_file, svg, form)
    return download(body, f"tengen-{id}", form)
