"""Whose WebSockets are open: those of one visitor are closed, and a socket may be counted twice."""

from __future__ import annotations

import asyncio
from typing import cast

import pytest
from fastapi import WebSocket
from sqlalchemy.exc import TimeoutError as NoConnection
from starlette.testclient import TestClient

from tengen.web.operating.open_sockets import OpenSockets
from tengen.web.scheduler.tasks import TaskSet
from tengen.web.store import StoreTrouble


class Peer:
    def __init__(self) -> None:
        self.closed: list[int] = []

    async def close(self, code: int) -> None:
        self.closed.append(code)


async def nobody(_: object) -> None:
    """Say that a cookie is nobody's."""


@pytest.mark.parametrize("visitor", [None, "ada"])
async def test_a_socket_that_is_counted_twice_stays_until_both_blocks_have_ended(visitor: str | None) -> None:
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
async def test_who_signs_out_while_the_database_does_not_answer_is_shown_nothing_further(error: Exception) -> None:
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
