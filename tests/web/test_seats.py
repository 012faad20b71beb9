"""Seats and their links: an invitation is for the first visitor to open it; all others are told that they watch."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from httpx2 import Response
from starlette.testclient import TestClient
from test_store import opened
from web_games import another, code
from web_stored import keep_game

from tengen import Game
from tengen.web.rooms import GameTerms, Seat
from tengen.web.store import Store
from tengen.web.store.seats import SeatClaim

FRIENDS = GameTerms(Game("chinese", board="5").to_json(), {"black": Seat(), "white": Seat(taken=False)})


@asynccontextmanager
async def friends_game(url: str) -> AsyncIterator[Store]:
    """Open a store with a game of Ada's and an invitation for White."""
    async with opened(url) as store:
        for name in ("ada", "ben", "cyn"):
            await store.add_visitor(name, f"hash-{name}")
        await keep_game(store, "g", FRIENDS, {"black": "hash-b", "white": "hash-w"}, "ada", ["black"], "waiting")
        yield store


def results_of(use: Callable[..., Awaitable[SeatClaim | None]]) -> Callable[..., Awaitable[str | None]]:
    """Return a function for the result of using a link of the game, by its token and a visitor."""

    async def used(token: str, visitor: str | None) -> str | None:
        claim = await use("g", token, visitor)
        return claim.result if claim else None

    return used


async def test_of_many_who_open_an_invitation_at_once_one_sits_down(url: str) -> None:
    async with friends_game(url) as store:
        many = [f"v{number}" for number in range(12)]
        for each in many:
            await store.add_visitor(each, f"hash-{each}")
        claims = await asyncio.gather(*(store.seats.sit("g", "hash-w", each) for each in many))
        results = [claim.result for claim in claims if claim]
        assert (results.count("seated"), results.count("taken")) == (1, 11)
        assert len(await store.seats.holders("g")) == 2


async def test_a_seats_link_returns_its_player_but_no_second_seat(url: str) -> None:
    async with friends_game(url) as store:
        sit = results_of(store.seats.sit)
        assert await sit("hash-w", "ada") == "own"
        assert await sit("hash-b", "ben") == "taken"
        assert await sit("hash-w", "ben") == "seated"
        assert [await sit("hash-w", each) for each in ("ada", "ben", "cyn")] == ["own", "known", "taken"]
        assert await sit("hash-b", "ada") == "known"
        assert await sit("hash", "cyn") is None
        assert await store.seats_of("g", "cyn") == frozenset()


async def test_a_program_that_plays_by_an_invitation_keeps_the_seat(url: str) -> None:
    async with friends_game(url) as store:
        act, sit = results_of(store.seats.act), results_of(store.seats.sit)
        assert await act("hash", None) is None
        assert [await act("hash-b", None), await act("hash-w", "ada")] == ["known", "own"]
        assert [await act("hash-w", each) for each in (None, None, "cyn")] == ["seated", "known", "known"]
        assert await sit("hash-w", "cyn") == "taken"


async def test_an_invitation_that_somebody_took_is_no_programs_secret(url: str) -> None:
    async with friends_game(url) as store:
        await store.seats.sit("g", "hash-w", "ben")
        act = results_of(store.seats.act)
        assert [await act("hash-w", each) for each in (None, "cyn", "ben")] == ["taken", "taken", "known"]


def test_an_invitation_is_refused_in_words_the_second_time(client: TestClient, friend: TestClient) -> None:
    wanted = {"variant": "chinese", "board": "5", "opponent": {"kind": "friend"}}
    made = client.post("/api/games", json=wanted).json()
    path, token = f"/api/games/{made['id']}", made["invite"].partition("#seat=")[2]
    own = client.post(f"{path}/seat", json={"token": token})
    assert code(own) == (409, "own-invitation")
    assert own.json()["error"]["text"].startswith("This is your own invitation: you play Black")
    stranger = another(client)
    assert friend.post(f"{path}/seat", json={"token": token}).json() == {"colour": "white"}
    late = stranger.post(f"{path}/seat", json={"token": token})
    assert code(late) == (409, "seat-taken")
    assert late.json()["error"]["text"].startswith("White is taken")
    assert friend.post(f"{path}/seat", json={"token": token}).json() == {"colour": "white"}
    assert [each.get(path).json()["you"] for each in (client, friend, stranger)] == [["black"], ["white"], []]
    move = {"id": "1", "number": 1, "intent": {"kind": "move", "move": "C3"}}
    for each in (client, stranger):
        assert each.post(f"{path}/intents", json={**move, "seat": token}).status_code == 409
    assert client.post(f"{path}/intents", json=move).status_code == 200
    watches = stranger.post(f"{path}/intents", json={**move, "id": "2", "number": 2})
    assert watches.json()["error"]["code"] == "not-your-seat"


def test_a_seats_link_is_replaced_by_its_player_or_the_opponent(client: TestClient) -> None:
    made = client.post("/api/games", json={"variant": "chinese", "board": "5", "opponent": {"kind": "friend"}}).json()
    path, friend, stranger = f"/api/games/{made['id']}/invitation", another(client), another(client)
    assert client.get(path).json() == {"url": made["invite"]}
    assert code(stranger.get(path))[1] == code(stranger.post(f"{path}/white"))[1] == "not-your-seat"
    again = client.post(f"{path}/white").json()["url"]
    assert client.get(path).json() == {"url": again}
    assert code(sit(friend, made["invite"]))[1] == "no-seat"
    assert sit(friend, again).json() == {"colour": "white"}
    assert client.get(path).json() == {"url": None}
    lost = client.post(f"{path}/white").json()["url"]
    assert client.get(path).json() == {"url": lost}
    assert code(sit(client, lost))[1] == "own-invitation"
    assert sit(another(client), lost).json() == {"colour": "white"}
    own = client.post(f"{path}/black").json()["url"]
    assert friend.get(path).json() == {"url": None}, "nobody reads the link to another's own seat"
    assert sit(another(client), own).json() == {"colour": "black"}


def test_a_seat_of_the_lobby_is_not_given_away(client: TestClient) -> None:
    wanted = {"variant": "chinese", "board": "5", "opponent": {"kind": "friend"}, "listed": True}
    made = client.post("/api/games", json=wanted).json()
    sit(another(client), made["invite"])
    assert code(client.post(f"/api/games/{made['id']}/invitation/white"))[1] == "seat-held"
    against = client.post("/api/games", json={"variant": "chinese", "board": "5"}).json()
    assert code(client.post(f"/api/games/{against['id']}/invitation/white"))[1] == "seat-held"


def sit(client: TestClient, link: str) -> Response:
    """Use the link of a seat."""
    path, _, token = link.replace("/g/", "/api/games/").partition("#seat=")
    return client.post(f"{path}/seat", json={"token": token})
