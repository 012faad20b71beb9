"""Games: made, looked at, played by intents, and taken home."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, Field, ValidationError

from ...game import Game
from ...players import LEVELS
from ...records import COLOURS, Colour, TengenError, other
from ..accounts.eligibility import refuse_nobody, refuse_unrated
from ..accounts.tallies import ratings_in
from ..admission import spend
from ..costly_checks import LIGHT_PICTURE, done_beside
from ..engine import EngineError
from ..games import game_view
from ..games.advice import why_no_advice
from ..games.following import at_level
from ..games.game_files import game_record, record_file
from ..games.game_request import ChoiceRefused, ClockChoice, GameChoice
from ..games.hints import hint, outlook
from ..games.laying_out import laid_out
from ..games.live_game import LiveGame
from ..games.possibilities import possibilities
from ..light_work import in_thread
from ..lobby.house_bots import HouseBot
from ..openapi import REFUSALS
from ..quotas import ROOM_FOR_A_GAME
from ..request_errors import RequestError, first_of
from ..rooms import Event, GameTerms, IntentRefused, Room, Seat
from ..security import address_of, digest, new_id, new_token
from ..services import Served, Services
from ..store.new_games import NewGameRow
from ..store.seats import Claim
from ..texts import say, tell
from .downloads import Form, download, picture_file

router: Final = APIRouter(prefix="/api/games", tags=["games"])

Theme = Literal["light", "dark", "print"]
_Id = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[!-~]+$")]
_BY_CORRESPONDENCE: Final = ClockChoice(kind="correspondence", period=3 * 86_400)


class OpponentChoice(BaseModel, extra="forbid"):
    """Who plays the other side: the computer at a level, a friend by link, or oneself on the same device.

    ``bot`` names one of the house's programs, which plays as the computer at its own level.
    """

    kind: Literal["computer", "friend", "self"] = "computer"
    level: Annotated[int, Field(ge=1, le=len(LEVELS))] = 4
    bot: Annotated[str, Field(max_length=40)] | None = None

    def seat(self, programs: Sequence[HouseBot]) -> Seat:
        """Return who sits opposite, one of the server's ``programs`` perhaps."""
        if self.kind != "computer":
            return Seat(taken=False)
        if self.bot is None:
            return Seat("computer", self.level)
        found = next((bot for bot in programs if bot.key == self.bot), None)
        if found is None:
            names = ", ".join(bot.key for bot in programs)
            raise ChoiceRefused("opponent", f"there is no program {self.bot!r} here; there are {names}")
        return found.seat


class EarlierGame(BaseModel, extra="forbid"):
    """An earlier game, and the number of its moves after which to go on."""

    game: _Id
    moves: Annotated[int, Field(ge=0, le=100_000)]


class NewGame(GameChoice):
    """A game to be begun; one that is ``listed`` is shown in the lobby to everybody."""

    opponent: OpponentChoice = Field(default_factory=OpponentChoice)
    colour: Literal["black", "white", "random"] = "black"
    clock: ClockChoice = Field(default_factory=ClockChoice)
    name: Annotated[str, Field(max_length=40)] | None = None
    listed: bool = False
    start: EarlierGame | None = Field(default=None, alias="from")
    rated: bool = False

    @property
    def used_clock(self) -> ClockChoice:
        """The clock of the game: a rated one against the computer has one even where none is chosen."""
        lasting = self.rated and self.opponent.kind == "computer" and self.clock.kind == "none"
        return _BY_CORRESPONDENCE if lasting else self.clock


class CreatedGame(BaseModel):
    """A game that was begun, and the secret links of its seats."""

    id: str
    url: str
    seats: dict[Colour, str]
    invite: str | None


class SeatToken(BaseModel, extra="forbid"):
    """The secret of a seat's link."""

    token: Annotated[str, Field(min_length=1, max_length=100)]


class AdviceRequest(BaseModel, extra="forbid"):
    """What a player wants to know of the position: a hint for their move, or who is ahead."""

    kind: Literal["hint", "outlook"]
    seat: Annotated[str, Field(max_length=100)] | None = None


class RematchRequest(BaseModel, extra="forbid"):
    """Who wants to play again, by the cookie or by a ``seat``'s secret, and at which ``level`` of the computer."""

    seat: Annotated[str, Field(max_length=100)] | None = None
    level: Annotated[int, Field(ge=1, le=len(LEVELS))] | None = None


class IntentRequest(BaseModel, extra="forbid"):
    """An intent: the client's own id for it, how many events the client has seen, and the intent itself."""

    id: _Id
    number: Annotated[int, Field(ge=0, le=10_000_000)]
    intent: dict[str, object]
    seat: Annotated[str, Field(max_length=100)] | None = None


