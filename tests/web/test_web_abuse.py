"""Hostile requests get a plain answer, never a server error, and never another visitor's seat or quota."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from example_counts import first
from starlette.requests import HTTPConnection
from starlette.testclient import TestClient
from starlette.types import Message
from web_engine import QuickEngine
from web_games import begin, code

from tengen.boards import parsing
from tengen.boards.limits import bounds
from tengen.players import LEVELS
from tengen.web.app import create_app
from tengen.web.games.lost_games import EVERY, WATCHING
from tengen.web.scheduler.limit_table import TokenBuckets
from tengen.web.scheduler.payers import address_of
from tengen.web.settings import BOUNDS, MOST_BODY, Settings

JSON = {"content-type": "application/json"}
BOTH = pytest.mark.parametrize("client", ["sqlite", "postgres"], indirect=True)
"""Requests that reach the database are sent to both in `make test`, all others in `make test-slow`."""


@pytest.fixture(params=first(1, ["sqlite", "postgres"]))
def client(request: pytest.FixtureRequest, database: str) -> Iterator[TestClient]:
    """A browser at a server over either database: PostgreSQL's text cannot hold every character."""
    postgres = request.param == "postgres"
    url = request.getfixturevalue("empty_postgres") if postgres else database
    app = create_app(Settings(database=url, burst=10_000), QuickEngine())
    here = {"origin": "http://testserver"}
    with TestClient(app, base_url="http://testserver", headers=here, raise_server_exceptions=False) as made:
        yield made


INTENT = {"id": "1", "number": 0, "intent": {"kind": "move", "move": "C3"}}
_MOVE = '"number": 0, "intent": {"kind": "move", "move": "C3"}'
_BODIES = [
    ("/api/games", '{"axes": ' * 20_000),
    ("/api/games", "[" * 200_000),
    ("/api/games", '{"axes": {"komi": NaN}}'),
    ("/api/games", '{"axes": {"komi": 1e999}}'),
    ("/api/games", '{"axes": {"komi": ' + "9" * 5_000 + "}}"),
    ("/api/games", '{"axes": {"komi": ' + "9" * 4_000 + "}}"),
    ("/api/games", '{"axes": {"\\ud800": 1}}'),
    ("/api/games", '{"axes": {"scoring": "\\ud800"}}'),
    ("/api/games", '{"clock": {"kind": "absolute", "main": Infinity}}'),
    ("/api/games", '{"variant": "\\ud800"}'),
    ("/api/games", '{"board": "\\u0000"}'),
    ("/api/games", '{"toml": "a = \\"\\u0000\\""}'),
    ("/api/games", json.dumps({"toml": "a = " + "[" * 50_000})),
    ("/api/games", '{"from": {"game": "\\u0000", "moves": 1}}'),
    ("/api/games", '{"from": {"game": "a\\u00e9", "moves": 1}}'),
    ("/api/games/ID/intents", '{"id": "a\\u0000", ' + _MOVE + "}"),
    ("/api/games/ID/intents", '{"id": "\\ud800", ' + _MOVE + "}"),
    ("/api/games/ID/intents", '{"id": "' + "a" * 1_000_000 + '", ' + _MOVE + "}"),
    ("/api/games/ID/intents", '{"id": "a", "number": 0, "intent": {"kind": "\\ud800"}}'),
    ("/api/games/ID/intents", '{"id": "a", "number": 0, "intent": {"kind": "move", "move": "C3\\u0000"}}'),
    ("/api/games/ID/intents", '{"id": "a", "seat": "\\u0000", ' + _MOVE + "}"),
    ("/api/games/ID/seat", '{"token": "\\u0000"}'),
    ("/api/games/%00/intents", '{"id": "a", ' + _MOVE + "}"),
    ("/api/games/" + "a" * 50_000 + "/intents", '{"id": "a", ' + _MOVE + "}"),
    ("/api/reviews", '{"game": "\\u0000"}'),
    ("/api/reviews", '{"text": "(;C[\\u0000])"}'),
    ("/api/reviews/%00/try", '{"move": "C3"}'),
    ("/api/check", '{"board": "\\u0000", "graph": {"name": "\\u0000.g6", "text": "\\u0000"}}'),
]


@BOTH
def test_bodies_that_make_no_sense_are_refused_in_words(client: TestClient) -> None:
    id = begin(client)["id"]
    for path, body in _BODIES:
        answer = client.post(path.replace("ID", id), content=body.encode(), headers=JSON)
        told = f"{path[:40]} {body[:80]}: {answer.status_code} {answer.text[:200]}"
        assert 400 <= answer.status_code < 500 or path == "/api/check", told
        assert answer.status_code < 500, told
        assert path == "/api/check" or answer.json()["error"]["text"], told
    assert client.get(f"/api/games/{id}").json()["moves"] == []


