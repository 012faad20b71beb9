"""Games evaluated again by another engine: its opinions are kept, and unsupported games left out."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from fake_katago import FakeKataGo

from tengen.engines import KataGo, Own
from tengen.players.process import ProgramError
from training.learning.episodes import Episode, Thought, read_episode
from training.learning.games import Plan, play_episode
from training.learning.reanalysis import reanalysed

GAME = Episode(
    number=3,
    game="chinese",
    axes={"komi": 0.5},
    board="3",
    actions=(4, 1, 18, 18),
    paces=("random", "quick", "full", "quick"),
    thoughts=(None, Thought(0.1, 8.5, {1: 9}), Thought(0.9, 8.5, {3: 9}), Thought(0.1, 8.5, {18: 9})),
    ended="score",
    winner=1,
    margin=8.5,
    owners=(1,) * 9,
    seed=0,
    level="mcts:8",
)


def asked(tmp_path: Path, visits: int, deeds: Sequence[str] = (), game: Episode = GAME) -> Episode | None:
    with KataGo(FakeKataGo(tmp_path / "fake", deeds).installation()) as engine:
        return reanalysed(game, engine, visits)


def test_every_searched_position_has_the_engines_opinion(tmp_path: Path) -> None:
    found = asked(tmp_path, 12)
    assert found is not None
    assert (found.level, found.paces) == ("KataGo 0.0.1 (fake-net):12", ("random", *["full"] * 3))
    assert replace(found, thoughts=GAME.thoughts, paces=GAME.paces, level=GAME.level) == GAME
    assert [thought and (thought.win_rate, thought.lead) for thought in found.thoughts] == [
        None, (0.496, 2.5), (0.508, 2.5), (0.488, 2.5),
    ]  # fmt: skip
    second = found.thoughts[1]
    assert second is not None
    assert second.ownership().tolist() == [1.0] * 6 + [-1.0] * 3  # in the fake, Black owns all rows but the last
    assert set(second.visits) == {0, 1, 2, 3, 18}  # A3, B3, C3, A2 and a pass
    assert sum(second.visits.values()) == pytest.approx(150, abs=3)
    assert read_episode(found.line()) == found


def test_with_one_visit_the_networks_own_trust_is_learned(tmp_path: Path) -> None:
    found = asked(tmp_path, 1)
    assert found is not None
    thought = found.thoughts[1]
    assert thought is not None
    assert set(thought.visits) == {0, 1, 2, 3, 5, 6, 7, 8, 18}
    assert thought.visits[6] > thought.visits[2] > thought.visits[18]  # the fake likes points more, row by row


def test_games_that_it_does_not_know_or_refuses_are_left_out(tmp_path: Path) -> None:
    tile = play_episode(Plan(1, "tile", ("3x3",), 1))
    assert asked(tmp_path, 4, game=tile) is None
    assert asked(tmp_path / "again", 4, ["refuse"] * 9) is None


def test_a_program_that_dies_is_told(tmp_path: Path) -> None:
    fake = FakeKataGo(tmp_path / "fake", ["die"] * 99, every_life=True)
    with KataGo(fake.installation()) as engine, pytest.raises(ProgramError, match="it ended with code 3"):
        reanalysed(GAME, engine, 4)


def test_tengens_own_engine_looks_again_at_variants() -> None:
    tile = play_episode(Plan(1, "tile", ("3x3",), 1))
    found = reanalysed(tile, Own(), 40)
    assert found is not None
    assert [thought is None for thought in found.thoughts] == [thought is None for thought in tile.thoughts]
    assert found.level == "Tengen:40"
