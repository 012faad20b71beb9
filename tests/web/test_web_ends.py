"""Failed starts and ends of a server, and the contents of its logs."""

import json
import re
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx2
import pytest
from example_counts import first
from web_faults import FAULTS
from web_server import Client, refused, serving
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect


def live(client: Client, id: str) -> ClientConnection:
    address = f"{client.url.replace('http', 'ws')}/api/games/{id}/live"
    return connect(address, additional_headers={"cookie": client.cookie}, proxy=None)


def hears(connection: ClientConnection, kind: str) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(connection.recv(timeout=60))
        if message["type"] == kind:
            return message


@pytest.mark.slow
def test_a_port_that_is_taken_is_named_in_a_line(database: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as busy:
        port = busy.getsockname()[1]
        said = refused("--port", str(port), "--database", database)
    assert f"port {port} of 127.0.0.1 cannot be used: Address already in use" in said


@pytest.mark.slow
@pytest.mark.parametrize(
    ("database", "told"),
    first(
        1,
        [
            ("postgresql://tengen:secret@127.0.0.1:1/x", "the database cannot be used"),
            ("sqlite:///{file}/games.db", "the folder of"),
            ("sqlite:///{file}", "is damaged (file is not a database)"),
            ("mysql://localhost/x", "'mysql' is not supported as a database"),
            ("postgresql://localhost:port/x", "the database's address cannot be read"),
        ],
    ),
)
def test_a_database_that_cannot_be_used_is_named_in_a_line(tmp_path: Path, database: str, told: str) -> None:
    (tmp_path / "file").write_text("neither a folder nor a database" * 100)
    said = refused("--port", "0", "--database", database.format(file=tmp_path / "file"))
    assert told in said
    assert "secret" not in said


@pytest.mark.parametrize(("engine", "level"), [("slow", 1), pytest.param("real", 10, marks=pytest.mark.slow)])
def test_a_server_that_is_asked_to_end_sends_everybody_home(database: str, engine: str, level: int) -> None:
    """A server with a search and two open pages is stopped; the pages are told to reconnect."""
    with serving(database, engine) as server, Client(server.url) as client:
        id = client.begin(opponent={"kind": "computer", "level": level}, colour="white")["id"]
        with live(client, id) as one, live(client, id) as other:
            assert hears(one, "state")["thinking"] is not None
            hears(other, "state")
            code = server.stop()
            for connection in (one, other):
                with pytest.raises(ConnectionClosed) as closed:
                    hears(connection, "nothing")
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code in (1001, 1012)
        assert code in (0, -signal.SIGTERM)


def moves_there(client: Client, id: str, played: list[str]) -> None:
    """Open a game with a clock at a server; check that all moves are there, and make the next."""
    with live(client, id) as page:
        state = hears(page, "state")
        assert [each["text"] for each in state["moves"]] == played
        assert (state["phase"], state["outcome"]) == ("playing", None)
        played.append(f"{'ABCDEFGH'[len(played)]}1")
        wish = {"kind": "move", "move": played[-1]}
        page.send(json.dumps({"type": "intent", "id": played[-1], "number": state["number"], "intent": wish}))
        assert hears(page, "accepted")["id"] == played[-1]


@pytest.mark.slow
def test_two_servers_take_over_during_rolling_restarts(empty_postgres: str) -> None:
    """Pages of the stopped server are told to reconnect, and games go on at the other."""
    wanted = {"clock": {"kind": "fischer", "main": 300, "increment": 10}}
    played: list[str] = []
    with ExitStack() as stack:
        here, there = (stack.enter_context(serving(empty_postgres)) for _ in range(2))
        client = stack.enter_context(Client(here.url))
        id = client.begin(**wanted)["id"]
        for _ in range(2):
            moves_there(client.at(here.url), id, played)
            moves_there(client.at(there.url), id, played)
            with live(client.at(here.url), id) as page:
                assert len(hears(page, "state")["moves"]) == len(played)
                assert here.stop() in (0, -signal.SIGTERM)
                with pytest.raises(ConnectionClosed) as closed:
                    hears(page, "nothing")
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 1012
            moves_there(client.at(there.url), id, played)
            here, there = there, stack.enter_context(serving(empty_postgres))


def test_no_secret_is_ever_logged(database: str, tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    with (
        serving(database, "quick", "--logs", "json", logs=logs) as server,
        Client(server.url) as client,
        Client(server.url) as friend,
    ):
        made = client.begin(opponent={"kind": "friend"})
        secrets = [link.partition("#seat=")[2] for link in made["seats"].values()]
        for token in (secrets[1], "wrong"):
            friend.post(f"/api/games/{made['id']}/seat", {"token": token})
        client.intend(made["id"], 1, kind="move", move="C3")
        client.post(f"/api/games/{made['id']}/intents", {"seat": secrets[0]})
        client.post(f"/api/games/{made['id']}/seat?token={secrets[0]}", {})
        secrets += [each.cookie.partition("=")[2] for each in (client, friend)]
        server.stop()
    written = logs.read_text()
    lines = [json.loads(line) for line in written.splitlines()]
    assert "request" in [line["message"] for line in lines]
    assert all(secrets)
    assert not [secret for secret in secrets if secret in written]
    assert not re.search(r"Traceback", written)


@pytest.mark.slow
def test_whoever_never_reads_is_let_go_of(database: str) -> None:
    """A page that reads nothing while its game goes on is disconnected after half a minute."""
    with serving(database) as server, Client(server.url) as client, socket.socket() as page:
        id = client.begin(board="19")["id"]
        page.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        page.connect(("127.0.0.1", int(server.url.rpartition(":")[2])))
        asked = ["Host: localhost", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"]
        asked += ["Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="]
        page.sendall("\r\n".join([f"GET /api/games/{id}/live HTTP/1.1", *asked, "", ""]).encode())
        for place in range(150):
            client.intend(id, place, kind="move", move=f"{'ABCDEFGHJKLMNOPQRST'[place % 19]}{1 + 2 * (place // 19)}")
        assert client.state(id)["watchers"] == 1
        end = time.monotonic() + 120
        while client.state(id)["watchers"]:
            assert time.monotonic() < end, "it is still connected"
            time.sleep(1)


def _is_refused(url: str, head: bytes, more: bytes) -> bool:
    """Return whether an endless request is refused before a million bytes of it have arrived."""
    host, port = url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=60) as connection:
        connection.sendall(head)
        try:
            for _ in range(1_000_000 // len(more)):
                connection.sendall(more)
            return connection.recv(100).startswith(b"HTTP/1.1 400")
        except (BrokenPipeError, ConnectionResetError):
            return True


def _closes(url: str, requests: bytes) -> bool:
    """Return whether a connection is closed before all of these requests, sent together, are answered."""
    host, port = url.removeprefix("http://").split(":")
    wanted, heard = requests.count(b"GET"), b""
    with socket.create_connection((host, int(port)), timeout=60) as connection:
        connection.sendall(requests)
        while heard.count(b"HTTP/1.1 200") < wanted:
            said = connection.recv(10_000)
            if not said:
                return True
            heard += said
    return False


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that bad requests do not harm."""
    with serving(f"sqlite:///{tmp_path_factory.mktemp('served') / 'games.db'}") as server:
        yield server.url


@pytest.mark.slow
def test_a_head_is_bounded_whatever_comes_with_it(address: str) -> None:
    """The end of a request, and its body, may arrive together with its head."""
    cases = [(start, case) for case in FAULTS["long_head"] for start in ("POST /api/games", "GET /")]
    cases += [("GET /api/lobby/live", case) for case in FAULTS["long_head"] if case["refused"]]
    found = [_is_too_long(address, start, case) for start, case in cases]
    assert found == [case["refused"] for _, case in cases]


def _is_too_long(url: str, start: str, case: dict[str, Any]) -> bool:
    upgrade = "connection: upgrade\r\nupgrade: websocket\r\n" if start.endswith("/live") else ""
    headers = "".join(f"a{number}: {'b' * case['header']}\r\n" for number in range(case["headers"]))
    head = f"{start} HTTP/1.1\r\nhost: localhost\r\n{upgrade}{headers}content-length: {case['body']}\r\n\r\n"
    with socket.create_connection(("127.0.0.1", int(url.rpartition(":")[2])), timeout=60) as connection:
        connection.sendall(head.encode() + b"x" * case["body"])
        answer = connection.recv(10_000)
    return answer.startswith(b"HTTP/1.1 400 ") and b"32,768" in answer


@pytest.mark.slow
def test_a_request_without_end_is_refused(address: str) -> None:
    """The data before a body, its pieces, and the waiting requests are bounded; bodies are tested elsewhere."""
    chunked = b"POST /api/games HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n"
    assert _is_refused(address, b"GET /", b"a" * 10_000)
    assert _is_refused(address, b"GET / HTTP/1.1\r\n", b"a: b\r\n" * 2_000)
    assert _is_refused(address, b"GET / HTTP/1.1\r\na: ", b"b" * 10_000)
    assert _is_refused(address, chunked + b"0\r\n", b"a: b\r\n" * 2_000)
    waiting = b"GET /health/live HTTP/1.1\r\nhost: localhost\r\n\r\n"
    assert not _closes(address, waiting * 10)
    assert _closes(address, waiting * 100)
    body = b"(;C[" + b"a" * 1_000_000 + b"])"
    for content in (body, iter([body[at : at + 1_000] for at in range(0, len(body), 1_000)])):
        assert httpx2.post(f"{address}/api/reviews/file", content=content, timeout=60).status_code == 201
