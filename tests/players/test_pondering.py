"""Thinking while the other side thinks: the tree goes on growing, is kept for the answer, and stops at once."""

from __future__ import annotations

import io
import threading
from collections.abc import Iterator

import pytest

from tengen import Game, boards, variant
from tengen.engines import Consulted, Own
from tengen.gtp import Engine, Script, Session, Thinking
from tengen.players import MCTS, Analysis, Budget, Random
from tengen.players.pondering import ponder, pondering, ponders


def test_what_is_found_meanwhile_counts_in_the_next_search() -> None:
    game, player = Game("chinese", board="5x5"), MCTS(budget=Budget(simulations=50), seed=1)
    game.play(player.choose(game))
    before = game.to_json()
    slices = ponder(player, game)
    for _ in range(5):
        next(slices)
    slices.close()
    thought = player.found(game)
    assert thought is not None
    assert thought.visits > 50
    assert game.to_json() == before
    game.play(thought.candidates[0].move)
    kept = player.search(game, Budget(simulations=1)).visits
    assert kept >= thought.candidates[0].visits / 2


def test_nothing_is_thought_of_a_game_that_is_over_nor_by_who_keeps_nothing() -> None:
    over = Game.setup("chinese", ["XX.", "XXX", ".X."])
    over.play("pass")
    over.play("pass")
    assert list(ponder(MCTS(), over)) == []
    threads = threading.active_count()
    for other in (Random(1), Consulted(Own())):
        assert not ponders(other)
        with pondering(other, Game("chinese", board="5")):
            assert threading.active_count() == threads


class Endless(MCTS):
    """Says that it thinks, and never ends by itself."""

    def __init__(self) -> None:
        super().__init__(megabytes=8)
        self.thinks = threading.Event()

    def analyse(self, game: Game, *details: object) -> Iterator[Analysis]:
        while True:
            self.thinks.set()
            yield Analysis((), 0.5, 0.0, {}, 0)


def test_a_thread_thinks_until_it_is_told_to_stop_and_then_is_gone() -> None:
    game, player = Game("tile", board="5x5"), Endless()
    threads = threading.active_count()

    def interrupted() -> None:
        with pondering(player, game):
            assert player.thinks.wait(60)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert threading.active_count() == threads


class Waiting(Script):
    """Lines before the next of which somebody waits: for so many looks, nothing is there."""

    def __init__(self, text: str, looks: int) -> None:
        super().__init__(io.StringIO(text))
        self.looks = self._left = looks

    def next(self) -> str | None:
        self._left = self.looks
        return super().next()

    def is_waiting(self) -> bool:
        self._left -= 1
        return self._left < 0


@pytest.mark.parametrize(("is_to", "grows"), [(True, True), (False, False)])
def test_gtp_thinks_on_after_its_own_move_only(is_to: bool, grows: bool) -> None:
    thinking = Thinking(visits=40, seed=1, ponders=is_to)
    engine = Engine(variant("chinese"), boards.parse("5x5"), thinking)
    Session(engine, Waiting("genmove b\n", 5), io.StringIO()).run()
    player = engine.player()
    assert isinstance(player, MCTS)
    found = player.found(engine.game)
    assert (found is not None and found.visits > 0) == grows
    Session(engine, Waiting("play w A1\n", 5), out := io.StringIO()).run()
    assert player.found(engine.game) is None
    assert out.getvalue() == "= \n\n"
