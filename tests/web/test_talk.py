"""Presence and chat of two players, and the messages between servers about them."""

import asyncio
import json
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, cast
from uuid import uuid4

import pytest
from starlette.testclient import TestClient, WebSocketTestSession
from test_web_two_servers import Server, with_two
from web_engine import QuickEngine, eventually
from web_games import another, begin, code, seat_of, state
from web_stored import begin_at

from tengen import Game
from tengen.records import Colour
from tengen.web.api import game_socket
from tengen.web.api.game_routes import relay_chat
from tengen.web.app import STATIC
from tengen.web.games.game_server import GameServer
from tengen.web.games.live_game import LiveGame
from tengen.web.rooms import GameTerms
from tengen.web.scheduler.tasks import TaskSet
from tengen.web.store import Store, StoreTrouble
from tengen.web.store.chat_store import ChatMessage, MessageStore
from tengen.web.store.schema import messages
from tengen.web.talk import chat, talk_exchange
from tengen.web.talk.chat import PHRASES, ChatWish
from tengen.web.talk.presence import Seating, Sitting
from tengen.web.talk.talk_exchange import TalkExchange

TERMS = GameTerms(Game("chinese", board="5").to_json())


@contextmanager
def page(client: TestClient, id: str) -> Iterator[WebSocketTestSession]:
    with client.websocket_connect(f"/api/games/{id}/live", headers={"origin": "http://testserver"}) as socket:
        yield socket


def until(socket: WebSocketTestSession, colour: str, presence: str) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = socket.receive_json()
        if message["type"] == "state" and message["players"][colour]["presence"] == presence:
            return message


def test_both_are_told_who_comes_goes_away_and_comes_back(client: TestClient, friend: TestClient, table: str) -> None:
    with page(client, table) as black:
        seen = until(black, "black", "here")
        assert (seen["players"]["white"]["presence"], seen["players"]["white"]["here"]) == ("offline", False)
        with page(friend, table) as white:
            until(black, "white", "here")
            until(white, "black", "here")
            white.send_json({"type": "presence", "away": True})
            assert until(black, "white", "away")["players"]["white"]["here"] is True
            until(white, "white", "away")
            white.send_json({"type": "presence", "away": False})
            until(black, "white", "here")
        until(black, "white", "offline")


def test_a_silent_page_is_offline(
    client: TestClient, friend: TestClient, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_socket, "SILENT", 0.05)
    with page(client, table) as black, page(friend, table) as white:
        until(black, "white", "here")
        white.send_json({"type": "presence"})
        until(black, "white", "offline")
        white.send_json({"type": "presence", "away": True})
        until(black, "white", "away")


def test_of_two_pages_the_nearer_one_counts() -> None:
    seating = Seating()
    near, far = Sitting(frozenset(["white"])), Sitting(frozenset(["white"]), away=True)
    seating.sittings |= {near, far}
    assert seating.of("white") == "here"
    near.silent = True
    assert (seating.of("white"), seating.seats_here()) == ("away", {"white": "away"})
    far.silent = True
    assert (seating.of("white"), seating.seats_here()) == ("offline", {})


def test_those_who_watch_are_told_and_are_nobody_at_the_table(client: TestClient, table: str) -> None:
    watcher = another(client)
    with page(watcher, table) as watching, page(client, table):
        until(watching, "black", "here")
        watching.send_json({"type": "presence", "away": False})
        while watching.receive_json()["type"] != "pong":
            pass


async def seen_as(server: Server, id: str, presence: str) -> None:
    """Wait until a server shows White's presence."""
    live = await server.room(id)
    await eventually(lambda: live.seating.of("white") == presence)


