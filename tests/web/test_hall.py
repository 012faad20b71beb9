"""Rooms in memory, of which a game never has two; and clocks, which stand while there is no server."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from web_engine import QuickEngine

from tengen import Game
from tengen.records import COLOURS
from tengen.web.games import Setting, Timing, read_intent
from tengen.web.games import game_server as module
from tengen.web.games.game_server import Hall, Live
from tengen.web.security import new_id
from tengen.web.store import Store

GAME = Game("chinese", board="5").to_json()
PEOPLE = Setting(GAME, one_device=True)
TIMED = Setting(GAME, timing=Timing("absolute", main=60.0), one_device=True)


class Clock:
    """A clock that stands until it is set."""

    now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(autouse=True)
def no_sweep(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sign of life is given when a test says so."""
    monkeypatch.setattr(module, "_SWEEP", 3600.0)


def in_a_hall(database: str, work: Callable[[Hall, Clock], Awaitable[None]]) -> None:
    """Do something in the hall of a server process."""

    async def whole() -> None:
        clock = Clock()
        store = Store(database, clock)
        hall = Hall(store, QuickEngine(), clock)
        await store.open()
        try:
            await work(hall, clock)
        finally:
            await hall.close()
            await store.close()

    asyncio.run(whole())


async def begin(hall: Hall, setting: Setting = PEOPLE) -> str:
    id, visitor = new_id(), new_id()
    await hall.store.add_visitor(visitor, new_id())
    await hall.create(id, setting, {}, visitor, COLOURS)
    return id


async def room(hall: Hall, id: str) -> Live:
    found = await hall.room(id)
    assert found is not None
    return found


async def move(hall: Hall, id: str, number: int, point: str) -> None:
    await hall.intend(await room(hall, id), COLOURS, {"kind": "move", "move": point}, number)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hall that keeps a single room nobody looks at."""
    monkeypatch.setattr(module, "_KEPT", 1)


@pytest.mark.usefixtures("small")
def test_whoever_comes_while_their_room_is_let_go_of_hears_all_the_same(database: str) -> None:
    async def work(hall: Hall, clock: Clock) -> None:
        first = await begin(hall)
        held = await room(hall, first)
        await begin(hall)  # takes its place before anybody listens
        assert first not in hall._rooms
        heard: list[int] = []
        held.listeners.add(lambda: heard.append(held.room.number))
        hall.look_after(held)
        await begin(hall)
        await move(hall, first, 0, "C3")
        assert heard == [1]
        assert first in hall._rooms

    in_a_hall(database, work)


@pytest.mark.usefixtures("small")
def test_a_room_that_somebody_holds_is_the_games_only_one(database: str) -> None:
    async def work(hall: Hall, clock: Clock) -> None:
        first = await begin(hall)
        held = await room(hall, first)
        await begin(hall)
        assert await room(hall, first) is held
        await begin(hall)
        move_to = read_intent({"kind": "move", "move": "C3"})
        await hall.store.append(first, 0, held.room.answer(COLOURS, move_to, 0, clock()), None, "playing", None)
        await hall.refresh(first)  # as another process's move is heard of
        assert held.room.number == 1

    in_a_hall(database, work)


@pytest.mark.usefixtures("small")
def test_the_clock_runs_on_in_a_room_that_is_taken_back(database: str) -> None:
    async def work(hall: Hall, clock: Clock) -> None:
        first = await begin(hall, TIMED)
        await move(hall, first, 0, "C3")
        held = await room(hall, first)
        await begin(hall)
        assert held.timer is None
        fallen = asyncio.Event()
        held.listeners.add(fallen.set)
        clock.now += 61
        hall.look_after(held)
        async with asyncio.timeout(60):
            await fallen.wait()
        assert held.room.phase == "over"

    in_a_hall(database, work)


@pytest.mark.usefixtures("small")
def test_rooms_that_nobody_holds_take_no_memory(database: str) -> None:
    async def work(hall: Hall, clock: Clock) -> None:
        for _ in range(5):
            await move(hall, await begin(hall, TIMED), 0, "C3")
        gc.collect()
        assert hall.rooms == len(hall._known) == 1

    in_a_hall(database, work)


async def stored(database: str, clock: Clock) -> Hall:
    """Return the hall of a new server process, opened."""
    hall = Hall(Store(database, clock), QuickEngine(), clock)
    await hall.store.open()
    await hall.open()
    return hall


def left(live: Live, clock: Clock) -> float:
    return live.room.reading(live.room.game.to_play, clock()).main


@pytest.mark.parametrize("gap", [0.5, 3.0, 1000.0])
def test_clocks_stand_while_there_is_no_server(database: str, gap: float) -> None:
    async def work(one: Hall, clock: Clock) -> None:
        await one.open()
        id = await begin(one, TIMED)
        await move(one, id, 0, "C3")
        clock.now += 10
        await one.close()  # in order: it says when it ends
        clock.now += gap
        two = await stored(database, clock)
        assert left(await room(two, id), clock) == pytest.approx(50)
        clock.now += 1
        await two.sweep()
        clock.now += gap  # killed, and nobody said so
        three = await stored(database, clock)
        assert left(await room(three, id), clock) == pytest.approx(49)
        for each in (two, three):
            await each.close()
            await each.store.close()

    in_a_hall(database, work)


def test_time_is_given_back_once_though_a_server_dies_as_it_gives_it(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(one: Hall, clock: Clock) -> None:
        await one.open()
        ids = [await begin(one, TIMED) for _ in range(2)]
        for id in ids:
            await move(one, id, 0, "C3")
        await one.close()
        clock.now += 100
        dying = Hall(one.store, QuickEngine(), clock)
        given: list[Any] = []
        file = dying._file

        async def once(*rest: Any) -> int:
            if given:
                raise ConnectionError
            given.append(rest)
            return await file(*rest)

        monkeypatch.setattr(dying, "_file", once)
        with pytest.raises(ConnectionError):
            await dying.open()
        await dying.close()
        clock.now += 100
        last = await stored(database, clock)
        assert [left(await room(last, id), clock) for id in ids] == [60, 60]
        await last.close()
        await last.store.close()

    in_a_hall(database, work)


@pytest.mark.parametrize(("gap", "runs"), [(3.0, True), (30.0, False)])
def test_several_servers_may_be_silent_for_a_moment(empty_postgres: str, gap: float, runs: bool) -> None:
    async def work(one: Hall, clock: Clock) -> None:
        await one.open()
        id = await begin(one, TIMED)
        await move(one, id, 0, "C3")
        clock.now += gap
        two = await stored(empty_postgres, clock)
        assert left(await room(two, id), clock) == (60 - gap if runs else 60)
        await two.close()
        await two.store.close()

    in_a_hall(empty_postgres, work)


def test_an_intent_that_is_sent_again_asks_nothing_of_the_engine(database: str) -> None:
    async def work(hall: Hall, clock: Clock) -> None:
        id = await begin(hall)
        for number, point in enumerate(("C3", "pass", "pass")):
            await move(hall, id, number, point)
        live, engine, asked = await room(hall, id), hall.engine, []
        assert isinstance(engine, QuickEngine)

        async def dead(game: str, key: str = "", simulations: int = 0) -> list[str]:
            asked.append(key)
            return ["C3"]

        engine.dead = dead  # type: ignore[assignment, method-assign]
        for given in ({"kind": "estimate"}, {"kind": "estimate"}, {"kind": "resign"}):
            assert await hall.intend(live, COLOURS, given, 3, "one") == 4
            assert hall.has_done(live, COLOURS, "one")
        assert asked == [id]

    in_a_hall(database, work)
