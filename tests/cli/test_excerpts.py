"""Parts of games as diagrams: every drawing restores what was played."""

from itertools import islice

import pytest
from data import cases
from example_counts import examples
from hypothesis import given
from hypothesis import strategies as st

from tengen import Game
from tengen.cli.records.convert import lost_facts, lost_notes
from tengen.cli.records.positions import excerpts, position_after
from tengen.formats.diagrams import goban, rows, sensei
from tengen.records import Annotation, Clock, Markup, Node, Printing, Record, Resign, TengenError
from tengen.rules import variant

GAMES = cases("excerpts", "games")


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Return games of any legal moves, resignations left out."""
    name, board = draw(st.sampled_from(GAMES))
    game = Game(name, board=board)
    for _ in range(draw(st.integers(0, 30))):
        legal = [move for move in islice(game.legal_moves(), 60) if move is not Resign]
        if not legal or game.outcome is not None:
            break
        game.play(legal[draw(st.integers(0, len(legal) - 1))])
    return game


@examples(40)
@given(games(), st.data())
def test_games_come_back_from_their_drawings(game: Game, data: st.DataObject) -> None:
    record, moves = game.record, len(game.moves)
    if not moves:
        return
    first = data.draw(st.integers(1, moves))
    last = data.draw(st.integers(first, moves))
    (part,) = excerpts(record, game.variant, first, last)
    texts = [game.write_move(move) for move in game.moves]
    while len(game.moves) > last:
        game.undo()
    end = game.position
    for notation in (sensei, goban):
        again = notation.read(notation.write(part.diagram, part.positions.__getitem__))
        assert [step.move for step in again.moves] == texts[first - 1 : last]
        assert (again.first, again.board) == (first, game.board.text)
        assert again.position == part.diagram.position
    shown = rows.read(rows.write(part.diagram, part.positions.__getitem__))
    assert (shown.position.stones, shown.position.tiles) == (end.stones, end.tiles)
    assert shown.position.prisoners == end.prisoners
    assert position_after(record, game.variant, last).diagram.position == shown.position
    while len(game.moves) >= first:
        game.undo()
    assert part.diagram.position.stones == game.stones


def test_numbers_are_those_of_the_record() -> None:
    record = Record("5", root=Node(children=[Node(move="C3", colour="black", printing=Printing(number=51))]))
    record.root.children[0].children.append(Node(move="B2", colour="white", markup=Markup(labels={"A1": "a"})))
    chosen = variant("chinese")
    (part,) = excerpts(record, chosen, 52)
    assert (part.diagram.first, part.diagram.numbers()) == (52, {"B2": 52})
    assert part.diagram.markup.labels == {"A1": "a"}
    assert position_after(record, chosen, 51).diagram.position.stones == {"C3": "black"}
    assert position_after(record, chosen, 50).diagram.position.stones == {}
    for wrong in (7, 53):
        with pytest.raises(TengenError, match=f"no move {wrong}: the game has moves 51 to 52"):
            excerpts(record, chosen, wrong)


def test_a_record_without_moves_is_a_position() -> None:
    record = Record("5", root=Node(changes={"C3": "black"}, children=[Node(changes={"B2": "white"})]))
    (part,) = excerpts(record, variant("chinese"))
    assert part.diagram.position.stones == {"C3": "black", "B2": "white"}
    with pytest.raises(TengenError, match="no move 1: the game has no moves"):
        excerpts(record, variant("chinese"), 1)


def test_what_is_lost_is_counted() -> None:
    nodes = [
        Node(comment="x", name="y"),
        Node(comment="z", markup=Markup(labels={"A1": "a"})),
        Node(annotation=Annotation(quality="good"), clock=Clock(), properties={"XX": ["1"], "YY": [""]}),
        Node(clock=Clock(), markup=Markup()),
    ]
    record = Record("5", "chinese", root=Node(children=nodes), info={"GN": "A game", "PB": "Anna", "DT": "2023"})
    assert lost_notes(record) == [
        "2 comments",
        "3 variations",
        "1 title of a move",
        "2 positions with marks",
        "1 judgement",
        "2 clock readings",
        "2 other properties",
    ]
    assert lost_facts(record) == ["the game information (DT, PB)", "the rules"]
    assert lost_notes(Record("5", root=Node(markup=Markup(labels={"A1": "a"}))), drawn=1) == []
    assert lost_facts(Record("5", info={"GN": "A game"})) == []
