"""Games that KataGo plays by its policy: its queries, the data kept from answers, and a network's targets."""

from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from fake_katago import FakeKataGo

from tengen import boards
from tengen.engines import KataGo
from tengen.players.process import ProgramError
from tengen.records import TengenError
from training.judging import labels
from training.learning.episodes import Episode, read_episode
from training.learning.played import played_in

PASS = 2 * 25


@pytest.fixture(scope="module")
def fake(tmp_path_factory: pytest.TempPathFactory) -> FakeKataGo:
    return FakeKataGo(tmp_path_factory.mktemp("fake"))


@pytest.fixture(scope="module")
def games(fake: FakeKataGo) -> list[Episode]:
    """Thirty complete games, and two that were cut."""
    ended: list[Episode] = []
    with KataGo(fake.installation()) as engine:
        for episode in labels.label_games(engine, labels.LabelPlan(("5x5",), at_once=3), 7, lambda: len(ended) >= 30):
            ended.append(episode)
    return ended


@pytest.mark.slow
def test_games_are_played_to_the_end(games: list[Episode]) -> None:
    assert sorted(episode.number for episode in games)[:25] == [*range(7, 32)]
    assert sum(episode.actions[-2:] == (PASS, PASS) for episode in games) >= 20
    assert {episode.game for episode in games} == {"chinese", "japanese"}
    assert len({episode.variant.rules.komi for episode in games}) > 4
    for episode in games:
        assert read_episode(episode.line()) == episode
        for number, game in episode.replay():
            assert not game.why_not(game.read_move("pass")), number


def test_every_position_after_the_opening_has_katagos_opinion(games: list[Episode]) -> None:
    for episode in games:
        known = [thought is not None for thought in episode.thoughts]
        assert known == sorted(known), "first the opening without labels, then a label for every move"
        for turn, thought in enumerate(episode.thoughts):
            if thought is not None:
                black = thought.win_rate if turn % 2 == 0 else 1 - thought.win_rate
                assert 0.49 < black < 0.71, "the fake's chances for Black"
                assert thought.lead == 2.5
                assert thought.ownership().tolist() == [1.0] * 15 + [-1.0] * 10


def test_handicap_stones_are_asked_about_as_stones(fake: FakeKataGo, games: list[Episode]) -> None:
    handicaps = [episode for episode in games if episode.actions[1] == PASS and episode.actions[3] == PASS]
    assert len(handicaps) >= 2
    for question in (cast("dict[str, Any]", each) for each in fake.questions):
        stones, moves = question["initialStones"], question["moves"]
        assert all(colour == "B" and label != "pass" for colour, label in stones)
        assert not moves or moves[0][0] == question["initialPlayer"] == ("W" if stones else "B")


def test_territory_is_learnt_as_area(games: list[Episode]) -> None:
    """By territory Black's surplus of stones counts against Black, and the side to move places one more."""
    board = boards.parse("5x5")
    seen = set[str]()
    for episode in games:
        game, komi = played_in(episode, board), episode.variant.rules.komi
        assert game is not None
        assert game.said is not None
        placed = np.cumsum([0, *((1 - 2 * (turn % 2)) * (action < 25) for turn, action in enumerate(episode.actions))])
        halves = 0.5 - np.arange(len(placed)) % 2
        expected = komi + (placed + halves if episode.game == "japanese" else 0 * placed)
        assert game.said.needed == pytest.approx(expected.tolist())
        seen.add(episode.game)
    assert seen == {"chinese", "japanese"}


def test_boards_and_programs_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    fake = FakeKataGo(tmp_path / "fake", ["nonsense"] * 9)
    with KataGo(fake.installation()) as engine:
        with pytest.raises(TengenError, match="does not support the board 5x5 torus"):
            next(labels.label_games(engine, labels.LabelPlan(("5x5 torus",)), 1, lambda: False))
        with pytest.raises(ProgramError, match="gave no policy or owners"):
            next(labels.label_games(engine, labels.LabelPlan(("5x5",)), 1, lambda: False))
