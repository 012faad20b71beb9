"""Footprints and their neighbours (spec 4.1), and neighbours under overlap (spec 4.2)."""

import pytest
from board_strategies import pictures
from data import cases
from hypothesis import given, settings

from tengen.boards import BoardError, parse
from tengen.boards.footprints import NAMED, footprint

PICTURES = {
    "go": ".n./nxn/.n.",
    "gengo": ".nnn./nooon/noxon/nooon/.nnn.",
    "large-n": "..nnn../.nnnnn./nnooonn/nnoxonn/nnooonn/.nnnnn./..nnn..",
    "large-o": ".nnnnn./nnooonn/nooooon/nooxoon/nooooon/nnooonn/.nnnnn.",
}


@pytest.mark.parametrize("name", sorted(PICTURES))
def test_published_pairs(name: str) -> None:
    assert footprint(PICTURES[name]) == NAMED[name]
    assert NAMED[name].picture == PICTURES[name]
    for offsets in (NAMED[name].overlap, NAMED[name].neighbours):
        assert {(y, x) for x, y in offsets} == {(-x, y) for x, y in offsets} == offsets


@settings(deadline=None)
@given(pictures())
def test_a_picture_comes_back(picture: str) -> None:
    assert footprint(footprint(picture).picture) == footprint(picture)


def test_the_centre_of_three_by_three_gengo_has_no_neighbours() -> None:
    """Spec 0.8."""
    board = parse("gengo 3")
    assert board.centre is not None
    assert board.neighbours[board.centre] == ()
    assert len(board.footprint[board.centre]) == 9


@pytest.mark.parametrize("surface", ["torus", "klein"])
@pytest.mark.parametrize(("name", "side"), [("gengo", 5), ("large-n", 7), ("large-o", 7)])
def test_wrapped_footprints_are_whole_everywhere(name: str, side: int, surface: str) -> None:
    board = parse(f"{name} {side} {surface}")
    shape = NAMED[name]
    assert {len(points) for points in board.footprint} == {len(shape.overlap)}
    assert {len(points) for points in board.neighbours} == {len(shape.neighbours)}


def test_cut_out_points_are_in_no_footprint() -> None:
    board = parse("gengo 9 without D4")
    middle = board.find("E5")
    assert middle is not None
    assert len(board.footprint[middle]) == 8
    assert board.find("D4") is None


@pytest.mark.parametrize(
    "text", ["gengo 9", "large-n 11 torus", "9 footprint .n./oxo/.n.", "gengo 7 mobius without D4"]
)
def test_overlap_joins_footprint_and_neighbours(text: str) -> None:
    board = parse(text)
    overlap = board.with_overlap()
    assert overlap.text == f"{text} overlap"
    assert overlap == parse(f"{text} overlap")
    assert overlap.with_overlap() is overlap
    assert (overlap.edges, overlap.footprint, overlap.labels) == (board.edges, board.footprint, board.labels)
    for point, joined in enumerate(overlap.neighbours):
        assert set(joined) == {*board.neighbours[point], *board.footprint[point]} - {point}


PUBLISHED = """
  n n n
n o o o n
n o x o n
n o o o n
  n n n
"""
"""The default regions as Gengo's rules print them (jackbenn/gengo, Rules.md)."""


@pytest.mark.parametrize(
    "picture",
    [
        PUBLISHED,
        "\n".join(line.strip() for line in PUBLISHED.splitlines()),  # as shown by a page that drops leading blanks
        "/".join(PUBLISHED.strip("\n").splitlines()),
        "\n".join(f"    {line}   " for line in PUBLISHED.splitlines()),
        " nnn/nooon/noxon/nooon/ nnn",
        ".nnn. / nooon / noxon / nooon / .nnn.",
    ],
)
def test_the_published_picture_is_gengos(picture: str) -> None:
    assert footprint(picture) == NAMED["gengo"]


@pytest.mark.parametrize(("picture", "written"), cases("footprints", "asymmetric_pictures"))
def test_asymmetric_pictures(picture: str, written: str) -> None:
    shape = footprint(picture)
    assert shape.picture == written
    assert footprint(written) == shape
    assert not shape.symmetric


def test_rows_are_centred_only_if_that_makes_them_symmetric() -> None:
    with pytest.raises(BoardError, match="row 2 of the footprint has 3 points, row 1 has 1"):
        footprint("n\nnxo")
    assert footprint("n\nnxn\nn") == NAMED["go"]


def test_a_turned_footprint() -> None:
    shape = footprint(".nn/nxo")
    assert shape.turned(-1, 1).picture == "nn./oxn"
    assert shape.turned(1, -1).picture == "nxo/.nn"
    assert shape.turned(1, 1, True).picture == ".n/nx/no"
