"""News for the other servers reaches them, also where the database has just been away."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from typing import Any, cast

import pytest

from tengen.web.scheduler.tasks import TaskSet
from tengen.web.store import Store, StoreTrouble
from tengen.web.talk import talk_exchange
from tengen.web.talk.talk_exchange import TalkExchange


class Database:
    """What all servers of a database share; the first ``failures`` notices get lost."""

    shared = True

    def __init__(self, failures: int = 0) -> None:
        self.failures = failures
        self.told: list[dict[str, Any]] = []
        self.all_told = asyncio.Event()

    async def notify(self, texts: Sequence[str]) -> None:
        if self.failures:
            self.failures -= 1
            raise StoreTrouble("no-database", "the connection is lost")
        self.told += [json.loads(text) for text in texts]
        self.all_told.set()


def told_by(database: Database, tasks: TaskSet) -> TalkExchange:
    return TalkExchange(cast("Store", database), lambda _: None, tasks)


async def told(database: Database) -> list[object]:
    await asyncio.wait_for(database.all_told.wait(), 60)
    return [each.get("game") for each in database.told]


async def test_news_are_retried_until_the_database_is_back(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Else what was said in a game would not be shown at the other servers."""
    monkeypatch.setattr(talk_exchange, "AGAIN", 0.001)
    database, tasks = Database(failures=3), TaskSet()
    made = told_by(database, tasks)
    made.spoken("ann")
    made.spoken("bob")
    await asyncio.sleep(0)
    made.spoken("cho")  # while the first ones wait
    assert await told(database) == ["ann", "bob", "cho"]
    await tasks.stop()
    assert [record.message for record in caplog.records if "cannot be told" in record.message] == [
        "the other servers cannot be told; it is tried again"
    ]


async def test_a_server_that_ends_tells_last_what_it_could_not_tell_before() -> None:
    database, tasks = Database(failures=1), TaskSet()
    made = told_by(database, tasks)
    made.spoken("ann")
    await asyncio.sleep(0.01)
    await tasks.stop()
    assert database.told == []
    await made.flush()
    assert await told(database) == ["ann"]


async def test_while_the_database_is_away_only_the_last_word_of_each_table_waits() -> None:
    """Else what waits would grow for as long as the database is away."""
    database, tasks = Database(), TaskSet()
    made = told_by(database, tasks)
    for _ in range(1_000):
        made.beat()
        made.spoken("game")
    made.spoken("another")
    assert await told(database) == [None, "game", "another"]
    await tasks.stop()


async def test_news_that_the_database_would_never_take_are_refused_and_hold_nothing_up() -> None:
    database, tasks = Database(), TaskSet()
    made = told_by(database, tasks)
    with pytest.raises(ValueError, match="may have 7,900 characters"):
        made.news("nameless", "a" * 8_000)
    made.spoken("ann")
    assert await told(database) == ["ann"]
    await tasks.stop()
