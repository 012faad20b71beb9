"""The lobby over HTTP: its state, and challenges made, accepted and withdrawn."""

from __future__ import annotations

import json
from collections.abc import Collection
from contextlib import suppress
from dataclasses import replace
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Path, Request, Response

from ...game import Game
from ...records import Colour, Text, other
from ..accounts.kinds import kind_of, refuse_nobody, refuse_unrated
from ..errors import NO_GAME, RequestError
from ..games.game_request import ChoiceRefused, laid_out
from ..games.game_view import BoardStyle, drawn_beside
from ..gate.quotas import ROOM_FOR_A_GAME
from ..lobby.challenges import MOST_EACH, MOST_IN_ALL, Challenge, OfferedGame, read_challenge
from ..rooms import Room
from ..scheduler.payers import address_of
from ..scheduler.threads import in_thread
from ..services import Sender, Served, Services
from ..store import EnoughGames, Visitor
from ..store.glicko import Rating
from ..visitors import is_id, new_id
from .new_game_routes import CreatedGame, new_game

router: Final = APIRouter(prefix="/api/lobby", tags=["lobby"])

_Id = Annotated[str, Path(max_length=64)]
_TRIES: Final = 10
"""Attempts to match a fitting challenge; each may fail because another player accepts it first."""
_TAKEN: Final = Text("Someone has already accepted this challenge.")


@router.get("")
async def lobby(services: Served) -> dict[str, object]:
    """Return the lobby: open challenges, players online, games to watch, and the house bots."""
    await services.lobby.look_again()
    shown = {section: json.loads(services.lobby.text(section)) for section in services.lobby.versions}
    bots = ({"bot": bot.key, "name": bot.name, "level": bot.level, "visits": bot.visits} for bot in services.programs)
    return {**shown, "bots": [*bots]}


@router.post("/challenges", status_code=201, dependencies=ROOM_FOR_A_GAME)
async def offer(services: Served, request: Request, response: Response, wanted: OfferedGame) -> dict[str, str]:
    """Offer a game to anyone. It stays open while you are in the lobby; one by correspondence, for seven days.

    With ``match``, here or in an open challenge, the first fitting game begins at once, and the answer has its ``url``.
    """
    services.limits.challenges.spend(request)
    game = await laid_out(services.scheduler, address_of(request), wanted.choice)
    wanted = await in_thread(wanted.settled, game)
    if wanted.rated:
        ends = all(clock.kind != "none" for clock in (wanted.clock, *wanted.clocks))
        refuse_unrated(await services.visitors.find(request), game, between_two=True, ends=ends)
    visitor = await services.visitors.find_or_add(request, response)
    answer = {"name": await services.visitors.named(visitor)}
    id, until = new_id(), services.lobby.clock() + wanted.stands
    if not await services.store.lobby.offer(id, visitor.id, wanted.model_dump_json(), until, MOST_EACH, MOST_IN_ALL):
        why = Text(
            "You have {count} open challenges already, or the lobby is full; withdraw one first.", count=MOST_EACH
        )
        raise RequestError(409, "enough-challenges", why)
    await services.store.lobby.see([visitor.id])  # the visitor's page may not have identified itself yet
    services.lobby.wake()
    tried: set[str] = set()
    while len(tried) < _TRIES and (found := await _fitting(services, request, visitor, wanted, tried)):
        if not tried:
            services.limits.new_games.spend(request)
        tried.add(found[0].stored.maker)
        try:
            begun = await _begin(services, request, visitor, *found, id)
            return answer | {"id": id, "url": begun.url}
        except RequestError as error:  # already accepted, or its maker cannot begin another game
            if error.code not in ("challenge-gone", "challenge-taken"):
                raise
    return answer | {"id": id}


async def _fitting(
    services: Services, request: Request, visitor: Visitor, wanted: OfferedGame, tried: Collection[str]
) -> tuple[Challenge, Game] | None:
    """Return the oldest challenge that fits a new one, with the game that both makers agree on.

    Challenges by makers already ``tried`` are skipped. Newer ones are compared, too: of two stored simultaneously,
    perhaps only the older one sees the other.
    """
    now, mine = services.lobby.clock(), await services.store.same_person(visitor.id)
    for stored in await services.store.lobby.challenges():
        theirs = read_challenge(stored, now)
        agreed = wanted.agreed(theirs.offered)
        if agreed is None or not theirs.is_open or stored.maker in mine or stored.maker in tried:
            continue
        maker = Visitor(stored.maker, stored.name, stored.account)
        with suppress(RequestError, ChoiceRefused):
            game = await laid_out(services.scheduler, address_of(request), agreed.choice)
            if agreed.rated:
                refuse_unrated(visitor, game, between_two=True, ends=agreed.clock.kind != "none")
            await _check_rating(services, theirs.offered, game, visitor, maker)
            await _check_rating(services, wanted, game, maker, visitor)
            return replace(theirs, offered=agreed), game
    return None


