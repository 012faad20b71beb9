"""Costly work: done in turn for each payer, in another process, charged, and given up if it takes too long."""

import asyncio
import os
import signal
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from example_counts import first
from starlette.testclient import TestClient
from web_games import begin, state

from tengen import formats
from tengen.formats import json
from tengen.records import FormatError, TengenError
from tengen.web.errors import RequestError
from tengen.web.languages.reader_language import language, speaking
from tengen.web.reviews import review_work
from tengen.web.scheduler.helper import Helper, HelperAnswer, HelperJob, TooCostly
from tengen.web.scheduler.limit_table import TokenBuckets
from tengen.web.scheduler.payers import asked_by
from tengen.web.scheduler.scheduler import Scheduler


@pytest.fixture(autouse=True)
def _found_by_children(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the other process find this module, whose functions it runs."""
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, [str(Path(__file__).parent), *sys.path])))


def spin(seconds: float) -> None:
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass


def spin_on(seconds: float) -> str:
    """Do the work of a record's line that stops: the stop is reported, and nothing fails."""
    try:
        spin(seconds)
    except TengenError:
        return "went on"
    return "done"


def fail_at(line: int) -> None:
    raise FormatError("nothing is right", line, 3)


def process_number() -> int:
    return os.getpid()


def told_language() -> str:
    return language()


@asynccontextmanager
async def with_scheduler(seconds: float = 100.0, **limits: float) -> AsyncIterator[Scheduler]:
    scheduler = Scheduler(TokenBuckets(seconds, 0.001), **limits)
    try:
        yield scheduler
    finally:
        await scheduler.stop()


async def test_jobs_are_fair_and_answered_in_the_readers_language() -> None:
    """One visitor may open forty at once; another visitor's record comes after the next of these."""
    async with with_scheduler() as scheduler:
        assert await scheduler.run("a", process_number) != os.getpid()
        with speaking("de"):
            assert await scheduler.run("a", told_language) == "de"
        with pytest.raises(FormatError) as caught:
            await scheduler.run("a", fail_at, 7)
        assert (caught.value.line, caught.value.what) == (7, "nothing is right")
        order = list[str]()

        async def opened(who: str) -> None:
            asked_by(who)
            assert await scheduler.run(None, told_language) == "en"
            order.append(who)

        many = [asyncio.ensure_future(opened("many")) for _ in range(40)]
        await asyncio.sleep(0)
        await asyncio.gather(*many, asyncio.ensure_future(opened("one")))
        assert len(order) == 41
        assert order.index("one") < 5


@pytest.mark.parametrize("task", first(1, [spin_on, spin]))
async def test_what_takes_too_long_is_given_up_and_the_next_is_done(task: Callable[[float], object]) -> None:
    async with with_scheduler(limit=0.2) as scheduler:
        with pytest.raises(TooCostly):
            await scheduler.run("a", task, 60.0)
        assert await scheduler.run("a", told_language) == "en"


async def test_a_process_that_was_killed_is_replaced() -> None:
    async with with_scheduler() as scheduler:
        os.kill(await scheduler.run("a", process_number), signal.SIGKILL)
        with pytest.raises(RequestError):
            await scheduler.run("a", process_number)
        assert await scheduler.run("a", process_number)


async def test_time_is_charged_to_who_asks_and_to_nobody_else() -> None:
    async with with_scheduler(seconds=0.2) as scheduler:
        await scheduler.run("a", spin, 0.3)
        with pytest.raises(RequestError) as caught:
            await scheduler.run("a", told_language)
        assert caught.value.status_code == 429
        assert await scheduler.run("b", told_language) == "en"
        assert await scheduler.run(None, told_language) == "en"


@pytest.mark.slow
@pytest.mark.parametrize("board", first(1, ["graph:k70", '{"points": ["a"], "edges": [' + " " * 5_000 + "]}"]))
def test_costly_boards_are_built_in_a_process(client: TestClient, monkeypatch: pytest.MonkeyPatch, board: str) -> None:
    asked: list[str] = []
    do = Helper.do

    async def noted(helper: Helper, job: HelperJob) -> HelperAnswer:
        asked.append(job.work.__name__)
        return await do(helper, job)

    monkeypatch.setattr(Helper, "do", noted)
    made = begin(client, board=board)
    assert asked == ["_start"]
    assert state(client, made["id"])["svg"].startswith("<svg")


def test_nothing_of_a_record_is_read_on_the_loops_thread(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    where: list[bool] = []

    def noting(function: Callable[..., Any]) -> Callable[..., Any]:
        def noted(*given: Any, **more: Any) -> Any:
            try:
                asyncio.get_running_loop()
                where.append(True)
            except RuntimeError:
                where.append(False)
            return function(*given, **more)

        return noted

    for module, name in ((formats, "read_any"), (review_work, "view"), (review_work, "describe_record")):
        monkeypatch.setattr(module, name, noting(getattr(module, name)))
    monkeypatch.setattr("tengen.web.reviews.record_tree.json.loads", noting(json.loads))
    review_work.tree_of.cache_clear()
    id = client.post("/api/reviews", json={"text": "(;SZ[5];B[cc];W[bb])", "name": "a.sgf"}).json()["id"]
    for path in (f"/api/reviews/{id}", f"/r/{id}", f"/api/reviews/{id}/record.svg"):
        assert client.get(path).status_code == 200
    assert where
    assert not any(where)
