"""Two servers on one PostgreSQL: each has what the other stores, everything happens once, and one may end for good."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import text
from web_engine import QuickEngine, eventually
from web_stored import begin_at

from tengen import Game
from tengen.formats import read_any
from tengen.records import COLOURS
from tengen.web.games.game_server import GameServer
from tengen.web.games.live_game import LiveGame
from tengen.web.operating.open_sockets import OpenSockets
from tengen.web.reviews.analyses import ReviewMessage
from tengen.web.reviews.record_tree import RecordTree
from tengen.web.reviews.review_server import ReviewServer
from tengen.web.rooms import GameTerms, IntentRefused, Seat, Timing, read_intent
from tengen.web.scheduler.limit_table import RateLimits
from tengen.web.scheduler.scheduler import Scheduler
from tengen.web.settings import Settings
from tengen.web.store import VOID, Store, StoreTrouble
from tengen.web.store.clocks import DatabaseClock
from tengen.web.store.notifications import NotificationListener
from tengen.web.store.people import forget_names
from tengen.web.visitors import new_id

PEOPLE = GameTerms(Game("chinese", board="5").to_json(), one_device=True)
BOTH = COLOURS
COMPUTER_BEGINS = GameTerms(Game("chinese", board="5").to_json(), {"black": Seat("computer", 1), "white": Seat()})
IN_TIME = 60.0


@dataclass
class Server:
    store: Store
    games: GameServer
    engine: QuickEngine
    listening: NotificationListener

    async def room(self, id: str) -> LiveGame:
        live = await self.games.find(id)
        assert live is not None
        return live

    async def move(self, id: str, number: int, move: str, as_id: str | None = None) -> int:
        return await self.games.intend(
            await self.room(id), BOTH, read_intent({"kind": "move", "move": move}), number, as_id
        )

    async def die(self) -> None:
        """End without notice: nothing is given back."""
        await self.listening.close()
        pool: Any = self.store.engine.pool  # a query that is broken off leaves its connection to the collector
        await eventually(lambda: not pool.checkedout())
        tasks = [*self.games.tasks]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def cut_off_listeners(self) -> None:
        ended = text("select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen%'")
        assert await self.store._change(ended) >= 1

    async def thinks(self) -> None:
        """Wait until its engine has the job: until then, another server may take the turn."""
        await eventually(lambda: self.engine.asked)

    async def until(self, id: str, number: int) -> LiveGame:
        live = await self.room(id)
        await eventually(lambda: live.room.number >= number)
        return live


@dataclass
class Clock:
    now: float = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@asynccontextmanager
async def _server(url: str, clock: Clock) -> AsyncIterator[Server]:
    store, engine = Store(url, clock), QuickEngine()
    games = GameServer(store, engine, clock)
    made = Server(store, games, engine, NotificationListener(store, games))
    await store.open()
    await store.beat(clock())
    await made.listening.open()
    async with asyncio.timeout(IN_TIME):
        await made.listening.connected.wait()
    try:
        yield made
    finally:
        await made.listening.close()
        await games.close()
        await store.close()


@asynccontextmanager
async def with_two(url: str) -> AsyncIterator[tuple[Server, Server, Clock]]:
    clock = Clock()
    async with _server(url, clock) as one, _server(url, clock) as other:
        for each in (one, other):
            await each.store.add_visitor(new_id(), new_id())
        yield one, other, clock


def moves(live: LiveGame) -> list[str]:
    return [live.room.game.write_move(move) for move in live.room.game.moves]


async def test_of_two_moves_at_once_one_is_made(empty_postgres: str) -> None:
    async with with_two(empty_postgres) as (one, other, _clock):
        id = await begin_at(one.games, PEOPLE)
        await other.room(id)
        for number, (here, there) in enumerate((("A1", "B1"), ("A2", "B2"), ("A3", "B3"), ("A4", "B4"))):
            done = await asyncio.gather(
                one.move(id, number, here), other.move(id, number, there), return_exceptions=True
            )
            refused = [each for each in done if isinstance(each, IntentRefused)]
            assert [each.code for each in refused] == ["stale"]
            assert sorted(map(str, done))[0] == str(number + 1)
            assert moves(await one.until(id, number + 1)) == moves(await other.until(id, number + 1))


async def test_an_intent_sent_to_both_is_carried_out_once(empty_postgres: str) -> None:
    async with with_two(empty_postgres) as (one, other, _clock):
        id = await begin_at(one.games, PEOPLE)
        await other.room(id)
        done = await asyncio.gather(one.move(id, 0, "C3", "same"), other.move(id, 0, "C3", "same"))
        assert [*done] == [1, 1]
        assert await other.move(id, 0, "C3", "same") == 1
        assert moves(await one.until(id, 1)) == ["C3"]


async def test_a_clock_falls_once_whichever_server_sees_it(empty_postgres: str) -> None:
    async with with_two(empty_postgres) as (one, other, clock):
        terms = GameTerms(PEOPLE.start, timing=Timing("absolute", main=1_000.0), one_device=True)
        id = await begin_at(one.games, terms)
        await one.move(id, 0, "C3")
        await other.until(id, 1)
        clock.now += 2_000
        await asyncio.gather(one.games.sweep(), other.games.sweep(), one.games.sweep())
        here, there = await one.until(id, 2), await other.until(id, 2)
        assert (here.room.number, there.room.number, here.room.phase) == (2, 2, "over")
        assert [event.kind for event, _ in await one.store.since(id, 0)] == ["move", "flag"]


async def test_one_server_thinks_at_a_time(empty_postgres: str) -> None:
    async with with_two(empty_postgres) as (one, other, clock):
        one.engine.waits = asyncio.Event()
        id = await begin_at(one.games, COMPUTER_BEGINS)
        await one.thinks()
        live = await other.room(id)
        assert live.thinking is not None
        clock.now += 5
        await one.games.sweep()
        clock.now += 5
        await other.games.sweep()
        assert (len(one.engine.asked), other.engine.asked) == (1, [])
        one.engine.waits.set()
        await other.until(id, 1)
        assert live.thinking is None


@pytest.mark.parametrize("somebody_looks", [True, False])
async def test_a_dead_servers_turn_is_taken_over(empty_postgres: str, somebody_looks: bool) -> None:
    async with with_two(empty_postgres) as (one, other, clock):
        one.engine.waits = asyncio.Event()
        id = await begin_at(one.games, COMPUTER_BEGINS)
        await one.thinks()
        if somebody_looks:
            await other.room(id)
        await one.die()
        await other.games.sweep()
        assert other.engine.asked == []
        clock.now += 10
        await other.games.sweep()
        live = await other.until(id, 1)
        assert len(moves(live)) == 1
        assert await other.store.leases.waiting() == []


async def test_a_turn_is_retried_after_a_store_error(empty_postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server that searched keeps running, but does not keep the turn."""

    async def trouble(*_: object) -> None:
        raise StoreTrouble("no-database", "it is away")

    async with with_two(empty_postgres) as (one, _other, clock):
        with monkeypatch.context() as away:
            away.setattr(one.games.loaded, "append", trouble)
            id = await begin_at(one.games, COMPUTER_BEGINS)
            live = await one.room(id)
            await asyncio.gather(*one.games.tasks)
        assert (moves(live), live.thinking) == ([], None)
        await one.games.sweep()
        assert await one.store.leases.waiting() == []
        clock.now += 10
        await one.games.sweep()
        assert len(moves(await one.until(id, 1))) == 1


