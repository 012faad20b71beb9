"""Log lines and metrics for every request and every WebSocket."""

from __future__ import annotations

import hashlib
import hmac
import logging
import secrets
import time
from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..errors import REQUEST_ID, begin_request
from ..operating.metrics import Metrics
from ..scheduler.payers import address_of

_log = logging.getLogger("tengen.requests")
_QUIET: Final = ("/static/", "/health/", "/metrics")
"""Paths that are logged only on failure, as they are uninformative."""
_SALT: Final = secrets.token_bytes(16)


class RequestLog:
    """Gives every request an id, which its answer also has, and logs the request when it is answered.

    Addresses are logged as hashes with a key that is lost with the process: one visitor's requests can be grouped
    within a run of the server, but not identified. Paths are logged as patterns, without their values.
    """

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        id, began, status = begin_request(), time.perf_counter(), 0

        async def sent(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)[REQUEST_ID] = id
            elif message["type"] == "websocket.close":
                status = message.get("code", 1000)
            await send(message)

        async def received() -> Message:
            nonlocal status
            message = await receive()
            if message["type"] == "websocket.disconnect":
                status = status or message.get("code") or 1005
            return message

        self._metrics.open += 1
        try:
            await self.app(scope, received, sent)
        except BaseException:
            status = status or (500 if scope["type"] == "http" else 1011)
            raise
        finally:
            self._metrics.open -= 1
            self._note(scope, status, time.perf_counter() - began)

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        route = getattr(scope.get("route"), "path", "none")
        method = scope.get("method", "SOCKET")
        if scope["type"] == "http":
            self._metrics.answered(route, status, seconds)
        else:
            self._metrics.closed(status)
        failed = status >= 500 and status not in (1000, 1001, 1005, 1006, 1012)
        level = logging.WARNING if failed else logging.INFO
        if not failed and scope["path"].startswith(_QUIET):
            level = logging.DEBUG
        more = {"method": method, "route": route, "status": status, "ms": round(seconds * 1000, 1)}
        visitor = hmac.new(_SALT, address_of(HTTPConnection(scope)).encode(), hashlib.sha256).hexdigest()[:10]
        _log.log(level, "request", extra={**more, "visitor": visitor})
