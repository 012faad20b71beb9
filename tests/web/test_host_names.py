"""Host names of requests: only the server's own names are accepted, and foreign names that lead to it are refused."""

import socket

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from web_engine import QuickEngine
from web_games import code
from web_server import serving

from tengen.web.app import create_app
from tengen.web.settings import Settings

_MACHINE = socket.gethostname()
_NAMED = {"origins": ("https://go.example.org", "http://Club.example:8080"), "host_names": ("NAS.home.example",)}
_KNOWN = (
    "localhost",
    "localhost:8000",
    "LOCALHOST.",
    "localhost:",
    "127.0.0.1:80",
    "[::1]:8000",
    "192.168.1.5",
    "[2001:DB8::5]",
)
_FOREIGN = (
    *("evil.example", "localhost.evil.example", "evil.example:8000", "go.example.org", _MACHINE, "[evil]", "a b"),
    *("", ":8000", "evil.localhost", "evil.localhost.", "localhost..", "[::1].evil", "[::1]evil", "[127.0.0.1]", "::1"),
    *("localhost:x@evil", "x@localhost", "localhost:80@evil", "localhost:99999", "localhost:-1", "localhost/", "127.1"),
    *("localhost,evil.example", "localhost evil.example", "localhost#", "%6cocalhost", "0x7f000001", "2130706433"),
)


@pytest.mark.parametrize(
    ("settings", "known", "foreign"),
    [
        ({}, _KNOWN, _FOREIGN),
        (_NAMED, (*_KNOWN, "go.example.org", "club.example", "nas.home.example:8000"), ("example.org", _MACHINE)),
        ({"host": "0.0.0.0"}, (*_KNOWN, _MACHINE, f"{_MACHINE}.local:8000"), ("evil.example",)),
        ({"host": "go.example.org"}, (*_KNOWN, "go.example.org"), ("evil.example",)),
    ],
)
def test_a_server_answers_to_its_own_names(
    database: str, settings: dict[str, object], known: list[str], foreign: list[str]
) -> None:
    app = create_app(Settings(database=database, **settings), QuickEngine())  # type: ignore[arg-type]
    with TestClient(app) as client:
        for place in ("/", "/api/variants", "/static/js/line.js"):
            answers = {name: client.get(place, headers={"host": name}).status_code for name in (*known, *foreign)}
            assert answers == {**dict.fromkeys(known, 200), **dict.fromkeys(foreign, 421)}, place


def test_a_request_names_its_host_once(database: str) -> None:
    asked = [
        ("1.1", ["localhost"], 200),
        ("1.1", [], 400),
        ("1.1", ["localhost", "localhost"], 400),
        ("1.1", ["localhost", "evil.example"], 400),
        ("1.0", [], 200),
        ("1.0", ["localhost", "evil.example"], 400),
        ("1.1", [""], 421),
    ]
    with serving(database) as server:
        port = int(server.url.rpartition(":")[2])
        for version, hosts, status in asked:
            lines = [f"GET /api/me HTTP/{version}", *(f"Host: {host}" for host in hosts), "Connection: close", "", ""]
            with socket.create_connection(("127.0.0.1", port)) as to:
                to.sendall("\r\n".join(lines).encode())
                assert to.makefile("rb").read().split()[1] == b"%d" % status, (version, hosts)


def test_what_is_refused_says_what_to_do(client: TestClient) -> None:
    told = client.get("/api/me", headers={"host": "rebound.example:8000"})
    assert code(told) == (421, "wrong-host")
    assert "--host-name rebound.example" in told.json()["error"]["text"]
    page = client.get("/", headers={"host": "rebound.example", "accept-language": "de"})
    assert (page.status_code, "--host-name rebound.example" in page.text, "Namen" in page.text) == (421, True, True)
    assert client.post("/api/games", json={}, headers={"host": "rebound.example"}).status_code == 421


def test_health_is_told_to_whoever_watches_over_the_server(client: TestClient) -> None:
    for path in ("/health/live", "/health/ready"):
        assert client.get(path, headers={"host": "tengen"}).status_code in (200, 503)


def test_a_connection_by_another_name_is_closed(client: TestClient) -> None:
    headers = {"host": "rebound.example", "origin": "http://rebound.example"}
    connection = client.websocket_connect("/api/lobby/live", headers=headers)
    with connection, pytest.raises(WebSocketDisconnect) as closed:
        connection.receive_json()
    assert (closed.value.code, closed.value.reason) == (4403, "This server does not answer to this name.")


@pytest.mark.parametrize(
    ("settings", "address", "origin", "allowed"),
    [
        ({}, "http://testserver", "http://testserver", True),
        ({}, "http://testserver", "https://testserver", False),
        ({}, "https://testserver", "https://testserver", True),
        ({}, "https://testserver", "http://testserver", False),
        ({"secure": True}, "http://testserver", "https://testserver", True),
        ({"secure": True}, "http://testserver", "http://testserver", False),
        ({"origins": ("https://testserver",)}, "http://testserver", "https://testserver", True),
    ],
)
def test_origins_are_checked(
    database: str, settings: dict[str, object], address: str, origin: str, allowed: bool
) -> None:
    app = create_app(Settings(database=database, **settings), QuickEngine())  # type: ignore[arg-type]
    with TestClient(app, base_url=address) as client:
        answer = client.put("/api/me", json={"name": "Ada"}, headers={"origin": origin})
        assert (answer.status_code == 403) is not allowed
