"""A real KataGo, if there is one: its opinion of known positions, and killing it."""

import os
import shutil
import signal
from collections.abc import Iterator

import pytest

from tengen import Game
from tengen.engines import Installation, KataGo, Own, Relay
from tengen.engines.dead import estimate_dead
from tengen.players import Budget

PROGRAM = os.environ.get("TENGEN_REAL_KATAGO") or shutil.which("katago")
NETWORK = os.environ.get("TENGEN_KATAGO_NETWORK", "")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not (PROGRAM and NETWORK),
        reason="no KataGo: name its program in TENGEN_KATAGO and its network in TENGEN_KATAGO_NETWORK",
    ),
]


@pytest.fixture(scope="module")
def engine() -> Iterator[KataGo]:
    with KataGo(Installation("katago", PROGRAM or "", NETWORK, visits=8, patience=300.0)) as made:
        yield made


def test_it_says_who_it_is_and_begins_in_the_middle(engine: KataGo) -> None:
    found = engine.judge(Game("chinese", board="9x9"))
    assert found.by.startswith("KataGo 1.")
    assert {each.move for each in found.candidates} & {"E5", "D5", "E4", "E6", "F5"}
    assert found.visits >= 8
    assert not found.note


def test_points_for_a_handicap_are_komi(engine: KataGo) -> None:
    leads = [engine.judge(Game("chinese", board="9x9", handicap=2, komi=komi)).lead for komi in (0, 20)]
    assert leads[0] - leads[1] > 10


@pytest.mark.parametrize("rules", ["japanese", "korean", "aga", "new-zealand", "tromp-taylor", "formal"])
def test_it_takes_the_rules_of_every_preset(engine: KataGo, rules: str) -> None:
    game = Game(rules, board="9x9")
    for move in ("E5", "C3", "G3"):
        game.play(move)
    assert not engine.judge(game, Budget(simulations=2)).note


def test_histories_that_katago_cannot_follow_are_reported(engine: KataGo) -> None:
    single = Game.setup("new-zealand", [".O...", "O....", ".....", ".....", "...XX"])
    single.play("A5")
    ko = Game.setup("chinese", [".XO.", "XO.O", ".XO.", "...."])
    ko.play("C3")
    ko.force("B3")
    over = Game("chinese", board="9x9")
    for move in ("E5", "pass", "pass"):
        over.play(move)
    over.resume("black")
    for game in (single, over):
        assert engine.judge(game, Budget(simulations=2)).candidates
    both = Relay(engine, Own())  # KataGo does not get the ko, and may choose only the barred move
    for visits in (2, 50):
        found = both.judge(ko, Budget(simulations=visits))
        assert found.candidates
        assert all(not ko.why_not(each.move) for each in found.candidates)


def test_it_sees_dead_stones(engine: KataGo) -> None:
    rows = [
        "X.XO.O.O.",
        "XXXOOOOOO",
        "..XXXOOO.",
        "....XXXOO",
        ".....XXO.",
        ".O....XOO",
        "......XXO",
        ".....XXOO",
        "....X.XO.",
    ]
    game = Game.setup("chinese", rows, to_play="black")
    assert estimate_dead(game, engine=engine) == ("B4",)


def test_killed_in_the_middle_it_goes_on(engine: KataGo) -> None:
    game = Game("chinese", board="9x9")
    with Relay(engine, Own()) as both:
        looks = both.analyse(game, Budget(simulations=40), interval=0.2)
        next(looks)
        assert engine._client is not None
        os.killpg(engine._client._process.pid, signal.SIGKILL)
        *_, last = looks
    assert (last.by, last.visits >= 40) == (engine.name, True)
