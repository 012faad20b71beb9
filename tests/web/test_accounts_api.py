"""Accounts: opened by passkeys, never by data that others have seen; several browsers of one are one person."""

import asyncio
import json
from typing import Any, cast

import pytest
from fastapi import WebSocket
from sqlalchemy.exc import TimeoutError as NoConnection
from starlette.requests import HTTPConnection
from starlette.testclient import TestClient
from web_accounts import HERE, Person, account, closed_with, member, mine, plant, seats, services_of, sign_in, sign_up
from web_engine import QuickEngine
from web_games import begin, code
from web_passkeys import Device, raw

from tengen.web.accounts.sessions import Sessions
from tengen.web.app import create_app
from tengen.web.operating.open_sockets import OpenSockets
from tengen.web.scheduler.tasks import TaskSet
from tengen.web.settings import Settings
from tengen.web.store import Account, StoreTrouble, Visitor
from tengen.web.visitors import Visitors


def signed_in_twice(person: Person) -> tuple[TestClient, TestClient]:
    first, second, device = person(), person(), Device()
    sign_up(first, device)
    sign_in(second, device)
    return first, second


def test_games_seats_and_the_name_follow_to_another_browser(person: Person) -> None:
    laptop, phone, device = person(), person(), Device()
    first = begin(laptop, opponent={"kind": "friend"}, colour="white")["id"]
    assert account(laptop) is None
    sign_up(laptop, device)
    assert account(laptop)["name"] == "Ada"
    second, third = begin(laptop)["id"], begin(phone)["id"]
    assert mine(laptop) == {first, second}
    assert sign_in(phone, device).json() == {"name": "Ada"}
    assert mine(laptop) == mine(phone) == {first, second, third}
    assert (seats(phone, first), seats(laptop, third)) == (["white"], ["black", "white"])
    assert phone.get("/api/me").json()["name"] == "Ada"
    phone.put("/api/me", json={"name": "Ada L."})
    assert (account(laptop)["name"], account(phone)["browsers"]) == ("Ada L.", 2)


def test_a_cookie_known_to_others_is_void_after_signing_in(person: Person) -> None:
    """Its open pages, which could play in the account's games, are closed, too."""
    victim, thief, device = person(), person(), Device()
    where = HERE.replace("http", "ws") + f"/api/games/{begin(thief)['id']}/live"
    planted = thief.cookies["tengen"]
    plant(victim, "tengen", planted)
    with thief.websocket_connect(where, headers={"origin": HERE, "host": "go.test"}) as open_page:
        open_page.receive_json()
        sign_up(victim, device)
        assert closed_with(open_page) == 4401
    assert victim.cookies["tengen"] != planted
    assert thief.get("/api/me").json() == {"name": None, "known": False}
    assert account(thief) is None


def test_who_signs_out_leaves_the_games_with_the_account(person: Person) -> None:
    laptop, phone, device = person(), person(), Device()
    sign_up(laptop, device)
    game, kept = begin(laptop)["id"], laptop.cookies["tengen"]
    sign_in(phone, device)
    assert phone.post("/api/account/sign-out", json={}).status_code == 200
    assert (account(phone), mine(phone), mine(laptop)) == (None, set(), {game})
    sign_in(phone, device)
    phone.post("/api/account/sign-out", json={"everywhere": True})
    plant(laptop, "tengen", kept)
    assert account(laptop) is None
    sign_in(laptop, device)
    assert mine(laptop) == {game}


def test_switching_accounts_leaves_games_with_the_old_one(person: Person) -> None:
    shared, hers, his = person(), Device(), Device()
    sign_up(shared, hers)
    game = begin(shared)["id"]
    shared.post("/api/account/sign-out", json={})
    sign_up(shared, his, "Ben")
    sign_in(shared, hers)
    assert mine(shared) == {game}
    sign_in(shared, his)
    assert (account(shared)["name"], mine(shared)) == ("Ben", set())