@router.post("", status_code=201, responses=REFUSALS, dependencies=ROOM_FOR_A_GAME)
async def create(services: Served, request: Request, response: Response, wanted: NewGame) -> CreatedGame:
    """Begin a game; the visitor sits where they chose to, and gets the secret link of every seat that is theirs."""
    claimed = services.names.claimed(wanted.name or "")
    if not services.limits.new_games.take(address_of(request)):
        raise RequestError(429, "too-many", say("refused.new_games"))
    game = await _begun(services, request, wanted)
    if wanted.rated:
        two = wanted.start is None and wanted.opponent.kind != "self"
        known = await services.visitors.find(request)
        refuse_unrated(known, game, two, ends=wanted.used_clock.kind != "none")
    opposite = wanted.opponent.seat(services.programs)
    _refuse_guest(services, opposite, game, wanted.rated)
    visitor = await services.visitors.find_or_add(request, response)
    mine = _seats_of(wanted)
    name = claimed or visitor.name
    terms = GameTerms(
        game.to_json(),
        {colour: Seat(name=name) if colour in mine else opposite for colour in COLOURS},
        wanted.used_clock.timing(),
        one_device=wanted.opponent.kind == "self",
        rated=wanted.rated,
    )
    made = await keep_game(services, request, Room(terms, game), visitor.id, mine, wanted.listed)
    response.headers["location"] = made.url
    return made


def _refuse_guest(services: Services, seat: Seat, game: Game, rated: bool) -> None:
    """Refuse a game that the server's stronger engine would have to play and does not know, or a rated one."""
    if seat.visits is None or services.engine.outside is None:
        return
    if services.engine.outside.why_not(game):
        raise RequestError(422, "unknown-to-program", say("refused.guest", name=seat.name))
    if rated:
        raise RequestError(422, "not-rated", say("account.refused.rated_guest", name=seat.name))


async def keep_game(
    services: Services, request: Request, room: Room, owner: str, mine: Collection[Colour], listed: bool = False
) -> CreatedGame:
    """Keep a new game of a visitor who sits in these seats, with a secret link for the seat of every person."""
    row, made = _new_game(services, request, room, dict.fromkeys(mine, owner), listed)
    await services.games.create(row.id, room, dict(row.tokens), owner, mine, listed, services.settings.own_games)
    return made


def _new_game(
    services: Services,
    request: Request,
    room: Room,
    holders: Mapping[Colour, str],
    listed: bool,
    others: Collection[tuple[Colour, str]] = (),
) -> tuple[NewGameRow, CreatedGame]:
    """Return a game that is to be kept, and the answer to the visitor who begins it."""
    id, terms = new_id(), room.terms
    if room.game.to_play == terms.computer:
        spend(services, request, id, room, "move")
    people = [colour for colour in COLOURS if terms.seats[colour].kind == "person"]
    tokens = {colour: new_token() for colour in people}
    hashes = {colour: digest(token) for colour, token in tokens.items()}
    links = {colour: f"/g/{id}#seat={token}" for colour, token in tokens.items()}
    invite = next((links[colour] for colour in people if colour not in holders), None)
    row = NewGameRow(id, terms, hashes, holders, room.phase, room.computer_is_due, listed, others)
    return row, CreatedGame(id=id, url=f"/g/{id}", seats=links, invite=invite)


@router.post("/{id}/rematch", status_code=201, responses=REFUSALS, dependencies=ROOM_FOR_A_GAME)
async def rematch(
    services: Served, request: Request, response: Response, id: str, wanted: RematchRequest
) -> CreatedGame:
    """Play a game that is over once more: the same rules, board, clocks and players.

    Players change colours, but not with a handicap, nor after a game without result. Whoever sat in the game sits in
    the new one. Where the other player asked first, that game is returned, without the links of its seats.
    Against the computer, a ``level`` changes its own.
    """
    live = await found_game(services, id)
    seats = await seats_in(services, request, live, wanted.seat)
    if not seats:
        raise RequestError(403, "not-your-seat", say("refused.no_seat"))
    if live.room.phase != "over":
        raise RequestError(409, "not-over", say("refused.not_over"))
    if known := _rematch_of(live):
        return _known(known)
    terms = live.room.rematch_terms()
    if wanted.level is not None:
        try:
            terms = at_level(terms, wanted.level)
        except TengenError:
            raise RequestError(409, "no-level", say("refused.no_level")) from None
    visitor = await services.visitors.find_or_add(request, response)
    if not services.limits.new_games.take(address_of(request)):
        raise RequestError(429, "too-many", say("refused.new_games"))
    seat: dict[Colour, Colour] = {
        colour: other(colour) if live.room.game.changes_colours else colour for colour in COLOURS
    }
    mine = {seat[colour]: visitor.id for colour in COLOURS if colour in seats}
    others = [(seat[colour], holder) for colour, holder in await services.store.seats.holders(id)]
    row, made = _new_game(services, request, Room(terms), mine, live.listed, others)
    row = replace(row, whom=visitor.id, most=services.settings.own_games)
    begun = Event("rematch", services.games.clock(), next(iter(seats)), game=made.id)
    if await _is_first(services, live, row, begun):
        return made
    return _known(_rematch_of(live) or "")


