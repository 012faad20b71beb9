"""Images of beginnings under the symmetries of boards."""

import pytest

from tengen import BoardError, Rules, boards, variant
from tengen.opening.book import canonical, onto, symmetries


@pytest.mark.parametrize(("board", "count"), [("9", 8), ("13x9", 4), ("3x1", 2), ("5 torus", 200), ("gengo 5", 8)])
def test_as_many_symmetries_as_the_board_has(board: str, count: int) -> None:
    found = symmetries(boards.parse(board), Rules())
    assert len(found) == len({*found}) == count
    assert found[0] == tuple(range(len(found[0])))
    with pytest.raises(BoardError, match="more than 1,000 symmetries"):
        symmetries(boards.parse("graph:k8"), Rules())


def test_what_lies_there_at_the_beginning_stays() -> None:
    tao = variant("tao").rules
    assert len(symmetries(boards.parse("5x4 without C2 C3"), tao.replace(tao_start="none"))) > 1
    assert len(symmetries(boards.parse("9"), tao.replace(tao_start=("A9", "J1")))) == 4
    assert len(symmetries(boards.parse("9"), tao.replace(tao_start=("A9", "B9")))) == 1
    assert len(symmetries(boards.parse("9"), tao)) == 8


def test_all_images_of_a_beginning_are_one() -> None:
    group = symmetries(boards.parse("5"), Rules())
    moves = (3, 17, 12)
    images = {tuple(moved[point] for point in moves) for moved in group}
    assert len(images) == 8
    assert {canonical(image, group) for image in images} == {min(images)}
    for image in images:
        [moved] = onto(moves, image, group)
        assert tuple(moved[point] for point in moves) == image
