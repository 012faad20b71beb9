"""Rooms in memory, at most one for each game; and clocks, which stop while there is no server."""

import asyncio
import gc
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from sqlalchemy import update
from web_engine import QuickEngine, eventually
from web_stored import begin_at

from tengen import Game
from tengen.records import COLOURS
from tengen.web.engine import Question
from tengen.web.games import game_server, loaded_games
from tengen.web.games.game_server import GameServer
from tengen.web.games.live_game import LiveGame
from tengen.web.rooms import GameTerms, Room, Seat, Timing, answer, read_intent
from tengen.web.rooms.conditional_moves import kept
from tengen.web.rooms.events import Moved
from tengen.web.store import EventAppend, Store, StoreTrouble, schema
from tengen.web.visitors import new_id

IN_TIME = 60.0
GAME = Game("chinese", board="5").to_json()
PEOPLE = GameTerms(GAME, one_device=True)
TIMED = GameTerms(GAME, timing=Timing("absolute", main=60.0), one_device=True)


class Clock:
    now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(autouse=True)
def no_sweep(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_server, "_SWEEP", 3600.0)


@asynccontextmanager
async def in_a_server(database: str) -> AsyncIterator[tuple[GameServer, Clock]]:
    clock = Clock()
    store = Store(database, clock)
    games = GameServer(store, QuickEngine(), clock)
    await store.open()
    try:
        yield games, clock
    finally:
        await games.close()
        await store.close()


def served(test: Callable[[GameServer, Clock], Awaitable[None]]) -> Callable[[str], Awaitable[None]]:
    """Make a test of a function that uses the games of a server process."""

    async def run(database: str) -> None:
        async with in_a_server(database) as (games, clock):
            await test(games, clock)

    return run


async def room(games: GameServer, id: str) -> LiveGame:
    found = await games.find(id)
    assert found is not None
    return found


