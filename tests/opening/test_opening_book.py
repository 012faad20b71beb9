"""The opening book: its rows, and the games in which it has a move."""

import subprocess
import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from data import cases

from tengen import FormatError, Game, Place, Rules, boards, variants
from tengen.opening import BookMove, book_move, on_board
from tengen.opening.book import (
    FILE,
    LONGEST,
    Book,
    BookRow,
    best,
    canonical,
    read_rows,
    rules_text,
    symmetries,
    written,
)
from tengen.rules.axis import read_axes
from tengen.workers import own_environment

ROWS = [*read_rows(FILE)]
BOOK = Book(ROWS)
SIZES = ("5", "7", "9", "13", "19")
RULES = {row.rules for row in ROWS}
BEGUN = [each.name for each in variants() if rules_text(each.rules) in RULES]


def positions() -> Iterator[tuple[Game, list[BookRow]]]:
    for (text, board), rows in groupby(ROWS, key=lambda row: (row.rules, row.board)):
        rules = Rules().replace(**read_axes(text.split()))
        assert rules_text(rules) == text
        start = Game(rules, board=board)
        for moves, kept in groupby(rows, key=lambda row: row.moves):
            game = start.copy()
            for move in moves:
                game.play(move)
            yield game, [*kept]


def test_every_move_is_legal_and_every_figure_possible() -> None:
    seen = set()
    for game, rows in positions():
        points = tuple(map(game.board.point, rows[0].moves))
        assert points == canonical(points, symmetries(game.board, game.rules))
        assert len(points) <= LONGEST
        assert not [row for row in rows if game.why_not(row.reply)]
        assert len({row.reply for row in rows}) == len(rows)
        assert [row.visits for row in rows] == sorted((row.visits for row in rows), reverse=True)
        assert sum(row.visits for row in rows) <= rows[0].playouts == min(row.playouts for row in rows)
        assert all(0 <= row.win_rate <= 1 for row in rows)
        seen.add((rows[0].rules, rows[0].board, rows[0].moves))
    assert len(seen) == len({(row.rules, row.board, row.moves) for row in ROWS})  # no position stands in two places


def test_its_file_is_what_it_would_write() -> None:
    assert written(BOOK.rows()) == FILE.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", BEGUN)
def test_it_begins_every_variant_on_the_usual_boards(name: str) -> None:
    for size in SIZES:
        assert book_move(Game(name, board=size), 1) is not None
    assert book_move(Game(name), 1) is not None
    assert [on_board(text) for text in ("9", "gengo 9", "8")] == [True, True, False]


@pytest.mark.parametrize("size", ["5", "7", "9"])
def test_it_answers_every_first_move_of_small_boards(size: str) -> None:
    for point in range(len(boards.parse(size))):
        for name in ("chinese", "tile"):
            game = Game(name, board=size)
            game.play(Place(point))
            found = book_move(game, 1)
            assert found is not None
            assert not game.why_not(found.move)


def test_the_images_of_a_position_have_the_images_of_its_moves() -> None:
    empty = Game("tile", board="7")
    group = symmetries(empty.board, empty.rules)
    for point in range(len(empty.board)):
        answers = answered(empty, point)
        assert answers
        for moved in group:
            turned = {frozenset(moved[reply] for reply in images) for images in answers}
            assert answered(empty, moved[point]) == turned


def answered(empty: Game, point: int) -> set[frozenset[int]]:
    """Return the points of the book's answers to a first move, those of one row together."""
    game = empty.copy()
    game.play(Place(point))
    found = BOOK.replies(game)
    return {frozenset(each.move.point for each in images if isinstance(each.move, Place)) for images in found}


@pytest.mark.parametrize(("board", "axes"), cases("opening_book", "other_rules_and_boards_are_not_its_business"))
def test_other_rules_and_boards_are_not_its_business(board: str, axes: dict[str, Any]) -> None:
    assert book_move(Game("chinese", board=board, **axes), 1) is None


@pytest.mark.parametrize("axes", [{"handicap_bonus": 0, "handicap_kind": "free"}, {"komi": 7.5}])
def test_axes_that_say_nothing_new_change_nothing(axes: dict[str, Any]) -> None:
    assert book_move(Game("chinese", board="9", **axes), 1) == book_move(Game("chinese", board="9"), 1)


def test_only_games_that_began_as_all_games_do_are_known() -> None:
    assert book_move(Game.setup("chinese", ["....."] * 5), 1) is None
    for moves in (["pass"], ["C3", "pass"], ["pass", "pass"]):
        game = Game("chinese", board="5")
        for move in moves:
            game.play(move)
        assert book_move(game, 1) is None
    game.resume("black")
    assert book_move(game, 1) is None
    forced = Game("chinese", board="5")
    forced.force("C3", "white")
    assert book_move(forced, 1) is None


