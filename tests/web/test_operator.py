"""`tengen admin` next to a running server: the server carries out each act, and logs its author."""

import asyncio
import json
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from data import cases
from example_counts import first
from sqlalchemy import select
from starlette.requests import HTTPConnection
from starlette.testclient import TestClient
from test_store import SETTING, opened
from test_talk import page
from typer.testing import CliRunner
from web_accounts import at_server, closed_with, services_of, sign_in, sign_up
from web_games import another, begin, code, play, seat_of, state
from web_passkeys import Device
from web_server import Client, serving
from web_stored import keep_game

from tengen.cli.commands import app
from tengen.cli.options import read_span
from tengen.records import TengenError
from tengen.web.games.live_game import LiveGame
from tengen.web.operating import operator
from tengen.web.operating.bans import Bans
from tengen.web.operating.operator import Operator
from tengen.web.store import Store, event_writer
from tengen.web.store.operator_store import Report
from tengen.web.store.schema import acts, bans, events, games, grants, reports, reviews, seats, tournaments, visitors

Admin = Callable[..., str]


@pytest.fixture
def admin(client: TestClient, database: str) -> Admin:
    """Run the command, let the server apply the acts, and return the command's output."""

    def run(*words: str, code: int = 0) -> str:
        done = CliRunner().invoke(app, ["admin", *words, "--database", database])
        assert done.exit_code == code, done.output
        at_server(client, services_of(client).acts.look)
        return done.output

    return run


def rows(admin: Admin, *words: str) -> Any:
    return json.loads(admin(*words, "--json"))


def visitor_of(admin: Admin, game: str, colour: str) -> str:
    found: str = rows(admin, "show", game)[colour]["visitors"][0]["visitor"]
    return found


def test_a_game_is_ended_in_favour_of_one_side(client: TestClient, table: str, admin: Admin) -> None:
    with page(client, table) as black:
        assert black.receive_json()["phase"] == "playing"
        assert "choose --winner black or --winner white" in admin("end", table, code=2)
        assert admin("end", table, "--winner", "white") == f"Ended the game {table}: W+F.\n"
        while (message := black.receive_json())["phase"] != "over":
            pass
        assert "Black forfeits: White wins." in message["outcome"]["text"]
    assert "this game is over" in admin("end", table, "--winner", "black", code=2)


def test_a_game_ended_by_passes_is_counted_as_marked(client: TestClient, admin: Admin) -> None:
    made = begin(client)
    play(client, made["id"], "C3", "pass", "pass")
    admin("end", made["id"])
    assert (state(client, made["id"])["phase"], state(client, made["id"])["outcome"]["winner"]) == ("over", "black")


def test_a_deleted_game_is_gone_for_those_who_look_at_it(client: TestClient, table: str, admin: Admin) -> None:
    with page(client, table) as black:
        black.receive_json()
        assert admin("delete", table) == f"Deleted the game {table}.\n"
        assert closed_with(black) == 4404
    assert client.get(f"/api/games/{table}").status_code == 404
    assert "no game, review, shared" in admin("delete", table, code=2)


def test_a_deleted_review_is_gone(client: TestClient, admin: Admin) -> None:
    review = client.post("/api/reviews", json={"text": "(;SZ[5];B[cc])"}).json()["id"]
    assert [each["id"] for each in rows(admin, "reviews")] == [review]
    admin("delete", review)
    assert client.get(f"/api/reviews/{review}").status_code == 404


def test_a_revoked_seat_gets_a_new_link(client: TestClient, friend: TestClient, table: str, admin: Admin) -> None:
    with page(friend, table) as white:
        assert white.receive_json()["you"] == ["white"]
        link = re.search(r"/g/\S+#seat=[\w-]+", admin("revoke", table, "white"))
        assert link is not None
        assert closed_with(white) == 4401
    assert state(friend, table)["you"] == []
    third = another(client)
    taken = third.post(f"/api/games/{table}/seat", json={"token": seat_of(link[0].rstrip("."))})
    assert (taken.status_code, state(third, table)["you"]) == (200, ["white"])


