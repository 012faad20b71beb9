"""Games: state, intents, chat and records."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Collection, Sequence
from functools import partial
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Depends, Query, Request, Response, WebSocket
from pydantic import BaseModel, Field, ValidationError
from starlette.requests import HTTPConnection

from ...records import NAMES, Colour, Text, other
from ..accounts.game_results import ratings_in
from ..accounts.kinds import refuse_nobody
from ..engine import EngineError
from ..errors import NO_GAME, NO_SEAT, RequestError, existing, first_of
from ..games import game_view
from ..games.game_actions import why_no_advice
from ..games.game_files import Form, download, game_record, picture_file, record_file
from ..games.game_server import GameServer
from ..games.game_view import BoardStyle
from ..games.hints import hint, outlook
from ..games.live_game import LiveGame
from ..games.possibilities import possibilities
from ..gate.sockets import cost, spend
from ..lobby.lobby_view import profile
from ..rooms import IntentRefused, read_intent
from ..scheduler.payers import address_of
from ..scheduler.threads import LIGHT_PICTURE, in_thread
from ..services import Sender, Served, Services
from ..store.chat_store import ChatMessage
from ..store.seats import SeatClaim
from ..talk.chat import ChatWish, chatting
from ..visitors import digest, new_token

router: Final = APIRouter(prefix="/api/games", tags=["games"])

Theme = Literal["light", "dark", "print"]
_SEAT_HELD: Final = Text(
    "{colour} cannot be given away: the player is here, is a program, or the game is rated or from the lobby."
)
MOST_TRIED: Final = 200
Number = Annotated[int, Field(ge=0, le=10_000_000)]
MoveText = Annotated[str, Field(max_length=80)]
Id = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[!-~]+$")]


class LinkToken(BaseModel, extra="forbid"):
    """The secret of a link."""

    token: Annotated[str, Field(min_length=1, max_length=100)]


class AdviceRequest(BaseModel, extra="forbid"):
    """The kind of advice on the position: a hint for a move, or who is ahead."""

    kind: Literal["hint", "outlook"]
    seat: Annotated[str, Field(max_length=100)] | None = None


class IntentGiven(BaseModel, extra="forbid"):
    """An intent: the client's own id for it, the number of events the client has seen, and the intent itself."""

    id: Id
    number: Number
    intent: dict[str, object]


class IntentRequest(IntentGiven):
    """An intent for the seats of the cookie, and for that of the secret if given."""

    seat: Annotated[str, Field(max_length=100)] | None = None


async def board_style(theme: Theme = "light", coordinates: bool = True, territory: bool = False) -> BoardStyle:
    """Return the reader's style of the board."""
    return BoardStyle(theme, coordinates, territory)


Style = Annotated[BoardStyle, Depends(board_style)]


async def found_game(services: Served, id: str) -> LiveGame:
    """Return a game, or raise RequestError."""
    return existing(await services.games.find(id), "no-game", NO_GAME)


FoundGame = Annotated[LiveGame, Depends(found_game)]


@router.get("/{id}")
async def game_state(
    services: Served,
    request: Request,
    live: FoundGame,
    style: Style,
    moves: Annotated[int | None, Query(ge=0)] = None,
    then: Annotated[list[MoveText] | None, Query(max_length=MOST_TRIED)] = None,
) -> dict[str, object]:
    """Return a game's state as the visitor may see it, or its state after ``moves`` moves.

    Each ``then`` is a trial move after these, which changes nothing; ``then=`` starts a trial without a move.
    """
    if moves is not None:
        tried = None if then is None else [move for move in then if move]
        return await in_thread(game_view.past, live.room.after(()), moves, style, tried)  # a copy: the room may go on
    seats = await services.visitors.seats(request, live.id)
    await live.tell_moves()
    engine, now = services.engine, services.games.clock()
    return game_view.whole(game_view.state(live, seats, style, now, engine.queued(live.id)))


@router.get("/{id}/relations", response_model=dict[str, dict[str, list[str]]])
async def board_relations(live: FoundGame) -> Response:
    """Return the footprint and the neighbours of every point of the game's board."""
    text = await in_thread(lambda: json.dumps(game_view.relations(live.room.game.board), separators=(",", ":")))
    return Response(text, media_type="application/json")


@router.get("/{id}/possible")
async def possible(live: FoundGame) -> dict[str, object]:
    """Return the kinds of moves available to the side to move, each with a sentence and its points."""
    room = live.room.after(())  # a copy: the room may go on
    found = live.once("possible", lambda: asyncio.ensure_future(in_thread(possibilities, room.game)))
    return {"to_play": room.game.to_play, "number": room.number, "kinds": await asyncio.shield(found)}


