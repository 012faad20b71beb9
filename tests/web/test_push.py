"""Web push: recipients and texts, checked by a decrypting push service; refused and expired subscriptions."""

import asyncio
import base64
import json
import socket
import threading
import time
from collections.abc import Iterator
from queue import Empty
from typing import Any

import aiohttp
import pytest
from py_vapid import Vapid02
from starlette.testclient import TestClient
from test_store import opened
from test_talk import page, until
from web_engine import QuickEngine, eventually
from web_faults import FAULTS
from web_games import another, between, code, play, rematch
from web_push import PushService, Subscriber, push_service

from tengen.records import TengenError
from tengen.web.app import create_app
from tengen.web.push import caller, sender
from tengen.web.push.sender import PublicResolver, PushSender, ServerKey, is_public, new_private_key
from tengen.web.push.subscription import check_endpoint
from tengen.web.settings import Settings
from tengen.web.store.push_store import Subscription


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_service() as made:
        yield made


@pytest.fixture
def client(database: str, service: PushService, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    """A browser at a server that may use the tests' push service, and does so at once."""
    monkeypatch.setattr(caller, "GRACE", 0.0)
    app = create_app(Settings(database=database, push_services=(service.origin,)), QuickEngine())
    with TestClient(app, base_url="http://testserver", headers={"origin": "http://testserver"}) as made:
        yield made


@pytest.fixture
def table(client: TestClient, friend: TestClient) -> str:
    return between(client, friend, variant="tile")


def subscribe(client: TestClient, service: PushService, name: str = "one") -> Subscriber:
    subscriber = Subscriber(service.origin, name)
    answer = client.post("/api/push/subscriptions", json=subscriber.wish())
    assert answer.status_code == 201, answer.text
    return subscriber


def nothing_comes(service: PushService) -> None:
    with pytest.raises(Empty):
        service.calls.get(timeout=0.3)


def test_who_is_absent_is_called(client: TestClient, friend: TestClient, table: str, service: PushService) -> None:
    subscriber = subscribe(friend, service)
    play(client, table, "C3")
    path, headers, body = service.call()
    assert path == "/push/one"
    assert subscriber.read(body) == {
        "title": "Your turn · Tile Go", "body": "Black C3", "url": f"/g/{table}", "tag": table,
    }  # fmt: skip
    assert len(body) < 1000
    assert (headers["content-encoding"], headers["topic"], int(headers["ttl"]) > 0) == ("aes128gcm", table, True)
    assert Vapid02.verify(headers["authorization"])
    token = headers["authorization"].removeprefix("vapid t=").split(",")[0].split(".")[1]
    claims = json.loads(base64.urlsafe_b64decode(token + "=" * (-len(token) % 4)))
    assert claims["aud"] == service.origin
    assert time.time() < claims["exp"] <= time.time() + 24 * 3600
    key = headers["authorization"].rpartition("k=")[2]
    assert client.get("/api/push/key").json() == {"key": key}


def test_a_call_is_in_their_language(client: TestClient, friend: TestClient, table: str, service: PushService) -> None:
    friend.headers["accept-language"] = "de"
    subscriber = subscribe(friend, service)
    friend.headers["accept-language"] = "ja"
    play(client, table, "C3")
    found = subscriber.read(service.call()[2])
    assert (found["title"], found["body"]) == ("Du bist dran · Tile Go", "Schwarz C3")


def test_only_the_absent_are_called(client: TestClient, friend: TestClient, table: str, service: PushService) -> None:
    subscribe(friend, service)
    with page(friend, table) as white:
        until(white, "white", "here")
        play(client, table, "C3")
        nothing_comes(service)
        play(friend, table, "D3")
        white.send_json({"type": "presence", "away": True})
        until(white, "white", "away")
        play(client, table, "B2")
        service.call()
    play(friend, table, "B3")
    nothing_comes(service)  # Black has not subscribed


def test_players_are_called_for_arrivals_and_rematches(client: TestClient, service: PushService) -> None:
    mine = subscribe(client, service)
    friend = another(client)
    theirs = subscribe(friend, service, "two")
    game = between(client, friend, variant="tile")
    assert mine.read(service.call()[2])["title"] == "White has come · Tile Go"
    play(client, game, "resign")
    again = rematch(client, game).json()["id"]
    found = theirs.read(service.call()[2])
    assert (found["title"], found["url"]) == ("Black plays again · Tile Go", f"/g/{again}")


def test_the_maker_of_an_accepted_challenge_is_notified(client: TestClient, service: PushService) -> None:
    mine = subscribe(client, service)
    for colour, title in (("black", "Your turn · Tile Go"), ("white", "has come · Tile Go")):
        wish = {
            "variant": "tile",
            "board": "5",
            "colour": colour,
            "clock": {"kind": "correspondence", "period": 86_400},
        }
        made = client.post("/api/lobby/challenges", json=wish)
        assert made.status_code == 201, made.text
        assert another(client).post(f"/api/lobby/challenges/{made.json()['id']}/accept").status_code == 201
        assert mine.read(service.call()[2])["title"].endswith(title)
        nothing_comes(service)


def test_gone_browsers_are_forgotten(client: TestClient, friend: TestClient, table: str, service: PushService) -> None:
    subscriber = subscribe(friend, service)
    asked = {"endpoint": subscriber.endpoint}
    assert friend.post("/api/push/subscriptions/state", json=asked).json() == {"on": True}
    assert client.post("/api/push/subscriptions/state", json=asked).json() == {"on": False}, "it is another's"
    service.answers = [410]
    play(client, table, "C3")
    service.call()
    until_gone = time.monotonic() + 60
    while friend.post("/api/push/subscriptions/state", json=asked).json()["on"]:
        assert time.monotonic() < until_gone
        time.sleep(0.02)


def test_push_is_retried_and_never_redirected(
    client: TestClient, friend: TestClient, table: str, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sender, "_WAITS", (0.0, 0.0, 0.0))
    subscribe(friend, service)
    service.answers = [503, 429, 201]
    play(client, table, "C3")
    assert [service.call()[0] for _ in range(3)] == ["/push/one"] * 3
    nothing_comes(service)
    play(friend, table, "D3")
    service.answers = [307]
    play(client, table, "B2")
    assert service.call()[0] == "/push/one"
    nothing_comes(service)


def test_calls_can_be_turned_off(client: TestClient, friend: TestClient, table: str, service: PushService) -> None:
    subscriber = subscribe(friend, service)
    gone = {"endpoint": subscriber.endpoint}
    assert client.request("DELETE", "/api/push/subscriptions", json=gone).json() == {"on": False}
    play(client, table, "C3")
    service.call()  # another visitor cannot turn it off
    play(friend, table, "D3")
    assert friend.request("DELETE", "/api/push/subscriptions", json=gone).json() == {"on": False}
    play(client, table, "B2")
    nothing_comes(service)


def test_only_public_push_services_are_called(client: TestClient, service: PushService) -> None:
    for endpoint in (
        "http://push.example.org/x", "https://push.example.org:8443/x", "https://127.0.0.1/x", "https://[::1]/x",
        "https://localhost/x", "https://db/x", "https://10.0.0.1/x", "https://2130706433/x", "https://0x7f.1/x",
        "https://user:word@push.example.org/x", "https://printer.local/x", "https://metadata.internal/x", "file:///etc",
        "https://[", "https://push.example.org:port/x",
    ):  # fmt: skip
        wish: dict[str, Any] = Subscriber(service.origin).wish() | {"endpoint": endpoint}
        assert code(client.post("/api/push/subscriptions", json=wish)) == (422, "no-push-service"), endpoint


@pytest.mark.parametrize("case", FAULTS["push_endpoint"], ids=lambda case: case["source"][:40])
def test_push_services_are_named_never_addressed(case: dict[str, Any]) -> None:
    for endpoint in case.get("accepted", ()):
        check_endpoint(endpoint)
    for endpoint in case.get("refused", ()):
        with pytest.raises(TengenError):
            check_endpoint(endpoint)


@pytest.mark.parametrize("case", FAULTS["public_address"])
def test_addresses_inside_a_network_are_not_public(case: dict[str, Any]) -> None:
    assert [each for each in case["inside"] if is_public(each)] == []
    assert [each for each in case["outside"] if not is_public(each)] == []


async def test_a_name_that_leads_inside_is_not_called() -> None:
    with pytest.raises(OSError, match="no public address"):
        await PublicResolver().resolve("localhost")


async def never(*_: object, **_named: object) -> Any:
    await asyncio.Event().wait()


async def test_hanging_push_services_do_not_block_others(service: PushService, monkeypatch: pytest.MonkeyPatch) -> None:
    """A visitor may name a host that never resolves: sixty calls wait for it, while one to another host is sent."""

    async def key() -> ServerKey:
        return ServerKey(new_private_key(), "mailto:nobody@localhost")

    async def forget(_: str) -> None:
        raise AssertionError("nothing is forgotten")

    monkeypatch.setattr(PublicResolver, "resolve", never)
    monkeypatch.setattr("tengen.web.push.sender._PATIENCE", aiohttp.ClientTimeout(total=None))
    sender = PushSender(key, forget, (service.origin,))
    info = Subscriber(service.origin).wish()
    keys = info["keys"]["p256dh"], info["keys"]["auth"], "en"
    stuck = [Subscription(f"https://push{number}.hole.example/x", *keys) for number in range(60)]
    waiting = [asyncio.ensure_future(sender.send(each, b"{}", "t")) for each in stuck]
    await asyncio.sleep(0)
    await sender.send(Subscription(info["endpoint"], *keys), b"{}", "t")
    assert not any(each.done() for each in waiting)
    for each in waiting:
        each.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    await sender.close()
    assert service.call()[0] == "/push/one"


def test_the_usual_push_services_have_a_way_of_their_own() -> None:
    sender = PushSender(never, never, ("https://inside.example",))
    usual = ("https://fcm.googleapis.com/fcm/send/x", "https://updates.push.services.mozilla.com/wpush/v2/x")
    others = ("https://push.example.org/x", "https://googleapis.com.evil.example/x", "https://notgoogleapis.com/x")
    assert len({sender.kind_of(each) for each in usual}) == len({sender.kind_of(each) for each in others}) == 1
    assert len({sender.kind_of(each) for each in (usual[0], others[0], "https://inside.example/x")}) == 3


async def test_slow_host_names_do_not_block_the_servers_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    answer, asked = threading.Event(), list[str]()

    def slow(host: str, *_: object) -> Any:
        asked.append(host)
        answer.wait(60)
        raise socket.gaierror("no such name")

    monkeypatch.setattr(socket, "getaddrinfo", slow)
    resolver = PublicResolver()
    waiting = [asyncio.ensure_future(resolver.resolve(f"slow{number}.example")) for number in range(40)]
    await eventually(lambda: asked)
    await asyncio.gather(*(asyncio.to_thread(len, "done") for _ in range(40)))
    assert not any(each.done() for each in waiting)
    answer.set()
    found = await asyncio.gather(*waiting, return_exceptions=True)
    assert all(isinstance(each, OSError) for each in found)


def test_keys_that_are_none_are_refused(client: TestClient, service: PushService) -> None:
    wish = Subscriber(service.origin).wish()
    for keys in ({"auth": "A" * 22}, {"p256dh": "A" * 87, "auth": "!" * 22}, {"p256dh": "B" * 90, "auth": "A" * 22}):
        assert client.post("/api/push/subscriptions", json=wish | {"keys": keys}).status_code == 422


async def test_the_servers_key_is_made_once(database: str) -> None:
    async with opened(database) as store:
        keys = await asyncio.gather(*(store.pushes.server_key("vapid", new_private_key) for _ in range(4)))
    assert len({*keys}) == 1
