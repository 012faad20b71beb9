"""The engine with real worker processes, at tiny budgets: answers, order, accidents and ends."""

import asyncio
import itertools
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from anyio.from_thread import start_blocking_portal
from example_counts import first
from web_engine import eventually

from tengen import Game
from tengen.opening.book import Book, read_rows
from tengen.web.engine import Busy, Crew, EngineDown, EngineError, EnginePool, Question
from tengen.web.engine.messages import AnalysisResult
from tengen.web.engine.worker_process import WorkerProcess

GAME = Game("chinese", board="5x5")
TEXT = GAME.to_json()
ASKED = Question(TEXT, 25, "game", "somebody")
ENDLESS = 50_000_000
Ask = Callable[[Callable[[EnginePool], Awaitable[Any]]], Any]
"""Uses an engine."""


COLD = Crew(workers=1, megabytes=8, warm=False)


@asynccontextmanager
async def running(crew: Crew = COLD, **options: Any) -> AsyncIterator[EnginePool]:
    """Start an engine of one worker, warm or not, and stop it after at most two minutes."""
    engine = EnginePool(crew, book=False, **options)
    await engine.start()
    try:
        async with asyncio.timeout(120):
            yield engine
    finally:
        await engine.stop()


@pytest.fixture(scope="module")
def ask() -> Iterator[Ask]:
    """Uses an engine of one worker, which tests share, since starting one takes seconds."""
    engine = EnginePool(COLD, book=False)
    with start_blocking_portal() as portal:
        portal.call(engine.start)
        yield lambda do: portal.call(lambda: asyncio.wait_for(do(engine), 120))
        portal.call(engine.stop)


async def begun(engine: EnginePool) -> asyncio.Task[Any]:
    """Return an analysis that would take hours, once it has begun."""
    heard = asyncio.Event()
    task = asyncio.create_task(engine.analyse(ASKED, ENDLESS, lambda _: heard.set()))
    await heard.wait()
    return task


def test_a_worker_answers_with_moves_dead_stones_and_analyses(ask: Ask) -> None:
    dead = Game.setup("chinese", [".OX.X", "XXXXX", ".....", "OOOOO", ".O.O."], komi=0.5)

    async def do(engine: EnginePool) -> tuple[Any, ...]:
        updates: list[AnalysisResult] = []
        move = await engine.move(ASKED, 1)
        found = await engine.analyse(ASKED, 500, updates.append)
        return move, await engine.dead(Question(dead.to_json()), simulations=300), found

    move, stones, found = ask(do)
    assert not GAME.why_not(move)
    assert stones == (["B5"], "Tengen")
    assert found["visits"] >= 500


async def test_first_moves_come_from_the_book_without_any_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tengen.search.compiled.is_compiled", lambda board: True)
    answered = GAME.copy()
    answered.play("C3")
    engine = EnginePool(Crew(workers=1))
    first = await engine.move(ASKED, 1)
    again = await engine.move(Question(answered.to_json(), 25, "game", moves=1), 7)
    with pytest.raises(EngineDown, match="not running"):  # level 8 searches longer than the book did
        await engine.move(Question(answered.to_json(), 25, "game", moves=1), 8)
    for move in ("C4", "C2", "D3"):
        answered.play(move)
    with pytest.raises(EngineDown, match="not running"):
        await engine.move(Question(answered.to_json(), 25, "game", moves=4), 1)
    with pytest.raises(EngineDown, match="not running"):
        await engine.move(Question(Game("chinese", board="5x4").to_json(), 20, "game"), 1)
    assert not GAME.why_not(first)
    assert not Game.from_json(TEXT).why_not(again)


async def test_a_damaged_book_is_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    async def refused(question: Question) -> None:
        with pytest.raises(EngineDown, match="not running"):
            await EnginePool(Crew(workers=1)).move(question, 1)

    await refused(Question("no game at all", 20, "game", board="5x4"))
    assert not caplog.records
    (tmp_path / "openings.csv").write_text("damaged", "utf-8")
    damaged = partial(read_rows, tmp_path / "openings.csv")
    monkeypatch.setattr("tengen.opening.book._own", lambda: Book(damaged()))
    await refused(ASKED)
    assert "the opening book cannot be read" in caplog.text


async def test_an_engine_that_keeps_losing_workers_is_not_starting(monkeypatch: pytest.MonkeyPatch) -> None:
    """They may hang, or be killed for their memory: none fails by itself, and none is ever ready."""
    lives = asyncio.Semaphore(0)

    async def live(self: WorkerProcess, hear: object) -> None:
        await lives.acquire()
        self.loss = "silent"

    monkeypatch.setattr(WorkerProcess, "live", live)
    async with running() as engine:
        found = [engine.starting]
        for lost in range(1, 4):
            lives.release()
            while engine.lost.total() < lost:
                await asyncio.sleep(0)
            found.append(engine.starting)
        assert found == [True, True, True, False]