@router.post("/{id}/advice")
async def advice(services: Served, request: Request, live: FoundGame, wanted: AdviceRequest) -> dict[str, object]:
    """Return a hint or an outlook by the engine, to entitled players; it is not part of the game."""
    seats = await seats_in(services, request, live, wanted.seat)
    if why := why_no_advice(live.room, seats):
        raise RequestError(409 if seats else 403, "no-advice", why)
    game = live.room.game
    if wanted.kind == "hint" and game.to_play not in seats:
        raise IntentRefused("not-your-turn")
    try:
        found = await services.games.thinker.advise(live, partial(spend, services, request, live.id))
    except EngineError as error:
        raise RequestError(409, "no-advice", Text("No hint available: {text}", text=error.text)) from None
    return (hint if wanted.kind == "hint" else outlook)(game, found)


@router.post("/{id}/seat")
async def sit(
    services: Served, request: Request, response: Response, live: FoundGame, given: LinkToken
) -> dict[str, Colour]:
    """Take the seat of a secret link."""
    if not await services.store.seats.knows(live.id, digest(given.token)):
        raise RequestError(403, "no-seat", NO_SEAT)
    visitor = await services.visitors.find_or_add(request, response)
    if live.room.terms.rated and live.room.phase == "waiting" and not await services.visitors.seats(request, live.id):
        refuse_nobody(visitor)
    claim = await services.store.seats.sit(
        live.id, digest(given.token), visitor.id, live.room.terms.one_device, services.settings.own_games
    )
    colour = _held(claim)
    await services.games.join(live, colour, visitor.name)
    return {"colour": colour}


@router.get("/{id}/invitation")
async def invitation(services: Served, request: Request, live: FoundGame) -> dict[str, str | None]:
    """Return the link for the free seat; only the player opposite may read it."""
    secret = await services.store.seats.invitation(live.id)
    return {"url": f"/g/{live.id}#seat={secret}" if secret and await _seated(services, request, live) else None}


@router.post("/{id}/invitation/{colour}")
async def invite(services: Served, request: Request, live: FoundGame, colour: Colour) -> dict[str, str]:
    """Make a new link for your own seat, to continue in another browser, or for an absent friend's seat."""
    own, terms, token = colour in await _seated(services, request, live), live.room.terms, new_token()
    fixed = terms.rated or terms.tournament or live.listed
    held = live.room.taken[colour] and (fixed or live.seating.of(colour) != "offline")
    secret = None if own else token
    if (held and not own) or not await services.store.seats.invite(live.id, colour, digest(token), secret):
        raise RequestError(409, "seat-held", _SEAT_HELD, colour=NAMES[colour])
    return {"url": f"/g/{live.id}#seat={token}"}


async def _seated(services: Services, request: Request, live: LiveGame, token: str | None = None) -> frozenset[Colour]:
    """Return the seats of a request's sender by the cookie or a seat's secret; RequestError without a seat."""
    if not (seats := await seats_in(services, request, live, token)):
        raise RequestError(403, "not-your-seat", NO_SEAT)
    return seats


def _held(claim: SeatClaim | None) -> Colour:
    """Return the seat that a link has given, or raise RequestError with the reason."""
    if claim is None:
        raise RequestError(403, "no-seat", Text("This secret does not belong to a seat in this game."))
    if claim.result == "own":
        why = Text(
            "This is your own invitation: you play {colour} in this game. Send the link to the one you want to play "
            "with.",
            colour=NAMES[other(claim.colour)],
        )
        raise RequestError(409, "own-invitation", why)
    if claim.result == "taken":
        why = Text(
            "{colour} is taken: an invitation is for the first person to open it. Watch, or ask for a new one.",
            colour=NAMES[claim.colour],
        )
        raise RequestError(409, "seat-taken", why)
    return claim.colour


@router.post("/{id}/name")
async def call_by_name(services: Served, request: Request, live: FoundGame, visitor: Sender) -> dict[str, str | None]:
    """Show your claimed name on your seats in a game."""
    seats = await _seated(services, request, live)
    await services.games.name(live, seats, visitor.name if visitor else None)
    return {"name": visitor.name if visitor else None}


@router.post("/{id}/intents")
async def intend(services: Served, request: Request, live: FoundGame, wanted: IntentRequest) -> dict[str, bool | int]:
    """Carry out an intent; repeated with the same id, it is carried out once."""
    seats = await seats_in(services, request, live, wanted.seat)
    try:
        number = await carry_out(services, request, live, seats, wanted)
    except ValidationError as error:
        raise RequestError(422, "unknown", Text("Invalid intent: {what}.", what=first_of(error.errors()))) from None
    return {"accepted": True, "number": number}