def test_a_ceremony_is_valid_once_and_in_one_browser(person: Person) -> None:
    ada, thief, device = person(), person(), Device()
    sign_up(ada, device)
    options = ada.post("/api/account/sign-in/begin").json()
    signed = {"credential": device.sign(options)}
    assert thief.post("/api/account/sign-in", json=signed).json()["error"]["code"] == "too-late"
    thief.post("/api/account/sign-in/begin")
    assert thief.post("/api/account/sign-in", json=signed).status_code == 403
    assert ada.post("/api/account/sign-in", json=signed).status_code == 200
    assert ada.post("/api/account/sign-in", json=signed).json()["error"]["code"] == "too-late"
    options = ada.post("/api/account/sign-in/begin").json()
    store = services_of(ada).store.accounts
    store.clock = lambda: 1e12
    assert ada.post("/api/account/sign-in", json={"credential": device.sign(options)}).status_code == 409


@pytest.mark.parametrize(
    "changes",
    [{"origin": "https://evil.example"}, {"type": "webauthn.create"}, {"challenge": "AAAA"}],
    ids=lambda changes: next(iter(changes)),
)
def test_what_another_page_had_signed_opens_nothing(person: Person, changes: dict[str, str]) -> None:
    ada, device = person(), Device()
    sign_up(ada, device)
    ada.post("/api/account/sign-out", json={})
    assert code(sign_in(ada, device, said=changes)) == (403, "no-passkey")
    assert account(ada) is None


def test_foreign_copied_and_unknown_passkeys_are_refused(person: Person) -> None:
    ada, device = person(), Device()
    sign_up(ada, device)
    other = person("http://other.example")
    assert sign_in(other, Device("http://other.example", device.keys)).status_code == 403
    assert sign_in(person(), device).status_code == 200
    copied = Device(keys=device.keys)  # it counts its uses from the beginning again
    assert sign_in(person(), copied).status_code == 403
    stranger = Device()
    options = person().post("/api/account/passkeys/begin", json={}).json()
    stranger.make(options)
    assert sign_in(person(), stranger).status_code == 403


def test_passkeys_need_one_of_the_operators_host_names(database: str) -> None:
    def begun(client: TestClient, host: str) -> Any:
        return client.post("/api/account/passkeys/begin", json={}, headers={"host": host, "origin": f"http://{host}"})

    app = create_app(
        Settings(database=database, origins=("https://go.example.org",), host_names=("inside", "elsewhere.example")),
        QuickEngine(),
    )
    with TestClient(app) as client:
        assert begun(client, "elsewhere.example").json()["error"]["code"] == "other-address"
        said = {"host": "inside", "origin": "https://go.example.org"}
        options = client.post("/api/account/passkeys/begin", json={}, headers=said).json()
        assert options["rp"]["id"] == "go.example.org"
        assert options["authenticatorSelection"]["residentKey"] == "required"
    with TestClient(create_app(Settings(database=database), QuickEngine())) as client:
        assert begun(client, "127.0.0.1:8000").json()["error"]["code"] == "no-name"
        assert begun(client, "localhost:8000").json()["rp"]["id"] == "localhost"
        foreign = {"host": "localhost:8000", "origin": "http://evil.example"}
        assert client.post("/api/account/passkeys/begin", json={}, headers=foreign).status_code == 403


def test_the_last_way_in_is_removed_only_after_a_warning(person: Person) -> None:
    ada, device = person(), Device()
    first = sign_up(ada, device)
    second = sign_up(ada, device)
    assert [key["name"] for key in account(ada)["passkeys"]] == ["Passkey 1", "Passkey 2"]
    assert ada.put(f"/api/account/passkeys/{second}", json={"name": "Phone"}).json() == {"name": "Phone"}
    assert ada.delete(f"/api/account/passkeys/{first}").json() == {"removed": True}
    assert ada.delete(f"/api/account/passkeys/{first}").status_code == 404
    assert code(ada.delete(f"/api/account/passkeys/{second}")) == (409, "last-way")
    assert [key["name"] for key in account(ada)["passkeys"]] == ["Phone"]
    ben = member(person, "Ben")
    assert ben.delete(f"/api/account/passkeys/{second}?sure=true").status_code == 404
    assert ada.delete(f"/api/account/passkeys/{second}?sure=true").status_code == 200
    assert account(ada)["passkeys"] == []


