"""The policy network: its input from a position, its output, and the effects in the tree."""

import random
from dataclasses import replace
from math import exp
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from chain_sets import by_windows, random_stones
from data import cases
from numpy.typing import NDArray

from tengen import Game, Place, boards
from tengen.kernel.layout import PLACE
from tengen.players import MCTS, Budget
from tengen.records import FormatError
from tengen.search import ROOT, Options, Search, planes
from tengen.search.foresight import needed
from tengen.search.nodes import ADVISED, UNASKED
from tengen.search.policy_net import SPREADS, Layers, PolicyNet, read_layers, shapes_of, the_layers, write_layers


def small(seed: int, layers: int = 4, width: int = 4) -> Layers:
    chance = np.random.default_rng(seed)
    shapes = shapes_of(layers, width)
    arrays = {name: chance.normal(0, 0.6 / width**0.5, shape).astype(np.float32) for name, shape in shapes.items()}
    return Layers(**arrays, story={"made": "by chance"})


def seen(game: Game, told: bool = True) -> NDArray[np.uint8]:
    """Return the input for a game's position, one row per point; ``told``: the last stones are known."""
    search = Search(game.board, game.rules, megabytes=1, options=Options(foresee_at=1))
    points = [move.point for move in game.moves if told and isinstance(move, Place)]
    last, before = ([None, None, *points][k] for k in (-1, -2))
    search.begin(game.state(), last=last, before=before)
    questions = search.workers[0].questions
    search._foresight = lambda *given: None  # type: ignore[assignment]
    search.run(simulations=1)
    assert questions.asked[0] == 1
    found: NDArray[np.uint8] = questions.planes[0]
    return found


def slowly(layers: Layers, board: boards.Board, position: NDArray[np.uint8]) -> tuple[list[float], float, list[float]]:
    """Return a network's probabilities, spread and owners, computed by windows around points."""
    inputs = np.where(np.arange(planes.PLANES) == planes.LIKELIHOOD, position / planes.DIMMED, position)
    hidden = np.maximum(by_windows(board, inputs, layers.first) + layers.biases[0], 0)
    for k in range(0, len(layers.blocks), 2):
        hidden += hidden.mean(axis=0) @ layers.mixes[k // 2]
        inner = np.maximum(by_windows(board, hidden, layers.blocks[k]) + layers.biases[k + 1], 0)
        hidden = np.maximum(hidden + by_windows(board, inner, layers.blocks[k + 1]) + layers.biases[k + 2], 0)
    said = hidden @ layers.last - float(layers.trust[0]) * position[:, planes.LIKELIHOOD] / planes.SCALE
    shares = np.where(position[:, planes.MOVE], np.exp(said), 0)
    owners = np.tanh(hidden @ layers.owner[:-1] + layers.owner[-1]).tolist()
    spread = exp(np.clip(float(hidden.mean(axis=0) @ layers.spread[:-1] + layers.spread[-1]), *SPREADS))
    return (shares / shares.sum()).tolist(), spread, owners


def played(size: str, seed: int, count: int) -> Game:
    game = Game("chinese", board=size)
    assert len([*random_stones(game, random.Random(seed), count)]) == count
    return game


@pytest.mark.parametrize(
    ("size", "count"), [("6x5", 9), ("9x9", 40), ("5x8", 0), ("6x5 torus", 9), ("7x5 cylinder", 9), ("5x6 klein", 9)]
)
@pytest.mark.parametrize("width", [4, 20])  # in one vector and in two, which are not full
def test_predictions_equal_the_layers_computed_plainly(size: str, count: int, width: int) -> None:
    games = [played(size, seed, count) for seed in range(5)]  # more than pass through a layer at a time
    layers = small(seed=5, width=width)
    net = PolicyNet(layers, games[0].board)
    together = net(np.stack([seen(game) for game in games]))
    for game, chances, margin, spread, owners in zip(games, *together, strict=True):
        expected = slowly(layers, game.board, seen(game))
        assert chances == pytest.approx(expected[0], abs=2e-6)
        assert float(chances.sum()) == pytest.approx(1, abs=1e-5)
        assert (spread, margin) == pytest.approx((expected[1], sum(expected[2])), rel=1e-4, abs=1e-4)
        assert owners == pytest.approx(expected[2], abs=1e-4)
    turned = net(np.stack([seen(game) for game in reversed(games)]))
    assert together.chances[::-1] == pytest.approx(turned.chances, abs=1e-7)
    assert together.margins[::-1] == pytest.approx(turned.margins, abs=1e-5)


@pytest.mark.parametrize("shape", [(1, 81, planes.PLANES), (1, 25, planes.PLANES - 1), (25, planes.PLANES)])
def test_what_is_seen_of_another_board_is_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"must have the shape \(B, 25, 27\), not"):
        PolicyNet(small(seed=1), boards.parse("5x5"))(np.zeros(shape, np.uint8))