def test_an_error_of_the_game_is_told_and_the_worker_lives_on(ask: Ask) -> None:
    over = GAME.copy()
    over.play("resign")

    async def do(engine: EnginePool) -> int:
        before = engine.lost.total()
        with pytest.raises(EngineError, match="the game is over"):
            await engine.move(Question(over.to_json()), 1)
        with pytest.raises(EngineError, match="levels are 1 to 10"):
            await engine.move(ASKED, 11)
        await engine.move(ASKED, 1)
        return engine.lost.total() - before

    assert ask(do) == 0


@pytest.mark.parametrize(("how", "loss"), first(1, [(signal.SIGSTOP, "silent"), (signal.SIGKILL, "killed")]))
async def test_a_lost_workers_jobs_are_done_by_the_next(how: signal.Signals, loss: str) -> None:
    async with running() as engine:
        analysis = await begun(engine)
        (pid,) = engine.pids
        os.kill(pid, signal.SIGSTOP)
        move = asyncio.create_task(engine.move(ASKED, 1))
        await asyncio.sleep(0)  # the job goes to the suspended worker
        os.kill(pid, how)
        text = await move
        assert not analysis.done()
        analysis.cancel()
        lost = engine.lost
    assert not GAME.why_not(text)
    assert lost == {loss: 1}


@pytest.mark.slow
async def test_a_worker_that_could_not_be_started_is_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    start, tries = asyncio.create_subprocess_exec, itertools.count()

    async def start_later(*words: Any, **options: Any) -> asyncio.subprocess.Process:
        if next(tries) == 0:
            raise BlockingIOError("no process can be made just now")
        return await start(*words, **options)

    monkeypatch.setattr(asyncio, "create_subprocess_exec", start_later)
    async with running() as engine:
        assert not GAME.why_not(await engine.move(ASKED, 1))


