"""Silent, slow and excess connections, over sockets: each is closed in time, without effect on others."""

import asyncio
import gc
import math
import socket
import struct
import threading
import time
import weakref
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import pytest
import uvicorn
from websockets.sync.client import connect

from tengen.web.gate.connections import BoundedHttp, BoundedWebSocket, ConnectionBounds, bounded_http
from tengen.web.scheduler.limit_table import ConcurrencyLimit

_ASK = b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n"
_LONG = b"POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 200000\r\n\r\n"


@dataclass
class Peer:
    """A server with little patience: its port, its reasons for closing connections, and its application."""

    port: int = 0
    dropped: list[str] = field(default_factory=list)
    places: ConcurrencyLimit = field(default_factory=lambda: ConcurrencyLimit(5, 8))
    wait: float = 0.0
    size: int = 2
    gone: threading.Event = field(default_factory=threading.Event)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer when a request is complete; echo WebSocket messages."""
        if scope["type"] == "websocket":
            await self._echo(receive, send)
            return
        await asyncio.sleep(self.wait)
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            if not message["more_body"]:
                break
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % self.size)]})
        for start in range(0, self.size, 50_000):
            piece = b"x" * min(50_000, self.size - start)
            await send({"type": "http.response.body", "body": piece, "more_body": start + 50_000 < self.size})
        self.gone.set()

    async def _echo(self, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        while (message := await receive())["type"] == "websocket.receive":
            await send({"type": "websocket.send", "text": message["text"]})

    def open(self, said: bytes = b"") -> socket.socket:
        """Return a connection over which this has been sent."""
        made = socket.create_connection(("127.0.0.1", self.port), timeout=60)
        made.sendall(said)
        return made


@contextmanager
def serving(**patience: float) -> Iterator[Peer]:
    peer = Peer()
    bounds = ConnectionBounds(peer.places, dropped=peer.dropped.append, **({"patience": 0.3, "look": 0.05} | patience))
    config = uvicorn.Config(peer, http=bounded_http(bounds), ws=BoundedWebSocket, lifespan="off", log_level="critical")
    server = uvicorn.Server(config)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        peer.port = listening.getsockname()[1]
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            yield peer
        finally:
            server.should_exit = True
            thread.join(60)


def said(connection: socket.socket) -> bytes:
    heard = b""
    with suppress(ConnectionError):
        while piece := connection.recv(100_000):
            heard += piece
    return heard


def drip(connection: socket.socket, byte: bytes) -> bytes:
    """Send a byte from time to time until the server closes the connection; return its response."""
    end = time.monotonic() + 60
    connection.settimeout(0.02)
    heard = b""
    while time.monotonic() < end:
        with suppress(TimeoutError):
            try:
                connection.sendall(byte)
                piece = connection.recv(1_000)
            except ConnectionError:
                return heard
            if not piece:
                return heard
            heard += piece
    raise AssertionError("it is still open")


def test_a_silent_connection_is_closed_while_another_is_served() -> None:
    with serving() as peer, peer.open() as bare:
        assert said(bare) == b""
        assert peer.dropped == ["slow-request"]
        with peer.open(_ASK) as other:
            assert other.recv(100).startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize(
    ("begin", "byte"),
    [
        (b"GET / HTTP/1.1\r\nhost: localhost\r\nx: ", b"x"),
        (b"", b"\n"),
        (_LONG, b"x"),
        (b"POST / HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n3000\r\n", b"x"),
    ],
    ids=["head", "nothing", "body", "chunk"],
)
def test_a_request_that_comes_a_byte_at_a_time_is_not_waited_for(begin: bytes, byte: bytes) -> None:
    with serving() as peer, peer.open(begin) as slow:
        assert drip(slow, byte).startswith(b"HTTP/1.1 408")
        assert peer.dropped == ["slow-request"]


def test_a_second_request_has_to_come_in_time_as_well() -> None:
    with serving() as peer, peer.open(_ASK) as slow:
        assert slow.recv(1_000).startswith(b"HTTP/1.1 200")
        drip(slow, b"\n")
        assert peer.dropped == ["slow-request"]


def test_a_steady_sender_is_served_however_long_it_takes() -> None:
    with serving(rate=20_000.0, patience=1.0) as peer, peer.open(_LONG) as steady:
        for _ in range(20):  # in more seconds than the server's patience
            steady.sendall(b"x" * 10_000)
            time.sleep(0.06)
        assert steady.recv(100).startswith(b"HTTP/1.1 200")
        assert not peer.dropped


def test_nobody_is_blamed_for_what_the_server_does_not_read() -> None:
    with serving() as peer:
        peer.wait = 1.2
        with peer.open(_LONG + b"x" * 200_000) as patient:
            assert patient.recv(100).startswith(b"HTTP/1.1 200")
        assert not peer.dropped


def test_an_answer_that_nobody_takes_is_let_go_of() -> None:
    with serving() as peer:
        peer.size = 50_000_000
        with socket.socket() as page:
            page.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            page.connect(("127.0.0.1", peer.port))
            page.sendall(_ASK)
            assert peer.gone.wait(60)
        assert peer.dropped == ["slow-reader"]


def test_an_address_holds_so_many_connections_and_so_do_all() -> None:
    with serving(patience=60.0) as peer:
        held = [peer.open() for _ in range(5)]
        with peer.open(_ASK) as refused:
            assert said(refused).startswith(b"HTTP/1.1 503")
        assert peer.dropped == ["full"]
        held.pop().close()
        while True:  # the server notices in its own time that it has gone
            with peer.open(_ASK) as other:
                if other.recv(100).startswith(b"HTTP/1.1 200"):
                    break
        for each in held:
            each.close()
    places = ConcurrencyLimit(math.inf, 2)
    assert [places.take(key) for key in ("a", "a", "b")] == [True, True, False]


def upgraded(peer: Peer) -> socket.socket:
    asked = ["GET / HTTP/1.1", "Host: localhost", "Upgrade: websocket", "Connection: Upgrade"]
    asked += ["Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="]
    made = peer.open("\r\n".join([*asked, "", ""]).encode())
    assert b" 101 " in made.recv(1_000)
    return made


def test_websockets_free_their_slots_and_may_be_silent() -> None:
    with serving() as peer:
        for _ in range(7):
            with connect(f"ws://127.0.0.1:{peer.port}/", proxy=None) as page:
                for text in ("short", "x" * 16_000, "é" * 7_000):
                    page.send(text)
                    assert page.recv(timeout=60) == text
        with upgraded(peer) as page:
            time.sleep(0.8)
            page.sendall(b"\x81\x82\0\0\0\0ab")
            assert page.recv(100) == b"\x81\x02ab", "a WebSocket may be silent"
        assert not peer.dropped


@pytest.mark.parametrize(
    "kinds", [b"\x89\x89", b"\x8a\x8a", b"\x81\x81", b"\x01\0"], ids=["ping", "pong", "text", "pieces"]
)
def test_frames_without_end_end_the_connection(kinds: bytes) -> None:
    first, frame = (bytes([kind]) + b"\x80\0\0\0\0" for kind in kinds)
    with serving() as peer, upgraded(peer) as flood:
        with suppress(ConnectionError):
            flood.sendall(first)
            for _ in range(1_000):
                flood.sendall(frame * 10_000)
        said(flood)
        assert set(peer.dropped) == {"frames"}


@pytest.fixture
def connections(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[weakref.ref[Any]]]:
    """All connections made, and the readers of WebSockets, with garbage collection off."""
    made: list[weakref.ref[Any]] = []
    for kind in (BoundedHttp, BoundedWebSocket):

        def connected(self: Any, transport: Any, known: Any = kind.connection_made) -> None:
            made.append(weakref.ref(self))
            if isinstance(self, BoundedWebSocket):
                made.append(weakref.ref(self.conn))
            known(self, transport)

        monkeypatch.setattr(kind, "connection_made", connected)
    gc.disable()
    try:
        yield made
    finally:
        gc.enable()


def test_closed_connections_are_freed_without_gc(connections: list[weakref.ref[Any]]) -> None:
    """Servers hardly collect garbage, as all games are in memory: anything left behind would stay for minutes."""
    with serving(patience=60.0) as peer:
        for said_before in (b"", _ASK, _ASK[:9], _LONG, b"no request\r\n\r\n", _ASK * 3):
            peer.open(said_before).close()
        with connect(f"ws://127.0.0.1:{peer.port}/", proxy=None) as page:
            page.send("here")
            assert page.recv(60) == "here"
        for said_before in (b"", b"\x81\x85\0\0"):  # nothing, and half a message
            with upgraded(peer) as torn:
                torn.sendall(said_before)
                torn.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # no goodbye
        until = time.monotonic() + 60
        while any(each() is not None for each in connections) and time.monotonic() < until:
            time.sleep(0.02)
        assert [each() for each in connections] == [None] * 15