def test_where_there_is_no_move_nothing_is_likely() -> None:
    board = boards.parse("5x5")
    nothing = np.zeros((1, 25, planes.PLANES), np.uint8)
    assert not PolicyNet(small(seed=1), board)(nothing).chances.any()


def test_planes_say_what_is_on_the_board() -> None:
    game = Game("chinese", board="9x9")
    for move in ("E5", "E6", "A1", "D5", "C3", "F5"):  # White's next move, E4, captures E5
        game.play(move)
    game.play("H8")
    position = seen(game)

    def at(label: str) -> NDArray[np.uint8]:
        row: NDArray[np.uint8] = position[game.board.point(label)]
        return row

    first, other = planes.STONES, planes.STONES + 3
    assert at("E5")[other : other + 3].tolist() == [1, 0, 0], "Black's stone in atari, seen by White"
    assert at("E6")[first : first + 3].tolist() == [0, 0, 1]
    assert at("A1")[other : other + 3].tolist() == [0, 1, 0]
    assert at("H8")[planes.LATEST : planes.LATEST + 2].tolist() == [1, 0]
    assert at("F5")[planes.LATEST : planes.LATEST + 2].tolist() == [0, 1]
    assert position[:, planes.LATEST].sum() == position[:, planes.LATEST + 1].sum() == 1
    assert at("E4")[planes.CAPTURES : planes.CAPTURES + 4].tolist() == [1, 0, 0, 0]
    assert at("G2")[planes.CAPTURES : planes.CAPTURES + 4].tolist() == [0, 0, 0, 0]
    lines = slice(planes.LINES, planes.LINES + 4)
    assert [at(label)[lines].tolist().index(1) for label in ("A1", "B4", "C3", "E5")] == [0, 1, 2, 3]
    vacant = position[:, first : other + 3].sum(1) == 0
    assert (position[:, planes.MOVE] == vacant).all(), "there is no eye and nothing forbidden on this board"
    liberties = slice(planes.LIBERTIES, planes.LIBERTIES + 3)
    assert at("B1")[liberties].tolist() == [0, 1, 0]
    assert at("G2")[liberties].tolist() == [0, 0, 1]
    likelihood = np.exp(position[vacant, planes.LIKELIHOOD] / -planes.SCALE)
    assert float(likelihood.sum()) == pytest.approx(1, abs=0.05), (
        "probabilities by strengths, to the twentieth of a log"
    )


