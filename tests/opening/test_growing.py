"""Growing a book: the positions searched, the moves kept, and the places to continue."""

import runpy
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from tengen import Game, Place
from tengen.opening.book import Book, read_rows

SCRIPT = runpy.run_path(str(Path(__file__).parents[2] / "training" / "openings" / "grow.py"))
Grower = SCRIPT["Grower"]


class Searcher:
    """Finds given labels wherever it may search, and records the positions searched."""

    def __init__(self, **visits: int) -> None:
        self.visits = visits
        self.asked: list[tuple[str, ...]] = []

    def __call__(self, game: Game, points: Sequence[int]) -> Iterator[Any]:
        self.asked.append(tuple(map(game.write_move, game.moves)))
        for point in points:
            count = self.visits.get(game.board.labels[point], 0)
            if count and not game.why_not(Place(point)):
                yield SCRIPT["SearchedPosition"](point, count, 0.5)


def grown(grower: Any, search: Searcher, depth: int, playouts: int = 100) -> None:
    """Search layer by layer, like the script."""
    for deep in range(1, depth + 1):
        for moves in grower.wanted(deep, playouts):
            grower.grow(moves, search, playouts)


def test_every_first_move_is_answered_once_for_all_its_images() -> None:
    search, book = Searcher(B2=90, B3=10), Book()
    grown(Grower(book, Game("chinese", board="3x3")), search, 2)
    assert search.asked == [(), ("A3",), ("B3",), ("B2",)]
    assert {row.moves for row in book.rows()} == {(), ("A3",), ("B3",), ("B2",)}


def test_deeper_it_follows_the_moves_that_the_book_plays() -> None:
    search, book = Searcher(C3=9_000, C4=6_000, B4=200), Book()
    grower = Grower(book, Game("chinese", board="5"))
    grown(grower, search, 4)
    assert [asked for asked in search.asked if len(asked) == 2] == [("C4", "C3"), ("C3", "C4")]
    assert [asked for asked in search.asked if len(asked) == 3] == [("C4", "C3", "B4"), ("C3", "C4", "B4")]


def test_what_is_hardly_looked_at_is_not_kept() -> None:
    book = Book()
    grower = Grower(book, Game("chinese", board="5"))
    rows = grower.grow((), Searcher(C3=90, C4=6, B4=4), 100)
    assert [(row.reply, row.visits, row.playouts) for row in rows] == [("C3", 90, 100), ("C4", 6, 100)]
    assert book.rows() == rows
    assert grower.grow((0,), Searcher(), 100) == []
    assert book.rows() == rows


def test_it_resumes_and_searches_again_with_more_playouts() -> None:
    search, book = Searcher(B2=9, B3=5), Book()
    grower = Grower(book, Game("tile", board="3x3"))
    grower.grow((), search, 100)
    again = Grower(Book(book.rows()), Game("tile", board="3x3"))
    assert again.wanted(1, 100) == []
    assert again.wanted(1, 101) == [()]
    assert [len(moves) for moves in again.wanted(2, 100)] == [1, 1, 1]


@pytest.mark.parametrize("variant", ["chinese", "tile", "gengo"])
def test_large_boards_have_answers_near_the_marked_points(variant: str) -> None:
    grower = Grower(Book(), Game(variant, board="19"))
    first = {grower.board.labels[point] for moves in grower.wanted(2, 1) for point in moves}
    assert {"D16", "D17", "C17", "E17", "K16", "K10"} <= first
    assert not {"A19", "B18", "C19"} & first
    assert len(first) < 30


def test_a_book_grows_and_goes_on_where_it_was_left(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "own.csv"
    for depth, searched in (("1", 2), ("2", 2), ("2", 0)):  # the corners: the middle of 3x1 wins at once
        SCRIPT["main"]([str(path), "tile", "--board", "2x2,3x1", "--playouts", "20", "--depth", depth])
        assert capsys.readouterr().out == f"{path}: {searched} positions searched\n"
    assert {(row.board, row.moves) for row in read_rows(path)} == {
        ("2", ()), ("2", ("A2",)), ("3x1", ()), ("3x1", ("A1",))
    }  # fmt: skip
    for words, refused in (
        (["chinese", "--set", "handicap=2"], "empty board"),
        (["tile", "--board", "1x1"], "are not over"),
    ):
        with pytest.raises(SystemExit, match=refused):
            SCRIPT["main"]([str(tmp_path / "other.csv"), *words, "--playouts", "9"])
