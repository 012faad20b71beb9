"""Moves' probabilities by strengths learnt from games: invariant under symmetry, and fitted to games."""

import math
import random
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from chain_sets import random_stones
from data import cases

from tengen import Game, Place, boards
from tengen.kernel.layout import PLACE
from tengen.records import FormatError, TengenError
from tengen.search import Options, Search
from tengen.search.policy_net import read_layers
from tengen.search.strengths_file import FOOTPRINTS, read_strengths, stones_on, the_strengths
from training.learning.episode_folder import EpisodeFolder
from training.learning.games import Plan, play_episode
from training.learning.strengths import Course, teach_strengths

SIZE = 9
GAMES = Path(__file__).parents[2] / "examples" / "games"


STONES = [("chinese", "9x9", 30), ("gengo", "gengo 9", 10)]
"""Games with strengths for their stones, on boards of nine lines, and the number of stones placed on these."""


def moves(variant: str, board: str, seed: int, count: int) -> list[tuple[int, int]]:
    game = Game(variant, board=board)
    places = {game.board.rows[y][x]: (x, y) for x, y in cells()}
    return [places[move.point] for move in random_stones(game, random.Random(seed), count)]


def trust(game: Game, last: int, learnt: bool = True) -> dict[int, float]:
    """Return the probability of each placement by the package's strengths."""
    search = Search(game.board, game.rules, megabytes=1, options=Options(learnt=learnt))
    search.begin(game.state(), last=last)
    search.run(simulations=1)
    return {int(child["point"]): float(child["trust"]) for child in search.children() if child["kind"] == PLACE}


def cells() -> list[tuple[int, int]]:
    return [(x, y) for x in range(SIZE) for y in range(SIZE)]


def turned(cell: tuple[int, int], turn: int) -> tuple[int, int]:
    """Return the cell of a point on the board turned and mirrored."""
    x, y = cell
    if turn & 1:
        x = SIZE - 1 - x
    if turn & 2:
        y = SIZE - 1 - y
    return (y, x) if turn & 4 else (x, y)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("variant", "board", "count"), STONES)
def test_probabilities_do_not_change_when_the_board_is_turned(variant: str, board: str, count: int, seed: int) -> None:
    played = moves(variant, board, seed, count)
    found = []
    for turn in range(8):
        game = Game(variant, board=board)
        last = 0
        for cell in played:
            x, y = turned(cell, turn)
            last = game.board.rows[y][x]
            game.play(Place(last))
        back = {game.board.rows[turned(cell, turn)[1]][turned(cell, turn)[0]]: cell for cell in cells()}
        found.append({back[point]: share for point, share in trust(game, last).items()})
    for other in found[1:]:
        assert other == pytest.approx(found[0], rel=1e-4)
    assert sum(found[0].values()) == pytest.approx(1, abs=1e-3)
    assert max(found[0].values()) > 5 * np.median(list(found[0].values()))


def test_without_strengths_the_children_have_no_trust() -> None:
    assert set(trust(Game(board="9x9"), 81, learnt=False).values()) == {0.0}
    assert set(trust(Game(board="4x4"), 16).values()) == {0.0}, "boards of fewer than 25 points are not read"
    assert set(trust(Game(board="graph:petersen"), 10).values()) == {0.0}
    assert set(trust(Game(board="hexagon 4"), 37).values()) == {0.0}
    assert set(trust(Game("gengo-large-n"), 361).values()) == {0.0}
    assert set(trust(Game("gengo", board="gengo 9", own_overlap=True), 81).values()) == {0.0}


def test_where_there_is_no_edge_no_point_is_near_it() -> None:
    shares = {surface: trust(Game(board=f"9x7 {surface}"), 63) for surface in ("torus", "klein", "cylinder", "mobius")}
    assert len(set(shares["torus"].values())) == len(set(shares["klein"].values())) == 1
    for surface in ("cylinder", "mobius"):
        rows = [{shares[surface][point] for point in row} for row in boards.parse(f"9x7 {surface}").rows]
        assert [len(row) for row in rows] == [1] * 7
        assert rows[0] == rows[-1]
        assert rows[0] != rows[1] != rows[2]


@pytest.mark.parametrize(("board", "stones"), cases("strengths", "stones_are_known_on_every_grid"))
def test_stones_are_known_on_every_grid(board: str, stones: str) -> None:
    assert stones_on(boards.parse(board)) == stones


def test_strengths_know_games_with_stones_and_tiles_alike() -> None:
    assert trust(Game("tile", board="9x9"), 81) == trust(Game(board="9x9"), 81)


@pytest.mark.parametrize("stones", FOOTPRINTS)
def test_a_file_of_the_package_says_where_it_comes_from(stones: str) -> None:
    strengths = the_strengths(stones)
    assert strengths.story["source"]
    assert "tengen.train.strengths" in strengths.story["command"]
    assert (np.diff(strengths.keys.astype(np.int64)) > 0).all()


@pytest.mark.slow  # compiles code that only fitting needs
def test_fitting_foresees_moves_better_than_chance(tmp_path: Path) -> None:
    out = tmp_path / "strengths.npz"
    teach_strengths([GAMES], out, (), 200, Course(step=4, epochs=3), {})
    report = read_strengths(out).story["report"]
    assert float(report.split()[1].rstrip(";")) > -math.log(200), "nearly all positions have more moves than that"


@pytest.mark.slow  # the same, for wide stones
def test_strengths_of_wide_stones_are_fitted_to_episodes(tmp_path: Path) -> None:
    out, games = tmp_path / "strengths.npz", tmp_path / "games"
    with EpisodeFolder(games) as folder:
        for number in range(1, 13):
            folder.add(play_episode(Plan(number, "gengo", ("gengo 7",), seed=1)))
    teach_strengths([games], out, ("gengo 7",), 100, Course(step=1, epochs=3), {})
    report = read_strengths(out).story["report"]
    assert float(report.split()[1].rstrip(";")) > -math.log(30)


@pytest.mark.slow  # the same
def test_too_few_positions_are_refused(tmp_path: Path) -> None:
    with pytest.raises(TengenError, match="take a smaller --step"):
        teach_strengths([GAMES], tmp_path / "strengths.npz", (), 200, Course(step=999_999_999), {})
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("read", [read_layers, read_strengths])
@pytest.mark.parametrize("left", [0, 3, 200, 20_000])
def test_a_file_of_which_the_end_is_missing_is_refused(tmp_path: Path, left: int, read: Callable[[Path], Any]) -> None:
    packaged = "policy_net.npz" if read is read_layers else "strengths-go.npz"
    (tmp_path / "some.npz").write_bytes(files("tengen.search").joinpath(packaged).read_bytes()[:left])
    with pytest.raises(FormatError, match="or damaged"):
        read(tmp_path / "some.npz")


@pytest.mark.parametrize("header", [b"", b"no JSON", b"[]", b"{}", b"\xff"])
@pytest.mark.parametrize("read", [read_layers, read_strengths])
def test_a_file_without_a_header_is_refused(tmp_path: Path, header: bytes, read: Callable[[Path], Any]) -> None:
    np.savez(tmp_path / "some.npz", header=np.frombuffer(header, np.uint8))
    with pytest.raises(FormatError, match="does not say that the format is 'tengen"):
        read(tmp_path / "some.npz")
