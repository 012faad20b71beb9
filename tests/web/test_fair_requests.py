"""Many requests of one address at once wait for each other, and nobody else waits for them."""

from __future__ import annotations

import asyncio
from typing import Any

from starlette.types import Message

from tengen.web.fair_requests import FairRequests


class Slow:
    """An application whose requests are answered when they are let go; by path, in the order in which they came in."""

    def __init__(self, status: int = 200) -> None:
        self.came: list[str] = []
        self.status, self.go = status, asyncio.Semaphore(0)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.came.append(scope["path"])
        await self.go.acquire()
        await send({"type": "http.response.start", "status": self.status, "headers": []})
        await send({"type": "http.response.body", "body": b""})


async def ask(app: FairRequests, host: str, path: str) -> None:
    async def receive() -> Message:
        return {"type": "http.disconnect"}

    async def send(_: Message) -> None:
        pass

    await app({"type": "http", "path": path, "headers": [], "client": (host, 1)}, receive, send)


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def test_requests_of_one_address_wait_for_each_other_and_nobody_else_does() -> None:
    async def work() -> None:
        slow = Slow()
        app = FairRequests(slow, at_once=2)
        many = [asyncio.ensure_future(ask(app, "192.0.2.1", f"m{number}")) for number in range(5)]
        await settle()
        other = asyncio.ensure_future(ask(app, "192.0.2.2", "other"))
        await settle()
        assert slow.came == ["m0", "m1", "other"]
        many[2].cancel()  # whoever goes while they wait takes no place
        slow.go.release()
        await settle()
        assert slow.came == ["m0", "m1", "other", "m3"]
        for _ in range(4):
            slow.go.release()
        await asyncio.gather(*many, other, return_exceptions=True)
        assert slow.came[-1] == "m4"
        assert not app._working
        assert not app._waiting

    asyncio.run(work())


def test_whoever_is_refused_and_asks_on_waits_a_little() -> None:
    async def work() -> None:
        slow = Slow(429)
        app = FairRequests(slow, at_once=1, pause=3600.0)
        first, second = (asyncio.ensure_future(ask(app, "192.0.2.1", path)) for path in ("1", "2"))
        await settle()
        slow.go.release()
        await settle()
        assert slow.came == ["1"]
        first.cancel()
        slow.go.release()
        await second  # nobody waits behind it: it does not wait either
        assert slow.came == ["1", "2"]

    asyncio.run(work())
