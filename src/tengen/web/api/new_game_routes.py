"""New games, rematches, and the next game against the computer."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, Discriminator, Field, Tag, model_validator

from ...game import Game
from ...players import LEVELS
from ...players.evening import ENOUGH
from ...records import COLOURS, Colour, TengenError, Text, listed, other
from ..accounts.kinds import refuse_unrated
from ..errors import NO_SEAT, NOT_OVER, RequestError
from ..games.game_request import ChoiceRefused, GameChoice, checked_clock, laid_out, lay_out
from ..games.next_game import Easier, EasierWays, at_level, easier_terms, easier_ways, followed
from ..gate.quotas import ROOM_FOR_A_GAME
from ..gate.sockets import cost, spend
from ..lobby.lobby_server import HouseBot
from ..reviews.review_work import game_at
from ..rooms import GameTerms, Room, Seat, Timing
from ..rooms.events import Proposed
from ..scheduler.payers import address_of
from ..scheduler.threads import in_thread
from ..services import Served, Services
from ..store.seats import NewGameRow
from ..visitors import digest, new_id, new_token
from .game_routes import FoundGame, Id, found_game, seats_in
from .review_routes import NodeRequest, answering_errors, open_review, rules_for

router: Final = APIRouter(prefix="/api/games", tags=["games"])

_BY_CORRESPONDENCE: Final = Timing("correspondence", period=3 * 86_400)


class OpponentChoice(BaseModel, extra="forbid"):
    """Who plays the other side: the computer at a level, a friend by link, or the same person on the same device.

    ``bot`` names a house bot, which plays as the computer at its own level.
    """

    kind: Literal["computer", "friend", "self"] = "computer"
    level: Annotated[int, Field(ge=1, le=len(LEVELS))] = 4
    bot: Annotated[str, Field(max_length=40)] | None = None

    def seat(self, programs: Sequence[HouseBot]) -> Seat:
        """Return the opponent's seat; ``programs`` are the house bots."""
        if self.kind != "computer":
            return Seat(taken=False)
        if self.bot is None:
            return Seat("computer", self.level)
        found = next((bot for bot in programs if bot.key == self.bot), None)
        if found is None:
            names = listed(bot.key for bot in programs)
            why = Text("unknown bot {bot!r}; the bots here are {names}", bot=self.bot, names=names)
            raise ChoiceRefused("opponent", why)
        return found.seat


class EarlierGame(BaseModel, extra="forbid"):
    """An earlier game, and the move number after which to continue."""

    game: Id
    moves: Annotated[int, Field(ge=0, le=100_000)]


class ReviewedPosition(BaseModel, extra="forbid"):
    """A position of a review, by its node, under the record's rules or those of a variant."""

    review: Id
    node: Annotated[str, Field(min_length=1, max_length=2_000)] = "0"
    variant: Annotated[str, Field(max_length=80)] | None = None


def _kind_of_start(given: object) -> str:
    """Return the tag of the kind of start, so that errors concern that kind only."""
    found = given if isinstance(given, Mapping) else getattr(given, "__dict__", {})
    return "review" if "review" in found else "game"


_Start = Annotated[
    Annotated[EarlierGame, Tag("game")] | Annotated[ReviewedPosition, Tag("review")], Discriminator(_kind_of_start)
]


class NewGame(GameChoice):
    """A game to start; if ``listed``, the lobby shows it to everyone.

    A position of a review has its own board and rules, so only its ``variant`` can be chosen.
    """

    opponent: OpponentChoice = Field(default_factory=OpponentChoice)
    colour: Literal["black", "white", "random"] = "black"
    clock: Timing = Timing()
    name: Annotated[str, Field(max_length=40)] | None = None
    listed: bool = False
    start: _Start | None = Field(default=None, alias="from")
    rated: bool = False

    @model_validator(mode="after")
    def _decided_once(self) -> NewGame:
        twice = sorted(self.model_fields_set & GameChoice.model_fields.keys())
        if isinstance(self.start, ReviewedPosition) and twice:
            raise TengenError("`{field}` does not go with a position of a review, which decides it", field=twice[0])
        return self

    @property
    def used_clock(self) -> Timing:
        """The clock of the game; a rated one against the computer always has one."""
        lasting = self.rated and self.opponent.kind == "computer" and self.clock.kind == "none"
        return _BY_CORRESPONDENCE if lasting else self.clock


class CreatedGame(BaseModel):
    """A new game, and the secret links of its seats."""

    id: str
    url: str
    seats: dict[Colour, str]
    invite: str | None


class RematchRequest(BaseModel, extra="forbid"):
    """A rematch by the cookie or by a ``seat``'s secret, perhaps at another ``level`` of the computer."""

    seat: Annotated[str, Field(max_length=100)] | None = None
    level: Annotated[int, Field(ge=1, le=len(LEVELS))] | None = None


