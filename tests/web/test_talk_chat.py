"""The chat: only the two players hear it, each message once; limits, plain text, and the switch that turns it off."""

from __future__ import annotations

import asyncio
import re
from typing import Any
from uuid import uuid4

import pytest
from starlette.testclient import TestClient
from test_talk_presence import page
from test_web_two_servers import Server, with_two
from test_web_two_servers import begin as begin_at
from web_games import another, begin, seat_of, state

from tengen import Game
from tengen.records import Colour
from tengen.web.app import STATIC
from tengen.web.games.live_game import LiveGame
from tengen.web.rooms import GameTerms
from tengen.web.talk import chat
from tengen.web.talk.chat import PHRASES, ChatWish


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
        assert (refused.status_code, refused.json()["error"]["code"]) == (409, "not-your-seat")
    assert state(watcher, table)["chat"] is False


def test_a_message_that_is_sent_twice_is_said_once(client: TestClient, friend: TestClient, table: str) -> None:
    first = speak(client, table, id="one", text="Thanks")
    assert speak(client, table, id="one", text="Thanks").json() == first.json()
    assert len(heard(friend, table)) == 1


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
    for each, text in ((client, "You have turned the chat"), (friend, "Your opponent has turned the chat")):
        refused = speak(each, table, text="Hello?")
        assert (refused.status_code, refused.json()["error"]["code"]) == (409, "chat-off")
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


async def test_what_is_said_through_one_server_is_heard_through_the_other(empty_postgres: str) -> None:
    async with with_two(empty_postgres) as (one, other, _clock):
        id = await begin_at(one, GameTerms(Game("chinese", board="5").to_json()))
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