async def test_a_server_that_ends_cleanly_gives_back_its_turns(empty_postgres: str) -> None:
    async with with_two(empty_postgres) as (one, other, _clock):
        one.engine.waits = asyncio.Event()
        id = await begin_at(one.games, COMPUTER_BEGINS)
        await one.thinks()
        await one.games.close()
        assert len(moves(await other.until(id, 1))) == 1


async def test_a_position_that_fails_the_engine_is_not_retried_at_once(empty_postgres: str) -> None:
    async with with_two(empty_postgres) as (one, other, clock):
        one.engine.fails = other.engine.fails = True
        id = await begin_at(one.games, COMPUTER_BEGINS)
        live = await one.room(id)
        await asyncio.gather(*one.games.tasks)
        assert live.trouble == "the engine failed"
        clock.now += 10
        await other.games.sweep()
        assert other.engine.asked == []
        other.engine.fails = False
        clock.now += 60
        await other.games.sweep()
        await other.until(id, 1)


async def test_what_was_stored_while_nobody_listened_is_taken_over(empty_postgres: str) -> None:
    async with with_two(empty_postgres) as (one, other, _clock):
        id = await begin_at(one.games, PEOPLE)
        await other.room(id)
        await one.move(id, 0, "C3")
        await other.until(id, 1)
        await one.cut_off_listeners()
        await one.move(id, 1, "D3")
        assert moves(await other.until(id, 2)) == ["C3", "D3"]