def test_a_banned_visitor_is_refused_until_unbanned(
    client: TestClient, friend: TestClient, table: str, admin: Admin
) -> None:
    white = visitor_of(admin, table, "white")
    with page(friend, table) as socket:
        socket.receive_json()
        told = admin("ban", white, "--for", "7d", "--reason", "Rude words")
        assert re.fullmatch(rf"Barred the visitor {white} until \d\d\d\d-\S+ \S+ UTC: Rude words\.\n", told)
        assert closed_with(socket) == 4401
    refused = friend.get(f"/api/games/{table}")
    assert code(refused) == (403, "barred")
    assert "Rude words" in refused.json()["error"]["text"]
    shown = friend.get("/")
    assert (shown.status_code, "does not let you in before" in shown.text) == (403, True)
    assert friend.get("/static/css/base.css").status_code == 200
    with page(friend, table) as socket:
        assert closed_with(socket) == 4410
    assert client.get(f"/api/games/{table}").status_code == 200
    assert [each["whom"] for each in rows(admin, "bans")] == [white]
    admin("lift", white)
    assert friend.get(f"/api/games/{table}").status_code == 200
    assert "is not barred" in admin("lift", white, code=2)


def test_a_ban_while_a_page_opens_closes_it(
    client: TestClient, friend: TestClient, table: str, admin: Admin, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A ban also applies to a game that was being loaded."""
    services = services_of(client)
    white, find = visitor_of(admin, table, "white"), services.games.find

    async def found(id: str) -> LiveGame | None:
        await asyncio.to_thread(admin, "ban", white)
        return await find(id)

    monkeypatch.setattr(services.games, "find", found)
    with page(friend, table) as socket:
        assert closed_with(socket) == 4401


def test_a_failing_act_does_not_block_the_next(
    client: TestClient, table: str, admin: Admin, monkeypatch: pytest.MonkeyPatch
) -> None:
    services = services_of(client)

    async def fail(_: str) -> None:
        raise KeyError("seats")

    monkeypatch.setattr(services.games.loaded, "catch_up", fail)
    admin("end", table, "--winner", "black")
    admin("ban", visitor_of(admin, table, "black"))
    assert client.get("/api/games/x").status_code == 403


def test_what_was_done_is_listed_with_who_did_it(client: TestClient, table: str, admin: Admin) -> None:
    admin("ban", "192.0.2.0/24", "--for", "12h")
    admin("end", table, "--winner", "black")
    done = rows(admin, "acts")
    assert [each["number"] for each in done] == [1, 2]
    assert done[0]["words"].startswith("barred the address 192.0.2.0/24 until ")
    assert all("@" in each["operator"] for each in done)
    assert str(done[1]["number"]) in admin("acts")


@pytest.mark.parametrize(
    "whom", ["127.0.0.1", "::1", "127.0.0.0/8", "0.0.0.0/0", "0.0.0.0/1", "::ffff:127.0.0.1", "::/1"]
)
def test_nobody_bars_everybody(admin: Admin, whom: str) -> None:
    assert "all visitors may seem to come from there" in admin("ban", whom, code=2)


@pytest.mark.parametrize(("host", "barred"), cases("operator", "addresses_are_barred_by_network"))
async def test_addresses_are_barred_by_network(database: str, host: str, barred: bool) -> None:
    async with opened(database) as store:
        for network, until in (("192.0.2.0/24", None), ("2001:db8::/64", None), ("192.0.3.0/24", 10.0)):
            await Operator(store, "nobody").ban(network, "", until)
        bans = Bans(store, store.clock)
        await bans.read()
    assert (bans.of(HTTPConnection({"type": "http", "headers": [], "client": (host, 1)})) is not None) is barred


def test_a_seat_is_revoked_in_every_browser(client: TestClient, friend: TestClient, table: str, admin: Admin) -> None:
    """Another browser of the account has the seat only through the account."""
    device, phone = Device("http://testserver"), another(client)
    sign_up(friend, device)
    sign_in(phone, device)
    with page(phone, table) as white:
        assert white.receive_json()["you"] == ["white"]
        admin("revoke", table, "white")
        assert closed_with(white) == 4401
    assert state(phone, table)["you"] == []


async def _kept(store: Store) -> list[list[tuple[object, ...]]]:
    tables = (games, events, reviews, seats, grants, visitors, bans, reports, acts, tournaments)
    async with store.engine.connect() as connection:
        return [[tuple(row) for row in await connection.execute(select(each))] for each in tables]


_DEEDS: list[tuple[str, Callable[[Operator], Any]]] = [
    ("end", lambda operator: operator.end("g", "black")),
    ("delete-game", lambda operator: operator.delete("g")),
    ("delete-review", lambda operator: operator.delete("r")),
    ("drop-tournament", lambda operator: operator.delete("t")),
    ("revoke", lambda operator: operator.revoke("g", "black")),
    ("ban", lambda operator: operator.ban("192.0.2.7", "", None)),
    ("lift", lambda operator: operator.lift("v")),
    ("unname", lambda operator: operator.unname("v")),
    ("settle", lambda operator: operator.settle(1)),
]


@pytest.mark.parametrize(("kind", "deed"), first(4, _DEEDS), ids=[kind for kind, _ in _DEEDS])
async def test_a_deed_and_its_act_are_atomic(
    url: str, kind: str, deed: Callable[[Operator], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A command whose act cannot be stored changes nothing; a completed one leaves one act."""

    def fail(*_: object) -> None:
        raise RuntimeError("the machine stops here")

    async with opened(url) as store:
        await store.add_visitor("v", "hash")
        await store.rename("v", "Bad")
        await keep_game(store, "g", SETTING, {"black": "token"}, "v", ["black"], "playing")
        await store.reviews.keep("r", "{}", "v")
        await store.tournaments.add("t", "{}", ["v"])
        await store.operator.report(Report("name", "g", "Bad", "v", "insult", "", None, 1.0), 10)
        somebody = Operator(store, "somebody@here")
        await somebody.ban("v", "", None)
        before = await _kept(store)
        with monkeypatch.context() as broken:
            for module in (operator, event_writer):
                broken.setattr(module, "note_act", fail)
            with pytest.raises(RuntimeError, match="the machine stops here"):
                await deed(somebody)
        same = await _kept(store) == before
        await deed(somebody)
        assert (same, [act.kind for act in await store.operator.acts()], await _kept(store) != before) == (
            True,
            ["ban", kind],
            True,
        )


async def test_of_deeds_at_once_each_has_its_number(url: str) -> None:
    async with opened(url) as store:
        operator = Operator(store, "somebody@here")
        await asyncio.gather(*(operator.ban(f"192.0.2.{number}", "", None) for number in range(12)))
        assert [act.number for act in await store.operator.acts()] == list(range(1, 13))


def test_a_name_is_taken_away_everywhere(client: TestClient, friend: TestClient, table: str, admin: Admin) -> None:
    made = begin(client, name="Rude word", opponent={"kind": "friend"})
    friend.put("/api/me", json={"name": "Bad"})
    friend.post(f"/api/games/{made['id']}/seat", json={"token": seat_of(made["invite"])})
    assert state(client, made["id"])["players"]["white"]["name"] == "Bad"
    admin("unname", visitor_of(admin, made["id"], "white"))
    assert state(client, made["id"])["players"]["white"]["name"] != "Bad"
    assert friend.get("/api/me").json()["name"] is None


def test_a_database_that_is_none_of_ours_is_named(tmp_path: Path) -> None:
    run = CliRunner()
    missing = run.invoke(app, ["admin", "games", "--database", f"sqlite:///{tmp_path / 'no.db'}"])
    (tmp_path / "empty.db").touch()
    empty = run.invoke(app, ["admin", "games", "--database", f"sqlite:///{tmp_path / 'empty.db'}"])
    assert (missing.exit_code, empty.exit_code) == (2, 2)
    assert "not found; --database" in missing.stderr
    assert "this database has no games of a Tengen server" in empty.stderr


@pytest.mark.parametrize("text", ["", "7", "0d", "-1d", "7y", "d"])
def test_a_span_that_is_none(text: str) -> None:
    with pytest.raises(TengenError, match="a time span"):
        read_span(text)


@pytest.mark.parametrize("url", first(1, ["sqlite", "postgres"]), indirect=True)
def test_a_server_in_a_process_of_its_own_learns_of_it(url: str) -> None:
    run = CliRunner()
    with serving(url) as server, Client(server.url) as client:
        game = client.begin()["id"]
        client.intend(game, 0, kind="move", move="C3")
        done = run.invoke(app, ["admin", "end", game, "--winner", "white", "--database", url])
        assert done.exit_code == 0, done.output
        until = time.monotonic() + 60
        while (seen := client.state(game))["phase"] != "over" and time.monotonic() < until:
            time.sleep(0.1)
        assert (seen["phase"], seen["outcome"]["winner"]) == ("over", "white")
        assert json.loads(run.invoke(app, ["admin", "games", "--json", "--database", url]).stdout)[0]["phase"] == "over"