async def move(games: GameServer, id: str, number: int, point: str) -> None:
    await games.intend(await room(games, id), COLOURS, read_intent({"kind": "move", "move": point}), number)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that keeps a single game without viewers."""
    monkeypatch.setattr(loaded_games, "_KEPT", 1)


@pytest.mark.usefixtures("small")
@served
async def test_a_viewer_during_unloading_still_gets_updates(games: GameServer, clock: Clock) -> None:
    first = await begin_at(games, PEOPLE)
    held = await room(games, first)
    await begin_at(games, PEOPLE)  # takes its place before a listener is added
    assert first not in games.loaded._games
    heard: list[int] = []
    held.listeners.add(lambda: heard.append(held.room.number))
    games.look_after(held)
    await begin_at(games, PEOPLE)
    await move(games, first, 0, "C3")
    assert heard == [1]
    assert first in games.loaded._games


@pytest.mark.usefixtures("small")
@served
async def test_a_room_that_somebody_holds_is_the_games_only_one(games: GameServer, clock: Clock) -> None:
    first = await begin_at(games, PEOPLE)
    held = await room(games, first)
    await begin_at(games, PEOPLE)
    assert await room(games, first) is held
    await begin_at(games, PEOPLE)
    move_to = read_intent({"kind": "move", "move": "C3"})
    events = answer(held.room, COLOURS, move_to, 0, clock())
    await games.store.writer.append(EventAppend(first, 0, events, None, "playing", None))
    await games.loaded.catch_up(first)  # as after another process's move
    assert held.room.number == 1


@pytest.mark.usefixtures("small")
@served
async def test_the_clock_runs_on_in_a_room_that_is_taken_back(games: GameServer, clock: Clock) -> None:
    first = await begin_at(games, TIMED)
    await move(games, first, 0, "C3")
    held = await room(games, first)
    await begin_at(games, PEOPLE)
    assert held.timer is None
    fallen = asyncio.Event()
    held.listeners.add(fallen.set)
    clock.now += 61
    games.look_after(held)
    async with asyncio.timeout(60):
        await fallen.wait()
    assert held.room.phase == "over"


@pytest.mark.usefixtures("small")
@served
async def test_rooms_that_nobody_holds_take_no_memory(games: GameServer, clock: Clock) -> None:
    for _ in range(5):
        await move(games, await begin_at(games, TIMED), 0, "C3")
    gc.collect()
    assert len(games.loaded) == len(games.loaded._known) == 1


async def stored(database: str, clock: Clock) -> GameServer:
    games = GameServer(Store(database, clock), QuickEngine(), clock)
    await games.store.attach()  # the file belongs to the first server, which has ended or pretends to
    await opened(games)
    return games


async def opened(games: GameServer) -> None:
    """Open the games of a server; return when all unfinished games have been resumed."""
    await games.open()
    await eventually(lambda: games.downtime.has_ended)


def left(live: LiveGame, clock: Clock) -> float:
    return live.room.reading(live.room.game.to_play, clock()).main


@pytest.mark.parametrize("gap", [0.5, 3.0, 1000.0])
async def test_clocks_stand_while_there_is_no_server(database: str, gap: float) -> None:
    async with in_a_server(database) as (one, clock):
        await opened(one)
        id = await begin_at(one, TIMED)
        await move(one, id, 0, "C3")
        clock.now += 10
        await one.close()  # a clean end, which it records
        clock.now += gap
        two = await stored(database, clock)
        assert left(await room(two, id), clock) == pytest.approx(50)
        clock.now += 1
        await two.sweep()
        clock.now += gap  # killed, without a record
        three = await stored(database, clock)
        assert left(await room(three, id), clock) == pytest.approx(49)
        for each in (two, three):
            await each.close()
            await each.store.close()


async def test_time_is_returned_once_despite_a_crash(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with in_a_server(database) as (one, clock):
        await opened(one)
        ids = [await begin_at(one, TIMED) for _ in range(2)]
        for id in ids:
            await move(one, id, 0, "C3")
        await one.close()
        clock.now += 100
        dying = GameServer(one.store, QuickEngine(), clock)
        given: list[Any] = []
        add = dying.loaded.append

        async def once(*rest: Any, **named: Any) -> int:
            given.append(rest)
            if len(given) > 1:
                raise ConnectionError
            return await add(*rest, **named)

        monkeypatch.setattr(dying.loaded, "append", once)
        await dying.open()
        await eventually(lambda: len(given) >= 2)
        await dying.close()
        clock.now += 100
        last = await stored(database, clock)
        assert [left(await room(last, id), clock) for id in ids] == [60, 60]
        await last.close()
        await last.store.close()


async def move_off_the_board(games: GameServer, id: str, clock: Clock) -> None:
    off_the_board = Moved(clock(), "white", "Z99")
    await games.store.writer.append(EventAppend(id, 1, [off_the_board], None, "playing", clock() + 60))


async def terms_of_tomorrow(games: GameServer, id: str, clock: Clock) -> None:
    setting = PEOPLE.dump().replace('"taken"', '"robe": "red", "taken"')
    await set_terms(games, id, setting)


async def no_terms(games: GameServer, id: str, clock: Clock) -> None:
    await set_terms(games, id, "{}")


async def set_terms(games: GameServer, id: str, setting: str) -> None:
    async with games.store.engine.begin() as connection:
        await connection.execute(update(schema.games).where(schema.games.c.id == id).values(setting=setting))


@pytest.mark.parametrize(
    ("spoil", "said"),
    [(move_off_the_board, "off_board"), (terms_of_tomorrow, "robe"), (no_terms, "seats")],
)
async def test_an_unreadable_game_does_not_block_others(
    database: str, spoil: Callable[[GameServer, str, Clock], Awaitable[None]], said: str
) -> None:
    async with in_a_server(database) as (one, clock):
        await opened(one)
        ids = [await begin_at(one, TIMED) for _ in range(3)]
        for id in ids:
            await move(one, id, 0, "C3")
        await spoil(one, ids[1], clock)
        await one.close()
        clock.now += 100
        two = await stored(database, clock)
        with pytest.raises(Exception, match=said):
            await two.loaded.find(ids[1])
        assert [left(await room(two, id), clock) for id in (ids[0], ids[2])] == [60, 60]
        await two.close()
        await two.store.close()


@pytest.mark.parametrize(("gap", "runs"), [(3.0, True), (30.0, False)])
async def test_several_servers_may_be_silent_for_a_moment(empty_postgres: str, gap: float, runs: bool) -> None:
    async with in_a_server(empty_postgres) as (one, clock):
        await opened(one)
        id = await begin_at(one, TIMED)
        await move(one, id, 0, "C3")
        clock.now += gap
        two = await stored(empty_postgres, clock)
        assert left(await room(two, id), clock) == (60 - gap if runs else 60)
        await two.close()
        await two.store.close()


async def test_loading_is_cancelled_on_shutdown(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise it would continue after the end of the threads that it needs, and log an error."""
    async with in_a_server(database) as (games, _clock):
        id = await begin_at(games, PEOPLE)
        games.loaded.forget(id)
        begun, ended = asyncio.Event(), asyncio.Event()

        async def for_ever(_: str) -> None:
            begun.set()
            try:
                await asyncio.Event().wait()
            finally:
                ended.set()

        monkeypatch.setattr(games.store, "load", for_ever)
        asked = asyncio.ensure_future(games.find(id))
        await asyncio.wait_for(begun.wait(), IN_TIME)
        await games.close()
        assert ended.is_set()
        assert isinstance((await asyncio.gather(asked, return_exceptions=True))[0], asyncio.CancelledError)
        with pytest.raises(StoreTrouble, match="ends"):
            await games.find(id)


AGAINST = GameTerms(GAME, timing=Timing("absolute", main=60.0), seats={"black": Seat(), "white": Seat("computer", 3)})