def test_a_passkey_made_for_one_account_is_not_another_ones(person: Person) -> None:
    ada, device = person(), Device()
    begun = ada.post("/api/account/passkeys/begin", json={"name": "Eve"}).json()
    cookie = ada.cookies["tengen-passkey"]
    sign_up(ada, device)
    plant(ada, "tengen-passkey", cookie, "/api/account")
    answer = ada.post("/api/account/passkeys", json={"name": "Eve", "credential": device.make(begun)})
    assert answer.status_code == 409
    assert len(account(ada)["passkeys"]) == 1


def test_a_known_passkey_leaves_no_unreachable_account(person: Person) -> None:
    ada, eve, device = person(), person(), Device()
    sign_up(ada, device)
    options = eve.post("/api/account/passkeys/begin", json={}).json()
    known = next(iter(device.keys))
    answer = eve.post("/api/account/passkeys", json={"credential": Device().make(options, raw(known))})
    assert code(answer) == (409, "known-passkey")
    assert account(eve) is None
    begun = options["user"]["id"]
    assert eve.portal is not None
    assert eve.portal.call(services_of(eve).store.accounts.find, raw(begun).decode()) is None


def test_a_credential_slow_to_parse_is_refused_unread(person: Person) -> None:
    ada, device = person(), Device()
    options = ada.post("/api/account/passkeys/begin", json={}).json()
    made = device.make(options)
    made["response"]["attestationObject"] += "A" * 20_000
    for path in ("passkeys", "sign-in"):
        refused = ada.post(f"/api/account/{path}", json={"credential": made})
        assert (refused.status_code, "20,000 characters at most" in refused.json()["error"]["text"]) == (422, True)


def test_one_person_cannot_take_both_seats_by_two_browsers(person: Person) -> None:
    laptop, phone = signed_in_twice(person)
    made = begin(laptop, opponent={"kind": "friend"})
    token = made["invite"].partition("#seat=")[2]
    answer = phone.post(f"/api/games/{made['id']}/seat", json={"token": token})
    assert answer.json()["error"]["code"] == "own-invitation"


def test_games_and_progress_are_carried_once_without_an_account(person: Person) -> None:
    old, new, third = person(), person(), person()
    assert old.post("/api/me/carry", json={}).status_code == 404
    game = begin(old, opponent={"kind": "friend"}, colour="black")["id"]
    link = old.post("/api/me/carry", json={"items": {"learn.tile": "lay ko", "theme": "dark"}}).json()
    assert link["url"].startswith("/carry#")
    token = link["url"].partition("#")[2]
    here = {"learn.tile": "lay eye", "theme": "light"}
    took = new.post("/api/me/carried", json={"token": token, "items": here}).json()
    assert took == {"games": 1, "items": {"learn.tile": "lay eye ko", "theme": "light"}}
    assert (mine(new), seats(new, game), seats(old, game)) == ({game}, ["black"], ["black"])
    assert third.post("/api/me/carried", json={"token": token}).json()["error"]["code"] == "spent"
    late = old.post("/api/me/carry", json={}).json()["url"].partition("#")[2]
    services_of(old).store.accounts.clock = lambda: 1e12
    assert third.post("/api/me/carried", json={"token": late}).status_code == 404
    assert mine(third) == set()