async def carry_out(
    services: Services, connection: HTTPConnection, live: LiveGame, seats: Collection[Colour], wanted: IntentGiven
) -> int:
    """Carry out an intent, charged to its address; return the number of events afterwards."""
    intent = read_intent(wanted.intent)
    if seats and not services.games.has_done(live, seats, wanted.id):
        spend(services, connection, live.id, cost(live.room, vars(intent).get("what", intent.kind)))
    return await services.games.intend(live, seats, intent, wanted.number, wanted.id)


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


@router.get("/{id}/record.{form}", response_class=Response)
async def record(services: Served, request: Request, live: FoundGame, form: Form, theme: Theme = "light") -> Response:
    """Return the game as a file: SGF and JSON with the whole game, SVG and PNG with the board."""
    room = live.room.after(())
    if form in ("sgf", "json"):
        body = await in_thread(lambda: record_file(game_record(room), form))
    else:
        svg = await in_thread(game_view.picture, room, BoardStyle(theme))
        light = form == "svg" or len(svg) <= LIGHT_PICTURE
        body = await services.scheduler.run(address_of(request), picture_file, svg, form, light=light)
    return download(body, f"tengen-{live.id}", form)


@router.get("/{id}/ratings")
async def game_ratings(services: Served, live: FoundGame) -> dict[str, dict[str, object]]:
    """Return both sides' ratings in a rated game's kind; once it has counted, also those `before` and `after` it."""
    return await ratings_in(services.store.results, live) if live.room.terms.rated else {}


class ConditionalRequest(BaseModel, extra="forbid"):
    """Conditional moves that replace earlier ones: lines that begin with the opponent's move and end with your own.

    ``number`` is the number of events the client has seen.
    """

    number: Number
    lines: Annotated[list[Annotated[list[MoveText], Field(min_length=2, max_length=20)]], Field(max_length=20)]
    seat: Annotated[str, Field(max_length=100)] | None = None


@router.get("/{id}/conditional")
async def conditional(
    services: Served, request: Request, live: FoundGame, seat: Annotated[str, Query(max_length=100)] = ""
) -> dict[str, object]:
    """Return a player's remaining conditional moves, and a note on what happened to them at the last move."""
    return await services.games.conditional.view(live, live.room.acting(await _seated(services, request, live, seat)))


@router.put("/{id}/conditional")
async def keep_conditional(
    services: Served, request: Request, live: FoundGame, wanted: ConditionalRequest
) -> dict[str, object]:
    """Store conditional moves in a correspondence game; only their player sees them."""
    colour = live.room.acting(await _seated(services, request, live, wanted.seat))
    await services.games.conditional.keep(live, colour, wanted.lines, wanted.number)
    return await services.games.conditional.view(live, colour)


@router.get("/{id}/profiles")
async def profiles(services: Served, live: FoundGame) -> dict[Colour, str]:
    """Return the addresses of the profiles of players with accounts."""
    accounts = await services.store.results.accounts_in(live.id)
    return {colour: profile(each) for colour, each in accounts.items()}


class ChatSwitch(BaseModel, extra="forbid"):
    """Whether a player wants to chat in this game."""

    on: bool
    seat: Annotated[str, Field(max_length=100)] | None = None


@router.get("/{id}/chat")
async def chat(
    services: Served, request: Request, live: FoundGame, after: Annotated[int, Query(ge=0, le=10_000_000)] = 0
) -> Sequence[ChatMessage]:
    """Return the players' chat from a message on, to the players only."""
    chatting(live.room, await services.visitors.seats(request, live.id))
    return await services.games.chat.since(live, after)


@router.post("/{id}/chat")
async def say(services: Served, request: Request, live: FoundGame, visitor: Sender, wish: ChatWish) -> ChatMessage:
    """Send a chat message to the opponent; repeated with the same id, it is sent once."""
    seats = await seats_in(services, request, live, wish.seat)
    return await services.games.chat.say(live, seats, visitor.id if visitor else None, wish)


@router.put("/{id}/chat")
async def switch(
    services: Served, request: Request, live: FoundGame, visitor: Sender, wanted: ChatSwitch
) -> dict[str, bool]:
    """Turn the chat of a game off or back on; the opponent can see that."""
    seats = await seats_in(services, request, live, wanted.seat)
    await services.games.chat.switch(live, seats, visitor.id if visitor else None, wanted.on)
    return {"on": wanted.on}


async def relay_chat(games: GameServer, socket: WebSocket, live: LiveGame) -> None:
    """Send an open page of a player the whole chat of the game, and new messages as they come."""
    spoken, heard = asyncio.Event(), 0
    live.hearers.add(spoken.set)
    try:
        while True:
            async with games.store.pages.slot():
                found = await games.chat.since(live, heard)
            if found:
                heard = found[-1].number
                await socket.send_json({"type": "chat", "messages": [vars(each) for each in found]})
            await spoken.wait()
            spoken.clear()
    finally:
        live.hearers.discard(spoken.set)
