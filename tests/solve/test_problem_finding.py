"""The finder of problems: what it finds is proved, needs everything on the board, and depends on the rules."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from tengen import Game
from tengen.records import TengenError
from tengen.solve.problems.aims import Aim, Prober, after
from tengen.solve.problems.finding import random_positions, random_setups, study
from tengen.solve.problems.hunting import Hunter
from tengen.solve.problems.lines import lines_of, read_line


def _without_tiles(game: Game) -> Game:
    rules = replace(game.rules, tiles="none")
    return Game.from_position(rules, game.board, replace(game.position, tiles={}, last_incursion=False))


def test_a_hunt_has_one_right_move_and_nothing_that_is_not_needed() -> None:
    random = Random(4)
    hunter = Hunter(2, random, _without_tiles)
    (hunt,) = islice(hunter.hunts(random_setups(Game("tile", board="4x4"), range(8, 11), random)), 1)
    assert Prober(hunt.game, hunt.aim).right_moves(hunt.game) == [hunt.move]
    assert Prober(_without_tiles(hunt.game), hunt.aim).right_moves(_without_tiles(hunt.game)) != [hunt.move]
    assert hunter.simplified(hunt).game.stones == hunt.game.stones
    assert hunt.game.tiles


def test_a_win_is_graded_by_its_depth_and_by_whom_it_fools() -> None:
    random = Random(2)
    positions = islice(random_positions(Game("tao", board="3x3", komi=0.5), range(3, 6), random), 30)
    found = next(found for found in (study(game, 1, random) for game in positions) if found is not None)
    assert Prober(found.game, Aim()).right_moves(found.game) == list(found.wins)
    assert found.difficulty >= found.plies + found.resistance // 2
    assert found.is_naive_proof is (found.naive not in found.wins)


def test_lines_are_refuted_where_they_are_wrong() -> None:
    """Spec 2.3: in Tile Go the corner stone cannot run to a point that has a tile while one is due."""
    game = Game.setup("tile", ["X...", "....", "....", "...."], to_play="white", tiles=["B4"])
    aim = Aim("take", "A4", 2)
    lines = [read_line(line) for line in lines_of(Prober(game, aim))]
    right = [line for line in lines if not any(wrong for _, wrong in line)]
    assert [line[0][0] for line in right] == ["A3"]
    for line in lines:
        assert Prober(game, aim).done(after(game, *(move for move, _ in line))) is (line in right)


@pytest.mark.parametrize("wrong", [("win", "A4", None), ("take", None, 2), ("keep", "A4", None)])
def test_an_aim_says_what_is_missing(wrong: tuple[str, str | None, int | None]) -> None:
    with pytest.raises(TengenError, match=f"to {wrong[0]}"):
        Aim(*wrong)  # type: ignore[arg-type]
