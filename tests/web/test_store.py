"""The store, on SQLite and PostgreSQL: nothing stored by halves or twice, and migrations that match the schema."""

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from types import NoneType
from typing import Any

import pytest
from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Update, create_engine, select, text, update
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.event import listen
from sqlalchemy.exc import IntegrityError
from web_stored import keep_game

from tengen import Game
from tengen.records import TengenError
from tengen.web.rooms import GameTerms, Timing
from tengen.web.rooms.events import Event, Joined, Moved, Proposed
from tengen.web.store import EventAppend, EventConflict, Store, StoreTrouble, schema
from tengen.web.store.account_store import MOST_PASSKEYS, Passkey
from tengen.web.store.notifications import NotificationListener
from tengen.web.store.review_store import KeptReview
from tengen.web.store.schema import challenges, games, metadata, visitors
from tengen.web.store.statements import put
from tengen.web.store.trouble import is_foreign_key_violation, once_more, trouble_of
from tengen.web.store.upgrade import NEWEST, _config, upgrade

WAITING = text("select count(*) from pg_locks where not granted")
SETTING = GameTerms(Game("cushion", board="5").to_json(), timing=Timing("fischer", 60, 5))


@asynccontextmanager
async def opened(url: str, clock: Callable[[], float] | None = None) -> AsyncIterator[Store]:
    store = Store(url, clock)
    try:
        await store.open()
        yield store
    finally:
        await store.close()


def moved(game: str, number: int = 0, intent: str | None = None) -> EventAppend:
    return EventAppend(game, number, [Moved(1.0, "black", "C3")], intent, "playing", None)


async def with_game(store: Store) -> None:
    await store.add_visitor("v", "hash-v")
    await keep_game(store, "g", SETTING, {"black": "hash-b", "white": "hash-w"}, "v", ["black"], "waiting")


async def test_a_game_is_kept_with_its_events_seats_and_visitors(url: str) -> None:
    async with opened(url) as store:
        await with_game(store)
        events = [Joined(1.5, "white", name="Ada"), Moved(2.0, "black", "C3")]
        await store.writer.append(EventAppend("g", 0, events, "intent", "playing", 62.0))
        found = await store.load("g")
        assert found is not None
        assert (found.terms, list(found.events), found.intents) == (SETTING, events, {"intent": 0})
        assert await store.since("g", 1) == [(events[1], None)]
        assert await store.seats_of("g", "v") == {"black"}
        assert await store.seats.knows("g", "hash-w")
        assert not await store.seats.knows("g", "hash")
        assert await store.games_of("v") == [("g", frozenset(("black",)))]
        assert await store.timed() == ["g"]
        assert (await store.overdue(61.0), await store.overdue(62.0)) == ([], ["g"])
        assert await store.load("nothing") is None


async def test_a_conflict_in_a_group_commit_is_one_games(url: str) -> None:
    async with opened(url) as store:
        await with_game(store)
        for each in "abc":
            await keep_game(store, each, SETTING, {}, "v", [], "playing")
        await store.writer.append(moved("b"))
        begun: list[Any] = []
        listen(store.writer.committing, "begin", begun.append)
        told = await asyncio.gather(*(store.writer.append(moved(each)) for each in "ga"), return_exceptions=True)
        assert (told, len(begun)) == ([None, None], 1)
        told = await asyncio.gather(
            *(store.writer.append(moved(each, number)) for each, number in (("a", 1), ("b", 0), ("c", 0))),
            return_exceptions=True,
        )
        assert [type(each) for each in told] == [NoneType, EventConflict, NoneType]
        assert [len(await store.since(each, 0)) for each in "abcg"] == [2, 1, 1, 1]


