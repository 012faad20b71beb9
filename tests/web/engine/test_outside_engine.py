"""A server's stronger engine: used first, without vain waiting if it does not support a game, dies or is not needed."""

import asyncio
import math
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import pytest
from example_counts import first
from fake_katago import FakeKataGo
from web_engine import eventually

from tengen import Game
from tengen.engines import KataGo
from tengen.engines.registry import add
from tengen.records import TengenError
from tengen.web.engine import Crew, EnginePool, OutsideEngine, Question
from tengen.web.engine.messages import AnalysisResult
from tengen.web.games.hints import hint, outlook
from tengen.web.reviews.analysis_summary import summary
from tengen.web.services import Services
from tengen.web.settings import Settings

GAME = Game("chinese", board="5x5")
ASKED = Question(GAME.to_json(), 25, "game", "somebody")
DYING = Question(Game.setup("chinese", [".O...", "..X..", ".....", "..O..", ".X..."]).to_json())
KATAGO = "KataGo 0.0.1 (fake-net)"


@asynccontextmanager
async def running(fake: FakeKataGo, settings: Mapping[str, str] = MappingProxyType({})) -> AsyncIterator[EnginePool]:
    """Start an engine of one worker next to a KataGo, and stop both after at most two minutes."""
    outside = OutsideEngine(KataGo(replace(fake.installation(), settings=dict(settings))))
    engine = EnginePool(Crew(workers=1, megabytes=8, warm=False), outside=outside)
    await engine.start()
    try:
        async with asyncio.timeout(120):
            yield engine
    finally:
        await engine.stop()


async def test_it_is_asked_first_and_its_name_is_told(tmp_path: Path) -> None:
    fake = FakeKataGo(tmp_path, ["slow"])
    updates: list[AnalysisResult] = []
    async with running(fake) as engine:
        found = await engine.analyse(ASKED, 4_000, updates.append)
    assert (found["by"], found["visits"]) == (KATAGO, 320)  # a study
    assert updates
    assert "instead" not in found
    assert summary(found)["whose"] == f"This is the opinion of {KATAGO}."
    assert str(hint(GAME, found)["text"]).endswith(f"This is the opinion of {KATAGO}.")
    assert str(outlook(GAME, found)["text"]).endswith(f"This is the opinion of {KATAGO}.")


async def test_dead_stones_are_asked_of_it(tmp_path: Path) -> None:
    async with running(FakeKataGo(tmp_path)) as engine:
        assert await engine.dead(DYING) == (["B5", "B1"], KATAGO)


@pytest.mark.slow
async def test_dead_stones_are_tengens_where_it_dies(tmp_path: Path) -> None:
    fake = FakeKataGo(tmp_path, ["answer", *["die"] * 9], flags="--lasting")
    async with running(fake) as engine:
        assert (await engine.dead(DYING, simulations=50)).by == "Tengen"


async def test_an_engine_that_names_no_move_makes_none(tmp_path: Path) -> None:
    """Tengen stands in for it: no engine chooses the first legal point."""
    async with running(FakeKataGo(tmp_path, ["empty"])) as engine:
        assert await engine.guest_move(ASKED, 8) is None
    async with running(FakeKataGo(tmp_path / "2")) as engine:
        assert await engine.guest_move(ASKED, 1) == "E1"


@pytest.mark.parametrize("variant", first(1, ["tile", "chinese"]))
async def test_workers_answer_what_it_does_not_know_and_where_it_dies(tmp_path: Path, variant: str) -> None:
    fake = FakeKataGo(tmp_path, ["die"] * 99, every_life=True)
    question = Question(Game(variant, board="5x5").to_json(), 25)
    async with running(fake) as engine:
        found = await engine.analyse(question, 200)
    assert (found["by"], found["instead"]) == ("Tengen", True)
    assert str(summary(found)["whose"]).startswith("This is the opinion of Tengen. The stronger engine of this server")
    assert str(hint(GAME, found)["text"]).endswith("This is the opinion of Tengen.")
    assert len(fake.questions) == (2 if variant == "chinese" else 0)


async def test_what_nobody_wants_any_more_is_given_up(tmp_path: Path) -> None:
    fake = FakeKataGo(tmp_path, ["slow", "answer"])
    async with running(fake) as engine:
        heard = asyncio.Event()
        task = asyncio.create_task(engine.analyse(ASKED, 4_000, lambda _: heard.set()))
        await heard.wait()
        task.cancel()
        await eventually(lambda: any(each.get("action") == "terminate" for each in fake.heard))
        assert (await engine.analyse(ASKED, 100))["visits"] == 10


@pytest.mark.slow
async def test_dead_stones_that_nobody_waits_for_are_given_up(tmp_path: Path) -> None:
    fake = FakeKataGo(tmp_path, ["slow", "slow"])
    async with running(fake) as engine:
        task = asyncio.create_task(engine.dead(DYING))
        await eventually(lambda: fake.questions)
        task.cancel()
        await eventually(lambda: any(each.get("action") == "terminate" for each in fake.heard))
        found = await engine.analyse(ASKED, 100)
        assert len(fake.questions) == 2, "the other side's look was never asked for"
        assert found["by"] == KATAGO


