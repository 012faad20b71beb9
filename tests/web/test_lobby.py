"""The lobby: challenges made, accepted once, withdrawn; visitors online; games to watch; bots; one server or two."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass
from itertools import count
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect
from web_accounts import at_server, services_of, sign_up
from web_engine import QuickEngine, eventually
from web_games import another, code
from web_passkeys import Device

from tengen.web.games.game_request import chosen_game
from tengen.web.games.game_server import GameServer
from tengen.web.lobby import lobby_server
from tengen.web.lobby.challenges import OfferedGame
from tengen.web.lobby.lobby_server import LobbyServer, house_bots
from tengen.web.rooms import Room
from tengen.web.store import Store
from tengen.web.store.lobby_store import LOBBY_CHANNEL
from tengen.web.store.notifications import NotificationListener
from tengen.web.store.seats import NewGameRow

HERE = "http://testserver"
TILE: dict[str, Any] = {"variant": "tile", "board": "9", "colour": "black", "clock": {"kind": "absolute", "main": 600}}
DAYS = {"variant": "chinese", "board": "9", "clock": {"kind": "correspondence", "period": 86_400}}


@pytest.fixture
def people(client: TestClient) -> list[TestClient]:
    found = [client, another(client), another(client)]
    for each, name in zip(found, ("Ada", "Ben", "Cyn"), strict=True):
        each.put("/api/me", json={"name": name})
    return found


def offer(client: TestClient, **wanted: Any) -> str:
    answer = client.post("/api/lobby/challenges", json=wanted)
    assert answer.status_code == 201, answer.text
    id: str = answer.json()["id"]
    return id


def accept(client: TestClient, id: str) -> Any:
    return client.post(f"/api/lobby/challenges/{id}/accept")


def shown(client: TestClient) -> dict[str, Any]:
    """Return the current lobby, read again even if it was read a moment ago."""
    services_of(client).lobby._read_at = -10.0
    found: dict[str, Any] = client.get("/api/lobby").json()
    return found


def until(socket: WebSocketTestSession, section: str, fits: Callable[[Any], bool]) -> Any:
    while True:
        told = socket.receive_json()
        if section in told and fits(told[section]):
            return told[section]


def test_a_challenge_is_seen_accepted_and_played(people: list[TestClient]) -> None:
    ada, ben, cyn = people
    with ada.websocket_connect("/api/lobby/live") as hers:
        assert until(hers, "people", lambda people: people["names"] == ["Ada"])["more"] == 0
        id = offer(ada, **TILE)
        (seen,) = until(hers, "challenges", bool)
        assert (seen["id"], seen["name"], seen["title"], seen["board"]) == (id, "Ada", "Tile Go", "9x9")
        assert (seen["clock_text"], seen["colour"], seen["here"]) == ("10 min each", "black", True)
        assert code(accept(ada, id)) == (409, "own-challenge")
        made = accept(ben, id).json()
        you = until(hers, "you", lambda you: bool(you["begun"]))
        assert you == {"challenges": [], "begun": {id: made["url"]}}
    assert code(accept(cyn, id)) == (409, "challenge-taken")
    assert list(made["seats"]) == ["white"]
    states = [each.get(f"/api/games/{made['id']}").json() for each in people]
    assert [state["you"] for state in states] == [["black"], ["white"], []]
    assert [states[0]["players"][colour]["name"] for colour in ("black", "white")] == ["Ada", "Ben"]
    assert states[0]["phase"] == "playing"
    assert shown(cyn)["challenges"] == []


def test_of_many_who_accept_at_once_one_gets_it(people: list[TestClient]) -> None:
    ada = people[0]
    id = offer(ada, **DAYS)
    many = [another(ada) for _ in range(6)]
    with ThreadPoolExecutor(len(many)) as pool:
        answers = list(pool.map(lambda each: accept(each, id), many))
    assert sorted(answer.status_code for answer in answers) == [201, *[409] * 5]
    assert {answer.json()["error"]["code"] for answer in answers if answer.status_code == 409} == {"challenge-taken"}
    assert len(ada.get("/api/me/games").json()) == 1


def test_a_challenge_is_withdrawn_by_its_maker_alone(people: list[TestClient]) -> None:
    ada, ben, _ = people
    id = offer(ada, **DAYS)
    assert code(ben.delete(f"/api/lobby/challenges/{id}")) == (404, "challenge-gone")
    assert ada.delete(f"/api/lobby/challenges/{id}").json() == {"withdrawn": True}
    assert code(accept(ben, id)) == (409, "challenge-gone")
    assert code(ada.delete(f"/api/lobby/challenges/{id}")) == (404, "challenge-gone")
    for nonsense in ("x", "%00", "a" * 65):
        assert accept(ben, nonsense).status_code in (404, 409, 422)


def test_only_correspondence_challenges_outlive_their_makers(people: list[TestClient]) -> None:
    ada, ben, _ = people
    lobby = services_of(ada).lobby
    now = lobby.clock()
    live, slow = offer(ada, **TILE), offer(ada, **DAYS)
    assert [each["id"] for each in shown(ben)["challenges"]] == [live, slow]
    lobby.clock = services_of(ada).store.lobby.clock = lambda: now + 60
    assert [(each["id"], each["here"]) for each in shown(ben)["challenges"]] == [(slow, False)]
    assert code(accept(ben, live)) == (409, "challenge-gone")
    lobby.clock = services_of(ada).store.lobby.clock = lambda: now + 8 * 86_400
    assert shown(ben)["challenges"] == []
    assert code(accept(ben, slow)) == (409, "challenge-gone")


def seek(client: TestClient, **wanted: Any) -> Any:
    return client.post("/api/lobby/challenges", json=TILE | {"colour": "random", "match": True} | wanted)


FIVE = {"kind": "absolute", "main": 300}


@pytest.mark.parametrize(
    ("other", "agreed"),
    [
        ({}, ("tile", "9x9", 600)),
        ({"board": "9x9", "clock": FIVE, "clocks": [TILE["clock"]]}, ("tile", "9x9", 600)),
        ({"variant": "cushion", "board": "13", "clock": FIVE}, ("cushion", "13x13", 300)),
        ({"board": "9x9", "axes": {"tiles": "tile"}, "clock": TILE["clock"] | {"period": 9}}, ("tile", "9x9", 600)),
        ({"variant": "tao"}, None),
        ({"board": "19"}, None),
        ({"clock": {"kind": "absolute", "main": 60}}, None),
        ({"axes": {"komi": 3.5}}, None),
        ({"colour": "black"}, None),
        ({"least": 1600}, None),
    ],
)
def test_seeks_meet_where_their_ranges_do(people: list[TestClient], other: Any, agreed: Any) -> None:
    ada, ben, _ = people
    assert "url" not in seek(ada, colour="black", boards=["13"], games=["cushion"], clocks=[FIVE]).json()
    made = seek(ben, **other)
    assert made.status_code == 201, made.text
    assert ("url" in made.json()) == (agreed is not None)
    if agreed is None:
        assert len(shown(ada)["challenges"]) == 2
        return
    found = ben.get(f"/api{made.json()['url'].replace('/g/', '/games/')}").json()
    name, board, main = agreed
    assert (found["variant"]["name"], found["board"]["name"]) == (name, board)
    assert (found["you"], found["players"]["black"]["clock"]["main"]) == (["white"], main)
    assert shown(ada)["challenges"] == []


def test_nobody_is_matched_with_an_own_or_absent_challenge(people: list[TestClient]) -> None:
    ada, ben, cyn = people
    for _ in range(2):
        assert "url" not in seek(ada, variant="chinese", board=None).json()
    assert "url" in seek(cyn, variant="chinese", board="19x19").json()
    assert shown(ben)["challenges"] == [], "the other one was withdrawn"
    assert "url" not in seek(ada).json()
    lobby = services_of(ada).lobby
    now, ticks = lobby.clock(), count()
    lobby.clock = services_of(ada).store.lobby.clock = lambda: now + 60 + next(ticks) / 1000
    mine = seek(ben).json()
    assert "url" not in mine
    assert ben.delete(f"/api/lobby/challenges/{mine['id']}").json() == {"withdrawn": True}
    services_of(ada).store.lobby.clock = lambda: now + 1000  # a server whose clock is ahead
    assert "url" not in ben.post("/api/lobby/challenges", json=TILE).json()
    services_of(ada).store.lobby.clock = lobby.clock
    assert "url" in seek(ada, clocks=[FIVE]).json()  # it meets a challenge without `match`
    assert seek(ada, games=["chess"]).status_code == seek(ada, boards=["9", "٩"]).status_code == 422


def test_of_many_who_seek_at_once_all_are_paired(people: list[TestClient]) -> None:
    many = [another(people[0]) for _ in range(6)]
    with ThreadPoolExecutor(len(many)) as pool:
        answers = list(pool.map(seek, many))
    assert [answer.status_code for answer in answers] == [201] * 6
    assert [len(each.get("/api/me/games").json()) for each in many] == [1] * 6


def test_challenges_are_bounded_and_make_sense(people: list[TestClient]) -> None:
    ada, ben, _ = people
    for _ in range(3):
        offer(ada, **DAYS)
    assert code(ada.post("/api/lobby/challenges", json=DAYS)) == (409, "enough-challenges")
    for wrong in (
        {"variant": "chess"},
        {"board": "99999"},
        {"axes": {"komi": "much"}},
        {"clock": {"kind": "absolute"}},
    ):
        assert ben.post("/api/lobby/challenges", json=DAYS | wrong).status_code == 422
    assert ben.post("/api/lobby/challenges", json={"least": 5, "most": 4}).status_code == 422
    services_of(ada).limits.challenges.size = 0
    assert code(ben.post("/api/lobby/challenges", json=DAYS)) == (429, "too-many")


def test_who_says_no_name_is_a_guest(client: TestClient) -> None:
    id = offer(client, **DAYS)
    name = client.get("/api/me").json()["name"]
    assert name.startswith("Guest ")
    assert client.post("/api/me/guest").json()["name"] == name
    assert shown(client)["challenges"][0]["name"] == name
    stranger = another(client)
    made = accept(stranger, id).json()
    players = client.get(f"/api/games/{made['id']}").json()["players"]
    assert players["black"]["name"] != players["white"]["name"]


def test_a_name_claimed_at_the_door_reaches_the_game(people: list[TestClient]) -> None:
    ada, ben, cyn = people
    made = accept(ben, offer(ada, **DAYS, colour="black")).json()
    ben.put("/api/me", json={"name": "Benno"})
    assert ben.post(f"/api/games/{made['id']}/name").json() == {"name": "Benno"}
    assert ada.get(f"/api/games/{made['id']}").json()["players"]["white"]["name"] == "Benno"
    assert code(cyn.post(f"/api/games/{made['id']}/name")) == (403, "not-your-seat")


def test_signing_out_during_opening_closes_the_lobby(people: list[TestClient], monkeypatch: pytest.MonkeyPatch) -> None:
    """A socket could not be closed between the check of its cookie and its registration."""
    ada, *_ = people
    visitors = services_of(ada).visitors
    find, times = visitors.find, list[int]()

    async def once(socket: Any) -> Any:
        times.append(1)
        return await find(socket) if len(times) == 1 else None

    monkeypatch.setattr(visitors, "find", once)
    with ada.websocket_connect("/api/lobby/live") as hers, pytest.raises(WebSocketDisconnect) as closed:
        hers.receive_json()
    assert closed.value.code == 4401


def test_watchers_are_counted_and_get_no_seat(people: list[TestClient]) -> None:
    ada, ben, cyn = people
    made = accept(ben, offer(ada, **DAYS, colour="black")).json()
    private = ada.post("/api/games", json={"variant": "chinese", "board": "5", "opponent": {"kind": "self"}}).json()
    with cyn.websocket_connect("/api/lobby/live") as hers:
        path = f"/api/games/{made['id']}/live"
        with ada.websocket_connect(path), cyn.websocket_connect(path) as watching:
            state = watching.receive_json()
            assert state["watchers"] == 1
            assert (state["you"], "seat" in str(state).replace("seated", "")) == ([], False)
            here = [(1, 1)]
            (game,) = until(hers, "games", lambda games: [(it["watchers"], it["players_here"]) for it in games] == here)
            assert game["id"] == made["id"]
            assert [game["players"][colour]["name"] for colour in ("black", "white")] == ["Ada", "Ben"]
        until(hers, "games", lambda games: games[0]["watchers"] == 0)
    assert cyn.get(f"/api/lobby/games/{made['id']}.svg").text.startswith("<svg")
    assert code(cyn.get(f"/api/lobby/games/{private['id']}.svg")) == (404, "no-game")


def test_a_house_bot_plays_at_its_level_under_its_name(client: TestClient, engine: QuickEngine) -> None:
    bot = house_bots()[2]
    wanted = {"variant": "chinese", "board": "5", "opponent": {"kind": "computer", "bot": bot.key}, "listed": True}
    made = client.post("/api/games", json=wanted).json()
    state = client.get(f"/api/games/{made['id']}").json()
    white = state["players"]["white"]
    assert (white["name"], white["kind"], white["level"]) == (bot.name, "computer", bot.level)
    (game,) = shown(client)["games"]
    assert game["players"]["white"] == {"name": bot.name, "kind": "computer", "level": bot.level}
    refused = client.post("/api/games", json=wanted | {"opponent": {"kind": "computer", "bot": "hal"}})
    assert (refused.status_code, refused.json()["error"]["field"]) == (422, "opponent")
    assert len({each.name for each in house_bots()}) == len(house_bots())
    assert [each["bot"] for each in shown(client)["bots"]] == [each.key for each in house_bots()]


def test_the_tables_are_read_once_for_all_who_look(people: list[TestClient], monkeypatch: pytest.MonkeyPatch) -> None:
    ada, ben, _ = people
    lobby = services_of(ada).lobby
    with ExitStack() as stack:
        looking = [stack.enter_context(ben.websocket_connect("/api/lobby/live")) for _ in range(10)]
        for each in looking:
            until(each, "challenges", lambda found: found == [])
        reads: list[float] = []
        read = lobby._read

        async def counted() -> Any:
            reads.append(lobby.clock())
            return await read()

        monkeypatch.setattr(lobby, "_read", counted)
        offer(ada, **DAYS)
        for each in looking:
            until(each, "challenges", lambda found: len(found) == 1)
        assert len(reads) <= 2


def test_who_leaves_takes_their_challenge_along(people: list[TestClient], monkeypatch: pytest.MonkeyPatch) -> None:
    ada, ben, _ = people
    monkeypatch.setattr(lobby_server, "_GRACE", 0.0)
    with ben.websocket_connect("/api/lobby/live") as his:
        with ada.websocket_connect("/api/lobby/live") as hers:
            until(hers, "people", lambda people: people["names"] == ["Ada", "Ben"])
            live, slow = offer(ada, **TILE), offer(ada, **DAYS)
            until(his, "challenges", lambda found: [each["id"] for each in found] == [live, slow])
        left = until(his, "challenges", lambda found: len(found) == 1)
        assert [(each["id"], each["here"]) for each in left] == [(slow, False)]
    with ada.websocket_connect("/api/lobby/live") as again:
        until(again, "people", lambda people: "Ada" in people["names"])
        assert [each["id"] for each in shown(ben)["challenges"]] == [slow], (
            "it was withdrawn, and not only out of sight"
        )
    assert code(accept(ben, live)) == (409, "challenge-gone")
    assert accept(ben, slow).status_code == 201


def test_own_challenges_are_shown_beyond_the_limit(people: list[TestClient], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby_server, "_CHALLENGES", 1)
    ids = {offer(each, **DAYS) for each in people[:2]}
    assert len(shown(people[0])["challenges"]) == 1
    told: set[str] = set()
    for each in people[:2]:
        with each.websocket_connect("/api/lobby/live") as socket:
            told |= set(until(socket, "you", lambda you: you["challenges"])["challenges"])
    assert told == ids


def test_a_failing_lobby_page_is_closed_for_retry(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    lobby = services_of(client).lobby
    client.get("/api/lobby")  # waits until all is prepared

    def fail(*_: object) -> None:
        raise ConnectionError("the lobby cannot be read")

    with monkeypatch.context() as broken:
        broken.setattr(lobby, "text", fail)
        with client.websocket_connect("/api/lobby/live") as socket, pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
        assert closed.value.code == 1011
    monkeypatch.setattr(lobby, "look_again", fail)
    with pytest.raises(ConnectionError), client.websocket_connect("/api/lobby/live") as socket:
        socket.receive_json()
    assert not lobby._listeners


def test_an_open_page_of_a_deleted_account_hides_no_others(people: list[TestClient]) -> None:
    ada, ben = people[:2]
    gone = another(ada)
    sign_up(gone, Device(HERE), "Gone")
    with ben.websocket_connect("/api/lobby/live") as his, gone.websocket_connect("/api/lobby/live"):
        until(his, "people", lambda people: people["names"] == ["Ben", "Gone"])
        assert gone.delete("/api/account?sure=true").status_code == 200
        lobby = services_of(ada).lobby
        at_server(ada, services_of(ada).store.lobby.see, [*lobby._here])
        assert len(lobby._here) == 2
        assert shown(ada)["people"]["names"] == ["Ben"]


# -- two servers on one PostgreSQL -------------------------------------------------------------------------------------


IN_TIME = 60.0
OFFERED = OfferedGame.model_validate({"board": "5", "colour": "black", "clock": {"kind": "absolute", "main": 600}})


@dataclass
class Server:
    store: Store
    games: GameServer
    lobby: LobbyServer

    async def until(self, section: str, fits: Callable[[Any], bool]) -> Any:
        changed = asyncio.Event()
        await self.lobby.arrive(changed.set, None)
        async with asyncio.timeout(IN_TIME):
            while not fits(found := json.loads(self.lobby.text(section))):
                changed.clear()
                await changed.wait()
        self.lobby.depart(changed.set, None)
        return found

    async def accept(self, id: str, taker: str, game: str) -> bool:
        terms, colour = OFFERED.terms(chosen_game(OFFERED.choice), "Ada", taker)
        holders = {colour: "ada", next(each for each in terms.seats if each != colour): taker}
        row = NewGameRow(game, terms, {}, holders, Room(terms).phase, listed=True)
        return await self.store.lobby.accept(id, taker, row)


@asynccontextmanager
async def serving(url: str) -> AsyncIterator[Server]:
    store = Store(url)
    games = GameServer(store, QuickEngine())
    lobby = LobbyServer(store, games)
    listening = NotificationListener(store, games, {LOBBY_CHANNEL: lambda _: lobby.wake()})
    await store.open()
    await listening.open()
    async with asyncio.timeout(IN_TIME):
        await listening.connected.wait()
    await lobby.open()
    try:
        yield Server(store, games, lobby)
    finally:
        await listening.close()
        await lobby.close()
        await games.close()
        await store.close()


async def test_two_servers_show_one_lobby(empty_postgres: str) -> None:
    async with serving(empty_postgres) as one, serving(empty_postgres) as other:
        for name in ("ada", "ben", "cyn"):
            await one.store.add_visitor(name, name)
            await one.store.rename(name, name.title())
        await one.lobby.arrive(lambda: None, "ada")
        assert (await other.until("people", lambda people: bool(people["names"])))["names"] == ["Ada"]
        kept = OFFERED.model_dump_json()
        assert await one.store.lobby.offer("c", "ada", kept, one.store.clock() + 60, each=3, all=500)
        (offered,) = await other.until("challenges", bool)
        assert (offered["id"], offered["name"], offered["here"]) == ("c", "Ada", True)
        done = await asyncio.gather(one.accept("c", "ben", "game1"), other.accept("c", "cyn", "game2"))
        assert sorted(done) == [False, True]
        assert await other.until("challenges", lambda challenges: not challenges) == []
        await eventually(lambda: one.lobby.begun_by("ada"))
        assert one.lobby.begun_by("ada")[0].stored.game == f"game{1 + done.index(True)}"
        (game,) = await other.until("games", bool)
        live = await one.games.find(game["id"])
        assert live is not None
        live.watching = 3
        one.lobby.attended(live)
        assert (await other.until("games", lambda games: games[0]["watchers"] == 3))[0]["id"] == game["id"]


async def test_the_limit_of_challenges_holds_across_servers(empty_postgres: str) -> None:
    stores = [Store(empty_postgres) for _ in range(2)]
    await stores[0].open()
    await stores[0].add_visitor("ada", "token")

    async def offered(number: int) -> bool:
        store = stores[number % 2]
        return await store.lobby.offer(f"c{number}", "ada", OFFERED.model_dump_json(), store.clock() + 60, 3, 500)

    found = await asyncio.gather(*(offered(number) for number in range(12)))
    for store in stores:
        await store.close()
    assert found.count(True) == 3