def test_settings_and_progress_are_synchronized_in_any_order(person: Person) -> None:
    laptop, phone, device = person(), person(), Device()

    def step(client: TestClient, **items: Any) -> Any:
        given = {key.replace("_", "."): {"value": value, "base": base} for key, (value, base) in items.items()}
        return client.put("/api/account/items", json={"items": given}).json()

    assert step(laptop)["error"]["code"] == "no-account"
    sign_up(laptop, device)
    sign_in(phone, device)
    assert step(laptop, theme=("dark", None), problems_tile=('{"a": 1}', None))["items"]["theme"] == "dark"
    assert step(phone, theme=("light", None), problems_tile=('{"b": 1}', None)) == {
        "items": {"theme": "dark", "problems.tile": '{"a": 1, "b": 1}'}
    }
    assert step(phone, theme=(None, "dark"))["items"] == {"problems.tile": '{"a": 1, "b": 1}'}
    both = step(laptop, problems_tile=('{"a": 3}', '{"a": 1}'))
    assert both["items"] == {"problems.tile": '{"a": 3, "b": 1}'}
    assert "error" in client_error(laptop, "Theme") | client_error(laptop, "a" * 81)


def test_long_lists_are_united_and_excess_is_refused(person: Person) -> None:
    ada, new = member(person), person()

    def keep(**items: Any) -> Any:
        return ada.put("/api/account/items", json={"items": items})

    mine, theirs = list(range(9_000)), [{"at": number} for number in range(4_000)]
    assert keep(problems={"value": json.dumps(mine)}).status_code == 200
    both = keep(problems={"value": json.dumps([*theirs, 5, 5, "5"])}).json()["items"]["problems"]
    assert both == json.dumps(mine), "both together are longer than a value may be"
    assert keep(learn={"value": json.dumps([1, {"a": 1, "b": 2}])}).status_code == 200
    both = keep(learn={"value": json.dumps([{"b": 2, "a": 1}, "1", 1, 2])}).json()["items"]["learn"]
    assert json.loads(both) == [1, {"a": 1, "b": 2}, "1", 2]
    deep = "[" * 900 + "]" * 900
    assert keep(lesson={"value": deep}, lessons={"value": '{"a":' * 900 + "1" + "}" * 900}).status_code == 200
    assert keep(lesson={"value": deep.replace("]", "]]", 1)}).status_code == 200
    assert keep(lessons={"value": '{"a":' * 900 + "2" + "}" * 900}).status_code == 200

    begin(ada)
    much = {f"learn.{number}": "x" * 60_000 for number in range(6)}
    carried = new.post("/api/me/carried", json={"token": "any", "items": much})
    kept = keep(**{key: {"value": value} for key, value in much.items()})
    had = keep(**{key: {"base": value} for key, value in much.items()})
    for answer in (ada.post("/api/me/carry", json={"items": much}), carried, kept, had):
        assert code(answer) == (413, "too-long")


def test_an_account_keeps_only_supported_languages(person: Person) -> None:
    ada = member(person)
    for said, kept in [("de", "de"), ("xx; path=/; tengen=1", "de"), ("ja", "ja")]:
        given = {"language": {"value": said, "base": "de" if kept == "ja" else None}}
        assert ada.put("/api/account/items", json={"items": given}).json()["items"] == {"language": kept}


def test_signing_out_everywhere_voids_links_that_carry_games(person: Person) -> None:
    ada, new = member(person), person()
    token = ada.post("/api/me/carry", json={}).json()["url"].partition("#")[2]
    assert ada.post("/api/account/sign-out", json={"everywhere": True}).status_code == 200
    assert new.post("/api/me/carried", json={"token": token}).json()["error"]["code"] == "spent"


def client_error(client: TestClient, key: str) -> Any:
    answer = client.put("/api/account/items", json={"items": {key: {"value": "x"}}})
    assert answer.status_code == 422
    return answer.json()