class Page:
    def __init__(self, cookie: str) -> None:
        self.cookie = cookie
        self.code: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    async def close(self, code: int) -> None:
        self.code.set_result(code)


@asynccontextmanager
async def pages(one: Server, other: Server, told: bool = True) -> AsyncIterator[tuple[Page, Page]]:
    """Open pages of two visitors at the other server: one stays, and the other's cookie will become void."""
    found = Page("token-stays"), Page("token-goes")
    sockets = OpenSockets(other.games.tasks, lambda page: other.store.visitor(page.cookie))  # type: ignore[attr-defined]
    await one.store.add_visitor("stays", "token-stays")
    await one.store.add_visitor("goes", "token-goes")
    await one.store.accounts.add("account", "Ada")
    listener = NotificationListener(
        other.store, other.games, {VOID: lambda visitor: sockets.hear(visitor) if told or not visitor else None}
    )
    await listener.open()
    await asyncio.wait_for(listener.connected.wait(), IN_TIME)
    with sockets.held("stays", found[0]), sockets.held("goes", found[1]):  # type: ignore[arg-type]
        yield found
    await listener.close()


async def test_a_sign_out_missed_by_a_server_still_closes_pages(empty_postgres: str) -> None:
    """The other server's message is lost with the connection; cookies are checked after reconnecting."""
    async with with_two(empty_postgres) as (one, other, _clock), pages(one, other, told=False) as (stays, goes):
        await one.store.accounts.expel("goes")
        await one.cut_off_listeners()
        assert await asyncio.wait_for(goes.code, IN_TIME) == 4401
        assert not stays.code.done()


@pytest.mark.parametrize("how", ["signed out", "signed out everywhere", "signed in", "left for good"])
async def test_a_sign_out_and_the_word_of_it_are_one_transaction(how: str, empty_postgres: str) -> None:
    """A server that is killed right after the transaction has still notified the others."""
    async with with_two(empty_postgres) as (one, other, _clock), pages(one, other) as (stays, goes):
        store = one.store.accounts
        if how == "signed out":
            await store.expel("goes")
        elif how == "signed out everywhere":
            await store.attach("goes", "account", "token-between")
            assert await store.expel_all("account") == ["goes"]
        else:
            await store.attach("goes", "account", "token-new")
        if how == "left for good":
            await store.remove("account")
        assert await asyncio.wait_for(goes.code, IN_TIME) == 4401
        assert not stays.code.done()


