"""Diagrams: the picture, the text below it, and the record of it."""

from tengen.records import Diagram, Markup, Position, Step


def diagram(*moves: str, first: int = 1, stones: dict[str, str] | None = None) -> Diagram:
    steps = tuple(Step("white" if place % 2 else "black", move) for place, move in enumerate(moves))
    return Diagram("9", Position(stones or {}), steps, first)  # type: ignore[arg-type]


def test_every_first_move_on_a_free_point_is_seen() -> None:
    shown = diagram("D4", "E5", "pass", "D4", "A1", "tao B2", first=51, stones={"A1": "white"})
    assert shown.numbers() == {"D4": 51, "E5": 52, "B2": 56}
    assert shown.stones() == {"A1": "white", "D4": "black", "E5": "white", "B2": "tao"}
    assert shown.notes() == ("53 pass", "54 at 51", "55 at A1")


def test_a_diagram_is_a_record() -> None:
    shown = diagram("D4", "E5", stones={"A1": "white"})
    shown.markup.marks["circle"] = ["E5"]
    record = shown.record()
    nodes = list(record.main_line())
    assert nodes[0].changes == {"A1": "white"}
    assert nodes[0].to_play == "black"
    assert [(node.colour, node.move) for node in nodes[1:]] == [("black", "D4"), ("white", "E5")]
    assert nodes[-1].markup == Markup(marks={"circle": ["E5"]})


def test_what_plain_stones_do_not_say_is_a_start_position() -> None:
    position = Position({"A1": "tao"}, tiles={"B2": 1})
    assert Diagram("9", position).record().start == position