async def settled(live: LiveGame, number: int) -> None:
    """Wait until a game has this many events, and the consequences of the last one have begun."""
    await eventually(lambda: live.room.number >= number)
    await asyncio.sleep(0.05)


@served
async def test_the_computer_ponders_from_its_move_until_its_opponents(games: GameServer, clock: Clock) -> None:
    id, engine = await begin_at(games, AGAINST), games.engine
    assert isinstance(engine, QuickEngine)
    engine.ponders = True
    live = await room(games, id)
    games.look_after(live)
    await settled(live, 0)
    assert engine.pondered == []
    await games.intend(live, ["black"], read_intent({"kind": "move", "move": "C3"}), 0)
    await settled(live, 2)
    assert (engine.pondered, engine.broken_off) == ([(id, 2)], [])
    games.look_after(live)  # a viewer opens the page
    await settled(live, 2)
    assert (engine.pondered, engine.broken_off) == ([(id, 2)], [])
    engine.waits = asyncio.Event()
    await games.intend(live, ["black"], read_intent({"kind": "move", "move": "D4"}), 2)
    await settled(live, 3)
    assert (engine.pondered, engine.broken_off) == ([(id, 2)], [(id, 2)])
    engine.waits.set()
    await settled(live, 4)
    assert engine.pondered == [(id, 2), (id, 4)]
    for number, wish in (4, {"kind": "propose", "what": "pause"}), (6, {"kind": "resume"}), (7, {"kind": "resign"}):
        await games.intend(live, ["black"], read_intent(wish), number)
        await settled(live, number + 1)
    assert engine.broken_off == [(id, 2), (id, 4), (id, 4)]


@served
async def test_a_stronger_engine_and_an_unloaded_game_do_not_ponder(games: GameServer, clock: Clock) -> None:
    engine = games.engine
    assert isinstance(engine, QuickEngine)
    engine.ponders = True
    guest = GameTerms(GAME, seats={"black": Seat(), "white": Seat("computer", None, "KataGo", visits=8)})
    for terms, pondered in ((guest, 0), (AGAINST, 1)):
        id = await begin_at(games, terms)
        live = await room(games, id)
        games.look_after(live)
        await games.intend(live, ["black"], read_intent({"kind": "move", "move": "C3"}), 0)
        await settled(live, 2)
        assert len(engine.pondered) == pondered
        games.forget(id)
        await asyncio.sleep(0)
        assert len(engine.broken_off) == pondered


@served
async def test_engine_time_is_charged_to_requesters_or_viewers(games: GameServer, clock: Clock) -> None:
    asked: list[str] = []

    async def move(question: Question, level: int) -> str:
        asked.append(question.account)
        return "C3"

    games.engine.move = move  # type: ignore[method-assign]
    lives = [LiveGame(new_id(), Room(PEOPLE)) for _ in range(2)]
    games.thinker.charge(lives[1].id, "192.0.2.1")
    for address in (None, "192.0.2.7"):
        for live in lives:
            if address is not None:
                games.thinker.seen(live.id, address)  # the viewer with the page open
            await games.thinker.move(live, Seat("computer", 1))
    assert asked == [f"game {lives[0].id}", "192.0.2.1", "192.0.2.7", "192.0.2.1"]


async def test_rating_is_retried_without_blocking_games(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server's first search for games to rate is repeated, and nothing waits for it."""
    monkeypatch.setattr(game_server, "_SWEEP", 0.01)
    async with in_a_server(database) as (games, _clock):
        swept, asked = asyncio.Event(), list[str]()

        async def unrated() -> list[str]:
            asked.append("unrated")
            if len(asked) == 1:
                raise StoreTrouble("no-database", "nobody answers")
            return []

        async def sweep() -> None:
            swept.set()

        monkeypatch.setattr(games.store.results, "unrated", unrated)
        monkeypatch.setattr(games, "sweep", sweep)
        await games.open()
        async with asyncio.timeout(IN_TIME):
            await swept.wait()
            await eventually(lambda: len(asked) >= 2)


async def test_a_conditional_move_is_played_after_a_restart(database: str) -> None:
    terms = GameTerms(GAME, timing=Timing("correspondence", period=86_400.0))
    async with in_a_server(database) as (one, clock):
        id = await begin_at(one, terms)
        plan = Room(terms).after([Moved(1.0, "black", "C3")])
        await one.store.conditional.keep(id, "black", kept(plan, "black", [["D3", "D4"]]))
        events = [Moved(clock(), "black", "C3"), Moved(clock(), "white", "D3")]
        await one.store.writer.append(EventAppend(id, 0, events, None, "playing", clock() + 9.0))  # and the server dies
        await one.store.beat(clock())
    async with in_a_server(database) as (games, clock):
        clock.now += 9.0
        await games.open()
        await games.sweep()
        found = await room(games, id)
        assert [found.room.game.write_move(each) for each in found.room.game.moves] == ["C3", "D3", "D4"]