@pytest.mark.slow
async def test_a_player_at_another_server_is_seen(empty_postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with with_two(empty_postgres) as (one, other, _clock):
        id = await begin_at(one.games, TERMS)
        here = (await one.room(id)).seating
        white = Sitting(frozenset(["white"]))
        here.sittings.add(white)
        one.games.exchange.seated(await one.room(id))
        await seen_as(other, id, "here")  # a game that is only now loaded there
        white.away = True
        one.games.exchange.seated(await one.room(id))
        await seen_as(other, id, "away")
        other.games.exchange.greet()  # as after a lost connection: everything is sent again
        assert (await other.room(id)).seating.of("white") == "offline"
        await seen_as(other, id, "away")
        await one.die()
        monkeypatch.setattr(talk_exchange, "SILENT", -1.0)
        other.games.exchange.beat()
        await seen_as(other, id, "offline")


# -- the chat ----------------------------------------------------------------------------------------------------------


def speak(client: TestClient, game: str, **what: Any) -> Any:
    return client.post(f"/api/games/{game}/chat", json={"id": str(uuid4())} | what)


def heard(client: TestClient, id: str) -> list[tuple[str, str, str]]:
    return [(each["by"], each["kind"], each["body"]) for each in client.get(f"/api/games/{id}/chat").json()]


def test_both_hear_what_is_said_and_nobody_else(client: TestClient, friend: TestClient, table: str) -> None:
    assert speak(client, table, phrase="hello").json()["body"] == "hello"
    watcher = another(client)
    with page(friend, table) as white, page(watcher, table) as watching:
        while (message := white.receive_json())["type"] != "chat":
            assert message["chat"] is True
        assert [(each["number"], each["by"], each["body"]) for each in message["messages"]] == [(1, "black", "hello")]
        number = state(client, table)["number"]
        assert speak(client, table, text="Well: 3-3?").status_code == 200
        while (message := white.receive_json())["type"] != "chat":
            pass
        assert [each["body"] for each in message["messages"]] == ["Well: 3-3?"]
        assert state(client, table)["number"] == number, "no move becomes stale by talk"
        watching.send_json({"type": "ping"})
        kinds = []
        while (kind := watching.receive_json()["type"]) != "pong":
            kinds.append(kind)
        assert set(kinds) == {"state"}
    assert heard(friend, table) == [("black", "phrase", "hello"), ("black", "text", "Well: 3-3?")]
    for refused in (watcher.get(f"/api/games/{table}/chat"), speak(watcher, table, text="Psst")):
        assert code(refused) == (409, "not-your-seat")
    assert state(watcher, table)["chat"] is False


def test_text_is_plain_and_bounded(client: TestClient, friend: TestClient, table: str) -> None:
    assert speak(client, table, text=" a\n\tb \u202egnp.exe\u0000 <b>bold</b> ").status_code == 200
    assert heard(friend, table) == [("black", "text", "a b gnp.exe <b>bold</b>")], "the page writes it as text"
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f466"
    assert speak(client, table, text=f"{family}\u200d").status_code == 200
    assert heard(friend, table)[-1] == ("black", "text", family), "one picture of three"
    wrong: list[dict[str, Any]] = [
        {"text": "x" * 201}, {"text": " \n "}, {"text": "\u200d"}, {"text": ""}, {},
        {"text": "a", "phrase": "hello"}, {"phrase": "insult"},
        {"text": "a", "id": ""}, {"text": "a", "more": 1},
    ]  # fmt: skip
    for each in wrong:
        assert speak(client, table, **each).status_code == 422, each
    assert speak(client, table, text="x" * 200).status_code == 200


def test_chat_limits(client: TestClient, friend: TestClient, table: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client.app.state.services.games.chat._allowed, "clock", lambda: 0.0)  # type: ignore[attr-defined]
    assert [speak(client, table, text=f"{count}").status_code for count in range(6)] == [200] * 6
    assert speak(client, table, text="more").json()["error"]["code"] == "too-much-talk"
    assert speak(friend, table, text="I say nothing").status_code == 200, "each has their own measure"
    monkeypatch.setattr(chat, "MOST", 3)
    assert speak(friend, table, text="last").json()["error"]["code"] == "chat-full"


def test_either_turns_the_chat_off_and_both_are_told(client: TestClient, friend: TestClient, table: str) -> None:
    for _ in range(2):
        assert client.put(f"/api/games/{table}/chat", json={"on": False}).json() == {"on": False}
    for each, text in ((client, "You have turned off the chat"), (friend, "Your opponent has turned off the chat")):
        refused = speak(each, table, text="Hello?")
        assert code(refused) == (409, "chat-off")
        assert refused.json()["error"]["text"].startswith(text)
    assert client.put(f"/api/games/{table}/chat", json={"on": True}).status_code == 200
    assert speak(friend, table, phrase="thanks").status_code == 200
    assert heard(client, table) == [("black", "off", ""), ("black", "on", ""), ("white", "phrase", "thanks")]


def test_where_nobody_else_plays_there_is_no_chat(client: TestClient) -> None:
    for opponent in ({"kind": "self"}, {"kind": "computer", "level": 1}):
        made = begin(client, opponent=opponent)
        assert state(client, made["id"])["chat"] is False
        assert speak(client, made["id"], text="Anybody?").json()["error"]["code"] == "no-chat"


def test_a_program_talks_by_its_seat(client: TestClient, table: str, friend: TestClient) -> None:
    made = begin(client, opponent={"kind": "friend"})
    nobody = TestClient(client.app, base_url="http://testserver")
    assert speak(nobody, made["id"], phrase="hello", seat=seat_of(made["invite"])).json()["by"] == "white"


def test_every_phrase_has_words() -> None:
    script = (STATIC / "js" / "chatlog.js").read_text("utf-8")
    assert {*re.findall(r'^  "?([a-z-]+)"?: msg\(', script, re.MULTILINE)} == {*PHRASES}


async def test_chat_reaches_players_at_another_server(empty_postgres: str) -> None:
    async with with_two(empty_postgres) as (one, other, _clock):
        id = await begin_at(one.games, TERMS)
        here, there = await one.room(id), await other.room(id)
        spoken = asyncio.Event()
        there.hearers.add(spoken.set)
        await one.games.chat.say(here, ["black"], None, ChatWish(id="a", phrase="hello"))
        async with asyncio.timeout(60):
            await spoken.wait()
        assert [each.body for each in await other.games.chat.since(there, 0)] == ["hello"]
        sides: list[tuple[Server, LiveGame, Colour]] = [(one, here, "black"), (other, there, "white")]
        texts = [
            server.games.chat.say(live, [by], None, ChatWish(id=f"{by}{count}", text=f"{count}"))
            for count in range(3)
            for server, live, by in sides
        ]
        await asyncio.gather(*texts)
        assert [each.number for each in await one.games.chat.since(here, 0)] == [1, 2, 3, 4, 5, 6, 7]


def test_both_players_may_use_the_same_id_for_a_message(client: TestClient, friend: TestClient, table: str) -> None:
    assert speak(client, table, id="1", text="From Black").json()["body"] == "From Black"
    assert speak(friend, table, id="1", text="From White").json()["body"] == "From White"
    assert speak(friend, table, id="1", text="From White").json()["number"] == 2
    assert [body for _, _, body in heard(client, table)] == ["From Black", "From White"]


class Page:
    def __init__(self) -> None:
        self.heard: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    async def send_json(self, message: Any) -> None:
        self.heard.set_result(message)


async def test_many_opened_chats_wait_for_connections(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Twice as many chats as connections, each of which is held for longer than the timeout for one."""
    read = MessageStore.since

    async def slowly(store: MessageStore, game: str, number: int) -> Sequence[ChatMessage]:
        async with store.engine.connect() as connection:
            await connection.execute(messages.select().limit(0))
            await asyncio.sleep(0.015)
        return await read(store, game, number)

    monkeypatch.setattr(MessageStore, "since", slowly)
    store = Store(database)
    store.engine.pool._timeout = 0.01  # type: ignore[attr-defined]
    games = GameServer(store, QuickEngine())
    await store.add_visitor("v", "hash")
    live = await games.find(id := await begin_at(games, TERMS))
    assert live is not None
    await store.messages.add(id, "black", "v", 1.0, "text", "hello", None)
    pages = [Page() for _ in range(32)]
    tasks = [asyncio.ensure_future(relay_chat(games, page, live)) for page in pages]  # type: ignore[arg-type]
    reading: asyncio.Future[Any] = asyncio.gather(*(page.heard for page in pages))
    all_that_end: list[asyncio.Future[Any]] = [reading, *tasks]  # a relay ends if it fails
    await asyncio.wait(all_that_end, return_when=asyncio.FIRST_COMPLETED)
    failed = [task.exception() for task in tasks if task.done()]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await games.close()
    await store.close()
    assert failed == []
    found: list[dict[str, Any]] = await reading
    assert [each["messages"][0]["body"] for each in found] == ["hello"] * 32


# -- other servers -----------------------------------------------------------------------------------------------------


class Database:
    """The channel that servers of a database share; the first ``failures`` notices are lost."""

    shared = True

    def __init__(self, failures: int = 0) -> None:
        self.failures = failures
        self.told: list[dict[str, Any]] = []
        self.all_told = asyncio.Event()

    async def notify(self, texts: Sequence[str]) -> None:
        if self.failures:
            self.failures -= 1
            raise StoreTrouble("no-database", "the connection is lost")
        self.told += [json.loads(text) for text in texts]
        self.all_told.set()


def told_by(database: Database, tasks: TaskSet) -> TalkExchange:
    return TalkExchange(cast("Store", database), lambda _: None, tasks)


async def told(database: Database) -> list[object]:
    await asyncio.wait_for(database.all_told.wait(), 60)
    return [each.get("game") for each in database.told]


async def test_news_are_retried_until_the_database_is_back(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Otherwise the chat of a game would not appear at the other servers."""
    monkeypatch.setattr(talk_exchange, "AGAIN", 0.001)
    database, tasks = Database(failures=3), TaskSet()
    made = told_by(database, tasks)
    made.spoken("ann")
    made.spoken("bob")
    await asyncio.sleep(0)
    made.spoken("cho")  # while the first ones wait
    assert await told(database) == ["ann", "bob", "cho"]
    await tasks.stop()
    assert [record.message for record in caplog.records if "cannot be reached" in record.message] == [
        "the other servers cannot be reached; trying again"
    ]


async def test_a_server_that_ends_sends_its_queued_news() -> None:
    database, tasks = Database(failures=1), TaskSet()
    made = told_by(database, tasks)
    made.spoken("ann")
    await asyncio.sleep(0.01)
    await tasks.stop()
    assert database.told == []
    await made.flush()
    assert await told(database) == ["ann"]


async def test_without_a_database_only_the_latest_news_is_queued() -> None:
    """Otherwise the queue would grow for as long as the database is missing."""
    database, tasks = Database(), TaskSet()
    made = told_by(database, tasks)
    for _ in range(1_000):
        made.beat()
        made.spoken("game")
    made.spoken("another")
    assert await told(database) == [None, "game", "another"]
    await tasks.stop()


async def test_news_too_long_for_the_database_are_refused() -> None:
    database, tasks = Database(), TaskSet()
    made = told_by(database, tasks)
    with pytest.raises(ValueError, match="may have 7,900 characters"):
        made.news("nameless", "a" * 8_000)
    made.spoken("ann")
    assert await told(database) == ["ann"]
    await tasks.stop()
