"""What the log says of failures in the background: all of it once, and known trouble as it begins and as it ends."""

from __future__ import annotations

import asyncio
import logging

import pytest
from sqlalchemy import Connection, insert
from sqlalchemy.event import listen, remove

from tengen.web.scheduler.tasks import TaskSet, log_failure
from tengen.web.store import Store
from tengen.web.store.schema import visitors
from tengen.web.store.trouble import StoreTrouble

LOG = logging.getLogger("tengen.web")


def logged(was_logged: bool) -> StoreTrouble:
    found = StoreTrouble("collision", "two at once")
    found.was_logged = was_logged
    return found


def test_only_a_mistake_of_ours_is_logged_whole(caplog: pytest.LogCaptureFixture) -> None:
    old, new, ours = logged(True), logged(False), KeyError("ours")
    cases = [
        old,
        new,
        ours,
        ExceptionGroup("", [old, old]),
        ExceptionGroup("", [old, new]),
        ExceptionGroup("", [old, ours]),
    ]
    said = []
    for error in cases:
        caplog.clear()
        log_failure(LOG, "it failed", error, game="g")
        said.append([(record.exc_info is not None, vars(record).get("why")) for record in caplog.records])
        assert all(vars(record)["game"] == "g" for record in caplog.records)
    whole, line = [(True, None)], [(False, "two at once")]
    assert said == [[], line, whole, [], line, whole]


async def test_a_database_that_is_away_is_two_lines(database: str, caplog: pytest.LogCaptureFixture) -> None:
    """However many tasks meet it: one line when it begins, and one when it is over."""

    async def write(store: Store, number: int) -> None:
        async with store.engine.begin() as connection:
            row = {"id": str(number), "token": str(number), "created": 0.0, "seen": 0.0}
            await connection.execute(insert(visitors).values(row))

    def deny(connection: Connection) -> None:
        connection.exec_driver_sql("pragma query_only = 1")

    store, tasks = Store(database), TaskSet()
    await store.open()
    listen(store.engine.sync_engine, "begin", deny)
    failing = [tasks.start(write(store, number)) for number in range(3)]
    await asyncio.gather(*failing, return_exceptions=True)
    assert [type(task.exception()) for task in failing] == [StoreTrouble] * 3
    remove(store.engine.sync_engine, "begin", deny)
    async with store.engine.connect() as connection:
        await connection.exec_driver_sql("pragma query_only = 0")
    await store.beat(0.0)
    await tasks.start(write(store, 9))
    await store.close()
    assert [record.message for record in caplog.records] == [
        "nothing can be stored",
        "the database stores what comes in again",
    ]
