"""Figures: where they end, their notes, and that every move of any game is shown or mentioned."""

import random
from collections.abc import Iterator
from itertools import pairwise

import pytest

from tengen import Game, variant
from tengen.book import BookFigure, cut
from tengen.formats import sgf
from tengen.game.game_records import record_variant
from tengen.game.record_walk import walk
from tengen.game.variations import branches, follow, line_of
from tengen.players import Random
from tengen.records import Markup, Node, Place, Printing, Record
from tengen.records import notes as printing
from tengen.records.diagram import point_of
from tengen.rules import variants

KO = "(;SZ[5];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb];B[ee];W[ea];B[cb]"
"""Move 8 takes move 7, move 11 takes it back."""


def figures(record: Record | str, most: int | None = 50, since: int = 1, until: int | None = None) -> list[BookFigure]:
    read = sgf.read(record) if isinstance(record, str) else record
    return list(cut(walk(read, record_variant(read)), most, since, until))


def spans(found: list[BookFigure]) -> list[tuple[int, int]]:
    return [figure.span for figure in found]


def last_of(record: Record) -> Node:
    return list(record.main_line())[-1]


def played(game: Game, moves: int, seed: int) -> Game:
    player = Random(seed)
    while game.outcome is None and len(game.moves) < moves:
        game.play(player.choose(game))
    return game


def test_figures_have_so_many_moves() -> None:
    record = played(Game("chinese", board="9x9"), 45, 3).record
    for most in (1, 10, 20):
        found = figures(record, most)
        assert max(len(figure.diagram.moves) for figure in found) <= most
        assert sum(len(figure.diagram.moves) for figure in found) == 45
        assert [b.span[0] - a.span[1] for a, b in pairwise(found)] == [1] * (len(found) - 1)


def test_a_ko_is_noted() -> None:
    (figure,) = figures(KO + ";W[ed];B[];W[])")
    assert figure.notes == ("11 at 7", "13 and 14 pass")
    assert figure.diagram.numbers()["C4"] == 7
    (suicide,) = figures("(;SZ[5]RU[NZ];B[ab];W[ee];B[ba];W[aa];B[dd];W[aa])")
    assert suicide.notes == ("6 at 4",)


def test_a_ko_that_began_before_gets_a_letter() -> None:
    _, figure = figures(KO + ")", 7)
    assert (figure.notes, figure.diagram.markup.labels) == (("11 at a",), {"C4": "a"})
    record = sgf.read(KO + ")")
    last_of(record).markup = Markup(labels={"C4": "x", "E5": "y"})
    assert figures(record, 7)[1].notes == ("11 at x",)
    last_of(record).markup = Markup(labels={"A5": "a"})
    other = figures(record, 7)[1]
    assert (other.notes, other.diagram.markup.labels) == (("11 at b",), {"A5": "a", "C4": "b"})


def test_a_larger_capture_begins_a_figure() -> None:
    capture = "(;SZ[5];B[aa];W[ac];B[ab];W[ba];B[ee];W[bb]"
    assert spans(figures(capture + ";B[ed])")) == [(1, 7)]
    assert spans(figures(capture + ";B[aa])")) == [(1, 6), (7, 7)]
    assert spans(figures(capture + ";B[ed];W[ab])")) == [(1, 7), (8, 8)]
    assert figures(capture + ";B[aa])", None)[0].notes == ("7 at 1",)


def test_footprints_of_captured_stones_begin_a_figure() -> None:
    """A wide stone may cover a part of a captured one."""
    game = Game("gengo", board="15")
    seed = next(seed for seed in range(40) if len(overlaps(played(Game("gengo", board="15"), 150, seed))) > 2)
    played(game, 150, seed)
    board = game.board
    for figure in figures(game.record, 500):
        points = [board.find(label) for label in figure.diagram.numbers()]
        assert not any(q in board.footprint[p] for p in points for q in points if p != q and p is not None)


def overlaps(game: Game) -> list[int]:
    """Return the moves on a point in the footprint of an earlier move's."""
    board, seen, found = game.board, set[int](), list[int]()
    for number, move in enumerate(game.moves, 1):
        if isinstance(move, Place):
            found += [number] if seen.intersection(board.footprint[move.point]) else []
            seen.add(move.point)
    return found


def test_moves_without_a_point_are_noted() -> None:
    game = Game.setup("tile", [".X.", "XO.", "..."], prisoners={"black": 2, "white": 2})
    game.play("return")
    game.play("return")
    game.play("C1")
    assert figures(game.record)[0].notes == ("1 and 2 return prisoners",)
    (figure,) = figures("(;SZ[5];B[cc];W[];B[dd];TGR[W])")
    assert figure.notes == ("2 passes", "White resigns")
    assert figure.span == (1, 3)