@pytest.mark.slow
async def test_workers_answer_until_it_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tengen.web.engine.outside._MOMENT", 0.2)
    fake = FakeKataGo(tmp_path, flags="--late")
    async with running(fake) as engine:
        early = [(await engine.analyse(ASKED, 100))["by"] for _ in range(3)]
        fake.let_go()
        while (late := await engine.analyse(ASKED, 100))["by"] == "Tengen":
            pass
        assert [*early, late["by"]] == ["Tengen", "Tengen", "Tengen", KATAGO]
    assert fake.lives == 1


async def test_a_hung_engine_blocks_only_the_first_job(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers answer waiting jobs, and those that arrive while the engine is silent."""
    fake = FakeKataGo(tmp_path, ["answer", "hang"])
    async with running(fake, {"numAnalysisThreads": "1"}) as engine:
        assert engine.outside is not None
        assert await engine.guest_move(ASKED, 8) == "A5"
        monkeypatch.setattr("tengen.web.engine.outside._SILENCE", math.inf)
        hung = asyncio.create_task(engine.guest_move(ASKED, 8))
        await eventually(lambda: len(fake.questions) == 2)
        late = [asyncio.create_task(engine.outside.dead(replace(ASKED, key=key))) for key in "ab"]
        await eventually(lambda: engine.queued("a") and engine.queued("b"))
        assert not engine.queued("c")
        monkeypatch.setattr("tengen.web.engine.outside._SILENCE", 0.0)  # it is silent, and from now on that counts
        assert await asyncio.gather(hung, *late) == [None] * 3
        assert await engine.guest_move(ASKED, 8) is None
        assert len(fake.questions) == 2, "it was not asked anything further"
        ended = engine.outside.ended
    moves = {"answered": 1, "silent": 1, "absent": 1}
    assert ended == {("move", end): count for end, count in moves.items()} | {("dead", "silent"): 2}


async def test_a_start_that_fails_is_not_tried_again_at_once(tmp_path: Path) -> None:
    fake = FakeKataGo(tmp_path, flags="--no-network")
    async with running(fake) as engine:
        assert [await engine.guest_move(ASKED, 8) for _ in range(3)] == [None] * 3
    assert fake.lives == 1


async def test_nobody_waits_for_a_silent_first_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is tried again after a while, and then answers."""
    monkeypatch.setattr("tengen.web.engine.outside._LOOK_AFTER", 0.05)
    fake = FakeKataGo(tmp_path, flags="--dumb")
    outside = OutsideEngine(KataGo(fake.installation(patience=0.5)))

    async with asyncio.timeout(60):
        with closing(outside):
            keeping = asyncio.create_task(outside.keep())
            assert outside.state == "starting"
            await eventually(lambda: outside.state == "fails")
            assert await outside.move(ASKED, 8) is None
            assert outside.ended == {("move", "absent"): 1}
            fake.let_go()
            outside._rests_until = 0.0
            await eventually(lambda: outside.state == "runs")
            assert await outside.move(ASKED, 8) == "A5"
            keeping.cancel()


async def test_a_killed_engine_is_restarted_unasked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tengen.web.engine.outside._LOOK_AFTER", 0.05)
    fake = FakeKataGo(tmp_path, ["die"])
    async with running(fake) as engine:
        assert await engine.guest_move(ASKED, 8) == "A5"  # by its second process
        assert engine.outside is not None
        engine.outside._engine._client.kill()  # type: ignore[attr-defined]
        await eventually(lambda: fake.lives == 3)
        assert len(fake.questions) == 2


async def test_a_look_that_begins_as_another_ends_sends_nobody_away(tmp_path: Path) -> None:
    """The next check whether it runs begins before all waiting for the last check have its result."""
    fake = FakeKataGo(tmp_path, flags="--late")
    outside = OutsideEngine(KataGo(fake.installation()))

    async def next_look() -> bool:
        assert outside._start is not None
        await asyncio.wait([outside._start])
        return await outside._runs(60.0)

    async with asyncio.timeout(60):
        with closing(outside):
            looks = list[asyncio.Task[bool]]()
            for look in (outside._runs(60.0), next_look(), outside._runs(60.0)):
                looks.append(asyncio.create_task(look))
                await asyncio.sleep(0)
            fake.let_go()
            assert await asyncio.gather(*looks) == [True] * 3


def test_a_server_names_an_engine_that_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    with pytest.raises(TengenError, match="unknown engine 'katago'"):
        Services(Settings(database="sqlite:///:memory:", outside="katago"))
    add(FakeKataGo(tmp_path / "fake").installation())
    assert Services(Settings(database="sqlite:///:memory:", outside="katago")).engine.outside is not None
    assert Services(Settings(database="sqlite:///:memory:")).engine.outside is None