@router.post("", status_code=201, dependencies=ROOM_FOR_A_GAME)
async def create(services: Served, request: Request, response: Response, wanted: NewGame) -> CreatedGame:
    """Start a game; the visitor gets the chosen seat and the secret link of every seat of theirs."""
    claimed = services.names.claimed(wanted.name or "")
    services.limits.new_games.spend(request)
    game = await _begun(services, request, wanted)
    if wanted.rated:
        two = wanted.start is None and wanted.opponent.kind != "self"
        known = await services.visitors.find(request)
        refuse_unrated(known, game, two, ends=wanted.used_clock.kind != "none")
    opposite = wanted.opponent.seat(services.programs)
    _refuse_guest(services, opposite, game, wanted.rated)
    visitor = await services.visitors.find_or_add(request, response)
    mine: tuple[Colour, ...] = (random.choice(COLOURS) if wanted.colour == "random" else wanted.colour,)
    mine = COLOURS if wanted.opponent.kind == "self" else mine
    name = claimed or visitor.name
    terms = GameTerms(
        game.to_json(),
        {colour: Seat(name=name) if colour in mine else opposite for colour in COLOURS},
        checked_clock(wanted.used_clock),
        one_device=wanted.opponent.kind == "self",
        rated=wanted.rated,
    )
    made = await keep_game(services, request, Room(terms, game), visitor.id, mine, wanted.listed)
    response.headers["location"] = made.url
    return made


def _refuse_guest(services: Services, seat: Seat, game: Game, rated: bool) -> None:
    """Refuse a game that the server's stronger engine does not support, or a rated one."""
    if seat.visits is None or services.engine.outside is None:
        return
    if services.engine.outside.why_not(game):
        why = Text(
            "{name} plays ordinary Go on boards of up to 19x19 points; every level of Tengen's own plays every game.",
            name=seat.name,
        )
        raise RequestError(422, "unknown-to-program", why)
    if rated:
        raise RequestError(422, "not-rated", Text("Games against {name} are not rated.", name=seat.name))


async def keep_game(
    services: Services, request: Request, room: Room, owner: str, mine: Collection[Colour], listed: bool = False
) -> CreatedGame:
    """Store a new game of a visitor who sits in these seats, with a secret link for every person's seat."""
    row, made = new_game(services, request, room, owner, dict.fromkeys(mine, owner), listed)
    await services.games.create(row, room)
    return made


def new_game(
    services: Services,
    request: Request,
    room: Room,
    owner: str,
    holders: Mapping[Colour, str],
    listed: bool,
    others: Collection[tuple[Colour, str]] = (),
) -> tuple[NewGameRow, CreatedGame]:
    """Return a game to be stored, and the answer to the visitor who starts it."""
    id, terms, due = new_id(), room.terms, room.computer_is_due
    if room.game.to_play == terms.computer:
        spend(services, request, id, cost(room, "move"))
    tokens = {colour: new_token() for colour in COLOURS if terms.seats[colour].kind == "person"}
    hashes = {colour: digest(token) for colour, token in tokens.items()}
    links = {colour: f"/g/{id}#seat={token}" for colour, token in tokens.items()}
    most = services.settings.own_games
    secret = next((token for colour, token in tokens.items() if colour not in holders), None)
    row = NewGameRow(id, terms, hashes, holders, room.phase, due, listed, others, owner, most, secret)
    return row, CreatedGame(id=id, url=f"/g/{id}", seats=links, invite=secret and f"/g/{id}#seat={secret}")


@router.post("/{id}/rematch", status_code=201, dependencies=ROOM_FOR_A_GAME)
async def rematch(
    services: Served, request: Request, response: Response, live: FoundGame, wanted: RematchRequest
) -> CreatedGame:
    """Start a rematch of a finished game: the same rules, board, clocks and players.

    Players change colours, except with a handicap or after a game without result. The same players sit in the new
    game. If the other player asked first, that game is returned, without the links of its seats. Against the computer,
    ``level`` changes its level.
    """
    seats = await seats_in(services, request, live, wanted.seat)
    if not seats:
        raise RequestError(403, "not-your-seat", NO_SEAT)
    if live.room.phase != "over":
        raise RequestError(409, "not-over", NOT_OVER)
    if live.room.rematch is not None:
        return _known(live.room.rematch)
    terms = live.room.rematch_terms()
    if wanted.level is not None:
        try:
            terms = at_level(terms, wanted.level)
        except TengenError:
            why = Text("No player in this game has a level that can change.")
            raise RequestError(409, "no-level", why) from None
    visitor = await services.visitors.find_or_add(request, response)
    services.limits.new_games.spend(request)
    changes = live.room.game.changes_colours
    seat: dict[Colour, Colour] = {colour: other(colour) if changes else colour for colour in COLOURS}
    mine = {seat[colour]: visitor.id for colour in COLOURS if colour in seats}
    others = [(seat[colour], holder) for colour, holder in await services.store.seats.holders(live.id)]
    row, made = new_game(services, request, Room(terms), visitor.id, mine, live.listed, others)
    begun = Proposed(services.games.clock(), next(iter(seats)), "rematch", game=made.id)
    await services.store.keep(row)
    try:
        await services.games.loaded.append(live, lambda room, now: [] if room.rematch is not None else [begun])
    finally:
        if live.room.rematch != begun:  # the other player was first, or storing failed
            await services.store.discard(row.id)
    await services.games.find(row.id)
    return made if live.room.rematch == begun else _known(live.room.rematch)