def test_tiles_are_seen_where_they_were_laid() -> None:
    first, second = figures("(;SZ[5]TGV[tile]GM[100]TGB[5];B[C3];W[B4];B[D2];W[E1];B[A1])", 3)
    assert (first.diagram.position.tiles, first.notes) == ({"D2": 1}, ("a tile was laid by 3",))
    assert second.diagram.position.tiles["D2"] == 1


def test_tao_stones() -> None:
    game = Game.setup("tao", ["...", ".T.", "XOX"], prisoners={"black": 3, "white": 0})
    for move in ("tao A3", "C3", "B2"):
        game.play(move)
    (figure,) = figures(game.record)
    assert figure.diagram.numbers() == {"A3": 1, "C3": 2}
    assert figure.diagram.stones()["A3"] == "tao"
    assert figure.notes == ("3 takes the Tao stone at a",)
    assert figure.diagram.markup.labels == {"B2": "a"}


def test_stones_set_up_begin_a_figure() -> None:
    found = figures("(;SZ[5]C[Begin];B[cc];W[bb];AE[cc]C[Edited];AW[dd]C[Again];B[aa])")
    assert spans(found) == [(1, 2), (3, 2), (3, 3)]
    assert [[comment.text for comment in figure.comments] for figure in found] == [["Begin"], ["Edited"], ["Again"]]
    assert found[2].diagram.position.stones == {"B4": "white", "D2": "white"}
    silent = figures("(;SZ[5];B[cc];AE[cc];AW[dd];B[aa])")
    assert spans(silent) == [(1, 1), (2, 2)]


def printed(text: str, **wanted: Printing) -> list[BookFigure]:
    """Return the figures of a record with printing instructions at its nodes: ``at3`` is the third after the root."""
    record = sgf.read(text)
    nodes = list(record.main_line())
    for place, instruction in wanted.items():
        nodes[int(place.removeprefix("at"))].printing = instruction
    return figures(record)


FIVE = "(;SZ[5];B[aa];W[bb];B[cc];W[dd];B[ee])"


def test_figures_where_the_record_wants_them() -> None:
    titled = Printing(figure=printing.Figure(0, "The middle"))
    found = printed(FIVE, at2=titled, at4=Printing(figure=printing.Figure()))
    titled_spans = [(figure.diagram.title, figure.span) for figure in found]
    assert titled_spans == [("", (1, 1)), ("The middle", (2, 3)), ("", (4, 5))]
    unlisted = Printing(figure=printing.Figure(flags=4))
    assert printed("(;SZ[5];B[];W[])", at1=unlisted)[0].notes == ()


def test_numbers_as_the_record_wants_them() -> None:
    assert spans(printed(FIVE, at3=Printing(number=11), at5=Printing(number=0))) == [(1, 2), (11, 13)]
    (figure,) = printed(KO + ";W[])", at1=Printing(number=101, numbering="modulo"))
    assert (figure.span, figure.diagram.first, figure.notes) == ((101, 112), 1, ("11 at 7", "12 passes"))
    reset = sgf.read(FIVE)
    nodes = list(reset.main_line())
    nodes[1].printing, nodes[4].printing = Printing(number=51), Printing(number=1)
    assert spans(figures(reset, since=53)) == [(53, 53), (1, 2)]
    assert spans(figures(reset, None, 52, 54)) == [(52, 54)]
    (bare,) = printed("(;SZ[5];B[aa];W[bb]C[here])", at0=Printing(numbering="none"))
    assert (bare.diagram.moves, len(bare.diagram.position.stones)) == ((), 2)


def test_marks_end_a_figure() -> None:
    record = sgf.read("(;SZ[5];B[aa];W[bb]C[look];C[and];B[dd])")
    nodes = list(record.main_line())
    nodes[1].markup = Markup(marks={"circle": ["A5"]}, labels={"A5": "1"})
    nodes[2].markup = Markup(marks={"triangle": ["C3"]})
    first, second = figures(record)
    assert spans([first, second]) == [(1, 2), (3, 3)]
    assert first.diagram.markup.marks == {"triangle": ["C3"]}
    assert [(comment.number, comment.text) for comment in first.comments] == [(2, "look"), (2, "and")]
    assert second.diagram.markup.is_empty()
    (whole,) = figures(record, None)
    assert whole.diagram.markup.is_empty()


def test_a_few_moves_on_a_large_board_are_shown_in_part() -> None:
    (corner,) = figures("(;SZ[19];B[pd];W[qf])")
    view = set(corner.diagram.markup.view or ())
    assert {"Q16", "R14", "T19", "O12"} <= view
    assert not {"N16", "Q11"} & view
    (whole,) = figures("(;SZ[19];B[pd];W[dp])")
    assert whole.diagram.markup.view is None
    (small,) = figures("(;SZ[9];B[cc])")
    assert small.diagram.markup.view is None