@pytest.mark.slow
async def test_code_that_the_first_worker_does_not_need_is_compiled(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Before anyone plays with wide stones, in a process that then ends."""
    made = tmp_path / "compiled"
    monkeypatch.setattr("tengen.web.engine.engine_pool.uncompiled", lambda: iter(["search for wide stones"]))
    monkeypatch.setattr("tengen.web.engine.engine_pool._COMPILE", f"open({str(made)!r}, 'w').close()")
    async with running(replace(COLD, warm=True)):
        await eventually(made.exists)


@pytest.mark.slow
async def test_only_a_job_that_keeps_killing_workers_is_given_up() -> None:
    """Every worker with the poisoned job is killed, while other games are played."""
    poison = Question(TEXT, 25, "poison", "somebody else")

    async def kill(engine: EnginePool) -> None:
        while True:
            for process in engine._processes:
                if process.at_hand is not None and process.at_hand.question is poison and process.pid is not None:
                    with suppress(ProcessLookupError):  # the worker was killed unnoticed
                        os.kill(process.pid, signal.SIGKILL)
            await asyncio.sleep(0.01)

    async with running() as engine:
        killing = asyncio.create_task(kill(engine))
        poisoned = asyncio.create_task(engine.move(poison, 10))
        played = 0
        while not poisoned.done():
            assert await engine.move(Question(TEXT, 25, str(played), "player"), 1)
            played += 1
            await asyncio.sleep(0.1)  # jobs that break workers come after all others
        killing.cancel()
        with pytest.raises(EngineDown, match="repeatedly on this position"):
            await poisoned
        assert played > 0


@pytest.mark.slow
async def test_a_job_that_keeps_hanging_fails_and_the_next_is_done() -> None:
    async with running(deadline=0.1) as engine:
        with pytest.raises(EngineError, match="failed repeatedly"):
            await engine.analyse(ASKED, ENDLESS)
        engine._deadline = 60.0  # a busy machine takes longer than that over a move
        for process in engine._processes:
            process._deadline = 60.0
        assert not GAME.why_not(await engine.move(ASKED, 1))


def test_a_cancelled_job_stops_and_its_worker_takes_the_next(ask: Ask) -> None:
    async def do(engine: EnginePool) -> tuple[int, int]:
        before = engine.lost.total()
        analysis = await begun(engine)
        waiting = asyncio.create_task(engine.analyse(ASKED, ENDLESS))
        last = asyncio.create_task(engine.analyse(ASKED, 1))
        await asyncio.sleep(0)
        for task in (waiting, analysis):
            task.cancel()
        found = await last
        return found["visits"], engine.lost.total() - before

    visits, lost = ask(do)
    assert 1 <= visits < 1_000
    assert lost == 0


def test_a_move_comes_in_between_the_parts_of_an_analysis(ask: Ask) -> None:
    async def do(engine: EnginePool) -> str:
        analysis = await begun(engine)
        move = await engine.move(ASKED, 1)
        assert not analysis.done()
        analysis.cancel()
        return move

    assert ask(do) in GAME.legal_moves()


LARGE = Game("chinese", board="19x19")
PONDERED = Question(LARGE.to_json(), 361, "large", "somebody")


async def pondering(engine: EnginePool) -> asyncio.Task[None]:
    """Return the pondering of a game, once its worker has begun."""
    await engine.move(PONDERED, 1)
    task = asyncio.create_task(engine.ponder(PONDERED, 10))  # for many seconds
    await eventually(lambda: engine.begun["ponder"])
    return task


async def test_pondering_yields_to_everything_and_is_not_charged() -> None:
    async with running(ponders=True) as engine:
        task = await pondering(engine)
        shares = engine._queue
        before = dict(shares._times), shares._now, dict(shares._active)
        await eventually(lambda: any(job.spent for process in engine._processes for job in process.jobs.values()))
        assert (dict(shares._times), shares._now, dict(shares._active)) == before
        move = await engine.move(ASKED, 1)
        await task
        assert not shares._active
        again = await pondering(engine)
        found = await engine.move(PONDERED, 1)
        await again
        begun, lost = engine.begun.total(), engine.lost.total()
    assert not GAME.why_not(move)
    assert not LARGE.why_not(found)
    assert (begun, lost) == (0, 0)


@pytest.mark.slow
async def test_cancelled_or_killed_pondering_ends() -> None:
    async with running(ponders=True) as engine:
        (await pondering(engine)).cancel()
        await eventually(lambda: not engine.begun["ponder"])
        task = await pondering(engine)
        before = engine.lost.total()
        os.kill(engine.pids[0], signal.SIGKILL)
        await task
        lost, move = engine.lost.total() - before, await engine.move(ASKED, 1)
    assert lost == 1
    assert not GAME.why_not(move)


@pytest.mark.slow
async def test_idle_workers_get_jobs_before_pondering_ones() -> None:
    async with running(replace(COLD, workers=2), ponders=True) as engine:
        await eventually(lambda: len(engine.pids) == 2)
        task = await pondering(engine)
        await engine.move(ASKED, 1)
        found = bool(engine.begun["ponder"]) and not task.done()
        task.cancel()
        assert found


def test_pondering_needs_the_setting_and_a_worker_with_the_tree(ask: Ask) -> None:
    async def do(engine: EnginePool) -> None:
        await engine.move(PONDERED, 1)
        await asyncio.wait_for(engine.ponder(PONDERED, 10), 1)

    ask(do)
    asyncio.run(asyncio.wait_for(EnginePool(Crew(workers=1), ponders=True).ponder(PONDERED, 10), 1))


async def test_a_full_line_refuses_and_says_who_waits() -> None:
    async with running(queue=2) as engine:
        tasks = [asyncio.create_task(engine.move(Question(TEXT, 25, name), 1)) for name in ("first", "second")]
        await asyncio.sleep(0)
        assert not engine._is_warm.is_set()
        assert engine.queued("second")
        with pytest.raises(Busy, match="2 jobs are waiting"):
            await engine.move(Question(TEXT, 25, "third"), 1)
        await asyncio.gather(*tasks)
        assert not engine.queued("second")


async def test_stopping_tells_those_who_wait_and_leaves_no_process() -> None:
    engine = EnginePool(Crew(workers=1, warm=False), book=False)
    await engine.start()
    task = await begun(engine)
    (pid,) = engine.pids
    await engine.stop()
    with pytest.raises(EngineDown, match="stopped"):
        await task
    with pytest.raises(EngineDown, match="not running"):
        await engine.move(ASKED, 1)
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_sigint_is_the_servers_business(ask: Ask) -> None:
    async def do(engine: EnginePool) -> int:
        before = engine.lost.total()
        analysis = await begun(engine)
        os.kill(engine.pids[0], signal.SIGINT)
        await engine.move(ASKED, 1)
        assert not analysis.done()
        analysis.cancel()
        return engine.lost.total() - before

    assert ask(do) == 0


PARENT = """
import asyncio, sys
from tengen.web.engine import Crew, EnginePool, Question

async def main():
    engine = EnginePool(Crew(workers=1, warm=False), book=False)
    await engine.start()
    await engine._is_warm.wait()
    print(*engine.pids, flush=True)
    await engine.analyse(Question(sys.argv[1]), 50_000_000)

asyncio.run(main())
"""


def test_a_worker_ends_with_a_server_that_was_killed() -> None:
    reading, writing = os.pipe()  # held open by the server and its worker: it ends when both have
    with subprocess.Popen(
        [sys.executable, "-c", PARENT, TEXT], stdout=subprocess.PIPE, stderr=writing, text=True
    ) as server:
        os.close(writing)
        assert server.stdout is not None
        assert int(server.stdout.readline()) > 0
        server.kill()
    with open(reading, "rb") as held:
        held.read()
