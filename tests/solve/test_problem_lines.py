"""What a problem asks for, and the lines that answer it."""

from __future__ import annotations

import pytest

from tengen import Game
from tengen.records import TengenError
from tengen.solve.problems.aims import Aim, Prober, after, lines_of, read_line


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
