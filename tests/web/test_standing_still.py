"""A stopped process, a sleeping machine, a clock that was set: none of them costs a player time."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from web_engine import QuickEngine, eventually
from web_faults import FAULTS
from web_stored import begin_at

from tengen import Game
from tengen.records import COLOURS
from tengen.web.games import game_server
from tengen.web.games.game_server import GameServer
from tengen.web.games.live_game import LiveGame
from tengen.web.rooms import GameTerms, Timing, read_intent
from tengen.web.store import Store
from tengen.web.store.clocks import DatabaseClock, SteadyClock

CASES = FAULTS["standing_still"]
TIMED = GameTerms(Game("chinese", board="5").to_json(), timing=Timing("absolute", main=60.0), one_device=True)
DAY = 1_000_000.0


class Machine:
    def __init__(self) -> None:
        self.wall, self.steady = DAY, 5.0

    def clock(self) -> SteadyClock:
        return SteadyClock(lambda: self.wall, lambda: self.steady)

    def goes_on(self, wall: float, steady: float) -> None:
        self.wall, self.steady = self.wall + wall, self.steady + steady

    async def runs(self, games: GameServer, seconds: float) -> None:
        for _ in range(int(seconds)):
            self.goes_on(1.0, 1.0)
            games.downtime.pulse()
        await games.sweep()


@pytest.fixture(autouse=True)
def no_sweep(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("_SWEEP", "_PULSE"):
        monkeypatch.setattr(game_server, name, 3600.0)


async def flag(games: GameServer, live: LiveGame) -> None:
    await games.flag(live)


async def sweep(games: GameServer, live: LiveGame) -> None:
    await games.sweep()


async def move(games: GameServer, live: LiveGame) -> None:
    await games.intend(live, COLOURS, read_intent({"kind": "move", "move": "D4"}), live.room.number)


async def everything(games: GameServer, live: LiveGame) -> None:
    await asyncio.gather(games.sweep(), flag(games, live), games.sweep(), flag(games, live))


async def begun(games: GameServer) -> LiveGame:
    live = await games.find(await begin_at(games, TIMED))
    assert live is not None
    await games.intend(live, COLOURS, read_intent({"kind": "move", "move": "C3"}), 0)
    return live


async def opened(database: str, machine: Machine, first: bool = True) -> GameServer:
    games = GameServer(Store(database, machine.clock()), QuickEngine())
    await (games.store.open() if first else games.store.attach())
    await games.open()
    await eventually(lambda: games.downtime.has_ended)
    return games


async def closed(games: GameServer) -> None:
    await games.close()
    await games.store.close()


@pytest.mark.parametrize("first", [flag, sweep, move, everything], ids=lambda first: str(first.__name__))
@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['wall']:g}-{case['steady']:g}")
async def test_a_pause_of_the_machine_costs_no_time(
    database: str, case: dict[str, Any], first: Callable[[GameServer, LiveGame], Awaitable[None]]
) -> None:
    machine = Machine()
    games = await opened(database, machine)
    live = await begun(games)
    await machine.runs(games, 10.0)
    machine.goes_on(case["wall"], case["steady"])
    await first(games, live)
    assert live.room.game.outcome is None
    assert live.room.reading("white", games.clock()).main == pytest.approx(50, abs=0.6)
    await games.sweep()
    await machine.runs(games, 4.0)
    kinds = [event.kind for event, _ in await games.store.since(live.id, 0)]
    assert kinds.count("away") == 1
    assert live.room.reading("white", games.clock()).main == pytest.approx(50 if first is move else 46, abs=0.6)
    await closed(games)


@pytest.mark.parametrize("wall", [3_600.0, -3_600.0])
async def test_a_clock_that_was_set_while_there_was_no_server(database: str, wall: float) -> None:
    machine = Machine()
    one = await opened(database, machine)
    id = (await begun(one)).id
    await machine.runs(one, 10.0)
    await closed(one)
    machine.goes_on(wall, 0.0)
    two = await opened(database, machine, first=False)
    live = await two.find(id)
    assert live is not None
    assert live.room.reading("white", two.clock()).main == pytest.approx(50)
    await closed(two)


async def test_time_is_owed_until_it_is_stored(database: str) -> None:
    """A game without viewers since then gets its time back when a viewer opens it."""
    machine = Machine()
    games = await opened(database, machine)
    live = await begun(games)
    await machine.runs(games, 10.0)
    machine.goes_on(3_600.0, 3_600.0)
    await games.downtime.look()
    machine.goes_on(3_600.0, 0.0)  # once more, before the first hour was given back
    await games.sweep()
    assert live.room.reading("white", games.clock()).main == pytest.approx(50)
    assert games.downtime.has_ended
    await closed(games)


def test_a_step_of_the_machine_moves_no_shared_clock() -> None:
    machine = Machine()
    clock = DatabaseClock(lambda: machine.wall, lambda: machine.steady)
    machine.goes_on(3_600.0, 0.0)
    assert (clock.missed(), clock.missed()) == (True, False)
    assert clock() == DAY


@pytest.mark.parametrize(("lived_on", "left"), [(True, 0.0), (False, 50.0)])
async def test_one_of_two_servers_stands_still(empty_postgres: str, lived_on: bool, left: float) -> None:
    """If another server kept running, the player could move there, so the clock ran."""
    machine = Machine()
    games = await opened(empty_postgres, machine)
    live = await begun(games)
    await machine.runs(games, 10.0)
    machine.goes_on(100.0, 100.0)
    if lived_on:
        await games.store.beat(machine.wall)
    await flag(games, live)
    assert live.room.reading("white", games.clock()).main == pytest.approx(left)
    await closed(games)