def test_items_of_an_account_being_deleted_are_refused(person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = member(person)

    async def found(*_: object) -> Account:
        return Account("deleted at another server", "Ada", None, 0.0)

    monkeypatch.setattr(Sessions, "account", found)
    refused = ada.put("/api/account/items", json={"items": {"theme": {"value": "dark"}}})
    assert code(refused) == (409, "gone")
    assert "deleted at the same moment" in refused.json()["error"]["text"]


def test_signing_out_everywhere_is_all_or_nothing(person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, phone = signed_in_twice(person)

    async def fails(*_: object) -> None:
        raise StoreTrouble("no-database", "the server was just killed")

    with monkeypatch.context() as patch:
        patch.setattr("tengen.web.store.account_store.notify", fails)
        assert ada.post("/api/account/sign-out", json={"everywhere": True}).status_code == 503
    assert account(ada) == account(phone) is not None
    assert ada.post("/api/account/sign-out", json={"everywhere": True}).status_code == 200
    assert account(ada) is account(phone) is None


def test_a_page_opened_during_sign_out_has_no_seat(person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its cookie was valid a moment ago: the page is closed, or the cookie is void, whichever comes first."""
    ada, phone = signed_in_twice(person)
    game, find = begin(ada)["id"], Visitors.find

    async def found(self: Visitors, connection: HTTPConnection) -> Visitor | None:
        visitor = await find(self, connection)
        if connection.scope["type"] == "websocket":
            monkeypatch.setattr(Visitors, "find", find)
            assert (await asyncio.to_thread(ada.post, "/api/account/sign-out", json={"everywhere": True})).is_success
        return visitor

    monkeypatch.setattr(Visitors, "find", found)
    where = HERE.replace("http", "ws") + f"/api/games/{game}/live"
    with phone.websocket_connect(where, headers={"origin": HERE, "host": "go.test"}) as page:
        assert page.receive_json()["you"] == []


@pytest.mark.parametrize("path", ["/api/games/{game}/live", "/api/lobby/live"])
def test_who_signs_out_everywhere_is_shown_nothing_further(person: Person, path: str) -> None:
    ada, phone = signed_in_twice(person)
    where = HERE.replace("http", "ws") + path.format(game=begin(ada)["id"])
    with phone.websocket_connect(where, headers={"origin": HERE, "host": "go.test"}) as open_page:
        open_page.receive_json()
        assert ada.post("/api/account/sign-out", json={"everywhere": True}).status_code == 200
        assert closed_with(open_page) == 4401


class Peer:
    def __init__(self) -> None:
        self.closed: list[int] = []

    async def close(self, code: int) -> None:
        self.closed.append(code)


async def nobody(_: object) -> None:
    """Return no account for any cookie."""


@pytest.mark.parametrize("visitor", [None, "ada"])
async def test_a_socket_in_nested_blocks_stays_until_both_end(visitor: str | None) -> None:
    tasks, peer = TaskSet(), Peer()
    sockets = OpenSockets(tasks, nobody)
    socket = cast("WebSocket", peer)
    with sockets.held(visitor, socket):
        with sockets.held(visitor, socket):
            pass
        sockets.close_where(lambda each: each is socket)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert peer.closed == [4401]
    sockets.close_where(lambda each: True)
    await asyncio.sleep(0)
    assert peer.closed == [4401]


@pytest.mark.parametrize("error", [StoreTrouble("no-database", "gone"), NoConnection("all are taken"), OSError()])
async def test_signing_out_closes_pages_despite_a_failed_database(error: Exception) -> None:
    async def failing(_: object) -> None:
        raise error

    peers = [Peer(), Peer()]
    sockets = OpenSockets(TaskSet(), failing)
    with sockets.held("ada", cast("WebSocket", peers[0])), sockets.held("ada", cast("WebSocket", peers[1])):
        sockets.hear("ada")
        await asyncio.sleep(0.01)
        assert [each.closed for each in peers] == [[4401], [4401]]


def test_somebody_without_a_cookie_may_watch_and_leave(client: TestClient) -> None:
    id = client.post("/api/games", json={"board": "5x5", "opponent": {"kind": "self"}}).json()["id"]
    client.cookies.clear()
    with client.websocket_connect(f"/api/games/{id}/live") as page:
        assert page.receive_json()["type"] == "state"
