"""Exporting all data, and deleting an account: what is deleted, and what stays."""

import io
import json
import zipfile
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import select, text
from starlette.testclient import TestClient
from web_accounts import Person, account, at_server, browsers, member, mine, plant, services_of, sign_in, sign_up
from web_engine import QuickEngine
from web_games import begin, between, play
from web_passkeys import Device
from web_push import Subscriber

from tengen.formats import sgf
from tengen.web.app import create_app
from tengen.web.settings import Settings
from tengen.web.store.schema import metadata


@pytest.fixture
def person(url: str) -> Iterator[Person]:
    somebody = browsers(create_app(Settings(database=url, burst=10_000), QuickEngine()))
    with somebody():
        yield somebody


def everything(client: TestClient) -> str:
    async def read() -> str:
        async with services_of(client).store.engine.connect() as connection:
            tables = [(await connection.execute(select(table))).all() for table in metadata.sorted_tables]
            assert (await connection.execute(text("select count(*) from games"))).scalar_one() > 0
        return repr(tables)

    return str(at_server(client, read))


def test_all_that_is_kept_comes_home_in_one_file(person: Person) -> None:
    ada, phone, device = person(), person(), Device()
    assert ada.get("/api/me/export.zip").status_code == 404
    sign_up(ada, device)
    sign_in(phone, device)
    first, second = begin(ada)["id"], begin(phone, opponent={"kind": "friend"}, colour="white")["id"]
    play(ada, first, "C3")
    review = ada.post("/api/reviews", json={"text": "(;SZ[5];B[cc])"}).json()["id"]
    ada.put("/api/account/items", json={"items": {"learn.tile": {"value": '{"1": 2}'}}})
    assert ada.post("/api/reports", json={"game": first, "reason": "other", "words": "Slow"}).status_code == 201
    subscriber = Subscriber("https://push.example.org")
    assert phone.post("/api/push/subscriptions", json=subscriber.wish()).status_code == 201
    answer = phone.get("/api/me/export.zip")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/zip")
    with zipfile.ZipFile(io.BytesIO(answer.content)) as file:
        assert file.testzip() is None
        names = {"read-me.txt", "about.json", "games.json", f"games/{first}.sgf", f"games/{second}.sgf"}
        assert {*file.namelist()} == names | {f"reviews/{review}.json"}
        about, games = json.loads(file.read("about.json")), json.loads(file.read("games.json"))
        record = sgf.read(file.read(f"games/{first}.sgf").decode())
    assert (about["account"]["name"], len(about["passkeys"]), about["browsers"]) == ("Ada", 1, 2)
    assert ([each["words"] for each in about["reported"]], about["called_at"]) == (["Slow"], [subscriber.endpoint])
    assert about["settings_and_progress"] == {"learn.tile": '{"1": 2}'}
    assert {each["id"]: each["you"] for each in games} == {first: ["black", "white"], second: ["white"]}
    assert record.info["PB"] == "Ada"


def test_a_deleted_account_leaves_only_nameless_games(person: Person) -> None:
    ada, phone, ben, device = person(), person(), person(), Device()
    sign_up(ada, device, "Ada Unmistakable")
    sign_in(phone, device)
    ben.put("/api/me", json={"name": "Ben"})
    game = between(ben, phone, colour="black")
    own = begin(ada)["id"]
    ada.put("/api/account/items", json={"items": {"learn.tile": {"value": "unmistakable"}}})
    ada.post("/api/reviews", json={"text": "(;SZ[5]PB[Unmistakable])"})
    ada.post("/api/me/carry", json={"items": {"learn.tile": "unmistakable"}})
    watched: Any = ben.get(f"/api/games/{game}").json()
    assert watched["players"]["white"]["name"] == "Ada Unmistakable"
    cookie = phone.cookies["tengen"]
    assert ada.delete("/api/account").json()["error"]["code"] == "not-sure"
    assert ada.delete("/api/account?sure=true").json() == {"deleted": True}
    assert (account(ada), mine(ada), sign_in(person(), device).status_code) == (None, set(), 403)
    plant(phone, "tengen", cookie)
    assert phone.get("/api/me").json() == {"name": None, "known": False}
    state = ben.get(f"/api/games/{game}").json()
    assert [state["players"][colour]["name"] for colour in ("black", "white")] == ["Ben", "White"]
    assert (state["you"], ben.get(f"/api/games/{own}").status_code) == (["black"], 200)
    assert "unmistakable" not in everything(ben).lower()


def test_no_game_is_replayed_for_a_deletion(person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = member(person)
    game = begin(ada)["id"]
    assert person().get(f"/api/games/{game}").json()["players"]["black"]["name"] == "Ada"
    games = services_of(ada).games
    with monkeypatch.context() as patched:
        patched.setattr(games.loaded, "find", None)
        assert ada.delete("/api/account?sure=true").status_code == 200
    assert person().get(f"/api/games/{game}").json()["players"]["black"]["name"] == "Black"