def test_seeds_make_games_differ_and_the_same_seed_does_not() -> None:
    rows = [BookRow("", "5", (), "C3", 0.5, 9_000, 20_000), BookRow("", "5", (), "C4", 0.5, 9_000, 20_000)]
    book, game = Book(rows), Game(Rules(), board="5")
    found = {seed: book.choose(game, seed) for seed in range(40)}
    moves = {game.write_move(known.move) for known in found.values() if known is not None}
    assert moves == {"C3", "C4", "B3", "D3", "C2"}
    assert all(book.choose(game, seed) == known for seed, known in found.items())


def test_worse_or_rarely_visited_moves_are_not_played() -> None:
    def row(reply: str, win_rate: float, visits: int) -> BookRow:
        return BookRow("", "5", (), reply, win_rate, visits, 100_000)

    rows = [row("C3", 0.5, 50_000), row("C4", 0.495, 20_000), row("B3", 0.46, 20_000), row("B4", 0.5, 500)]
    assert [each.reply for each in best(rows)] == ["C3", "C4"]


def test_a_move_that_is_illegal_there_is_not_played() -> None:
    text = rules_text(Rules())
    game = Game(Rules(), board="5")
    game.play("C3")
    assert Book([BookRow(text, "5", ("C3",), "C3", 0.5, 9, 10)]).choose(game, 1) is None
    assert Book([BookRow(text, "5", ("C3",), "C4", 0.5, 9, 10)]).choose(game, 1) is not None


@pytest.mark.parametrize("compiled", [True, False])
def test_longer_searches_ignore_the_book_once_compiled(compiled: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tengen.search.compiled.is_compiled", lambda board: compiled)
    game = Game("chinese", board="5")
    known = book_move(game, 1)
    assert known is not None
    assert known.playouts == 5_000
    assert book_move(game, 1, 5_000) == known
    for more in (5_001, None):  # None: limited by time
        assert book_move(game, 1, more) == (None if compiled else known)


def test_it_says_what_was_won_in_how_many_visits_of_which_search() -> None:
    words = BookMove(Place(0), 0.5, 1_718, 5_000).words
    assert words == "from the opening book: it won 50% of its 1,718 playouts, in a search of 5,000"


def test_rules_that_differ_by_little_are_no_others() -> None:
    texts = {rules_text(Rules().replace(komi=komi)) for komi in (7.5, 7.5000001, 100000.25, 100000.5)}
    assert len(texts) == 4
    assert rules_text(Rules().replace(komi=7.0)) == rules_text(Rules().replace(komi=7)) == "komi=7"


@pytest.mark.parametrize(
    "line",
    ["", "a,b", ",5,,C3,many,9,10", ",5,,C3,0.5,9,10,11", ",5,,C3,0.5,0,10", ",5,,C3,1.5,9,10", ",5,,C3,0.5,11,10"],
)
def test_another_file_is_refused(line: str, tmp_path: Path) -> None:
    file = tmp_path / "book.csv"
    head = written([]) if line.startswith(",") else ""
    file.write_text(f"{head}{line}\n", encoding="utf-8")
    with pytest.raises(FormatError, match="line 2" if head else "must begin with the line"):
        [*read_rows(file)]


_COLD = """
import sys
from numba.core import event
from tengen import boards, variant
from tengen.gtp import Engine, Thinking
from tengen.kernel import game_calls

game_calls.is_compiling = lambda wide: True  # as while another process compiles the rules
engine = Engine(variant("chinese"), boards.parse("9"), Thinking(seed=1))
with event.install_recorder("numba:compile") as compiled:
    print(engine.generate("black"), engine.generate("white"))
    print([name for name in sys.modules if name.startswith(("tengen.search", "tengen.players"))])
    engine.begin()
    engine.think_as(Thinking(level=10, seed=1, ponders=True))  # more than the book's searches, but cold
    print(engine.generate("black"), engine.generate("white"), [*engine.ponder()])
print(len(compiled.buffer))
"""


def test_a_cold_engine_answers_without_search_and_compiler(tmp_path: Path) -> None:
    cold = {**own_environment(), "TENGEN_CACHE": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", _COLD], capture_output=True, text=True, env=cold, check=True)
    moves, loaded, strong, compilations = done.stdout.splitlines()
    assert len(moves.split()) == 2
    assert done.stderr.count("from the opening book") == 4
    assert (loaded, strong.partition(" [")[2], compilations) == ("[]", "]", "0")