async def _is_first(services: Services, live: LiveGame, row: NewGameRow, begun: Event) -> bool:
    """Begin a game that repeats another one; False: the other player was faster, and nothing is begun."""
    await services.store.keep(row)
    try:
        await services.games.log.add(live, lambda room, now: [] if room.rematch is not None else [begun])
    finally:
        if _rematch_of(live) != row.id:
            await services.store.discard(row.id)
    await services.games.find(row.id)
    return _rematch_of(live) == row.id


def _rematch_of(live: LiveGame) -> str | None:
    """Return the game that repeats this one, once somebody has begun it."""
    return None if live.room.rematch is None else live.room.rematch[1]


def _known(id: str) -> CreatedGame:
    return CreatedGame(id=id, url=f"/g/{id}", seats={}, invite=None)


async def _begun(services: Services, request: Request, wanted: NewGame) -> Game:
    """Return the game at its beginning: a new one, or an earlier one taken back to a move."""
    if wanted.start is None:
        return await laid_out(services.side, address_of(request), wanted)
    live = await found_game(services, wanted.start.game)
    if live.room.phase != "over" and not _is_theirs(live.room, await services.visitors.seats(request, live.id)):
        raise RequestError(409, "not-over", say("refused.goes_on"))
    room = live.room.after(())
    game = await in_thread(room.game.at, min(wanted.start.moves, len(room.game.moves)))
    if game.outcome is not None:
        raise RequestError(409, "over", say("refused.over_there"))
    return game


def _is_theirs(room: Room, seats: Collection[Colour]) -> bool:
    """Say whether nobody else plays in an unrated game: only then may it be copied, and looked into, as it goes on."""
    people = {colour for colour in COLOURS if room.terms.seats[colour].kind == "person"}
    return not room.terms.rated and people.issubset(seats)


def _seats_of(wanted: NewGame) -> tuple[Colour, ...]:
    if wanted.opponent.kind == "self":
        return COLOURS
    return (random.choice(COLOURS) if wanted.colour == "random" else wanted.colour,)


async def found_game(services: Services, id: str) -> LiveGame:
    """Return a game; RequestError where there is none."""
    live = await services.games.find(id)
    if live is None:
        raise RequestError(404, "no-game", say("refused.no_game"))
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
    live = await found_game(services, id)
    style = game_view.BoardStyle(theme, coordinates, territory)
    if moves is not None:
        return await in_thread(game_view.past, live.room.after(()), moves, style)  # a copy: the room may go on
    seats = await services.visitors.seats(request, id)
    await live.tell_moves()
    engine, now = services.engine, services.games.clock()
    return game_view.state(live, seats, style, now, engine.queued(id), engine.warming)


@router.get("/{id}/relations", responses=REFUSALS, response_model=dict[str, dict[str, list[str]]])
async def board_relations(services: Served, id: str) -> Response:
    """Return the footprint and the neighbours of every point of the game's board."""
    live = await found_game(services, id)
    text = await in_thread(lambda: json.dumps(game_view.relations(live.room.game.board), separators=(",", ":")))
    return Response(text, media_type="application/json")


@router.get("/{id}/possible", responses=REFUSALS)
async def possible(services: Served, id: str) -> dict[str, object]:
    """Return the kinds of moves that the side to move can make now, each with a sentence and its points."""
    live = await found_game(services, id)
    room = live.room.after(())  # a copy: the room may go on meanwhile
    found = live.once("possible", lambda: asyncio.ensure_future(in_thread(possibilities, room.game)))
    return {"to_play": room.game.to_play, "number": room.number, "kinds": await asyncio.shield(found)}


@router.post("/{id}/advice", responses=REFUSALS)
async def advice(services: Served, request: Request, id: str, wanted: AdviceRequest) -> dict[str, object]:
    """Return a hint or an outlook by the engine, to players who may have one; it is no part of the game."""
    live = await found_game(services, id)
    seats = await seats_in(services, request, live, wanted.seat)
    if why := why_no_advice(live.room, seats):
        raise RequestError(409 if seats else 403, "no-advice", why)
    game = live.room.game
    if wanted.kind == "hint" and game.to_play not in seats:
        raise IntentRefused("not-your-turn")

    def pay(simulations: int) -> None:
        if not services.limits.thinking.take(address_of(request), simulations):
            raise IntentRefused("too-much-thinking", say("refused.thinking"))
        services.games.thinker.charge(id, address_of(request))

    try:
        found = await services.games.computer.adviser.look(live, pay)
    except EngineError as error:
        raise RequestError(409, "no-advice", say("game.hint.failed", text=tell(str(error)))) from None
    return (hint if wanted.kind == "hint" else outlook)(game, found)


