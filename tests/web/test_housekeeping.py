"""Retention and quotas: old items are deleted, others stay, and refusals for lack of room are explained."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update
from starlette.testclient import TestClient
from test_store import SETTING, opened
from typer.testing import CliRunner
from web_accounts import services_of
from web_engine import QuickEngine
from web_games import another, begin, code, intend, play
from web_stored import keep_game

from tengen.cli.commands import app
from tengen.records import COLOURS
from tengen.web.accounts.name_rules import read_words
from tengen.web.app import create_app
from tengen.web.operating import housekeeping
from tengen.web.operating.housekeeping import Housekeeping
from tengen.web.operating.operator import Operator
from tengen.web.rooms.events import Moved
from tengen.web.settings import Settings
from tengen.web.store import EnoughGames, EventAppend, Store
from tengen.web.store.account_store import Carry
from tengen.web.store.operator_store import Report
from tengen.web.store.push_store import Subscription
from tengen.web.store.retention import RetentionStore
from tengen.web.store.schema import visitors
from tengen.web.visitors import new_id

DAY = 24 * 3600.0


def served(database: str, **limits: int) -> TestClient:
    app = create_app(Settings(database=database, **limits), QuickEngine())  # type: ignore[arg-type]
    return TestClient(app, headers={"origin": "http://testserver"})


async def test_shared_variants_stay_while_they_are_looked_at(url: str) -> None:
    now = [1000 * DAY]
    async with opened(url, lambda: now[0]) as store:
        old, seen = [await store.variants.keep({"toml": each}) for each in ("old", "looked-at")]
        now[0] += 6 * DAY
        body = await store.variants.body(seen)
        assert body == '{"toml": "looked-at"}'
        now[0] += 5 * DAY
        await Housekeeping(store, Settings()).tidy()
        assert await store.retention.delete_old_variants(20 * DAY) == 0, "both are there without a setting"
        await Housekeeping(store, Settings(keep_games=10 * DAY)).tidy()
        assert [await store.variants.body(each) for each in (old, seen, "\0")] == [None, body, None]


async def test_old_games_that_are_over_go_and_all_others_stay(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(housekeeping, "_AT_ONCE", 2)
    monkeypatch.setattr(housekeeping, "_PAUSE", 0)
    now = [1000 * DAY]
    async with opened(url, lambda: now[0]) as store:
        await store.add_visitor("nameless", "hash-n")
        await store.add_visitor("known", "hash-k")
        await store.accounts.add("account", "Ada")
        await store.accounts.attach("known", "account", "hash-k2")
        for each in ("nameless", "known"):
            await store.tournaments.add(each, "{}", [each])
        for day, (id, visitor, phase) in enumerate(
            [
                *((f"old{each}", "nameless", "over") for each in range(5)),
                ("playing", "nameless", "playing"),
                ("known", "known", "over"),
            ]
        ):
            now[0] = (1000 + day) * DAY
            await keep_game(store, id, SETTING, {}, visitor, ["black"], "playing")
            move = [Moved(now[0], "black", "C3")]
            await store.writer.append(EventAppend(id, 0, move, None, phase, None))
        now[0] = 1100 * DAY
        await keep_game(store, "new", SETTING, {}, "nameless", ["black"], "over")
        await Housekeeping(store, Settings(database=url)).tidy()
        assert await store.has_game("old0"), "nobody has asked for it"
        await Housekeeping(store, Settings(database=url, keep_games=96.5 * DAY)).tidy()
        left = [id for id, _ in await store.games_of("nameless")] + [id for id, _ in await store.games_of("known")]
        assert not await store.since("old0", 0)
        assert [await store.tournaments.find(id) is None for id in ("nameless", "known")] == [True, False]
        assert sorted(left) == ["known", "new", "old4", "playing"]


async def test_visitors_who_own_nothing_go_after_a_week(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(housekeeping, "_LOOKED_AT", 3)
    now = [1000 * DAY]

    async with opened(url, lambda: now[0]) as store:
        owners = ["plays", "reviews", "account", "carries", "talks", "barred", "accused", "reports", "called", "cup"]
        for each in (*owners, "returned", *(f"passer{number}" for number in range(5))):
            await store.add_visitor(each, f"token-{each}")
        await store.rename("passer1", "Guest 1234")
        await keep_game(store, "g", SETTING, {}, "plays", ["black"], "playing")
        await store.reviews.keep("r", "{}", "reviews")
        await store.tournaments.add("t", "{}", ["cup"])
        await store.accounts.add("account", "Ada")
        await store.accounts.attach("account", "account", "token-account")
        await store.accounts.keep_once("link", Carry("carries", "{}"), 900 * DAY)
        await store.messages.add("g", "black", "talks", 1.0, "text", "Hello", "1")
        await Operator(store, "nobody").ban("barred", "", None)
        await store.operator.report(Report("name", "", "Bad", "accused", "insult", "", "reports", 1.0), 10)
        await store.pushes.keep("called", Subscription("https://push.example.org/1", "k", "s", "en"))
        now[0] += 5 * DAY
        await store.add_visitor("new", "token-new")
        assert await store.visitor("token-returned") is not None
        now[0] += 3 * DAY
        keeper = Housekeeping(store, Settings(database=url))
        for _piece in range(8):  # three visitors each time, from any of them on
            await keeper.look_at_visitors()
        assert not [each for each in (*owners, "returned", "new") if await store.visitor_by_id(each) is None]
        assert [await store.visitor_by_id(f"passer{number}") for number in range(5)] == [None] * 5


async def test_visitors_of_an_older_server_are_new(url: str) -> None:
    """Both run for a while when one replaces the other, and the older one lacks the column."""
    now = [1000 * DAY]
    async with opened(url, lambda: now[0]) as store:
        await store.add_visitor("new", "token")
        async with store.engine.begin() as connection:
            await connection.execute(update(visitors).values(seen=0.0))
        kept = []
        for day in (0, 6, 8):
            now[0] = (1000 + day) * DAY
            await Housekeeping(store, Settings(database=url)).look_at_visitors()
            kept.append(await store.visitor_by_id("new") is not None)
        assert kept == [True, True, False]


async def test_the_size_of_the_database_is_known(url: str) -> None:
    async with opened(url) as store:
        before = await store.retention.size()
        await store.reviews.keep("r", "x" * 1_000_000, None)
        after = await store.retention.size()
    assert before > 10_000
    assert url.startswith("postgres") or after - before > 900_000  # PostgreSQL compresses


def test_a_full_server_says_so_and_lets_games_go_on(database: str) -> None:
    with served(database, database_bytes=1) as client:
        keeper = services_of(client).housekeeping
        keeper.size = 0
        game = begin(client)
        keeper.size = 1
        for path, body in (
            ("/api/games", {"board": "5", "opponent": {"kind": "self"}}),
            ("/api/reviews", {"text": "(;SZ[5])"}),
            ("/api/lobby/challenges", {"board": "5"}),
        ):
            refused = client.post(path, json=body)
            assert code(refused) == (503, "full")
            assert "nothing new can start" in refused.json()["error"]["text"]
        play(client, game["id"], "C3")


async def test_games_that_are_begun_at_once_count_each_other(url: str) -> None:
    async def begun(store: Store, visitor: str) -> bool:
        try:
            await keep_game(store, new_id(), SETTING, {}, visitor, COLOURS, "playing", most=3)
        except EnoughGames:
            return False
        return True

    async with opened(url) as store:
        await store.accounts.add("account", "Ada")
        for visitor in ("one", "two"):
            await store.add_visitor(visitor, f"hash-{visitor}")
            await store.accounts.attach(visitor, "account", f"token-{visitor}")
        done = await asyncio.gather(*(begun(store, visitor) for visitor in ("one", "two") * 6))
        assert (sum(done), await store.retention.unfinished("one")) == (3, 3)


def test_a_player_with_too_many_games_gets_no_further_seat(database: str) -> None:
    with served(database, own_games=1) as client:
        asked = client.post("/api/games", json={"board": "5", "opponent": {"kind": "friend"}}).json()
        token, busy = asked["invite"].partition("#seat=")[2], another(client)
        begin(busy)
        move = {"id": "1", "number": 0, "intent": {"kind": "pass"}, "seat": token}
        for path, body in (("seat", {"token": token}), ("intents", move)):
            assert code(busy.post(f"/api/games/{asked['id']}/{path}", json=body)) == (409, "enough-games")
        assert another(client).post(f"/api/games/{asked['id']}/seat", json={"token": token}).status_code == 200


def test_a_maker_with_too_many_games_blocks_acceptance(database: str) -> None:
    with served(database, own_games=1) as maker:
        offered = maker.post("/api/lobby/challenges", json={"board": "5x5"}).json()
        theirs, taker = begin(maker), another(maker)
        accept = f"/api/lobby/challenges/{offered['id']}/accept"
        refused = taker.post(accept)
        assert code(refused) == (409, "challenge-gone")
        assert "The player who made this challenge has reached" in refused.json()["error"]["text"]
        mine = taker.post("/api/lobby/challenges", json={"board": "5x5", "match": True}).json()["id"]
        assert mine in [each["id"] for each in taker.get("/api/lobby").json()["challenges"]]
        assert intend(maker, theirs["id"], kind="resign").status_code == 200
        assert taker.post(accept).status_code == 201


@pytest.mark.parametrize("how", ["new", "rematch", "challenge"])
def test_the_game_limit_is_checked_again_on_storing(how: str, database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with served(database, own_games=1) as client:
        offered = client.post("/api/lobby/challenges", json={"board": "5x5"}).json()
        client.cookies.clear()
        over = begin(client)
        assert intend(client, over["id"], kind="resign").status_code == 200
        begin(client)

        async def none_yet(*_: object) -> int:
            return 0

        monkeypatch.setattr(RetentionStore, "unfinished", none_yet)
        paths: dict[str, tuple[str, dict[str, Any]]] = {
            "new": ("/api/games", {"board": "5", "opponent": {"kind": "self"}}),
            "rematch": (f"/api/games/{over['id']}/rematch", {}),
            "challenge": (f"/api/lobby/challenges/{offered['id']}/accept", {}),
        }
        refused = client.post(paths[how][0], json=paths[how][1])
        assert code(refused) == (409, "enough-games")
        assert len(client.get("/api/me/games").json()) == 2


async def test_a_visitors_oldest_reviews_go_when_theirs_are_too_long(url: str) -> None:
    async with opened(url) as store:
        await store.add_visitor("v", "hash-v")
        await store.add_visitor("w", "hash-w")
        await store.reviews.keep("other", "x" * 50, "w", own=100)
        for id in "abc":
            await store.reviews.keep(id, "x" * 40, "v", own=100)
        assert (await store.reviews.of_visitor("v") + await store.reviews.of_visitor("w")) == ["b", "c", "other"]


def test_a_file_of_words_is_read_and_what_is_no_word_is_named(tmp_path: Path) -> None:
    file = tmp_path / "words.txt"
    file.write_text("rude  # a remark\n\n=odd\n", "utf-8")
    assert read_words(file) == ("rude", "=odd")
    file.write_text("rude\n--\n", "utf-8")
    done = CliRunner().invoke(app, ["serve", "--blocked-names", str(file)])
    assert (done.exit_code, "words.txt, line 2: '--' has no letter" in done.stderr) == (2, True)
    done = CliRunner().invoke(app, ["serve", "--keep-games", "90"])
    assert (done.exit_code, "such as 12h, 90d or 4w" in done.stderr) == (2, True)