def _known(begun: Proposed | None) -> CreatedGame:
    id = "" if begun is None else begun.game or ""
    return CreatedGame(id=id, url=f"/g/{id}", seats={}, invite=None)


async def _begun(services: Services, request: Request, wanted: NewGame) -> Game:
    """Return the starting game: a new one, an earlier one up to a move, or a review's position."""
    if wanted.start is None:
        return await laid_out(services.scheduler, address_of(request), wanted)
    if isinstance(wanted.start, ReviewedPosition):
        review, payer = await open_review(services, request, wanted.start.review), address_of(request)
        rules = rules_for(review.record.own_rules, NodeRequest(variant=wanted.start.variant))
        with answering_errors():  # with the history before the node
            game = Game.from_json(await services.reviews.done(review, payer, game_at, wanted.start.node, rules))
    else:
        live = await found_game(services, wanted.start.game)
        if live.room.phase != "over":  # a game in progress may be copied only without a second player
            people = {colour for colour, seat in live.room.terms.seats.items() if seat.kind == "person"}
            if live.room.terms.rated or not people <= await services.visitors.seats(request, live.id):
                why = Text(
                    "A new game can go on from this one when this one is over, or while you are its only player."
                )
                raise RequestError(409, "not-over", why)
        room = live.room.after(())
        game = await in_thread(room.game.at, min(wanted.start.moves, len(room.game.moves)))
    if game.outcome is not None:
        raise RequestError(409, "over", Text("The game is already over at that move; choose an earlier one."))
    if isinstance(wanted.start, ReviewedPosition):
        await lay_out(services.scheduler, game.board)
    return game


class NextLevel(BaseModel):
    """The computer's next ``level``; ``run`` is the number of games won in a row at it, negative for lost."""

    counts: bool
    level: int | None
    run: int


@router.get("/{id}/next-level")
async def next_level(live: FoundGame, run: Annotated[int, Query(ge=1 - ENOUGH, le=ENOUGH - 1)] = 0) -> NextLevel:
    """Return the computer's level for the next game if it follows the player's results.

    Two games won in a row raise it by one, two lost lower it; ``run`` is the value returned after the previous game.
    """
    if live.room.phase != "over":
        raise RequestError(409, "not-over", NOT_OVER)
    found = followed(live.room, run)
    if found is None:
        return NextLevel(counts=False, level=None, run=run)
    return NextLevel(counts=True, level=found.level, run=found.run)


class EasierRequest(BaseModel, extra="forbid"):
    """The way in which the next game is easier."""

    by: Easier


@router.get("/{id}/easier")
async def easier(live: FoundGame) -> EasierWays:
    """Return the level or the handicap for an easier game against the computer."""
    return await in_thread(easier_ways, live.room)


@router.post("/{id}/easier", status_code=201, dependencies=ROOM_FOR_A_GAME)
async def begin_easier(
    services: Served, request: Request, response: Response, live: FoundGame, wanted: EasierRequest
) -> CreatedGame:
    """Start an easier game of the same kind after a game against the computer."""
    if not await seats_in(services, request, live, None):
        raise RequestError(403, "not-your-seat", NO_SEAT)
    if live.room.phase != "over":
        raise RequestError(409, "not-over", NOT_OVER)
    try:
        terms = await in_thread(easier_terms, live.room, wanted.by)
    except TengenError:
        raise RequestError(409, "not-easier", Text("This game cannot be made easier in this way.")) from None
    visitor = await services.visitors.find_or_add(request, response)
    services.limits.new_games.spend(request)
    mine = [colour for colour, seat in terms.seats.items() if seat.kind == "person"]
    made = await keep_game(services, request, Room(terms), visitor.id, mine)
    response.headers["location"] = made.url
    return made