def test_marks_on_numbers_become_notes() -> None:
    (figure,) = figures("(;SZ[9];B[cc];W[gg];B[ee]TR[cc][ee][gc])")
    assert figure.diagram.markup.marks == {"triangle": ["G7"]}
    assert figure.notes == ("1 and 3 are marked with a triangle",)


def test_another_view_begins_a_figure() -> None:
    record = sgf.read("(;SZ[5];B[aa];W[bb];B[ee];W[dd])")
    nodes = list(record.main_line())
    nodes[0].markup, nodes[3].markup = Markup(view=["A5", "B4"]), Markup(view=[])
    found = figures(record)
    assert spans(found) == [(1, 2), (3, 4)]
    assert [figure.diagram.markup.view for figure in found] == [["A5", "B4"], []]


def test_a_part_of_a_game() -> None:
    record = played(Game("chinese", board="9x9"), 45, 3).record
    found = figures(record, 10, 11, 35)
    assert spans(found) == [(11, 20), (21, 30), (31, 35)]
    assert found[0].diagram.position == played(Game("chinese", board="9x9"), 10, 3).position
    assert spans(figures(record, 50, 44)) == [(44, 45)]


def test_an_illegal_move_ends_the_line() -> None:
    (figure,) = figures("(;SZ[5];B[aa];W[aa];B[cc])")
    assert spans([figure]) == [(1, 1)]
    assert figure.notes == ("2, A5, is illegal: A stone already stands there.",)
    (first,) = figures("(;SZ[5]AB[aa];W[aa])")
    assert first.notes == ("1, A5, is illegal: A stone already stands there.",)


def test_games_without_moves() -> None:
    for text in ("(;SZ[5])", "(;SZ[1])", "(;SZ[9]AB[aa][bb]AW[cc];;)"):
        (figure,) = figures(text)
        assert figure.diagram.moves == ()
    assert len(figures("(;SZ[9]AB[aa][bb]AW[cc];;)")[0].diagram.position.stones) == 3


def test_variations_count_from_one() -> None:
    record = sgf.read("(;SZ[9];B[ee](;W[dc];B[dd])(;C[Or];W[fc];B[ge]))")
    (branch,) = branches(line_of(record))
    line = line_of(record, branch.address)
    assert line == follow(line_of(record), branch)
    (figure,) = cut(walk(record, record_variant(record), line.nodes), skip=line.since)
    assert spans([figure]) == [(1, 2)]
    assert figure.diagram.numbers() == {"F7": 1, "G5": 2}
    assert (figure.comments[0].number, figure.diagram.position.stones) == (0, {"E5": "black"})


def told(figure: BookFigure) -> Iterator[tuple[str, int | str]]:
    """Yield each place that a figure's notes give for a move, with the move's number first."""
    for note in figure.notes:
        numbers, _, where = note.rpartition(" at ")
        for number in numbers.replace(" takes the Tao stone", "").replace(" and ", ", ").split(", "):
            if number.isdecimal():
                yield where, int(number)


def check_honest(game: Game) -> int:
    """Check that every move is shown on its point, or mentioned; return the number of mentioned ones."""
    count = 0
    numbered = 0
    for figure in figures(game.record):
        diagram = figure.diagram
        numbers = diagram.numbers()
        names = {str(number): label for label, number in numbers.items()}
        names |= {letter: label for label, letter in diagram.markup.labels.items()}
        notes = {number: names[str(where)] for where, number in told(figure)}
        for number, step in enumerate(diagram.moves, diagram.first):
            label = point_of(step.move)
            if label is not None:
                assert numbers.get(label) == number or notes[number] == label
                count += numbers.get(label) != number
            assert game.write_move(game.moves[number - 1]) == step.move
            numbered += 1
        assert diagram.stones().keys() >= numbers.keys()
    assert numbered == len(game.moves)
    return count


@pytest.mark.parametrize("name", [one.name for one in variants()])
def test_every_move_of_every_game_is_shown_or_mentioned(name: str) -> None:
    chosen = variant(name)
    size = 13 if chosen.footprint else 5
    check_honest(played(Game(chosen, board=str(size)), 200, 5))


@pytest.mark.parametrize(
    "text", ["graph:petersen", "5x5 torus", "triangular 4", "honeycomb 3", "1", "1x2", "graph:star-6"]
)
def test_every_move_on_every_board(text: str) -> None:
    check_honest(played(Game("new-zealand", board=text, repetition="none"), 100, 1))


def test_long_games_with_many_captures() -> None:
    game, choice = Game("new-zealand", board="7x7", repetition="none"), random.Random(2)
    while len(game.moves) < 500:
        game.play(choice.choice([move for move in game.legal_moves() if isinstance(move, Place)]))
    assert check_honest(game) > 20
