"""Who plays itself: what can be asked for, how strongly it plays, and which network it is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tengen.match.self_player import SelfPlayer
from tengen.network.making import untrained
from tengen.network.weights import WeightsError, save
from tengen.players import MCTS, Guided
from tengen.records import TengenError


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"level": 11}, "no level 11"),
        ({"level": 0}, "no level 0"),
        ({"simulations": 0}, "simulations must be at least 1"),
        ({"visits": 0}, "visits must be at least 1"),
        ({"weights": Path("own.npz")}, "give its visits"),
    ],
)
def test_what_cannot_be_is_refused(wrong: dict[str, Any], words: str) -> None:
    with pytest.raises(TengenError, match=words):
        SelfPlayer(**wrong)


def test_without_weights_there_is_no_network_to_play(tmp_path: Path) -> None:
    with pytest.raises(WeightsError, match="no file of weights"):
        SelfPlayer(visits=4, weights=tmp_path / "missing.npz")


def test_networks_are_told_apart(tmp_path: Path) -> None:
    other = tmp_path / "other.npz"
    save(untrained(seed=1), other)
    assert SelfPlayer().network is None
    assert SelfPlayer(visits=4).network != SelfPlayer(visits=4, weights=other).network


def test_the_players_are_those_of_docs_balance() -> None:
    by_playouts, by_network = SelfPlayer(1, simulations=20), SelfPlayer(visits=4)
    player = by_playouts.player(7)
    assert isinstance(player, MCTS)
    assert (player.level, player.seed, player.budget.simulations, player.resigns) == (1, 7, 20, False)
    guided, judge = by_network.player(7), by_network.judge(7, 4)
    assert isinstance(guided, Guided)
    assert isinstance(judge, Guided)
    assert (guided.seed, guided.budget.simulations, guided.resigns) == (7, 4, False)
    assert (judge.seed, judge.budget.simulations) == (7, 16)
    assert [each._options.method for each in (guided, judge)] == ["gumbel", "puct"]


@pytest.mark.parametrize(
    ("who", "strength", "told"),
    [
        (SelfPlayer(), "level 3", "level 3, 120 simulations a move"),
        (SelfPlayer(1, simulations=2000), "level 1", "level 1, 2,000 simulations a move"),
        (SelfPlayer(visits=1000), *["1,000 visits a move of the network"] * 2),
    ],
)
def test_how_strongly_it_plays_is_told(who: SelfPlayer, strength: str, told: str) -> None:
    assert (who.strength, who.told) == (strength, told)
