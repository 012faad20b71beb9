"""A client of the pages that calls the application directly, without a socket."""

import asyncio
from typing import Any

import httpx2
from fastapi import FastAPI


class Pages:
    """Sends requests to an application, one after the other."""

    def __init__(self, app: FastAPI) -> None:
        self._transport = httpx2.ASGITransport(app=app)

    def get(self, path: str, **more: Any) -> httpx2.Response:
        return asyncio.run(self._ask("GET", path, **more))

    def post(self, path: str, json: Any) -> httpx2.Response:
        return asyncio.run(self._ask("POST", path, json=json))

    async def _ask(self, method: str, path: str, **more: Any) -> httpx2.Response:
        async with httpx2.AsyncClient(transport=self._transport, base_url="http://here") as client:
            return await client.request(method, path, **more)