@router.post("/{id}/seat", responses=REFUSALS)
async def sit(services: Served, request: Request, response: Response, id: str, given: SeatToken) -> dict[str, Colour]:
    """Take the seat whose secret link this is."""
    live = await found_game(services, id)
    if not await services.store.seats.knows(id, digest(given.token)):
        raise RequestError(403, "no-seat", say("refused.no_seat"))
    visitor = await services.visitors.find_or_add(request, response)
    if live.room.terms.rated and live.room.phase == "waiting" and not await services.visitors.seats(request, id):
        refuse_nobody(visitor)
    claim = await services.store.seats.sit(
        id, digest(given.token), visitor.id, live.room.terms.one_device, services.settings.own_games
    )
    colour = _held(claim)
    await services.games.join(live, colour, visitor.name)
    return {"colour": colour}


def _held(claim: Claim | None) -> Colour:
    """Return the seat that somebody has by a link; say in words why they have none."""
    if claim is None:
        raise RequestError(403, "no-seat", say("refused.no_secret"))
    if claim.result == "own":
        colour = say(f"colours.{other(claim.colour)}")
        raise RequestError(409, "own-invitation", say("refused.own_invitation", colour=colour))
    if claim.result == "taken":
        text = say("refused.seat_taken", colour=say(f"colours.{claim.colour}"))
        raise RequestError(409, "seat-taken", text)
    return claim.colour


@router.post("/{id}/name", responses=REFUSALS)
async def call_by_name(services: Served, request: Request, id: str) -> dict[str, str | None]:
    """Have one's seats in a game go by the name that one has claimed since one sat down."""
    live = await found_game(services, id)
    visitor = await services.visitors.find(request)
    seats = await services.visitors.seats(request, id)
    if visitor is None or not seats:
        raise RequestError(403, "not-your-seat", say("refused.no_seat"))
    await services.games.name(live, seats, visitor.name)
    return {"name": visitor.name}


@router.post("/{id}/intents", responses=REFUSALS)
async def intend(services: Served, request: Request, id: str, wanted: IntentRequest) -> dict[str, bool | int]:
    """Carry out an intent; sent again with the same id, it is carried out once."""
    live = await found_game(services, id)
    seats = await seats_in(services, request, live, wanted.seat)
    if seats and not services.games.has_done(live, seats, wanted.id):
        spend(services, request, live.id, live.room, wanted.intent.get("kind"))
    try:
        number = await services.games.intend(live, seats, wanted.intent, wanted.number, wanted.id)
    except ValidationError as error:
        raise RequestError(422, "unknown", f"This is no intent: {first_of(error.errors())}.") from None
    return {"accepted": True, "number": number}


async def seats_in(services: Services, request: Request, live: LiveGame, token: str | None) -> frozenset[Colour]:
    """Return the seats of a request's sender: by the cookie, and by a seat's secret if one is given."""
    seats = await services.visitors.seats(request, live.id)
    if token:
        visitor = await services.visitors.find(request)
        if live.room.terms.rated and live.room.phase == "waiting" and not seats:
            refuse_nobody(visitor)
        claim = await services.store.seats.act(
            live.id, digest(token), visitor.id if visitor else None, services.settings.own_games
        )
        colour = _held(claim)
        await services.games.join(live, colour, visitor.name if visitor else None)
        seats |= {colour}
    return seats


@router.get("/{id}/record.{form}", response_class=Response, responses=REFUSALS)
async def record(services: Served, request: Request, id: str, form: Form, theme: Theme = "light") -> Response:
    """Return the game as a file: SGF and JSON hold all of it, SVG and PNG show the board."""
    room = (await found_game(services, id)).room.after(())
    if form in ("sgf", "json"):
        body = await in_thread(lambda: record_file(game_record(room), form))
    else:
        svg = await in_thread(game_view.picture, room, game_view.BoardStyle(theme))
        light = form == "svg" or len(svg) <= LIGHT_PICTURE
        body = await done_beside(services, address_of(request), light, picture_file, svg, form)
    return download(body, f"tengen-{id}", form)


@router.get("/{id}/ratings", responses=REFUSALS)
async def game_ratings(services: Served, id: str) -> dict[str, dict[str, object]]:
    """Return both sides' ratings in a rated game's kind; once the game has counted, also `before` and `after` it."""
    live = await found_game(services, id)
    return await ratings_in(services.store.results, live) if live.room.terms.rated else {}