@pytest.mark.parametrize("seed", range(3))
def test_what_is_seen_turns_with_the_board(seed: int) -> None:
    game, turned = Game("chinese", board="9x9"), Game("chinese", board="9x9")
    for move in random_stones(game, random.Random(seed), 40):
        turned.play(Place(move.point % 9 * 9 + 8 - move.point // 9))
    grids = [seen(each).reshape(9, 9, planes.PLANES).astype(int) for each in (game, turned)]
    assert abs(np.rot90(grids[0], -1) - grids[1]).max() <= 1, "likelihoods may be rounded otherwise"
    exact = np.arange(planes.PLANES) != planes.LIKELIHOOD
    assert (np.rot90(grids[0], -1)[:, :, exact] == grids[1][:, :, exact]).all()


@pytest.mark.parametrize("seed", range(3))
def test_on_a_torus_every_point_is_like_every_other(seed: int) -> None:
    game, moved = Game(board="9x9 torus"), Game(board="9x9 torus")
    for move in random_stones(game, random.Random(seed), 40):
        moved.play(Place((move.point // 9 + 4) % 9 * 9 + (move.point % 9 + 7) % 9))
    net = PolicyNet(the_layers(), game.board)
    grids = [net(seen(each)[None]).chances.reshape(9, 9) for each in (game, moved)]
    assert np.roll(grids[0], (4, 7), axis=(0, 1)) == pytest.approx(grids[1], abs=0.02), "likelihoods are rounded"
    assert grids[0].sum() == pytest.approx(1, abs=1e-5)


@pytest.mark.parametrize(
    "axes", [{"repetition": "ko"}, {"repetition": "natural"}, {"repetition": "ko", "suicide": "allowed"}]
)
def test_the_moves_that_are_seen_are_those_of_the_tree(axes: dict[str, Any]) -> None:
    """Under natural superko a retake of a ko may be legal (spec 1.5); a suicide without captures is not a move."""
    for seed in range(12):
        game = Game("chinese", board="5x5", **axes)
        assert [*random_stones(game, random.Random(seed), 24)]
        search = search_of(game, 1, foresee_at=10**6)
        tree = {int(child["point"]) for child in search.children() if child["kind"] == PLACE}
        shown = set(np.flatnonzero(seen(game)[:, planes.MOVE]).tolist())
        assert tree <= shown
        assert shown == tree or axes["repetition"] == "natural"


def search_of(game: Game, simulations: int, **options: Any) -> Search:
    search = Search(game.board, game.rules, seed=1, megabytes=8, options=Options(**options))
    search.begin(game.state())
    search.run(simulations)
    return search


@pytest.mark.parametrize("board", ["graph:petersen", "hexagon 4", "4x4", "2x13", "9x9 without D4"])
def test_the_network_gets_no_unsupported_board(board: str) -> None:
    search = search_of(Game(board=board), 300, foresee_at=10)
    assert set(search._nodes["advised"].tolist()) == {UNASKED}


@pytest.mark.parametrize(
    "game",
    [
        *(Game(variant, board="9x9") for variant in ("tile", "cushion", "tao", "japanese", "formal")),
        *(Game(board=f"7x9 {surface}") for surface in ("torus", "cylinder", "klein", "mobius")),
        Game("cushion", board="9x9", tao="on"),
    ],
    ids=repr,
)
def test_every_game_on_a_grid_is_shown_to_the_network(game: Game) -> None:
    search = search_of(game, 300, foresee_at=10)
    nodes = search._nodes[ROOT : int(search.workers[0].arena[0])]
    assert nodes["advised"][0] == ADVISED
    assert (nodes["advised"] == ADVISED).sum() > 5


def walls(**axes: Any) -> Game:
    """Return a game on 9x9 in which Black's wall on the fourth line has nine points less behind it than White's."""
    game = Game("chinese", board="9x9", **axes)
    for column in "ABCDEFGHJ":
        game.play(f"{column}4")
        game.play(f"{column}5")
    return game


def worth(game: Game) -> float:
    return float(search_of(game, 64)._nodes["worth"][ROOT])


@pytest.mark.parametrize("to_play", ["black", "white"])
def test_the_network_says_who_wins_by_the_points_that_are_needed(to_play: str) -> None:
    chances = []
    for komi in (-25, -14, -9, 0, 20):
        game = walls(komi=komi)
        if to_play == "white":
            game.play("pass")
        chances.append(worth(game))
    assert chances == sorted(chances, reverse=True)
    assert chances[0] > 0.95, "Black has 9 points less, and needs 25 less"
    assert chances[-1] < 0.05


def test_a_bonus_for_the_handicap_is_needed_too() -> None:
    plain = Game("chinese", board="9x9", komi=0.5, handicap=2, handicap_bonus=0)
    with_bonus = Game("chinese", board="9x9", komi=0.5, handicap=2, handicap_bonus="n")
    assert [needed(game.rules, 0.0, black_moves=False) for game in (plain, with_bonus)] == [0.5, 2.5]


def test_no_position_is_shown_while_handicap_stones_are_to_come() -> None:
    game = Game("chinese", board="9x9", komi=0.5, handicap=3, handicap_kind="turns")
    assert search_of(game, 100)._nodes["advised"][ROOT] == UNASKED
    for move in ("C3", "G7", "G3"):
        game.play(move)
    assert game.to_play == "white"
    assert search_of(game, 100)._nodes["advised"][ROOT] == ADVISED


def test_a_stone_in_ones_own_territory_costs_a_point() -> None:
    """Judged at the root of the search, and below it."""
    game = walls(scoring="territory", komi=-9)
    filled = game.copy()
    filled.play("C2")
    before, after = worth(game), worth(filled)
    assert after < before - 0.02
    search = search_of(game, 3000)
    children = search.children()
    [inside] = children[(children["kind"] == PLACE) & (children["point"] == game.board.point("C2"))]
    assert inside["advised"] != ADVISED or inside["worth"] == pytest.approx(after, abs=0.02)


@pytest.mark.parametrize(
    ("game", "board", "axes", "judged"),
    cases("policy_net", "the_network_judges_where_points_of_a_plane_decide_and_nowhere_else"),
)
def test_the_network_judges_only_games_decided_by_points(
    game: str, board: str, axes: dict[str, Any], judged: bool
) -> None:
    search = search_of(Game(game, board=board, **axes), 1)
    assert float(search._settings[0]["judgement"]) == (Options().judgement if judged else 0)


@pytest.mark.parametrize(("moves", "same"), [(0, False), (40, False), (66, True)])
def test_fewer_vacant_points_lower_the_networks_share(moves: int, same: bool) -> None:
    """If fewer than three points in ten are vacant, playouts alone decide."""
    game = played("9x9", 3, moves)
    totals = [search_of(game, 200, judgement=share).totals() for share in (1.0, 0.0)]
    assert bool((game.state().points["colour"] == 0).mean() <= 0.3) is same
    assert (totals[0] == totals[1]) is same


def test_a_clock_that_interrupts_a_search_changes_nothing() -> None:
    game = played("9x9", 3, 10)
    whole = MCTS(budget=Budget(simulations=700), seed=4).search(game).children()["visits"].tolist()
    player = MCTS(budget=Budget(simulations=700), seed=4)
    found = [len(list(player.analyse(game, interval=0.001))), player.search(game).children()["visits"].tolist()]
    assert found[0] > 3
    assert found[1] == whole


def test_weights_are_written_and_read(tmp_path: Path) -> None:
    layers = small(seed=2)
    write_layers(tmp_path / "some.npz", layers)
    found = read_layers(tmp_path / "some.npz")
    assert found.story["made"] == "by chance"
    assert found.blocks == pytest.approx(layers.blocks, rel=2e-3, abs=1e-4)
    assert [path.name for path in tmp_path.iterdir()] == ["some.npz"]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"biases": np.zeros((4, 4))}, r"'biases' has the shape \(4, 4\), not \(5, 4\)"),
        ({"blocks": np.zeros(())}, r"'blocks' has the shape \(\)"),
        ({"first": np.zeros((9 * 26, 4))}, r"'first' has the shape \(234, 4\), not \(243, 4\)"),
        ({"owner": np.array([0, 0, np.nan, 0, 0])}, "'owner' holds a number that is not finite"),
        ({name: np.zeros(shape) for name, shape in shapes_of(4, 0).items()}, "it has no channels"),
        ({"blocks": np.zeros((3, 36, 4)), "biases": np.zeros((4, 4)), "mixes": np.zeros((1, 4, 4))}, "3 layers"),
    ],
)
def test_weights_that_do_not_belong_together_are_refused(tmp_path: Path, changes: dict[str, Any], said: str) -> None:
    write_layers(tmp_path / "some.npz", replace(small(seed=2), **changes))
    with pytest.raises(FormatError, match=said):
        read_layers(tmp_path / "some.npz")


def test_weights_of_which_some_are_missing_are_refused(tmp_path: Path) -> None:
    write_layers(tmp_path / "some.npz", small(seed=2))
    with np.load(tmp_path / "some.npz") as held:
        np.savez(tmp_path / "fewer.npz", **{name: held[name] for name in held if name not in ("mixes", "owner")})
    with pytest.raises(FormatError, match="lacks the arrays mixes, owner"):
        read_layers(tmp_path / "fewer.npz")


def test_the_weights_of_the_package_say_where_they_come_from() -> None:
    layers = the_layers()
    assert layers.story["source"]
    assert "tengen.train.policy" in layers.story["command"]
    assert len(layers.first) == 9 * planes.PLANES