async def test_a_locked_database_is_waited_for_once(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    async with opened(f"sqlite:///{path}") as store:
        await with_game(store)
        for each in "abc":
            await keep_game(store, each, SETTING, {}, "v", [], "playing")
        await store.writer.transact(lambda its: its.exec_driver_sql("PRAGMA busy_timeout=1"))
        begun: list[Any] = []
        listen(store.writer.committing, "begin", begun.append)
        locking = sqlite3.connect(path, isolation_level=None)
        locking.execute("begin immediate")
        told = await asyncio.gather(*(store.writer.append(moved(each)) for each in "abcg"), return_exceptions=True)
        assert ([type(each) for each in told], len(begun)) == ([StoreTrouble] * 4, 1)
        locking.execute("rollback")
        locking.close()
        await store.writer.append(moved("a"))
        assert [len(await store.since(each, 0)) for each in "abcg"] == [1, 0, 0, 0]


async def test_a_server_knows_what_it_has_stored_itself(empty_postgres: str) -> None:
    """By its own name: the numbers of the database's processes are reused."""

    class Games:
        def __init__(self) -> None:
            self.heard: asyncio.Queue[str] = asyncio.Queue()
            self.loaded = self

        async def catch_up(self, id: str) -> None:
            self.heard.put_nowait(id)

        async def catch_up_all(self) -> None:
            """Nothing is in memory."""

        def hear(self, text: str) -> None:
            """There are no messages."""

    async with opened(empty_postgres) as store:
        await with_game(store)
        await keep_game(store, "h", SETTING, {}, "v", [], "playing")
        games, another = Games(), Store(empty_postgres)
        listener = NotificationListener(store, games)
        await listener.open()
        await asyncio.wait_for(listener.connected.wait(), 60)
        await store.writer.append(moved("g"))
        await another.writer.append(moved("h"))
        assert await asyncio.wait_for(games.heard.get(), 60) == "h"
        await listener.close()
        await another.close()


async def test_renewing_turns_skips_locked_games(empty_postgres: str) -> None:
    """Otherwise both could wait for each other: a group of moves locks several games, in its own order."""
    async with opened(empty_postgres) as store:
        await with_game(store)
        await keep_game(store, "h", SETTING, {}, "v", [], "playing")
        assert [await store.leases.take(each, 0) for each in "gh"] == [True, True]
        async with store.engine.begin() as storing:
            await storing.execute(update(games).where(games.c.id == "g").values(thought=0.0))
            async with asyncio.timeout(10):
                await store.leases.renew(["g", "h"])
        async with store.engine.connect() as connection:
            found = await connection.execute(select(games.c.id, games.c.thought))
            thought = {row.id: row.thought for row in found}
        assert (thought["g"], thought["h"] > 0.0) == (0.0, True)


async def test_visitors_reviews_and_beats(url: str) -> None:
    async with opened(url) as store:
        await store.add_visitor("v", "hash")
        await store.rename("v", "Ada")
        await store.add_visitor("nameless", "another")
        found = await store.visitor("hash")
        assert found is not None
        assert (found.id, found.name) == ("v", "Ada")
        assert await store.visitor("other") is None
        await store.reviews.keep("r", "one", "v")
        assert not await store.reviews.change("r", "three", version=1)
        assert await store.reviews.change("r", "two", version=0)
        assert await store.reviews.find("r") == KeptReview("two", "v", version=1)
        assert await store.reviews.state("r") == (1, "v", None, None)
        assert await store.reviews.find("s") is None
        for name, visitor in (("s", "v"), ("t", "nameless"), ("u", None), ("x", None)):
            await store.reviews.keep(name, "12345", visitor)
        await store.reviews.keep("y", "12345", "v", most=17)
        assert [await store.reviews.has(each) for each in "rstuxy"] == [True, True, False, False, False, True]
        assert await store.reviews.change("y", "12345678901234567890", version=0, most=18)
        assert [await store.reviews.has(each) for each in "rsy"] == [False, False, True]
        assert await store.last_beat() is None
        assert [await store.beat(now) for now in (1.0, 2.0, 3.0)] == [None, 1.0, 2.0]
        assert await store.last_beat() == 3.0


async def test_guests_need_the_newest_link_and_can_be_dismissed(url: str) -> None:
    async with opened(url) as store:
        guests = store.reviews
        for visitor in ("owner", "early", "late"):
            await store.add_visitor(visitor, visitor)
        await store.reviews.keep("r", "one", "owner")
        assert not await guests.is_shared("r")
        assert not await guests.admit("r", "first", "early")
        await guests.invite("r", "first")
        assert [await guests.admit("r", "first", "early") for _ in range(2)] == [True, True]
        await guests.invite("r", "second")
        assert not await guests.admit("r", "first", "late")
        assert [await guests.has_guest("r", visitor) for visitor in ("early", "late")] == [True, False]
        await guests.dismiss_guests("r")
        assert not await guests.is_shared("r")
        assert not await guests.has_guest("r", "early")
        assert not await guests.admit("r", "second", "late")


async def test_a_database_of_another_version_is_left_alone(url: str) -> None:
    async with opened(url) as store, store.engine.begin() as connection:
        await connection.execute(text("update alembic_version set version_num = '9999'"))
    with pytest.raises(TengenError, match="made by another version of Tengen"):
        async with opened(url):
            pass


_SINCE_11 = (
    "drop table tournament_visitors",
    *(f"drop table {name}" for name in ("publications", "variants", "conditional_moves", "tournaments")),
    "drop index ix_reviews_game",
    *(f"alter table reviews drop column {name}" for name in ("game", "lesson", "pen")),
    "alter table seats drop column secret",
)
"""The statements that undo the migrations after 0011."""


def test_proposals_that_were_stored_under_four_kinds_are_read(tmp_path: Path) -> None:
    with create_engine(f"sqlite:///{tmp_path / 'old.db'}").begin() as connection:
        metadata.create_all(connection)
        for undo in _SINCE_11:
            connection.execute(text(undo))
        config = _config()
        config.attributes["connection"] = connection
        command.stamp(config, "0010")
        game = "'g', '{}', 0, 0, 0, 'playing'"
        connection.execute(text(f"insert into games (id, setting, created, updated, number, phase) values ({game})"))
        body = json.dumps({"kind": "ask", "at": 1.0, "by": "black", "count": 2})
        insert = text("insert into events (game, number, body) values ('g', 1, :body)")
        connection.execute(insert.bindparams(body=body))
        upgrade(connection)
        [stored] = connection.execute(text("select body from events")).scalars()
    assert Event.load(stored) == Proposed(1.0, "black", "undo", 2)


@pytest.mark.parametrize("url", ["mysql://somewhere/db", "games.db", ""])
def test_other_databases_are_refused(url: str) -> None:
    with pytest.raises(TengenError, match="not supported as a database"):
        Store(url)


async def test_a_full_lobby_lets_go_of_what_nobody_waits_for(url: str) -> None:
    """The oldest challenge of a maker who has left is deleted, first those without an account; others keep theirs."""
    now = [1000.0]
    async with opened(url, lambda: now[0]) as store:
        for each in ("here", "gone", "known", "new"):
            await store.add_visitor(each, f"token-{each}")
        await store.accounts.add("account", "Ada")
        await store.accounts.attach("known", "account", "token-account")
        done = []
        for number, maker in enumerate(("here", "known", "gone", "new", "new", "new")):
            now[0] += 1
            await store.lobby.see(["here", "new"])
            done.append(await store.lobby.offer(f"c{number}", maker, "{}", 10_000.0, 3, 3))
        async with store.engine.connect() as connection:
            left = list((await connection.execute(select(challenges.c.id).order_by(challenges.c.id))).scalars())
        assert (done, left) == ([True, True, True, True, True, False], ["c0", "c3", "c4"])


async def test_a_challenge_being_accepted_does_not_make_room(empty_postgres: str) -> None:
    """Otherwise the next offer would remove the game of two others from the lobby, which could not lead them to it."""
    async with opened(empty_postgres, lambda: 1000.0) as store:
        for each in ("gone", "new"):
            await store.add_visitor(each, f"token-{each}")
        await store.lobby.offer("first", "gone", "{}", 10_000.0, 3, 3)
        async with store.engine.begin() as accepting:
            await accepting.execute(update(challenges).values(taker="taker", game="game"))
            offering = asyncio.create_task(store.lobby.offer("second", "new", "{}", 10_000.0, 3, 1))
            await until_one_waits(store)
        await offering
        async with store.engine.connect() as connection:
            found = [(row.id, row.game) for row in await connection.execute(select(challenges))]
        assert ("first", "game") in found


async def test_one_of_two_deadlocked_transactions_is_repeated(empty_postgres: str) -> None:
    async with opened(empty_postgres) as store:
        for each in ("ada", "ben"):
            await store.add_visitor(each, f"token-{each}")
        tried: list[str] = []
        has_ben, other_has_ben = asyncio.Event(), asyncio.Event()

        def call(id: str, by: str) -> Update:
            return update(visitors).where(visitors.c.id == id).values(name=by)

        def both(connection: Connection) -> None:
            """Be the last to wait: PostgreSQL checks for deadlocks once per waiter, and would find none earlier."""
            tried.append("")
            connection.execute(text("SET LOCAL deadlock_timeout = '10ms'"))
            while len(tried) == 2 and not other_has_ben.is_set():  # woken later, it would wait for us again
                connection.execute(text("select pg_sleep(0.02)"))
            connection.execute(call("ben", "us"))
            has_ben.set()
            while len(tried) == 1 and not connection.execute(WAITING).scalar_one():
                connection.execute(text("select pg_sleep(0.02)"))
            connection.execute(call("ada", "us"))

        async with store.engine.begin() as other:
            await other.execute(text("SET LOCAL deadlock_timeout = '1min'"))  # the first to check is rolled back
            await other.execute(call("ada", "other"))
            ours = asyncio.create_task(store.writer.transact(both))
            await has_ben.wait()
            await other.execute(call("ben", "other"))
            other_has_ben.set()
        await ours
        assert store.trouble is None
        assert len(tried) == 2
        async with store.engine.connect() as connection:
            assert list((await connection.execute(select(visitors.c.name))).scalars()) == ["us", "us"]


async def test_two_servers_may_first_use_a_database_simultaneously(empty_postgres: str) -> None:
    async with opened(empty_postgres) as store:
        async with store.engine.begin() as connection:
            await put(connection, schema.beats, [{"id": 1, "at": 1.0}], ["id"])
            other = asyncio.create_task(store.beat(2.0))
            await until_one_waits(store)
        await other
        assert await store.last_beat() == 2.0


async def test_what_belongs_to_what_has_gone_is_known_by_its_error(url: str) -> None:
    async with opened(url) as store:
        await store.add_visitor("v", "hash-v")
        with pytest.raises(IntegrityError) as belongs_to_nobody:
            await store.accounts.attach("v", "nobody", "t")
        with pytest.raises(IntegrityError) as known:
            await store.add_visitor("v", "hash-v")
        assert [is_foreign_key_violation(each.value) for each in (belongs_to_nobody, known)] == [True, False]


async def test_simultaneous_items_of_an_account_are_merged_once(url: str) -> None:
    async with opened(url) as store:
        await store.accounts.add("account", "Ada")
        merged = list[str]()

        def adding(key: str) -> Callable[[dict[str, str]], dict[str, str]]:
            def merge(kept: dict[str, str]) -> dict[str, str]:
                merged.append(key)
                return {**kept, key: "1"}

            return merge

        await asyncio.gather(*(store.accounts.merge_items("account", adding(f"key{each}")) for each in range(12)))
        assert (len(merged), len(await store.accounts.items("account"))) == (12, 12)


def test_who_collides_again_is_asked_to_try_again() -> None:
    class Deadlock(Exception):
        sqlstate = "40P01"

    tried = []

    async def transaction() -> None:
        tried.append("")
        found = trouble_of(Deadlock("deadlock detected"))
        assert found is not None
        raise found

    with pytest.raises(StoreTrouble) as caught:
        asyncio.run(once_more(transaction)())
    assert (caught.value.kind, caught.value.status, caught.value.is_brief, len(tried)) == ("collision", 503, True, 2)


async def until_one_waits(store: Store) -> None:
    async with store.engine.connect() as connection:
        while not (await connection.execute(WAITING)).scalar_one():
            await asyncio.sleep(0.02)


def test_tables_of_the_last_migration_are_up_to_date() -> None:
    """Alembic does not get them."""
    assert ScriptDirectory.from_config(_config()).get_current_head() == NEWEST


async def test_an_older_database_gets_what_is_new(database: str) -> None:
    async with opened(database) as store, store.engine.begin() as connection:
        for undo in _SINCE_11:
            await connection.execute(text(undo))
        await connection.execute(text("update alembic_version set version_num = '0011'"))
    async with opened(database) as store:
        id = await store.variants.keep({}, "body")
        assert (await store.variants.body(id), await store.seats.invitation("g")) == ("body", None)
        await store.reviews.keep("r", "record", None, game="g")
        with pytest.raises(IntegrityError):
            await store.reviews.keep("s", "record", None, game="g")
        assert (await store.conditional.of("g"), await store.conditional.games()) == ({}, [])
        await store.tournaments.add("t", "{}", ["v"])
        assert await store.tournaments.change("t", 0, "[]", ["v"])
        assert not await store.tournaments.change("t", 0, "{}", ["v"])
        assert await store.tournaments.find("t") == ("[]", 1)


def _passkey(number: int, uses: int = 0) -> Passkey:
    return Passkey(f"key{number}", f"c{number}", "account", "go.test", "public", uses, "Phone", 1000.0)


async def test_passkeys_that_are_made_at_once_count_each_other(url: str) -> None:
    async with opened(url) as store:
        await store.accounts.add("account", "Ada")
        kept = await asyncio.gather(*(store.accounts.add_passkey(_passkey(each)) for each in range(MOST_PASSKEYS + 4)))
        assert (sum(kept), len(await store.accounts.passkeys("account"))) == (MOST_PASSKEYS, MOST_PASSKEYS)


async def test_only_one_of_simultaneous_passkey_copies_is_accepted(url: str) -> None:
    async with opened(url) as store:
        await store.accounts.add("account", "Ada")
        for number in (1, 2):
            await store.accounts.add_passkey(_passkey(number, uses=5 if number == 1 else 0))
        at_once = await asyncio.gather(*(store.accounts.use_passkey("key1", 6) for _ in range(5)))
        does_not_count = await store.accounts.use_passkey("key2", 0) and await store.accounts.use_passkey("key2", 0)
        await store.accounts.remove_passkey("account", "key2")
        late = [await store.accounts.use_passkey("key2", 0), await store.accounts.use_passkey("key1", 6)]
        assert (sum(at_once), does_not_count, late) == (1, True, [False, False])


async def test_games_and_seats_wait_for_the_file_in_turn(database: str) -> None:
    """No request polls until it is refused, which would block all other writes."""
    async with with_store(database) as store:
        for engine in (store.engine.sync_engine, store.writer.committing):
            listen(engine, "connect", impatient)
        await store.add_visitor("one", "hash-one")
        await store.add_visitor("two", "hash-two")

        async def begun(id: str) -> str | None:
            await keep_game(store, id, SETTING, {"white": f"token-{id}"}, "one", ["black"], "waiting", most=100)
            claim = await store.seats.sit(id, f"token-{id}", "two")
            return None if claim is None else claim.result

        assert await asyncio.gather(*(begun(f"game{number}") for number in range(30))) == ["seated"] * 30


async def test_over_a_file_all_who_write_wait_in_turn(database: str) -> None:
    """SQLite has one writer: a request that polls for the file may be unlucky beyond its timeout."""
    async with with_store(database) as store:
        listen(store.engine.sync_engine, "connect", impatient)
        async with asyncio.timeout(60):
            await asyncio.gather(*(store.add_visitor(f"v{number}", f"hash-{number}") for number in range(40)))
        assert store.trouble is None


async def test_a_requests_timeout_for_the_file_concerns_it_alone(database: str) -> None:
    async with with_store(database) as store:

        def trouble() -> StoreTrouble | None:
            return store.trouble

        listen(store.engine.sync_engine, "connect", impatient)
        locking = sqlite3.connect(database.removeprefix("sqlite:///"), isolation_level=None)
        locking.execute("begin immediate")
        with pytest.raises(StoreTrouble):
            await store.add_visitor("ada", "hash")
        assert trouble() is None
        with pytest.raises(StoreTrouble):
            await store.beat(1.0)
        assert trouble() is not None, "the server itself cannot write either"
        locking.execute("rollback")
        locking.close()
        await store.beat(1.0)
        assert trouble() is None
        await store.add_visitor("ada", "hash")


def impatient(connection: DBAPIConnection, _: object) -> None:
    connection.cursor().execute("PRAGMA busy_timeout=1")


@asynccontextmanager
async def with_store(url: str) -> AsyncIterator[Store]:
    async with opened(url) as store:
        await store.engine.dispose()  # the next connections are impatient
        yield store
