"""Games to learn moves from: the selection, and the target in each position."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tengen import Game, TengenError, boards
from tengen.records import Node, Record
from tengen.search.strengths_file import the_strengths
from training.learning.episode_folder import EpisodeFolder
from training.learning.episodes import Episode, Thought
from training.learning.games import Plan, play_episode
from training.learning.played import Played, collection, moves_of, played_in
from training.learning.strengths import Course, learn, workshop

BOARD = boards.parse("gengo 7")


@pytest.fixture(scope="module")
def episode() -> Episode:
    return play_episode(Plan(1, "gengo", ("gengo 7",), seed=1))


def test_what_a_full_search_found_best_is_aimed_at(episode: Episode) -> None:
    game = played_in(episode, BOARD)
    assert game is not None
    n, full = len(BOARD), [pace == "full" for pace in episode.paces]
    assert any(full)
    assert not all(full)
    for turn, thought in enumerate(episode.thoughts):
        if not full[turn]:
            assert game.aims[turn] == n
        elif game.aims[turn] < n:
            assert thought is not None
            assert thought.visits[int(game.aims[turn])] == max(thought.visits.values())
    assert [min(n, action) for action in episode.actions] == game.moves.tolist()


def test_games_with_turns_that_are_no_stones_are_left_out(episode: Episode) -> None:
    n = len(BOARD)
    returned = replace(
        episode,
        actions=(*episode.actions, 2 * n + 1),
        paces=(*episode.paces, "full"),
        thoughts=(*episode.thoughts, Thought(0.5, 0.0, {2 * n + 1: 9})),
    )
    assert played_in(returned, BOARD) is None
    assert played_in(replace(episode, actions=(n, *episode.actions[1:])), BOARD) is None


@pytest.mark.parametrize("axes", [{"tiles": "tile"}, {"tao": "on"}, {"handicap": 2}, {"own_overlap": True}])
def test_games_of_more_than_stones_are_left_out(episode: Episode, axes: dict[str, Any]) -> None:
    assert played_in(replace(episode, axes={**episode.axes, **axes}), BOARD) is None
    record = Game("gengo", board="gengo 7", **axes).record
    assert moves_of(record, BOARD) is None
    assert moves_of(Game("gengo", board="gengo 7").record, BOARD) is not None


def test_an_sgf_with_a_turn_that_is_no_stone_is_left_out() -> None:
    for children, known in (([Node("tao E5", "white")], False), ([], True)):
        stone = Node("D4", "black", children=children)
        assert (moves_of(Record("7x7", root=Node(children=[stone])), boards.parse("7x7")) is not None) == known


def test_a_folder_of_episodes_has_games_of_the_named_boards(episode: Episode, tmp_path: Path) -> None:
    with EpisodeFolder(tmp_path / "games") as folder:
        for number in range(1, 4):
            folder.add(replace(episode, number=number))
        folder.add(replace(play_episode(Plan(9, "gengo", ("gengo 6",), seed=1)), number=4))
    out = tmp_path / "strengths.npz"
    assert len(collection([tmp_path / "games"], out, ["gengo 7"])) == 3
    assert len(collection([tmp_path / "games"], out, ["gengo 7", "gengo 6"])) == 4
    with pytest.raises(TengenError, match="at least two games on gengo 8 are needed"):
        collection([tmp_path / "games"], out, ["gengo 8"])


@pytest.mark.parametrize("board", ["4x4", "gengo 4", "hexagon 4", "large-n 11"])
def test_on_boards_without_strengths_nothing_is_fitted(board: str) -> None:
    with pytest.raises(
        TengenError, match="have no strengths: the search has them on square grids of 25 points or more"
    ):
        workshop(boards.parse(board), the_strengths())


def test_stones_of_two_kinds_are_not_fitted_together() -> None:
    moves = np.zeros(10, np.uint32)
    games = [Played(boards.parse(board), moves, moves) for board in ("7x7", "gengo 7")]
    with pytest.raises(TengenError, match="name boards of one kind"):
        learn(games, 10, Course())
