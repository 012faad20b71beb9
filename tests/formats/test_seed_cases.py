"""Every position of the published and derived cases is drawn as its own diagram and read again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from data import load

from tengen import Game, boards
from tengen.formats import json, sgf
from tengen.formats.diagrams import goban, rows, sensei
from tengen.formats.formal import clicks
from tengen.records import Diagram, FormatError, Position, Step
from tengen.records.diagram import point_of

FILES = ("citizendium", "gengo", "repetition", "tao", "tile_cushion")
NOTATIONS = (sensei, goban, rows)


def drawn_rows(value: Any) -> Iterator[list[str]]:
    """Yield every board that is written as rows, however deep it lies."""
    if isinstance(value, list) and value and all(isinstance(row, str) and set(row) <= set(".XOT") for row in value):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from drawn_rows(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from drawn_rows(item)


def stones_of(picture: list[str], board: boards.Board) -> dict[str, Any]:
    """Return the stones of rows by label."""
    names = {"X": "black", "O": "white", "T": "tao"}
    cells = (
        (board.labels[p], mark) for points, row in zip(board.rows, picture, strict=True) for p, mark in zip(points, row)
    )
    return {label: names[mark] for label, mark in cells if mark in names}


def check(diagram: Diagram) -> None:
    """See that a diagram comes back from everything that can draw or record it."""
    for notation in NOTATIONS:
        drawn = replace(diagram, moves=(), first=1) if notation is rows else diagram
        assert notation.read(notation.write(drawn)) == drawn
    record = diagram.record()
    assert sgf.read(sgf.write(record)) == record
    assert json.loads(json.dumps(record)) == record


BOARDS = [(name, number, picture) for name in FILES for number, picture in enumerate(drawn_rows(load(name)))]


@pytest.mark.parametrize(("name", "number", "picture"), BOARDS, ids=[f"{name} {number}" for name, number, _ in BOARDS])
@pytest.mark.parametrize("to_play", ["black", "white"])
def test_boards_written_as_rows(name: str, number: int, picture: list[str], to_play: Any) -> None:
    board = boards.parse(f"{len(picture[0])}x{len(picture)}")
    diagram = Diagram(board.text, Position(stones_of(picture, board), to_play))
    check(diagram)
    assert rows.write(diagram).split("\n")[: len(picture)] == picture


def test_all_the_boards_are_there() -> None:
    assert [sum(name == file for file, _, _ in BOARDS) for name in FILES] == [0, 0, 3, 11, 4]


def split(text: str) -> tuple[Any, str]:
    """Return the colour and the move of a text such as "black D4"."""
    colour, move = text.split(maxsplit=1)
    return colour, move


def check_line(game: Game, moves: list[str]) -> None:
    """Play moves; every position on the way and the whole line as one diagram come back."""
    start = game.position
    positions = [start]
    steps = []
    for text in moves:
        colour, move = split(text)
        if game.to_play != colour:
            game = Game.from_position(game.variant, game.board, replace(game.position, to_play=colour))
        game.play(move)
        steps.append(Step(colour, move))
        positions.append(game.position)
        check(Diagram(game.board.text, game.position))
    whole = Diagram(game.board.text, start, tuple(steps))
    for notation in (sensei, goban):
        again = notation.read(notation.write(whole, lambda count: positions[count]))
        assert (again.moves, again.position) == (whole.moves, whole.position)
    assert rows.read(rows.write(whole, lambda count: positions[count])).position == positions[-1]


TILE, TAO, REPETITION = load("tile_cushion"), load("tao"), load("repetition")
GENGO, CITIZENDIUM = load("gengo"), load("citizendium")


def test_the_famous_end_with_its_tiles() -> None:
    case = TILE["final_417"]
    captured = case["derived"]["captured"]
    board = boards.parse("19")
    tiles = dict.fromkeys(case["tiles"], 1)
    prisoners: Any = {"black": captured["white"], "white": captured["black"]}
    check(Diagram("19", Position(stones_of(case["rows"], board), "white", tiles, prisoners)))


@pytest.mark.parametrize("line", TILE["lines"], ids=lambda line: line["name"])
@pytest.mark.parametrize("variant", ["tile", "cushion"])
def test_tile_lines(line: dict[str, Any], variant: str) -> None:
    check_line(Game.setup(variant, line["rows"], last_incursion=line["last_incursion"]), line["moves"])


def test_the_cushion_cycle() -> None:
    case = TILE["cushion_cycle"]
    check_line(Game.setup("cushion", case["rows"]), case["prefix"] + case["cycle"])


@pytest.mark.parametrize("line", TAO["lines"], ids=lambda line: line["name"])
def test_tao_lines(line: dict[str, Any]) -> None:
    check_line(Game.setup("tao", line["rows"]), line["moves"])


def test_the_passing_line() -> None:
    line = REPETITION["passing_line"]
    game = Game.setup("formal", REPETITION["boards"][line["from"]], to_play=line["to_play"])
    moves = [text for point in line["black"] for text in ("white pass", f"black {point}")]
    check_line(game, moves)


@pytest.mark.parametrize("cycle", REPETITION["cycles"], ids=lambda cycle: cycle["name"])
def test_triple_ko_cycles(cycle: dict[str, Any]) -> None:
    rows_of = REPETITION["boards"][cycle["board"]]
    game = Game.setup("chinese", rows_of, to_play=cycle["to_play"], created_by=cycle["created_by"], repetition="ko")
    check_line(game, cycle["moves"])


def test_gengo() -> None:
    case, live = GENGO["capture"], GENGO["live_groups"]
    check_line(Game("gengo", board=str(case["size"])), case["moves"])
    suicide = GENGO["suicide"]
    drawn: list[tuple[int, list[str], list[str]]] = [
        (suicide["size"], suicide["black"], [split(suicide["move"])[1]]),
        *((area["size"], area["black"], area["white"]) for area in GENGO["area"]),
        *((live["size"], live[group], live[f"{group}_eyes"]) for group in ("corner", "edge", "center")),
    ]
    for size, black, white in drawn:
        stones: Any = dict.fromkeys(black, "black") | dict.fromkeys(white, "white")
        check(Diagram(f"gengo {size}", Position(stones)))


@pytest.mark.parametrize("case", CITIZENDIUM["scores_19x19"], ids=lambda case: str(case["score"]))
def test_published_scores(case: dict[str, Any]) -> None:
    stones: Any = dict.fromkeys(case["black"], "black") | dict.fromkeys(case["white"], "white")
    check(Diagram("19", Position(stones)))


@pytest.mark.parametrize(
    "case",
    CITIZENDIUM["records"] + CITIZENDIUM["illegal_records"],
    ids=lambda case: f"{case['board']} {case['record']}",
)
def test_published_records(case: dict[str, Any]) -> None:
    board = boards.parse(case["board"])
    nodes = list(clicks.read(case["record"], board).main_line())[1:]
    steps = tuple(Step(node.colour or "black", node.move or "") for node in nodes)
    check(Diagram(board.text, Position({}), steps))
    stones: dict[str, Any] = {}
    for step in steps:
        point = point_of(step.move)
        stones |= {} if point is None else {point: step.colour}
        check(Diagram(board.text, Position(stones)))


def test_the_other_boards_have_no_rows() -> None:
    named = {"C3": "graph:cycle-3", "C5": "graph:cycle-5", "K4": "graph:k4", "K1,3": "graph:star-3"}
    values = CITIZENDIUM["values"]["value"]
    for name in values:
        diagram = Diagram(boards.parse(named.get(name, name)).text, Position({}))
        if name not in named:
            check(diagram)
            continue
        for notation in NOTATIONS:
            with pytest.raises(FormatError, match="json and sgf can say it"):
                notation.write(diagram)
        assert json.loads(json.dumps(diagram.record())) == diagram.record()
