"""Tournaments between friends."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Final

from fastapi import APIRouter, Path, Request, Response
from pydantic import BaseModel, Field

from ...records import COLOURS, Text
from ..errors import NO_GAME, NO_PLAYER, NO_SEAT, RequestError, existing
from ..games.game_request import GameChoice, checked_clock, laid_out
from ..gate.quotas import ROOM_FOR_A_GAME, ROOM_FOR_ANYTHING
from ..rooms import GameTerms, Room, Seat, Timing
from ..scheduler.payers import address_of
from ..services import Sender, Served
from ..texts import say
from ..tournaments.tournament import FEWEST, MOST, TOURNAMENT, Kind, Tournament
from ..tournaments.tournament_view import called
from ..visitors import new_id
from .new_game_routes import new_game

router: Final = APIRouter(prefix="/api/tournaments", tags=["tournaments"])

_Id = Annotated[str, Path(max_length=64)]
_Number = Annotated[int, Path(ge=0, le=1_000_000)]
_NOT_YOURS: Final = Text("Only the organiser of this tournament can do that.")


class NewTournament(GameChoice):
    """A new tournament: the start of its games, and their clocks."""

    name: Annotated[str, Field(max_length=60)] = ""
    kind: Kind = "round-robin"
    clock: Timing = Timing()


class JoiningPlayer(BaseModel, extra="forbid"):
    """The name of a player who joins; by default the name they have."""

    name: Annotated[str, Field(max_length=40)] = ""


@router.post("", status_code=201, dependencies=ROOM_FOR_ANYTHING)
async def create(services: Served, request: Request, response: Response, wanted: NewTournament) -> dict[str, str]:
    """Create a tournament: others join by the link of the answer, and the organiser starts it."""
    name = services.names.claimed(wanted.name) or say("Tournament")
    services.limits.challenges.spend(request)
    checked_clock(wanted.clock)
    game = await laid_out(services.scheduler, address_of(request), wanted)
    if game.rules.fairness != "none":
        raise RequestError(422, "unserved", Text("Players in a tournament keep their colours: set fairness to none."))
    visitor = await services.visitors.find_or_add(request, response)
    terms = GameTerms(game.to_json(), timing=wanted.clock).dump()
    id, made = new_id(), Tournament(name, wanted.kind, terms, visitor.id)
    await services.store.tournaments.add(id, TOURNAMENT.dump_json(made).decode(), made.people)
    response.headers["location"] = f"/t/{id}"
    return {"id": id, "url": f"/t/{id}"}


@router.get("/{id}")
async def tournament(services: Served, visitor: Sender, id: _Id) -> dict[str, object]:
    """Return a tournament: players, standings, and games by round."""
    return await services.tournaments.shown(id, visitor)


@router.post("/{id}/players", status_code=201, dependencies=ROOM_FOR_ANYTHING)
async def join(
    services: Served, request: Request, response: Response, id: _Id, given: JoiningPlayer
) -> dict[str, object]:
    """Join a tournament that has not started, under a name."""
    name = services.names.claimed(given.name)
    found = await services.tournaments.find(id)
    visitor = await services.visitors.find_or_add(request, response)
    persons = await services.tournaments.persons(id, visitor)

    def joined(now: Tournament) -> Tournament:
        if any(each.visitor in persons for each in now.players):
            raise RequestError(409, "not-open", Text("You already play in this tournament."))
        if now.phase != "open":
            raise RequestError(409, "not-open", Text("This tournament has already started."))
        if len(now.players) >= MOST:
            raise RequestError(409, "not-open", Text("This tournament is full."))
        return now.joined(visitor.id)

    joined(found)  # checked first: a refused player keeps their name
    if name is not None:
        await services.store.rename(visitor.id, name)
    else:
        await services.visitors.named(visitor)
    await services.tournaments.change(id, joined)
    return await services.tournaments.shown(id, visitor)


@router.delete("/{id}/players/{number}")
async def leave(services: Served, visitor: Sender, id: _Id, number: _Number) -> dict[str, object]:
    """Leave a tournament, or let its organiser drop a player: they forfeit their unfinished games."""
    found, persons = await services.tournaments.find(id), await services.tournaments.persons(id, visitor)
    player = next((each for each in found.players if each.number == number), None)
    if existing(player, "no-player", NO_PLAYER).visitor not in persons and found.organiser not in persons:
        raise RequestError(403, "not-yours", _NOT_YOURS)
    if found.phase == "over":
        raise RequestError(409, "over", Text("This tournament is over."))
    await services.tournaments.leave(id, number)
    return await services.tournaments.shown(id, visitor)


@router.post("/{id}/start")
async def start(services: Served, visitor: Sender, id: _Id) -> dict[str, object]:
    """Start a tournament of 3 to 16 players, paired by lot."""
    persons = await services.tournaments.persons(id, visitor)

    def begun(now: Tournament) -> Tournament:
        if now.organiser not in persons:
            raise RequestError(403, "not-yours", _NOT_YOURS)
        if now.phase != "open" or len(now.players) < FEWEST:
            why = Text("A tournament can start once, with {least} to {most} players.", least=FEWEST, most=MOST)
            raise RequestError(409, "not-ready", why)
        return now.begun()

    await services.tournaments.change(id, begun)
    return await services.tournaments.shown(id, visitor)


@router.post("/{id}/games/{round}/{place}", status_code=201, dependencies=ROOM_FOR_A_GAME)
async def play(
    services: Served, request: Request, visitor: Sender, id: _Id, round: _Number, place: _Number
) -> dict[str, str]:
    """Go to your own game; the first of its two players to do so starts it."""
    found, persons = await services.tournaments.find(id), await services.tournaments.persons(id, visitor)
    row = next((each for each in found.games if (each.round, each.place) == (round, place)), None)
    row = existing(row, "no-game", NO_GAME)
    sides = [] if row.white is None else [found.players[row.black], found.players[row.white]]
    if visitor is None or not any(each.visitor in persons for each in sides):
        raise RequestError(403, "not-your-seat", NO_SEAT)
    if row.game is None and row.result is None:
        services.limits.new_games.spend(request)
        known = await services.store.tournaments.players([each.visitor for each in sides])
        seats = {colour: Seat(name=called(each, known)) for colour, each in zip(COLOURS, sides)}
        holders = {colour: each.visitor for colour, each in zip(COLOURS, sides)}
        room = Room(replace(GameTerms.load(found.terms), seats=seats, tournament=id))
        others = [(colour, each) for each, whom in found.browsers for colour in COLOURS if holders[colour] == whom]
        new, made = new_game(services, request, room, visitor.id, holders, listed=False, others=others)
        begun = replace(row, game=made.id)

        def with_game(now: Tournament) -> Tournament:
            return replace(now, games=tuple(begun if each == row else each for each in now.games))

        found = await services.tournaments.change(id, with_game, new)
        row = next(each for each in found.games if (each.round, each.place) == (round, place))
        live = await services.games.find(made.id) if row == begun else None
        if live is not None:
            services.games.tell_turn(live, None)
    if row.game is None:
        raise RequestError(409, "over", Text("This game of the tournament was decided without being played."))
    return {"url": f"/g/{row.game}"}