_ELSEWHERE = {"/api/formal"}
"""The requests whose boards are read in the helper process."""
_WITH_BOARDS: dict[tuple[str, str], dict[str, Any]] = {
    ("get", "/api/even"): {"one": 3, "other": 2},
    ("post", "/api/games"): {"opponent": {"kind": "self"}},
    ("post", "/api/check"): {},
    ("post", "/api/tournaments"): {},
    ("post", "/api/lobby/challenges"): {"clock": {"kind": "correspondence", "period": 86_400}},
    ("post", "/api/formal"): {"text": "1"},
    ("post", "/api/reviews"): {"text": "1 (0 0)"},
    ("post", "/api/reviews/file"): {},
}
"""The remaining fields of requests with a board, by path."""


def with_boards(api: dict[str, Any]) -> set[tuple[str, str]]:
    """Return the requests that take a board, from the API's own description."""
    found = set()
    for path, ways in api["paths"].items():
        for way, asked in ways.items():
            body = asked.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
            name = body.get("$ref", "").rpartition("/")[2]
            fields = api["components"]["schemas"][name]["properties"] if name else {}
            if "board" in {*fields, *(each["name"] for each in asked.get("parameters", []))}:
                found.add((way, path))
    return found


@pytest.mark.slow
def test_boards_are_bounded_and_never_files(
    client: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert with_boards(client.get("/api/openapi.json").json()) == _WITH_BOARDS.keys(), "a board by another way"
    read, real = list[tuple[str, int]](), parsing._read

    def noted(text: str, footprint: str | None) -> Any:
        read.append((text, bounds().points))
        return real(text, footprint)

    monkeypatch.setattr(parsing, "_read", noted)
    file = tmp_path / "own.edges"
    file.write_text("a b\nb c\n")
    for number, ((way, path), more) in enumerate(_WITH_BOARDS.items()):
        for board in (f"file:{file}", f"graph:path-{1_500 + number}"):
            asked = {**more, "board": board}
            if path.endswith("/file"):
                answer = client.post(path, params=asked, content=b"1 (0 0)")
            else:
                answer = client.get(path, params=asked) if way == "get" else client.post(path, json=asked)
            assert answer.status_code in ((422,) if path in _ELSEWHERE else (200, 422)), (path, answer.text)
    assert len({text for text, _ in read if text.startswith("graph:path-1")}) == len(_WITH_BOARDS) - len(_ELSEWHERE)
    assert not [text for text, _ in read if text.startswith("file:")]
    assert {points for text, points in read if text.startswith("graph:path-1")} == {BOUNDS.points}


@BOTH
def test_names_in_addresses_that_no_game_has(client: TestClient) -> None:
    for name in ("%00", "%ed%a0%80", "%ff", "..%2f..%2fetc%2fpasswd", "a" * 60_000, "%27%20or%201=1--"):
        for path in (f"/api/games/{name}", f"/g/{name}", f"/api/reviews/{name}", f"/static/{name}"):
            answer = client.get(path)
            assert answer.status_code == 404, f"{path[:60]}: {answer.status_code} {answer.text[:200]}"
    for path in ("/static/%2e%2e/app.py", "/static/..%2fapp.py", "/static//etc/passwd", "/static/js/../../app.py"):
        assert client.get(path).status_code == 404, path


@BOTH
def test_a_name_is_shown_without_what_turns_the_text_around_it(client: TestClient) -> None:
    id = begin(client, name="\u202eAda\u0000\n<b>")["id"]
    assert client.get(f"/api/games/{id}").json()["players"]["black"]["name"] == "Ada <b>"


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://[", "https://", "http://testserver:81", ""])
def test_nothing_is_changed_from_another_sites_page(client: TestClient, origin: str) -> None:
    id = begin(client)["id"]
    changes = [
        ("POST", "/api/games", {"opponent": {"kind": "self"}}),
        ("POST", f"/api/games/{id}/intents", INTENT),
        ("POST", f"/api/games/{id}/seat", {"token": "x"}),
        ("PUT", "/api/me", {"name": "Mallory"}),
        ("POST", "/api/check", {}),
        ("POST", "/api/reviews", {"text": "(;SZ[5])"}),
        ("POST", "/api/reviews/file", {}),
        ("POST", "/api/reviews/x/try", {"move": "C3"}),
        ("POST", "/api/reviews/x/analysis", {}),
    ]
    for method, path, body in changes:
        answer = client.request(method, path, json=body, headers={"origin": origin})
        assert code(answer) == (403, "foreign-origin"), path
    for path in (f"/api/games/{id}/live", "/api/reviews/x/live"):
        with client.websocket_connect(path, headers={"origin": origin}) as socket:
            assert socket.receive()["code"] == 4403


def test_a_foreign_form_is_refused_in_browsers_without_origin(client: TestClient) -> None:
    del client.headers["origin"]
    assert client.post("/api/games", json={}, headers={"sec-fetch-site": "cross-site"}).status_code == 403


def test_a_body_is_bounded_whether_or_not_it_says_how_long_it_is(client: TestClient) -> None:
    assert client.post("/api/reviews/file", content=b"a" * (MOST_BODY + 1)).status_code == 413
    drops = (b"a" * 100_000 for _ in range(MOST_BODY // 100_000 + 1))
    assert client.post("/api/reviews/file", content=drops).status_code == 413


def test_every_answer_confines_the_page(client: TestClient) -> None:
    id = begin(client)["id"]
    for path in (
        "/",
        f"/g/{id}",
        f"/api/games/{id}",
        f"/api/games/{id}/record.svg",
        "/nothing",
        "/static/css/base.css",
    ):
        headers = client.get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"], path
        assert "unsafe" not in headers["content-security-policy"], path
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
    for form in ("sgf", "json", "svg"):
        kept = client.get(f"/api/games/{id}/record.{form}").headers["content-disposition"]
        assert kept == f'attachment; filename="tengen-{id}.{form}"'


def test_a_cookie_is_for_this_server_alone_and_not_for_scripts(client: TestClient) -> None:
    made = client.post("/api/games", json={"opponent": {"kind": "self"}})
    flags = made.headers["set-cookie"].lower()
    assert "httponly" in flags
    assert "samesite=lax" in flags
    assert "domain" not in flags
    assert "secure" not in flags
    client.cookies.clear()
    origin = {"origin": "https://testserver"}
    encrypted = client.post("https://testserver/api/games", json={"opponent": {"kind": "self"}}, headers=origin)
    assert "secure" in encrypted.headers["set-cookie"].lower()


def test_requests_are_counted_by_address_and_by_network() -> None:
    def at(host: str | None) -> str:
        client = None if host is None else (host, 1)
        return address_of(HTTPConnection({"type": "http", "client": client}))

    assert at("192.0.2.7") == at("::ffff:192.0.2.7") == "192.0.2.7"
    assert at("2001:db8::1") == at("2001:db8::ffff:1") != at("2001:db8:0:1::1")
    assert (at("::nonsense"), at(None)) == ("::nonsense", "nobody")


@pytest.fixture
def small(database: str) -> Iterator[TestClient]:
    settings = Settings(
        database=database,
        sockets=2,
        thinking=LEVELS[9] + LEVELS[0] + 2 * (WATCHING // EVERY),
        simulations=4_000,
    )
    here = {"origin": "http://testserver"}
    with TestClient(create_app(settings, QuickEngine()), base_url="http://testserver", headers=here) as made:
        yield made


def test_an_address_holds_only_so_many_connections(small: TestClient) -> None:
    path = f"/api/games/{begin(small)['id']}/live"
    with small.websocket_connect(path) as one, small.websocket_connect(path):
        with small.websocket_connect(path) as third:
            assert third.receive()["code"] == 4429
        one.close()
        while True:  # the server takes some time to notice that the first has gone
            with small.websocket_connect(path) as third:
                if third.receive()["type"] == "websocket.send":
                    break


def test_long_messages_count_as_requests_and_are_delayed(database: str) -> None:
    with TestClient(create_app(Settings(database=database, burst=3, rate=0.001), QuickEngine())) as client:
        path = f"/api/games/{begin(client, board='31x32')['id']}/live"
        with client.websocket_connect(path) as socket:
            assert socket.receive_json()["type"] == "state"
            assert client.get("/api/me").status_code == 429
            for theme in ("dark", "print", "light"):
                socket.send_json({"type": "look", "theme": theme})
                socket.send_json({"type": "ping"})
                assert socket.receive_json()["type"] == "pong"


def test_a_flood_of_messages_ends_its_connection(client: TestClient) -> None:
    path = f"/api/games/{begin(client)['id']}/live"
    with client.websocket_connect(path) as other, client.websocket_connect(path) as flooding:
        for _ in range(100):
            flooding.send_json({"type": "ping"})
        while (said := flooding.receive())["type"] == "websocket.send":
            pass
        assert said["code"] == 4429
        other.send_json({"type": "ping"})
        while other.receive_json()["type"] != "pong":
            pass


def test_messages_beyond_the_rate_are_delayed_not_lost(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    messages = client.app.state.services.limits.messages  # type: ignore[attr-defined]
    waited: list[float] = []

    def wait(key: str) -> float:
        waited.append(TokenBuckets.wait(messages, key))
        return waited[-1]

    now = messages.clock()
    monkeypatch.setattr(messages, "clock", lambda: now)  # it stands still
    monkeypatch.setattr(messages, "wait", wait)
    id = begin(client)["id"]
    with client.websocket_connect(f"/api/games/{id}/live") as one, client.websocket_connect("/api/lobby/live") as two:
        messages.charge("testclient", messages.left("testclient") + 50)  # half a second's
        one.send_json({"type": "intent", "id": "1", "number": 0, "intent": {"kind": "move", "move": "C3"}})
        while one.receive_json()["type"] != "accepted":
            pass
        two.send_json({"type": "ping"})
        while two.receive_json()["type"] != "pong":
            pass
    assert waited == [pytest.approx(0.51), pytest.approx(0.56)]


@BOTH
def test_messages_that_make_no_sense_are_refused_in_words(client: TestClient) -> None:
    id = begin(client)["id"]
    intent = {"type": "intent", "id": "a", "number": 0}
    with client.websocket_connect(f"/api/games/{id}/live") as socket:
        assert socket.receive_json()["type"] == "state"
        for text in (
            "",
            "[" * 3_000,
            "{",
            "NaN",
            '"\\ud800"',
            json.dumps({"type": "nothing"}),
            json.dumps({"type": "ping", "more": 1}),
            json.dumps(intent | {"intent": {}}),
            json.dumps(intent | {"intent": {"kind": ["move"]}}),
            json.dumps(intent | {"id": "\0", "intent": {"kind": "resign"}}),
            json.dumps(intent | {"number": 10**30, "intent": {"kind": "resign"}}),
            json.dumps(intent | {"intent": {"kind": "move", "move": "C3\0"}}),
            json.dumps(intent | {"intent": {"kind": "dead", "stones": ["C3"] * 700, "dead": True}}),
            "a" * 10_000,
        ):
            socket.send_text(text)
            said = socket.receive_json()
            assert (said["type"], bool(said["text"])) == ("refused", True), text[:60]
    assert client.get(f"/api/games/{id}").json()["number"] == 0


@BOTH
def test_bytes_where_text_is_due_end_nothing(client: TestClient) -> None:
    review = client.post("/api/reviews", json={"text": "(;SZ[5];B[cc])"}).json()["id"]
    for path, answer in (
        (f"/api/games/{begin(client)['id']}/live", "refused"),
        (f"/api/reviews/{review}/live", "pong"),
    ):
        with client.websocket_connect(path) as socket:
            socket.send_bytes(b"\x00\xff")
            while (said := socket.receive_json()["type"]) == "state":
                pass
            assert said == answer


def test_nobody_makes_the_computer_think_without_end(small: TestClient) -> None:
    """Neither by moves nor with a new cookie."""
    strong = {"opponent": {"kind": "computer", "level": 10}, "colour": "black"}
    for answer in (200, 409):
        small.cookies.clear()
        id = begin(small, **strong)["id"]
        moved = small.post(f"/api/games/{id}/intents", json=INTENT)
        assert moved.status_code == answer, moved.text
    assert moved.json()["error"]["code"] == "too-much-thinking"
    weak = begin(small, opponent={"kind": "computer", "level": 1}, colour="black")["id"]
    assert small.post(f"/api/games/{weak}/intents", json=INTENT).status_code == 200


def test_a_watcher_spends_nothing_of_the_computers_time(small: TestClient) -> None:
    id = begin(small, opponent={"kind": "computer", "level": 10}, colour="black")["id"]
    cookie = dict(small.cookies)
    small.cookies.clear()
    for _ in range(3):
        assert small.post(f"/api/games/{id}/intents", json=INTENT).json()["error"]["code"] == "not-your-seat"
    small.cookies.update(cookie)
    assert small.post(f"/api/games/{id}/intents", json=INTENT).status_code == 200


def test_a_new_cookie_brings_no_new_quota_of_analyses(small: TestClient) -> None:
    made = small.post("/api/reviews", json={"text": "(;SZ[5];B[cc];W[bb])"}).json()["id"]
    codes = []
    for node in "012":
        small.cookies.clear()
        small.put("/api/me", json={"name": "Somebody else"})
        codes.append(small.post(f"/api/reviews/{made}/analysis", json={"node": node}).status_code)
    assert codes == [202, 429, 429]


@pytest.mark.parametrize("dots", first(1, [".a" * 30_000, '."\u2028"' * 10_000]))
def test_toml_keys_of_many_parts_are_refused_unread(client: TestClient, dots: str) -> None:
    """The standard library's reader takes quadratic time: half a minute for these."""
    answer = client.post("/api/games", json={"toml": f"a{dots} = 1"})
    assert (answer.status_code, answer.json()["error"]["field"]) == (422, "toml")
    assert answer.json()["error"]["text"] == "line 1 has more than 250 dots; no variant needs that many"


def test_only_the_player_who_starts_a_game_gets_its_link(client: TestClient) -> None:
    made = client.post("/api/games", json={"board": "5", "opponent": {"kind": "friend"}}).json()
    secrets = [link.partition("#seat=")[2] for link in made["seats"].values()]
    client.cookies.clear()
    for path in ("", "/record.sgf", "/record.json", "/record.svg", "/relations"):
        told = client.get(f"/api/games/{made['id']}{path}").text
        assert not [secret for secret in secrets if secret in told]
    for token in (secrets[0][:-1], secrets[0] + "a", "", "%"):
        assert client.post(f"/api/games/{made['id']}/seat", json={"token": token}).status_code in (403, 422)
    other = client.post("/api/games", json={"board": "5", "opponent": {"kind": "friend"}}).json()["id"]
    client.cookies.clear()
    assert code(client.post(f"/api/games/{other}/seat", json={"token": secrets[0]})) == (403, "no-seat")


@pytest.mark.parametrize("header", [(b"content-length", b"2400000"), (b"transfer-encoding", b"chunked")])
def test_what_is_too_much_is_refused_before_its_body_is_read(database: str, header: tuple[bytes, bytes]) -> None:
    """Forty of sixty simultaneous requests are too few for a long body."""
    app = create_app(Settings(database=database, burst=60, rate=0.001), QuickEngine())
    read, answered = [], []

    async def receive() -> Message:
        read.append(1)
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        answered.append(message)

    scope = {
        "type": "http",
        "method": "POST",
        "path": "/api/reviews/file",
        "query_string": b"",
        "headers": [header],
        "client": ("192.0.2.1", 1),
    }
    assert app.state.services.limits.requests.take("192.0.2.1", 20)
    asyncio.run(app(scope, receive, send))
    assert [message.get("status") for message in answered] == [429, None]
    assert not read


def test_a_long_body_is_taken_whatever_the_limits_are(database: str) -> None:
    with TestClient(create_app(Settings(database=database, burst=3), QuickEngine())) as client:
        assert client.post("/api/reviews/file", content=b" " * 2_000_000).status_code == 422


def test_an_intent_that_is_sent_again_is_not_charged_again(small: TestClient) -> None:
    id = begin(small, opponent={"kind": "computer", "level": 10}, colour="black")["id"]
    for _ in range(5):
        assert small.post(f"/api/games/{id}/intents", json=INTENT).status_code == 200
    with small.websocket_connect(f"/api/games/{id}/live") as socket:
        socket.send_json({"type": "intent", **INTENT})
        while (said := socket.receive_json())["type"] == "state":
            pass
        assert said["type"] == "accepted"


def test_an_address_brings_only_so_many_new_visitors(database: str) -> None:
    """Known visitors are unaffected, and an empty name creates no visitor."""
    app = create_app(Settings(database=database, new_visitors=3), QuickEngine())
    here = {"origin": "http://testserver"}
    with TestClient(app, base_url="http://testserver", headers=here) as client:
        for _ in range(4):
            assert client.put("/api/me", json={"name": " "}).json() == {"name": None, "known": False}
        for _ in range(2):
            client.cookies.clear()
            assert client.post("/api/me/guest").status_code == 200
        client.cookies.clear()
        assert client.put("/api/me", json={"name": "Ada"}).status_code == 200
        known = dict(client.cookies)
        for path, wanted in (("/api/me/guest", None), ("/api/games", {"opponent": {"kind": "self"}})):
            client.cookies.clear()
            assert code(client.post(path, json=wanted)) == (429, "too-many")
        client.cookies.update(known)
        assert client.post("/api/me/guest").status_code == 200
        begin(client)["id"]
