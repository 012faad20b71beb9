"""A level that follows its player: when it changes, and where it settles."""

from __future__ import annotations

import random

import pytest

from tengen.match.rating import rate_of
from tengen.players.following import Following
from tengen.records import TengenError


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
