"""Short pauses of the event loop: garbage collections are small, and full ones wait for idleness."""

import gc
import sys
from collections.abc import Iterator
from weakref import ref

import pytest

from tengen.game import Game
from tengen.records import COLOURS
from tengen.web.games import game_view
from tengen.web.games.live_game import LiveGame
from tengen.web.rooms import GameTerms, Room
from tengen.web.rooms.events import Moved
from tengen.web.scheduler.pauses import IdleLook, _leave_out, keep_short


class Knot:
    """An object in a cycle, which only a garbage collection frees."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def short() -> Iterator[None]:
    before, turn = gc.get_threshold(), sys.getswitchinterval()
    keep_short()
    yield
    gc.callbacks.remove(_leave_out)
    gc.unfreeze()
    gc.set_threshold(*before)
    sys.setswitchinterval(turn)


class Idle:
    now, waiting = 0.0, 0

    def look(self) -> IdleLook:
        return IdleLook(lambda: self.waiting, lambda: self.now)


@pytest.mark.usefixtures("short")
def test_what_is_in_use_is_left_out_until_nobody_waits() -> None:
    idle = Idle()
    look, knot = idle.look(), Knot()
    gc.collect()
    gone = ref(knot)
    del knot
    gc.collect()
    assert gone() is not None
    idle.now, idle.waiting = 1_000.0, 1
    assert not look.look()
    idle.waiting = 0
    assert not look.look()
    idle.now += 11
    assert look.look()
    assert gone() is None
    assert gc.get_freeze_count() > 0


@pytest.mark.slow
@pytest.mark.usefixtures("short")
def test_full_collections_are_at_least_ten_minutes_apart() -> None:
    idle = Idle()
    look = idle.look()
    found = []
    for now in range(0, 1_500, 5):
        idle.now = float(now)
        found += [now] if look.look() else []
    assert found == [600, 1_200]


def test_an_unloaded_game_is_freed_without_gc() -> None:
    """It is in no cycle, since servers hardly collect these."""
    gc.disable()
    try:
        live = LiveGame("game", Room(GameTerms(Game("chinese", board="5").to_json(), one_device=True)))
        for number, move in enumerate(("C3", "D3", "pass")):
            live.room = live.room.after([Moved(0.0, COLOURS[number % 2], move)])
            game_view.state(live, ("black", "white"), game_view.BoardStyle(), 0.0)
        known = ref(live), ref(live.room), ref(live.room.game)
        del live
        assert (known[0](), known[1](), known[2]()) == (None, None, None)
    finally:
        gc.enable()
