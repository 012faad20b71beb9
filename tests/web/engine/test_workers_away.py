"""Workers on machines of a Ray cluster: they think as those here do, and what is lost with one is done by another."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from ray.cluster_utils import Cluster as Machines
from web_engine import eventually

from tengen import Game
from tengen.web.engine import Crew, EngineDown, EnginePool, Question

SMALL = {"num_cpus": 1, "object_store_memory": 80 << 20, "include_log_monitor": False, "include_dashboard": False}
GAME = Game("chinese", board="5x5")
TEXT = GAME.to_json()
ENDLESS = 50_000_000
COLD = Crew(workers=1, megabytes=8, warm=False)


@pytest.fixture(scope="module")
def machines() -> Iterator[Machines]:
    folder = tempfile.mkdtemp(prefix="tengen-", dir="/tmp")  # names of sockets must be short
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_TMPDIR", folder)
        patch.setenv("RAY_worker_niceness", "0")  # else others on a busy machine leave them nothing
        found = Machines(initialize_head=True, head_node_args=SMALL)
        try:
            yield found
        finally:
            found.shutdown()
            shutil.rmtree(folder, ignore_errors=True)


@asynccontextmanager
async def running(machines: Machines, away: int = 1) -> AsyncIterator[EnginePool]:
    """Start an engine of one worker here and others in the cluster, and wait until all are ready."""
    engine = EnginePool(replace(COLD, cluster=machines.address, away=away), book=False)
    await engine.start()
    try:
        async with asyncio.timeout(600):
            await eventually(lambda: len(engine.pids) >= 1 + away)
            yield engine
    finally:
        await engine.stop()


async def thinking(engine: EnginePool, many: int) -> list[asyncio.Task[Any]]:
    """Return analyses that take hours, each of another visitor, once all have begun."""
    heard = [asyncio.Event() for _ in range(many)]

    async def asked(number: int) -> None:
        with suppress(EngineDown):  # when the engine is stopped
            await engine.analyse(Question(TEXT, 25, payer=f"v{number}"), ENDLESS, lambda _: heard[number].set())

    tasks = [asyncio.ensure_future(asked(number)) for number in range(many)]
    for each in heard:
        await each.wait()
    return tasks


def is_there(pid: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()[0]
    except OSError:
        return False


@pytest.mark.slow
async def test_workers_here_and_there_think_at_once_and_leave_nothing_behind(machines: Machines) -> None:
    async with running(machines) as engine:
        pids = engine.pids
        for task in await thinking(engine, 2):
            task.cancel()
        await engine.move(Question(TEXT, 25), 1)
        await eventually(lambda: not engine.begun)
        assert engine.lost.total() == 0
    assert len(pids) == 2
    await eventually(lambda: not any(is_there(pid) for pid in pids))


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP])
async def test_what_a_lost_worker_did_is_done_again(machines: Machines, how: signal.Signals) -> None:
    async with running(machines) as engine:
        here, there = engine.pids
        await thinking(engine, 2)
        os.kill(there, how)
        await eventually(lambda: len(engine.pids) == 2 and there not in engine.pids)
        assert engine.pids[0] == here
        await eventually(lambda: engine.begun.total() == 2 and not engine.waiting)
        await eventually(lambda: not is_there(there))
        assert [*engine.lost] == ["killed" if how == signal.SIGKILL else "silent"]


@pytest.mark.slow
async def test_a_machine_that_is_lost_takes_nobody_with_it(machines: Machines) -> None:
    """Its search goes on at another worker; a new one is begun where there is room."""
    machine = machines.add_node(**SMALL)
    async with running(machines, away=2) as engine:
        tasks = await thinking(engine, 3)
        machines.remove_node(machine, allow_graceful=False)
        await eventually(lambda: bool(engine.lost))
        move = await engine.move(Question(TEXT, 25, payer="somebody"), 1)
        assert GAME.read_move(move) in GAME.legal_moves()
        assert not any(task.done() for task in tasks)
        assert {*engine.lost} <= {"killed", "silent", "failed"}
    # Its end is noticed, or that nothing comes from it; a worker that was to replace it may be refused meanwhile.


@pytest.mark.slow
async def test_a_cluster_that_is_not_there_leaves_the_workers_here() -> None:
    engine = EnginePool(replace(COLD, cluster="127.0.0.1:1", away=1), book=False)
    await engine.start()
    try:
        await eventually(lambda: engine.lost["failed"] >= 4)
        assert GAME.read_move(await engine.move(Question(TEXT, 25), 1)) in GAME.legal_moves()
    finally:
        await engine.stop()