async def test_a_move_during_loading_is_not_lost(empty_postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with with_two(empty_postgres) as (one, other, _clock):
        id = await begin_at(one.games, PEOPLE)
        await one.move(id, 0, "C3")
        load, refresh, heard = other.store.load, other.games.loaded.catch_up, asyncio.Event()

        async def hear(id: str) -> None:
            await refresh(id)
            heard.set()

        async def slowly(id: str) -> object:
            found = await load(id)
            await one.move(id, 1, "D3")
            async with asyncio.timeout(IN_TIME):
                await heard.wait()  # the news has arrived, and this server does not have the room yet
            return found

        monkeypatch.setattr(other.games.loaded, "catch_up", hear)
        monkeypatch.setattr(other.store, "load", slowly)
        assert moves(await other.room(id)) == ["C3", "D3"]


async def test_a_name_removed_at_one_server_is_removed_at_the_other(empty_postgres: str) -> None:
    terms = GameTerms(Game("chinese", board="5").to_json(), {"black": Seat(name="Ada"), "white": Seat(name="Ben")})
    async with with_two(empty_postgres) as (one, other, _clock):
        id = await begin_at(one.games, terms)
        live = await other.room(id)
        await forget_names(one.store.engine, {id: {"black"}}, one.games.news_of_names)  # and is killed right after it
        await eventually(lambda: not live.room.names["black"])
        assert (live.room.names, live.room.terms.seats["black"].name) == ({"black": None, "white": "Ben"}, None)


async def test_a_change_of_a_review_is_told_at_both_servers(empty_postgres: str) -> None:
    async with with_two(empty_postgres) as (one, other, _clock):
        heard: list[ReviewMessage] = []
        settings = Settings(database=empty_postgres)
        limits = RateLimits(settings)
        here, there = (
            ReviewServer(each.store, each.engine, settings, each.games.exchange, Scheduler(limits.side_seconds), limits)
            for each in (one, other)
        )
        there.analyses.follow("review", heard.append)
        record = RecordTree.of(read_any("(;SZ[5])")).to_json()
        await one.store.reviews.keep("review", record, None)
        for change in ({"node": "3.1.0", "removed": ""}, {"node": "3", "removed": "3.1.0"}):
            longer = partial(lambda node, text: (text + " ", node), change["node"])
            await here.change("review", "payer", lambda *_: None, longer, removed=change["removed"])
        await eventually(lambda: len(heard) == 2)
        assert heard == [{"type": "tree", "node": "3.1.0"}, {"type": "tree", "node": "3", "removed": "3.1.0"}]


async def test_a_free_server_takes_a_busy_ones_turn(empty_postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tengen.web.games.computer_turns._POLL", 0.01)
    async with with_two(empty_postgres) as (one, other, clock):
        one.engine.waits, one.engine.is_full = asyncio.Event(), True
        id = await begin_at(one.games, COMPUTER_BEGINS)
        await one.thinks()
        clock.now += 5  # before that, no server maintains the turn
        async with asyncio.timeout(IN_TIME):
            while not other.engine.asked:
                await other.games.sweep()
                await asyncio.sleep(0.01)
        assert moves(await one.until(id, 1)) == moves(await other.until(id, 1))
        assert [*one.engine.asked, *other.engine.asked] == [(id, 1)] * 2


def test_servers_with_wrong_clocks_use_the_databases_time(empty_postgres: str) -> None:
    """Otherwise a server that is ahead lets flags fall early, and gives back time that was not lost."""

    async def whole() -> list[float]:
        wrong = [0.0, 90.0, -3_600.0]
        stores = [Store(empty_postgres, DatabaseClock(partial(_wrong, wrong, each))) for each in range(3)]
        for store in stores:
            await store.open()
        times = [store.clock() - time.time() for store in stores]
        wrong[0] = 30.0  # its machine's clock is set wrong while it runs
        await stores[0].beat(stores[0].clock())
        times.append(stores[0].clock() - time.time())
        for store in stores:
            await store.close()
        return times

    assert [abs(each) < 20 for each in asyncio.run(whole())] == [True] * 4


def _wrong(wrong: list[float], each: int) -> float:
    return time.time() + wrong[each]


async def test_a_clock_is_set_only_where_the_difference_is_known() -> None:
    """A slow query gives an inexact time, which must not move the clock back and forth."""

    class Database:
        """A database that answers a query with its time after some seconds."""

        def __init__(self, own: list[float]) -> None:
            self.own, self.takes, self.is_ahead = own, 0.0, 0.0

        async def execute(self, _: object) -> SimpleNamespace:
            at = self.own[0] + self.is_ahead + self.takes / 2
            self.own[0] += self.takes
            return SimpleNamespace(scalar_one=lambda: at)

    own = [1_000.0]
    clock, database, found = DatabaseClock(lambda: own[0], lambda: own[0]), Database(own), []
    for takes, is_ahead in ((4.0, 1.9), (0.1, 1.9), (4.0, 0.0), (0.1, 1.95), (0.0, 0.0)):
        database.takes, database.is_ahead = takes, is_ahead
        await clock.set(database)  # type: ignore[arg-type]
        found.append(round(clock() - own[0], 3))
    assert found == [0.0, 1.9, 1.9, 1.9, 0.0]
