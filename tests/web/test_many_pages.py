"""Thousands of pages opened at once: each is shown its game and its chat, however long it waits for the database."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest
from web_engine import QuickEngine

from tengen import Game
from tengen.web.api.game_routes import relay_chat
from tengen.web.games.game_server import GameServer
from tengen.web.rooms import GameTerms, Room
from tengen.web.store import Store
from tengen.web.store.chat_store import ChatMessage, MessageStore
from tengen.web.store.schema import messages
from tengen.web.store.seats import NewGameRow
from tengen.web.visitors import new_id

TERMS = GameTerms(Game("chinese", board="5").to_json())


class Page:
    def __init__(self) -> None:
        self.heard: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    async def send_json(self, message: Any) -> None:
        self.heard.set_result(message)


async def test_many_opened_chats_wait_for_connections(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Twice as many as there are connections, each of which is held for longer than one may wait for one."""
    read = MessageStore.since

    async def slowly(store: MessageStore, game: str, number: int) -> Sequence[ChatMessage]:
        async with store.engine.connect() as connection:
            await connection.execute(messages.select().limit(0))
            await asyncio.sleep(0.015)
        return await read(store, game, number)

    monkeypatch.setattr(MessageStore, "since", slowly)
    store = Store(database)
    store.engine.pool._timeout = 0.01  # type: ignore[attr-defined]
    games = GameServer(store, QuickEngine())
    visitor, id = new_id(), new_id()
    await store.add_visitor(visitor, new_id())
    live = await games.create(NewGameRow(id, TERMS, {}, {}, "playing"), Room(TERMS))
    await store.messages.add(id, "black", visitor, 1.0, "text", "hello", None)
    pages = [Page() for _ in range(32)]
    tasks = [asyncio.ensure_future(relay_chat(games, page, live)) for page in pages]  # type: ignore[arg-type]
    reading: asyncio.Future[Any] = asyncio.gather(*(page.heard for page in pages))
    all_that_end: list[asyncio.Future[Any]] = [reading, *tasks]  # a relay ends where it fails
    await asyncio.wait(all_that_end, return_when=asyncio.FIRST_COMPLETED)
    failed = [task.exception() for task in tasks if task.done()]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await games.close()
    await store.close()
    assert failed == []
    found: list[dict[str, Any]] = await reading
    assert [each["messages"][0]["body"] for each in found] == ["hello"] * 32
