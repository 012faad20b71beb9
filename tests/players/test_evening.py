"""Handicaps between two levels, and a level that follows its player: its changes, and the level at which it settles."""

import random

import pytest
from data import cases

from tengen import Game
from tengen.match.rating import rate_of
from tengen.players.evening import Following, even_terms, measured
from tengen.records import TengenError
from tengen.rules import variant


def test_what_was_measured_can_be_believed() -> None:
    """Each row has its interval around its value, enough games, and a possible game."""
    for row in measured():
        assert row.low <= row.stones <= row.high
        assert row.games >= 40
        assert 0 <= row.chance <= 1
        assert 1 <= row.apart <= 9
        Game(variant(row.game, handicap=row.most), board=row.board)
    assert len({(row.game, row.board, row.apart, row.beginner, row.network) for row in measured()}) == len(measured())


@pytest.mark.parametrize(("levels", "game", "board", "axes", "said"), cases("evening", "terms_of_the_game"))
def test_the_terms_are_some_that_the_game_has(
    levels: tuple[int, int], game: str, board: str, axes: dict[str, float], said: str
) -> None:
    found = even_terms(*levels, game, board)
    assert found.axes == axes
    assert said in str(found)
    assert found.enough == ("were not measured" not in said)
    Game(variant(game, **found.axes), board=board)


def test_a_network_of_only_the_stronger_level_is_worth_stones() -> None:
    """Level 5 is the first with the network: its pairs with lower levels have rows of their own on the same board."""
    parted, after = even_terms(5, 4), even_terms(6, 5)
    assert parted.measured is not None
    assert after.measured is not None
    assert (parted.measured.network, after.measured.network) == (True, False)
    assert parted.measured.low > after.measured.high
    assert (parted.handicap, after.handicap) == (2, 0)
    assert even_terms(6, 1).measured == even_terms(4, 1).measured  # no such pair of level 1 was played
    assert even_terms(5, 4, board="13x13").handicap > even_terms(4, 3, board="13x13").handicap
    assert (even_terms(5, 4, "japanese", "7x7").handicap, even_terms(4, 3, "japanese", "7x7").komi) == (2, 0.5)
    assert even_terms(5, 4, "tile", "7x7").axes == {}  # the first move is worth as much


@pytest.mark.parametrize(("game", "board"), sorted({(row.game, row.board) for row in measured()}))
def test_a_wider_gap_never_gives_less(game: str, board: str) -> None:
    """A weaker Black gets as much or more from the same White, and every Black from a stronger White."""

    def ahead(stronger: int, weaker: int) -> int:
        terms = even_terms(stronger, weaker, game, board)
        return terms.handicap or (1 if terms.komi else 0)

    for stronger in range(2, 11):
        for weaker in range(1, stronger):
            assert ahead(stronger, weaker) >= ahead(stronger, weaker + 1)
            assert ahead(stronger, weaker) >= ahead(max(stronger - 1, weaker), weaker)


@pytest.mark.parametrize(
    ("levels", "game", "board", "why"),
    [
        ((3, 2), "chinese", "11x11", "no handicap was measured for chinese on 11x11; measured: chinese on"),
        ((3, 2), "korean", "9x9", "no handicap was measured for korean on 9x9;"),
        ((3, 2), variant("chinese", komi=5.5), "9x9", "only under its usual rules, without komi 5.5"),
        ((3, 11), "chinese", "9x9", "level must be a whole number from 1 to 10, not 11"),
        ((True, 2), "chinese", "9x9", "not True"),
    ],
)
def test_what_was_not_measured_is_refused(levels: tuple[int, int], game: str, board: str, why: str) -> None:
    with pytest.raises(TengenError, match=why):
        even_terms(*levels, game, board)


@pytest.mark.parametrize(
    ("scores", "level", "run"),
    [
        ("", 3, 0),
        ("w", 3, 1),
        ("ww", 4, 0),
        ("wwww", 5, 0),
        ("wlwlwl", 3, -1),
        ("ll", 2, 0),
        ("wdw", 3, 1),
        ("llllllll", 1, 0),
        ("w" * 40, 10, 0),
    ],
)
def test_two_in_a_row_change_the_level_by_one(scores: str, level: int, run: int) -> None:
    standing = Following(3)
    for each in scores:
        standing = standing.after({"w": 1.0, "l": 0.0, "d": 0.5}[each])
    assert standing == Following(level, run)


def test_the_level_settles_where_its_player_is() -> None:
    """A player as strong as level 6, where neighbours are 200 Elo apart, plays at levels 5 to 7 most of the time."""
    chance, standing, seen = random.Random(1), Following(1), [0] * 11
    for game in range(2_000):
        standing = standing.after(float(chance.random() < rate_of(200 * (6 - standing.level))))
        seen[standing.level] += game >= 100
    assert sum(seen[5:8]) > 0.9 * sum(seen)
    assert max(seen) == seen[6]


@pytest.mark.parametrize(("level", "run"), [(0, 0), (11, 0), (3, 2), (3, -2), (True, 0), (3, 0.5)])
def test_what_cannot_be_is_refused(level: int, run: int) -> None:
    with pytest.raises(TengenError, match="must be a whole number from"):
        Following(level, run)
