"""A push service of the tests' own, on loopback, and a browser that subscribes to it and reads it."""

import base64
import json
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Queue
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


class PushService:
    """Takes messages and answers each with the next of ``answers``, and with 201 after the last."""

    def __init__(self) -> None:
        self.calls: Queue[tuple[str, dict[str, str], bytes]] = Queue()
        self.answers: list[int] = []
        self.origin = ""

    def call(self) -> tuple[str, dict[str, str], bytes]:
        """Wait for the next message: its path, its headers, and its body."""
        return self.calls.get(timeout=60)


class Subscriber:
    """A browser with its own keys."""

    def __init__(self, origin: str, name: str = "one") -> None:
        self.endpoint = f"{origin}/push/{name}"
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._secret = os.urandom(16)

    def wish(self) -> dict[str, Any]:
        public = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": self.endpoint, "keys": {"p256dh": _encoded(public), "auth": _encoded(self._secret)}}

    def read(self, body: bytes) -> dict[str, str]:
        found: dict[str, str] = json.loads(
            http_ece.decrypt(body, private_key=self._key, auth_secret=self._secret, version="aes128gcm")
        )
        return found


@contextmanager
def push_service() -> Iterator[PushService]:
    made = PushService()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            made.calls.put((self.path, {name.lower(): value for name, value in self.headers.items()}, body))
            status = made.answers.pop(0) if made.answers else 201
            self.send_response(status)
            if 300 <= status < 400:
                self.send_header("location", f"{made.origin}/elsewhere")
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    made.origin = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield made
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def _encoded(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()