@router.delete("/challenges/{id}")
async def withdraw(services: Served, visitor: Sender, id: _Id) -> dict[str, bool]:
    """Withdraw your own challenge; it may just have been accepted."""
    gone = await services.store.lobby.withdraw([id], visitor.id) if visitor and is_id(id) else 0
    if not gone:
        why = Text("You have no such open challenge; it may just have been accepted.")
        raise RequestError(404, "challenge-gone", why)
    services.lobby.wake()
    return {"withdrawn": True}


@router.post("/challenges/{id}/accept", status_code=201, dependencies=ROOM_FOR_A_GAME)
async def accept(services: Served, request: Request, response: Response, id: _Id) -> CreatedGame:
    """Accept a challenge: its game begins at once. If two accept at the same time, only one gets it."""
    visitor = await services.visitors.find_or_add(request, response)
    challenge = await _acceptable(services, id, visitor)
    game = await laid_out(services.scheduler, address_of(request), challenge.offered.choice)
    maker = Visitor(challenge.stored.maker, account=challenge.stored.account)
    await _check_rating(services, challenge.offered, game, visitor, maker)
    services.limits.new_games.spend(request)
    made = await _begin(services, request, visitor, challenge, game)
    response.headers["location"] = made.url
    return made


async def _begin(
    services: Services, request: Request, visitor: Visitor, challenge: Challenge, game: Game, own: str | None = None
) -> CreatedGame:
    """Begin the game of a challenge with the visitor who accepts it, in place of their ``own`` challenge if any."""
    name = await services.visitors.named(visitor)
    maker, id = challenge.stored, challenge.stored.id
    terms, theirs = challenge.offered.terms(game, maker.name or "", name)
    mine = other(theirs)
    holders: dict[Colour, str] = {theirs: maker.maker, mine: visitor.id}
    row, made = new_game(services, request, Room(terms, game), visitor.id, holders, listed=True)
    try:
        begun = await services.store.lobby.accept(id, visitor.id, row, own)
    except EnoughGames as error:
        if error.whom == visitor.id:
            raise
        why = Text("The player who made this challenge has reached the limit of open games. Try again later.")
        raise RequestError(409, "challenge-gone", why) from None
    if not begun:
        raise RequestError(409, "challenge-taken", _TAKEN)
    services.lobby.wake()
    live = await services.games.find(row.id)
    if live is not None:
        services.games.tell_turn(live, None)
        services.caller.accepted(live, by=mine)
    return made.model_copy(update={"seats": {mine: made.seats[mine]}})


async def _acceptable(services: Services, id: str, visitor: Visitor) -> Challenge:
    """Return a challenge that a visitor may accept, or raise RequestError with the reason."""
    stored = await services.store.lobby.challenge(id) if is_id(id) else None
    now = services.lobby.clock()
    challenge = None if stored is None or stored.expires <= now else read_challenge(stored, now)
    if challenge is not None and challenge.stored.game is not None:
        raise RequestError(409, "challenge-taken", _TAKEN)
    if challenge is None or not challenge.is_open:
        why = Text("This challenge is gone: its player withdrew it or left the lobby.")
        raise RequestError(409, "challenge-gone", why)
    mine = challenge.stored.maker == visitor.id
    if mine or (visitor.account is not None and challenge.stored.account == visitor.account):
        why = Text("This is your own challenge; wait for an opponent, or withdraw it.")
        raise RequestError(409, "own-challenge", why)
    return challenge


async def _check_rating(services: Services, offered: OfferedGame, game: Game, visitor: Visitor, maker: Visitor) -> None:
    """Refuse a challenge for players of other ratings, or for players with an account."""
    if offered.rated:
        refuse_nobody(visitor)
    found = await _rating(services, game, visitor)
    if offered.within is not None:
        pair = found or Rating(), await _rating(services, game, maker) or Rating()
        if abs(pair[0].rating - pair[1].rating) > offered.within:
            raise RequestError(409, "other-rating", Text("Your ratings are further apart than this challenge allows."))
    if offered.least is None and offered.most is None:
        return
    if found is None:
        why = Text("This challenge is for players with a rating; you have none in this game yet.")
        raise RequestError(409, "unrated", why)
    if not (offered.least or 0) <= found.rating <= (offered.most or found.rating):
        bounds = {"least": offered.least or 0, "most": offered.most or "∞", "rating": round(found.rating)}
        why = Text("This challenge is for ratings from {least} to {most}; yours is {rating} in this game.", **bounds)
        raise RequestError(409, "other-rating", why)


async def _rating(services: Services, game: Game, visitor: Visitor) -> Rating | None:
    ratings = await services.store.results.ratings_of(visitor.account) if visitor.account else {}
    return ratings.get(kind_of(game))


@router.get("/games/{id}.svg", response_class=Response, include_in_schema=False)
async def small_board(services: Served, id: _Id, theme: Literal["light", "dark"] = "light") -> Response:
    """Return the board of a public game; its address changes with each move."""
    live = await services.games.find(id)
    if live is None or not live.listed:
        raise RequestError(404, "no-game", NO_GAME)
    svg = await drawn_beside(live, BoardStyle(theme, False), "watched")
    return Response(svg, media_type="image/svg+xml", headers={"cache-control": "public, max-age=600"})
